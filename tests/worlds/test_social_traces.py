"""Traces as files: what is written is read back, and what cannot be is named."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from humanlike.core import (
    NO_OFFER,
    BadFile,
    BadGame,
    BadRecord,
    BadRequest,
    HumanlikeError,
    OfferTable,
    Streams,
)
from humanlike.similarity import chain_counts
from humanlike.worlds.social_ultimatum import (
    SOCIAL_AGENTS,
    AttachedParameters,
    LeftOut,
    Seating,
    SocialSetting,
    find_missing,
    learn,
    play_tables,
    read_traces,
    resimulate,
    summarise_seats,
    tell_left_out,
    write_traces,
)

GOOD = [
    # game, round, proposer, recipient, offer, accepted
    ("g", 1, "ann", "bob", 5, 1),
    ("g", 1, "bob", "ann", 3, 0),
    ("g", 1, "cat", "ann", 4, 1),
    ("g", 2, "ann", "cat", 5, 1),
    ("g", 2, "bob", "cat", 3, 0),
    ("g", 2, "cat", "bob", 4, 1),
]
COLUMNS = ["game", "round", "proposer", "recipient", "offer", "accepted"]


def body_of(n_players, n_games=4, n_rounds=6, seed=1):
    seating = Seating((SOCIAL_AGENTS["attached"],) * n_players, {"attached": AttachedParameters()})
    return play_tables(Streams(seed), SocialSetting(n_players, n_rounds), seating, n_games)


def write(path, rows, columns=COLUMNS):
    pd.DataFrame(rows, columns=columns).to_csv(path, index=False)
    return path


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_what_is_written_is_read_back(tmp_path, suffix):
    path = tmp_path / f"traces.{suffix}"
    small, large = body_of(3), body_of(5)
    large = OfferTable(large.recipients, large.offers, large.accepted, names=("a", "b", "c", "d"))
    write_traces([small, large], path)
    for before, after in zip((small, large), read_traces(path), strict=True):
        assert before.names == after.names
        np.testing.assert_array_equal(before.recipients, after.recipients)
        np.testing.assert_array_equal(before.offers, after.offers)
        np.testing.assert_array_equal(before.accepted, after.accepted)


NAMED = [  # two sessions, both with a game 1; bob plays in both games
    *(("x", "1", *row[1:]) for row in GOOD),
    *(("y", "1", *("dan" if word == "ann" else word for word in row[1:])) for row in GOOD),
]


def test_a_person_is_known_in_all_games_and_written_back(tmp_path):
    (table,) = read_traces(write(tmp_path / "t.csv", NAMED, ["session", *COLUMNS]))
    assert table.persons.tolist() == [["ann", "bob", "cat"], ["bob", "cat", "dan"]]
    assert table.sessions == ("x", "y") and table.names == ("x:1", "y:1")
    write_traces([table], tmp_path / "again.csv")
    (again,) = read_traces(tmp_path / "again.csv")
    assert again.persons.tolist() == table.persons.tolist() and again.sessions == table.sessions
    np.testing.assert_array_equal(again.recipients, table.recipients)
    np.testing.assert_array_equal(again.accepted, table.accepted)
    second = pd.read_csv(tmp_path / "again.csv").query("game == 'y:1' and round == 2")
    assert dict(zip(second["proposer"], second["recipient"], strict=True)) == {
        "dan": "cat",
        "bob": "cat",
        "cat": "bob",
    }


def test_persons_and_sessions_stay_with_their_games(tmp_path):
    (table,) = read_traces(write(tmp_path / "t.csv", NAMED, ["session", *COLUMNS]))
    swapped = table.select([1, 0, 1])
    assert swapped.persons[:, 0].tolist() == ["bob", "ann", "bob"] and swapped.sessions == ("y", "x", "y")
    assert table.select(np.array([False, True])).names == ("y:1",)
    apart = OfferTable.join([table.select([1]), table.select([0])])
    assert apart.persons.tolist() == swapped.persons.tolist()[:2] and apart.names == ("y:1", "x:1")
    longer = body_of(3, n_games=1)  # six rounds, and nobody knows who played
    both = OfferTable.join([table, longer])
    assert both.lengths.tolist() == [2, 2, 6] and not both.persons.size and both.sessions == ()
    np.testing.assert_array_equal(both.rewards()[2], longer.rewards()[0])


def test_games_called_the_same_are_kept_apart_with_their_people(tmp_path):
    (table,) = read_traces(write(tmp_path / "t.csv", GOOD))
    twice = OfferTable.join([table, table])
    assert twice.names == ("1:g", "2:g") and twice.persons[1].tolist() == ["2:ann", "2:bob", "2:cat"]
    with pytest.raises(BadRequest, match="one group size"):
        OfferTable.join([table, body_of(5)])


def test_players_who_are_merely_numbered_are_seats(tmp_path):
    write_traces([body_of(3)], tmp_path / "t.csv")
    assert not read_traces(tmp_path / "t.csv")[0].persons.size
    numbers = {"ann": "1", "bob": "2", "cat": "7"}
    rows = [tuple(numbers.get(word, word) for word in row) for row in GOOD]
    assert read_traces(write(tmp_path / "t.csv", rows))[0].persons.tolist() == [["1", "2", "7"]]


def test_labels_that_contradict_the_table_are_refused():
    table = body_of(3)
    for wrong, sentence in (
        ({"sessions": ("a",)}, "4 games need as many sessions, not 1"),
        ({"persons": np.array([["a", "b", "c"]])}, "4 by 3"),
        ({"persons": np.array([["a", "b", "a"]] * 4)}, "Game 1: a sits in two seats"),
    ):
        with pytest.raises(BadRecord, match=sentence):
            replace(table, **wrong)


def test_traces_replace_traces_and_nothing_else(tmp_path):
    path = tmp_path / "t.csv"
    write_traces([body_of(3)], path)
    write_traces([body_of(3, seed=2)], path)
    path.write_text("name,age\n")
    with pytest.raises(BadFile, match="holds no traces"):
        write_traces([body_of(3)], path)
    assert path.read_text() == "name,age\n"


def test_games_of_unequal_length_share_a_table(tmp_path):
    longer = [("h", *row[1:]) for row in GOOD] + [("h", 3, *row[2:]) for row in GOOD[:3]]
    (table,) = read_traces(write(tmp_path / "t.csv", GOOD + longer))
    assert table.lengths.tolist() == [2, 3] and table.n_rounds == 3
    assert (table.recipients[0, 2] == -1).all()


def test_one_game_needs_no_game_column(tmp_path):
    (table,) = read_traces(write(tmp_path / "t.csv", [row[1:] for row in GOOD], COLUMNS[1:]))
    assert table.recipients[0].tolist() == [[1, 0, 0], [2, 2, 1]]
    assert table.rewards()[0].tolist() == [[9, 5, 6], [5, 4, 11]]


def test_seats_are_summed_up(tmp_path):
    (table,) = read_traces(write(tmp_path / "t.csv", GOOD))
    seats = summarise_seats(table)
    assert [seat.earned for seat in seats] == [14, 9, 17]
    assert [seat.refused for seat in seats] == [0, 1, 0]
    assert seats[1].offered == 3


def changed(index, column, value):
    rows = [list(row) for row in GOOD]
    rows[index][COLUMNS.index(column)] = value
    return rows


BAD = {
    "above the endowment": (changed(0, "offer", 11), "line 2 .*outside 0..10"),
    "below zero": (changed(1, "offer", -1), "line 3 .*outside 0..10"),
    "no number": (changed(1, "offer", "much"), "line 3 .*must be numbers"),
    "half a unit": (changed(1, "offer", 2.5), "no multiple of the step"),
    "self-offer": (changed(2, "recipient", "cat"), "line 4 .*to themselves"),
    "answer without offer": (changed(3, "offer", None), "line 5 .*an answer to an offer never made"),
    "answer without recipient": (changed(3, "recipient", ""), "an answer to an offer never made"),
    "no answer": (changed(3, "accepted", None), "never answered"),
    "strange answer": (
        changed(3, "accepted", "perhaps"),
        "line 5 .*accepted is .perhaps.; it must be yes or no",
    ),
    "vanished": (GOOD[:5], "t.csv, line 5: game g, player cat makes no offer in round 2 of 2"),
    "two offers": ([*GOOD, GOOD[0]], "second offer"),
    "unknown recipient": (
        changed(0, "recipient", "zoe"),
        "t.csv, line 2 .*zoe receives offers but never makes one",
    ),
    "round zero": (changed(0, "round", 0), "count from 1"),
    "two players": (
        [("g", 1, "ann", "bob", 5, 1), ("g", 1, "bob", "ann", 5, 1)],
        "t.csv, line 2: game g has 2 player.*at least 3",
    ),
    "one round": (GOOD[:3], "at least 2 rounds"),
    "nothing": ([], "no offer at all"),
}


@pytest.mark.parametrize(("rows", "words"), BAD.values(), ids=BAD.keys())
def test_what_cannot_be_is_named(tmp_path, rows, words):
    with pytest.raises(HumanlikeError, match=words):
        read_traces(write(tmp_path / "t.csv", rows))


def test_files_that_are_no_traces_are_named(tmp_path):
    with pytest.raises(BadFile, match="no file"):
        read_traces(tmp_path / "absent.csv")
    with pytest.raises(BadFile, match=r"lacks the column.*accepted"):
        read_traces(write(tmp_path / "t.csv", [row[:5] for row in GOOD], COLUMNS[:5]))
    with pytest.raises(BadGame, match="multiple of the step"):
        read_traces(write(tmp_path / "t.csv", GOOD), endowment=10, step=3)
    (tmp_path / "empty.csv").write_text("")
    with pytest.raises(BadFile, match="cannot be read"):
        read_traces(tmp_path / "empty.csv")


def arrays(recipients, offers=None, accepted=None):
    recipients = np.array(recipients, dtype=np.int8)
    offers = (
        np.full(recipients.shape, 3, dtype=np.int16) if offers is None else np.array(offers, dtype=np.int16)
    )
    return recipients, offers, np.ones(recipients.shape, dtype=bool) if accepted is None else accepted


FINE = [[[1, 2, 0], [1, 2, 0]]]


@pytest.mark.parametrize(
    ("recipients", "offers", "accepted", "words"),
    [
        ([[[0, 2, 0], [1, 2, 0]]], None, None, "round 1: player 1 makes an offer to themselves"),
        ([[[1, 2, 3], [1, 2, 0]]], None, None, "beyond the 3 present"),
        (FINE, [[[1, 2, 3], [4, 11, 6]]], None, "round 2: player 2 offers an amount outside 0..10"),
        ([[[1, 2, 0], [1, -1, 0]]], None, None, "vanish"),
        ([[[1, 2, 0], [1, 2, 0], [-1, -1, -1]]], None, np.ones((1, 3, 3), bool), "never made"),
        ([[[1, 0], [1, 0]]], None, None, "at least 3 players"),
        ([[[1, 2, 0]]], None, None, "at least 2 rounds"),
        (np.zeros((0, 2, 3)), None, None, "empty"),
    ],
)
def test_tables_check_their_moves(recipients, offers, accepted, words):
    with pytest.raises((BadRecord, BadGame), match=words):
        OfferTable(*arrays(recipients, offers, accepted))


# --- what is missing -------------------------------------------------------------------------------------------------

LONGER = [*GOOD, *(("g", 3, *row[2:]) for row in GOOD[:3]), *(("g", 4, *row[2:]) for row in GOOD[3:])]
OTHER = [("h", *row[1:]) for row in GOOD]


def without(rows, index, **blanks):
    """The rows with some cells of one of them blank or other."""
    return [
        tuple(blanks.get(name, value) for name, value in zip(COLUMNS, row, strict=True))
        if at == index
        else row
        for at, row in enumerate(rows)
    ]


GAPS = {
    "no amount": (without(LONGER, 4, offer=None, accepted=None), "no offer by bob"),
    "no amount but an answer": (without(LONGER, 4, offer=None), "no offer by bob"),
    "no recipient": (without(LONGER, 4, recipient=""), "no offer by bob"),
    "no answer": (without(LONGER, 4, accepted=None), "bob's offer was never answered"),
    "no row": ([*LONGER[:4], *LONGER[5:]], "no offer by bob"),
}


@pytest.mark.parametrize(("rows", "why"), GAPS.values(), ids=GAPS.keys())
def test_one_missing_offer_costs_a_round_or_a_game_and_is_told(tmp_path, rows, why):
    path = write(tmp_path / "t.csv", rows + OTHER)
    with pytest.raises(BadRecord, match="drop-round or drop-game"):
        read_traces(path)
    rounds = read_traces(path, missing="drop-round")
    assert rounds.left_out == (LeftOut("g", 2, why),)
    assert rounds[0].recorded.tolist() == [[True, False, True, True], [True, True, False, False]]
    assert rounds[0].lengths.tolist() == [4, 2]
    games = read_traces(path, missing="drop-game")
    assert games.left_out == (LeftOut("g", 0, f"{why} in round 2"),)
    assert [table.names for table in games] == [("h",)]


def test_a_gap_is_written_and_read_back(tmp_path):
    (table,) = read_traces(write(tmp_path / "t.csv", without(LONGER, 4, offer="")), missing="drop-round")
    write_traces([table], tmp_path / "again.csv")
    again = read_traces(tmp_path / "again.csv", missing="drop-round")
    np.testing.assert_array_equal(again[0].recipients, table.recipients)
    assert [(each.game, each.round) for each in again.left_out] == [("g", 2)]


def test_who_leaves_for_good_ends_the_game(tmp_path):
    rows = [row for row in LONGER if not (row[1] > 2 and row[2] == "cat")]
    traces = read_traces(write(tmp_path / "t.csv", rows), missing="drop-round")
    assert traces[0].n_rounds == 2 and [each.round for each in traces.left_out] == [3, 4]
    assert list(tell_left_out(traces.left_out)) == [
        "Left out: 2 rounds (game g: rounds 3, 4, first no offer by cat)."
    ]


def test_a_game_of_fewer_than_two_whole_rounds_goes_too_and_nothing_left_is_refused(tmp_path):
    broken = without(GOOD, 0, accepted="")
    traces = read_traces(write(tmp_path / "t.csv", broken + OTHER), missing="drop-round")
    assert traces.left_out == (LeftOut("g", 0, "ann's offer was never answered in round 1"),)
    for missing in ("drop-round", "drop-game"):
        with pytest.raises(BadRecord, match=r"No game is left.*1 game.*ann's offer"):
            read_traces(write(tmp_path / "t.csv", broken), missing=missing)


def test_contradictions_are_refused_whatever_may_be_missing(tmp_path):
    for rows, words in (
        (changed(0, "offer", 11), "line 2 .*outside"),
        (changed(3, "accepted", "perhaps"), "line 5 .*'perhaps'"),
        (changed(2, "round", None), r"line 4 \(game g, round not given, .*must be given"),
        (changed(2, "game", ""), r"line 4 \(game not given, .*must be given"),
        (
            changed(5, "recipient", "bod"),
            "line 7 .*bod receives offers but never makes one; the players are ann, bob, cat",
        ),
        ([*GOOD, ("g", 10**9, "ann", "bob", 5, 1)], "line 8: .*round 1000000000, but only 3 rounds"),
    ):
        with pytest.raises(BadRecord, match=words):
            read_traces(write(tmp_path / "t.csv", rows), missing="drop-round")
    with pytest.raises(BadRequest, match="refuse, drop-round or drop-game, not 'skip'"):
        find_missing("skip")


def test_blank_lines_do_not_shift_the_line_that_is_named(tmp_path):
    text = write(tmp_path / "t.csv", changed(3, "offer", 11)).read_text().splitlines()
    (tmp_path / "t.csv").write_text("\n".join([*text[:2], "", "", *text[2:], ""]))
    with pytest.raises(BadRecord, match="line 7 "):
        read_traces(tmp_path / "t.csv")


@pytest.mark.parametrize(
    ("yes", "no"),
    [
        ("yes", "no"),
        ("Accept", "Reject"),
        ("TRUE", "false"),
        ("accepted", "rejected"),
        (" y ", "N"),
        (1.0, 0.0),
    ],
)
def test_answers_in_the_usual_spellings(tmp_path, yes, no):
    rows = [(*row[:5], yes if row[5] else no) for row in GOOD]
    (table,) = read_traces(write(tmp_path / "t.csv", rows))
    assert table.accepted[0].tolist() == [[True, False, True], [True, False, True]]


def test_no_chain_runs_across_a_round_that_was_left_out():
    """Ann and bob answer each other throughout; without round 3 of 6, rounds 1-2 and 4-6 are left."""
    whole = OfferTable(*arrays([[[1, 0, 0]] * 6]))
    assert chain_counts(whole, 4)[0, :, 1].tolist() == [10, 8, 6, 4]
    recipients = whole.recipients.copy()
    recipients[0, 2] = NO_OFFER
    gap = replace(whole, recipients=recipients, accepted=recipients >= 0)
    assert chain_counts(gap, 4)[0, :, 1].tolist() == [6, 2, 0, 0]


def test_agents_leave_out_the_same_rounds_and_first_offers_are_the_first_known(tmp_path):
    rows = without(LONGER, 0, accepted="")
    body = read_traces(write(tmp_path / "t.csv", rows), missing="drop-round")
    assert body[0].recorded.tolist() == [[False, True, True, True]]
    learned = learn(body)
    assert learned.adaptive[3].fairness[0].tolist() == [5, 3, 4]
    again = resimulate(Streams(1), body[0], learned, SOCIAL_AGENTS["adaptive"], times=3)
    assert again.recorded.tolist() == [[False, True, True, True]] * 3
    only = replace(body[0], recipients=body[0].recipients[:, [0, 1, 0, 2]], offers=body[0].offers[:, [0, 1, 0, 2]],
                   accepted=body[0].accepted[:, [0, 1, 0, 2]])  # fmt: skip
    with pytest.raises(BadRequest, match="No two rounds in a row"):
        learn([only])
