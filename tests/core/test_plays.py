"""A Play's verbs: rows, split, join; what it says of itself; labels that are numbers until asked."""

import pickle
from dataclasses import fields, replace

import numpy as np
import pytest

from humanlike.core import BadRecord, BadRequest, Game, Labels, Play

CHICKEN = Game.from_matrices("chicken", [[5, 2], [6, 1]], [[5, 6], [2, 1]])
COINS = Game.from_matrices("coins", [[1, 0], [0, 1]], [[0, 1], [1, 0]])
TRIO = Game("trio", tuple(np.arange(6.0).reshape(2, 3) for _ in range(3)), (("0", "1"),) * 3, "sum")
MOVES = np.array([[0, 1, -1], [0, 0, 1], [1, 1, 0], [1, 0, 1]])
PAIRS = Play(
    CHICKEN,
    MOVES,
    subjects=("ann", "bob", "ann", "cleo"),
    matches=("m1", "m1", "m2", "m2"),
    sessions=("s", "s", "t", "t"),
    studied=np.array([True, False, True, True]),
    provenance={"dataset": "lab"},
    extra={"rt": np.arange(12).reshape(4, 3).astype(str).astype(object)},
)
STRANGERS = Play(  # rows 0 and 2 sit in the first seat and change partners in round 2
    CHICKEN,
    np.array([[0, 1], [1, 0], [1, 0], [0, 1]]),
    roles=np.array([0, 1, 0, 1]),
    partners=np.array([[[1, 3]], [[0, 2]], [[3, 1]], [[2, 0]]]),
)


def content(play: Play) -> dict[str, object]:
    """Everything a play says, as plain Python."""
    found = {each.name: getattr(play, each.name) for each in fields(play)}
    plain = {name: value.tolist() for name, value in found.items() if isinstance(value, np.ndarray)}
    labels = {name: tuple(value) for name, value in found.items() if isinstance(value, Labels)}
    extra = {name: column.tolist() for name, column in play.extra.items()}
    return {"game": play.game.name, "provenance": dict(play.provenance), "extra": extra} | plain | labels


def test_all_rows_are_the_play_itself() -> None:
    for play in (PAIRS, STRANGERS, Play(TRIO, np.tile(np.eye(3, dtype=int), (2, 1)))):
        assert content(play.rows(np.arange(play.n_subjects))) == content(play)
        assert content(play.rows(np.ones(play.n_subjects, dtype=bool))) == content(play)


def test_a_row_keeps_what_it_met_without_the_one_it_met() -> None:
    alone = PAIRS.rows([1, 2])
    assert alone.situations.tolist() == [[0, 1, -1], [1, 0, 1]]
    np.testing.assert_array_equal(alone.payoffs(), PAIRS.payoffs()[[1, 2]])
    assert alone.partners.size == 0
    with pytest.raises(BadRecord, match="does not say who sat together"):
        alone.groups()
    assert alone.subjects == ("bob", "ann") and alone.studied.tolist() == [False, True]
    assert alone.extra["rt"].tolist() == [["3", "4", "5"], ["6", "7", "8"]]
    assert alone.provenance == {"dataset": "lab"}


def test_partners_are_renumbered_where_all_are_kept() -> None:
    turned = PAIRS.rows([3, 2])
    assert turned.partners.tolist() == [[1], [0]] and turned.groups().tolist() == [[1, 0]]
    assert content(turned.rows([1, 0])) == content(PAIRS.rows([2, 3]))
    mixed = STRANGERS.rows([2, 3, 0, 1])
    assert mixed.partners.tolist() == [[[1, 3]], [[0, 2]], [[3, 1]], [[2, 0]]]
    assert STRANGERS.rows([0, 1]).partners.size == 0  # in round 2 they meet 3 and 2, who are gone
    assert PAIRS.rows([0, 1, 0, 1]).partners.size == 0  # whose partner would be row 0?


def test_a_partner_nobody_knows_stays_unknown() -> None:
    partners = STRANGERS.partners.copy()
    partners[0, 0, 1], partners[3, 0, 1] = -1, -1
    gap = replace(STRANGERS, partners=partners, situations=np.empty(0, dtype=np.int64))
    assert gap.situations.tolist() == [[1, -1], [0, 0], [0, 0], [1, -1]]
    assert gap.rows([3, 2, 1, 0]).partners[:, 0, 1].tolist() == [-1, 2, 1, -1]


def test_rows_that_are_not_there_are_refused() -> None:
    for where in ([4], [-1], [True, False]):
        with pytest.raises(BadRequest, match=r"rows 0-3|4 entries"):
            PAIRS.rows(where)
    assert PAIRS.rows([]).n_subjects == 0


@pytest.mark.parametrize(
    ("by", "labels"),
    [
        ("match", ["m1", "m2"]),
        ("session", ["s", "t"]),
        ("subject", ["ann", "bob", "cleo"]),
        ("role", ["1", "2"]),
        ("game", ["chicken"]),
    ],
)
def test_what_was_split_joins_to_the_play_again(by: str, labels: list[str]) -> None:
    parts = PAIRS.split(by)
    assert list(parts) == labels
    again = Play.join(parts.values())
    order = np.concatenate(list(PAIRS.labels(by).places().values()))
    expected = content(PAIRS.rows(order))
    whole = all(part.partners.size for part in parts.values())
    assert content(again) == (expected if whole else expected | {"partners": []})


def test_split_takes_only_what_tells_rows_apart() -> None:
    with pytest.raises(BadRequest, match="role, game, kind, model, person, study, family, not by 'country'"):
        PAIRS.split("country")


def test_plays_of_different_records_keep_their_people_and_matches_apart() -> None:
    elsewhere = replace(PAIRS, provenance={"dataset": "field"})
    both = Play.join([PAIRS, elsewhere])
    assert both.subjects[:1] == ("lab:ann",) and both.subjects[4:5] == ("field:ann",)
    assert [both.labels(unit).n_different for unit in ("subject", "match", "session")] == [6, 4, 4]
    assert both.groups().tolist() == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert both.provenance == {}
    simulated = Play(CHICKEN, MOVES)
    assert Play.join([simulated, simulated]).matches == (
        "1:1",
        "1:1",
        "1:2",
        "1:2",
        "2:1",
        "2:1",
        "2:2",
        "2:2",
    )
    assert (
        Play.join([PAIRS, PAIRS]).labels("match").n_different == 4
    )  # a seat taken twice: no parts of one play


def test_labels_that_do_not_clash_are_left_alone() -> None:
    other = Play(
        CHICKEN,
        MOVES,
        subjects="wxyz",
        matches=("n", "n", "o", "o"),
        sessions=("u",) * 4,
        provenance={"a": "b"},
    )
    both = Play.join([PAIRS, other])
    assert both.subjects == (*PAIRS.subjects, *"wxyz") and both.sessions == ("s", "s", "t", "t", *"uuuu")


def test_short_plays_are_filled_up_and_absent_columns_are_empty() -> None:
    short = Play(CHICKEN, MOVES[:2, :2], subjects=("x", "y"), matches=("n", "n"))
    both = Play.join([PAIRS, short])
    assert both.actions[4:].tolist() == [[0, 1, -1], [0, 0, -1]]
    assert both.situations[4:].tolist() == [[0, 0, -1], [0, 1, -1]]
    assert both.extra["rt"][4:].tolist() == [["", "", ""]] * 2
    np.testing.assert_array_equal(both.payoffs()[:4], PAIRS.payoffs())


def test_strangers_and_pairs_join_into_changing_partners() -> None:
    both = Play.join([STRANGERS, Play(CHICKEN, MOVES)])
    assert both.partners.shape == (8, 1, 3)
    assert both.partners[4].tolist() == [[5, 5, 5]] and both.partners[0].tolist() == [[1, 3, -1]]
    assert Play.join([STRANGERS, PAIRS.rows([0])]).partners.size == 0


def test_only_plays_of_one_game_are_joined() -> None:
    dearer = Game.from_matrices("chicken", [[50, 2], [6, 1]], [[5, 6], [2, 1]])
    with pytest.raises(BadRequest, match="one game"):
        Play.join([PAIRS, Play(COINS, MOVES)])
    with pytest.raises(BadRequest, match="different actions or payoffs"):
        Play.join([PAIRS, Play(dearer, MOVES)])
    with pytest.raises(BadRequest, match="no play to join"):
        Play.join([])


def test_rounds_after_the_last_move_can_be_left_out() -> None:
    long = Play(CHICKEN, np.pad(MOVES, ((0, 0), (0, 2)), constant_values=-1))
    assert content(long.shortened()) == content(Play(CHICKEN, MOVES))
    assert Play(CHICKEN, np.full((2, 3), -1)).shortened().n_rounds == 1
    assert STRANGERS.rows(np.arange(4)).shortened().partners.shape == (4, 1, 2)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kinds": ("human",)}, "2 subjects need as many kinds, not 1"),
        ({"kinds": ("human", "ghost")}, "language model, machine, not 'ghost'"),
        ({"models": ("x",)}, "as many models"),
        ({"intended": np.zeros((2, 5), dtype=int)}, r"intended are \(2, 5\)"),
        ({"intended": np.full((2, 2), 7)}, "intended action 7"),
        ({"intended": np.full((2, 2), 0.5)}, "intended moves are whole numbers"),
    ],
)
def test_who_made_the_moves_and_what_was_meant_must_fit(fields, sentence) -> None:
    with pytest.raises(BadRecord, match=sentence):
        Play(CHICKEN, np.zeros((2, 2), dtype=int), **fields)


def test_kinds_and_intentions_stay_with_their_rows() -> None:
    """Through selecting, splitting, shortening and joining."""
    moves = np.array([[0, 1, -1], [1, 0, -1], [1, 1, -1], [0, 0, -1]])
    whole = Play(
        CHICKEN,
        moves,
        kinds=("human", "program", "language model", "human"),
        models=("", "grim", "gpt-4", ""),
        intended=1 - np.abs(moves),
    )
    by_kind = whole.split("kind")
    assert list(by_kind) == ["human", "program", "language model"]
    assert by_kind["language model"].labels("model") == ("gpt-4",) and not by_kind["program"].studied.any()
    assert whole.shortened().intended.tolist() == (1 - moves[:, :2]).tolist()
    again = Play.join(whole.split("match").values())
    assert again.labels("kind") == whole.labels("kind") and again.labels("model") == whole.labels("model")
    assert again.intended.tolist() == whole.intended.tolist()
    mixed = Play.join([whole, Play(CHICKEN, moves, provenance={"dataset": "people"})])
    assert mixed.n_players_of() == {"human": 6, "program": 1, "language model": 1}


def test_a_play_introduces_itself_in_a_line() -> None:
    play = Play(CHICKEN, np.zeros((16, 50), dtype=int))
    assert repr(play) == "Play(chicken: 16 subjects x 50 rounds, 8 matches)"
    page = PAIRS._repr_html_()
    assert (
        "<td>lab</td>" in page
        and "<th>people</th><td>2</td>" in page
        and "<th>machines</th>" in page
        and "<td>1 rows</td>" in page
    )
    wild = replace(PAIRS, provenance={"dataset": "<script>"})
    assert "<script>" not in wild._repr_html_()


def test_situations_are_small_numbers_and_nobody_writes_into_a_play() -> None:
    assert (
        PAIRS.situations.dtype == np.int16
        and Play(TRIO, np.zeros((3, 2), dtype=int)).situations.dtype == np.int16
    )
    with pytest.raises(ValueError, match="read-only"):
        PAIRS.actions[0, 0] = 1
    moves = MOVES.astype(np.int16)
    play = Play(CHICKEN, moves)
    moves[:] = 0
    assert play.actions.tolist() == MOVES.tolist()


def test_an_action_too_large_for_small_numbers_is_refused_not_wrapped() -> None:
    with pytest.raises(BadRecord, match="action 65536"):
        Play(CHICKEN, np.array([[65536], [0]]))


def test_larger_groups_sit_with_their_neighbours() -> None:
    play = Play(TRIO, np.array([[1, 0], [1, 1], [0, 0], [0, 1], [0, 0], [1, -1]]))
    assert play.partners.tolist() == [[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4]]
    assert play.situations.tolist() == [[1, 1], [1, 0], [2, 1], [1, -1], [1, -1], [0, 1]]
    assert play.groups().tolist() == [[0, 1, 2], [3, 4, 5]] and play.matches == ("1",) * 3 + ("2",) * 3
    assert play.rows([5, 4, 3]).groups().tolist() == [[2, 1, 0]]


def test_what_contradicts_the_moves_shape_is_refused() -> None:
    with pytest.raises(BadRecord, match="rt"):
        replace(PAIRS, extra={"rt": np.full((4, 2), "", dtype=object)})
    with pytest.raises(BadRecord, match="as many matches, not 3"):
        Play(CHICKEN, MOVES, matches=("1", "1", "2"))
    with pytest.raises(BadRecord, match="neither who met whom nor what was met"):
        Play(CHICKEN, MOVES, roles=np.array([0, 1, 0, 1]))


def test_labels_are_numbers_until_somebody_asks() -> None:
    play = Play(CHICKEN, np.zeros((2000, 1), dtype=int))
    assert play.labels("subject").names is None  # no text was made
    assert play.subjects[1999] == "2000" and play.matches[:4] == ("1", "1", "2", "2")
    assert len(repr(play.subjects)) < 100
    assert np.array(play.matches)[-1] == "1000" and len(set(play.sessions)) == 1


def test_labels_behave_as_the_words_they_stand_for() -> None:
    words = ("b", "a", "b", "10", "9")
    labels = Labels.of(words)
    assert labels == words and words == labels and hash(labels) == hash(words) and labels != words[::-1]
    assert list(labels) == list(words) and labels[-1] == "9" and labels[1:3] == ("a", "b")
    assert labels.different() == ["b", "a", "10", "9"] and labels.n_different == 4
    np.testing.assert_array_equal(labels.ranks(), np.unique(np.array(words), return_inverse=True)[1])
    numbers = Labels(np.array([9, 1, 9]))
    np.testing.assert_array_equal(numbers.ranks(), [0, 1, 0])  # "10" stands before "2"
    assert {name: rows.tolist() for name, rows in numbers.places().items()} == {"10": [0, 2], "2": [1]}
    assert pickle.loads(pickle.dumps(labels)) == labels
