"""Traces as files: what is written is read back, and what cannot be is named."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from humanlike.core import BadFile, BadGame, BadRecord, BadRequest, HumanlikeError, OfferTable, Streams
from humanlike.worlds.social_ultimatum import (
    SOCIAL_AGENTS,
    AttachedParameters,
    Seating,
    SocialSetting,
    play_tables,
    read_traces,
    summarise_seats,
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
    "strange answer": (changed(3, "accepted", "perhaps"), "must be 1 or 0"),
    "vanished": (GOOD[:5], "player cat makes no offer in round 2 of 2"),
    "two offers": ([*GOOD, GOOD[0]], "second offer"),
    "unknown recipient": (changed(0, "recipient", "zoe"), "zoe receives offers but never makes one"),
    "round zero": (changed(0, "round", 0), "count from 1"),
    "two players": (
        [("g", 1, "ann", "bob", 5, 1), ("g", 1, "bob", "ann", 5, 1)],
        "2 player.*at least 3",
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
