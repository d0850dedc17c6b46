"""From a play to a table and back, in every shape a play can have."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from humanlike.core import BadRecord, Game, Play

CHICKEN = Game.from_matrices("chicken", [[5, 2], [6, 1]], [[5, 6], [2, 1]])
LOPSIDED = Game.from_matrices("lopsided", np.arange(6).reshape(2, 3), np.arange(6).reshape(2, 3))
TRIO = Game("trio", tuple(np.arange(6.0).reshape(2, 3) for _ in range(3)), (("0", "1"),) * 3, "sum")
MOVES = np.array([[0, 1, 1], [0, 0, 1], [1, 1, 0], [1, 0, 1]])
PAIRS = Play(CHICKEN, MOVES)
STRANGERS = Play(
    CHICKEN,
    np.array([[0, 1], [1, 0], [1, 0], [0, 1]]),
    roles=np.array([0, 1, 0, 1]),
    partners=np.array([[[1, 3]], [[0, 2]], [[3, 1]], [[2, 0]]]),
    subjects=("a", "b", "c", "d"),
)
TRIOS_REMATCHED = Play(  # in round 2 the members of seats 2 and 3 change places between the trios
    TRIO,
    np.array([[0, 1], [1, 1], [0, 1], [1, 0], [1, 0], [0, 0]]),
    roles=np.arange(6) % 3,
    partners=np.array(
        [
            [[1, 4], [2, 5]],
            [[0, 3], [2, 2]],
            [[0, 3], [1, 1]],
            [[4, 1], [5, 2]],
            [[3, 0], [5, 5]],
            [[3, 0], [4, 4]],
        ]
    ),
    subjects=tuple("abcdef"),
)
EXTRA = {
    "rt": np.array(
        [["12", "", "7.50"], ["x,y", '"', "NA"], ["0012", " ", "é"], ["", "", "last"]], dtype=object
    )
}
SHAPES = {
    "pairs": PAIRS,
    "unequal roles": Play(LOPSIDED, np.array([[0, 1], [2, 0]])),
    "groups": Play(TRIO, np.array([[1, 0], [1, 1], [0, 0], [0, 1], [0, 0], [1, 0]])),
    "strangers": STRANGERS,
    "groups of strangers": TRIOS_REMATCHED,
    "two pairs under one match label": Play(CHICKEN, MOVES, matches=("m",) * 4),
    "bots": Play(CHICKEN, MOVES, studied=np.array([True, False, True, False])),
    "missing moves": Play(CHICKEN, np.where(np.eye(4, 3, dtype=bool), -1, MOVES)),
    "ended early": Play(CHICKEN, np.array([[0, 1, 1], [0, 0, 1], [1, -1, -1], [1, -1, -1]])),
    "a match without a move": Play(CHICKEN, np.array([[0, 1], [0, 0], [-1, -1], [-1, -1]])),
    "what was met, not whom": PAIRS.rows([0, 3]),
    "what was met contradicts the partner": replace(PAIRS, situations=1 - MOVES),
    "unknown columns": Play(CHICKEN, MOVES, extra=EXTRA),
    "unknown columns after the last move": Play(CHICKEN, np.full((4, 3), -1), extra=EXTRA),
    "machines of several kinds": Play(
        CHICKEN,
        MOVES,
        kinds=("human", "language model", "machine", "program"),
        models=("", "gpt-4", "", "grim"),
    ),
    "slips": Play(CHICKEN, MOVES, intended=np.where(np.eye(4, 3, dtype=bool), 1 - MOVES, MOVES)),
    "intended, not made": Play(
        CHICKEN, np.array([[0, -1], [1, -1]] * 2), intended=np.array([[0, 1], [-1, -1]] * 2)
    ),
    "whom in one round only, what was met in both": replace(
        STRANGERS, partners=STRANGERS.partners * [1, 0] - [0, 1], situations=STRANGERS.situations
    ),
    "labels": Play(
        CHICKEN,
        MOVES,
        subjects=("ann", "bob", "ann", 'ann\'s, "brother"'),
        matches=("7", "7", "08", "08"),
        sessions=("s 1", "s 1", "2024-01-02", "2024-01-02"),
        provenance={"dataset": "lab"},
    ),
}


def check_same(one: Play, other: Play) -> None:
    for name in ("actions", "roles", "situations", "studied", "intended"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    for name in ("subjects", "matches", "sessions"):
        assert tuple(getattr(one, name)) == tuple(getattr(other, name)), name
    for name in ("kind", "model"):
        assert one.labels(name) == other.labels(name), name
    assert one.provenance == other.provenance
    assert list(one.extra) == list(other.extra)
    for name, column in one.extra.items():
        assert column.tolist() == other.extra[name].tolist()


def in_order(play: Play) -> Play:
    """The play with its rows match by match, role by role, as a table is read."""
    return play.rows(np.lexsort((play.roles, play.labels("match").codes)))


def whom(play: Play) -> list[list[int]]:
    """Partners in every round, whether they may change or not."""
    partners = play.partners if play.partners.ndim == 3 else play.partners[:, :, None]
    return np.broadcast_to(partners, (*partners.shape[:2], play.n_rounds)).tolist()


@pytest.mark.parametrize("name", SHAPES)
def test_a_table_of_a_play_is_the_play_again(name: str) -> None:
    play = SHAPES[name]
    again = Play.from_frame(play.to_frame(), play.game)
    play = in_order(play)
    check_same(again, play)
    if name == "what was met contradicts the partner":
        assert again.partners.size == 0  # the table keeps what was met
    elif play.partners.size:
        assert whom(again) == whom(play)
    else:
        assert again.partners.size == 0


@pytest.mark.parametrize("name", SHAPES)
def test_the_order_of_rows_in_a_table_does_not_matter_within_a_match(name: str) -> None:
    play = SHAPES[name]
    mixed = play.to_frame().sort_values("round", ascending=False, kind="stable")
    mixed = mixed.iloc[np.argsort(pd.factorize(play.to_frame()["match"])[0][mixed.index], kind="stable")]
    check_same(Play.from_frame(mixed, play.game), in_order(play))


def test_a_table_says_what_everybody_did_and_earned() -> None:
    frame = PAIRS.to_frame()
    assert list(frame.columns) == [
        "dataset", "session", "match", "subject", "role", "round", "action", "payoff", "game"
    ]  # fmt: skip
    assert frame.iloc[4].to_dict() == {
        "dataset": "",
        "session": "1",
        "match": "1",
        "subject": "2",
        "role": 2,
        "round": 2,
        "action": 0,
        "payoff": 2.0,
        "game": "chicken",
    }


def test_only_what_match_and_role_do_not_tell_gets_a_column() -> None:
    columns = {name: set(play.to_frame().columns) for name, play in SHAPES.items()}
    assert "partner" in columns["strangers"] and "partner_action" not in columns["strangers"]
    assert SHAPES["strangers"].to_frame()["partner"].tolist() == ["b", "d", "a", "c", "d", "b", "c", "a"]
    assert SHAPES["groups of strangers"].to_frame()["partner"].iloc[:2].tolist() == ["b|c", "e|f"]
    assert "partner_action" in columns["what was met, not whom"]
    assert not {"partner", "partner_action", "kind"} & (columns["pairs"] | columns["groups"])
    assert SHAPES["bots"].to_frame()["kind"].iloc[::3].tolist() == ["human", "machine"] * 2


def test_labels_that_cannot_tell_who_was_met_give_way_to_what_was_met() -> None:
    namesakes = replace(STRANGERS, subjects=("a", "b", "a", "d"))
    assert "partner_action" in namesakes.to_frame() and "partner" not in namesakes.to_frame()
    barred = replace(TRIOS_REMATCHED, subjects=("a|b", *"bcdef"))
    assert "partner_action" in barred.to_frame() and "partner" not in barred.to_frame()


def test_a_table_of_numbers_is_as_good_as_one_of_text() -> None:
    numbers = pd.DataFrame(
        {
            "match": [1, 1, 2, 2],
            "subject": [1, 2, 3, 4],
            "role": [1, 2, 1, 2],
            "round": 1,
            "action": [0, 1, 1, 1.0],
        }
    )
    play = Play.from_frame(numbers.assign(rt=[0.5, np.nan, 3.0, 1.25]), CHICKEN)
    check_same(play, Play.from_frame(numbers.astype(str).assign(rt=["0.5", "", "3", "1.25"]), CHICKEN))
    assert play.subjects == ("1", "2", "3", "4") and play.payoffs().ravel().tolist() == [2, 6, 1, 1]


def test_members_of_a_larger_group_may_meet_by_turns_in_a_symmetric_game_only() -> None:
    rows = {"match": "g", "subject": list("abc"), "role": [1, 2, 3], "round": 1, "action": [0, 1, 1]}
    frame = pd.DataFrame(rows | {"partner_action": [1, 1, 0]})
    assert Play.from_frame(frame, CHICKEN).roles.tolist() == [0, 0, 0]
    with pytest.raises(BadRecord, match="only in a symmetric game"):
        Play.from_frame(frame, LOPSIDED)


def test_matches_of_two_sessions_with_one_label_are_two() -> None:
    one = Play(CHICKEN, MOVES[:2], matches=("1", "1"), sessions=("s", "s")).to_frame()
    both = Play.from_frame(pd.concat([one, one.assign(session="t")]), CHICKEN)
    assert both.matches == ("s:1", "s:1", "t:1", "t:1")


def test_kinds_and_models_are_read_and_written() -> None:
    """A language model is one whether `kind` says so itself or leaves it to `player_type`."""
    names = ["human"] * 3 + ["gpt-4"] * 3 + ["human"] * 3 + ["tit-for-tat"] * 3
    frame = PAIRS.to_frame().assign(model=names)
    kinds = ["human"] * 3 + ["machine"] * 3 + [""] * 3 + ["Program"] * 3
    types = [""] * 3 + ["llm"] * 6 + ["program"] * 3
    types[6:9] = ["human"] * 3
    play = Play.from_frame(frame.assign(kind=kinds, player_type=types), CHICKEN)
    assert play.labels("kind") == ("human", "language model", "human", "program")
    assert play.labels("model") == ("", "gpt-4", "", "tit-for-tat")
    assert play.studied.tolist() == [True, False, True, False] and not play.extra
    assert play.n_players_of() == {"human": 2, "program": 1, "language model": 1}
    again = play.to_frame()
    assert "player_type" not in again and again["kind"].iloc[3] == "language model"
    assert Play.from_frame(again, CHICKEN).labels("model") == play.labels("model")
    assert Play.from_frame(PAIRS.to_frame().assign(kind="llm"), CHICKEN).labels("kind")[0] == "language model"


def test_player_types_of_another_meaning_are_carried_along() -> None:
    play = Play.from_frame(PAIRS.to_frame().assign(player_type="novice"), CHICKEN)
    assert play.studied.all() and play.extra["player_type"][0].tolist() == ["novice"] * 3
    with pytest.raises(BadRecord, match="The kind 'cyborg' is unknown"):
        Play.from_frame(PAIRS.to_frame().assign(kind="cyborg"), CHICKEN)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda frame: frame.drop(columns=["role", "action"]), "lacks role, action"),
        (lambda frame: frame.iloc[:0], "has none"),
        (lambda frame: frame.assign(round="two"), "round is 'two', no whole number"),
        (lambda frame: frame.assign(round=frame["round"] - 1), "Rounds count from 1"),
        (lambda frame: frame.assign(round=10**9), "no table of play"),
        (lambda frame: frame.assign(role=0), "Roles count from 1"),
        (lambda frame: pd.concat([frame, frame.iloc[[0]]]), "chooses twice"),
        (lambda frame: frame[frame["subject"] != "2"], "one subject in each of 2 roles"),
        (lambda frame: frame.assign(role=1), "one subject in each of 2 roles"),
        (lambda frame: frame.assign(game=["chicken", "coins"] * 6), "column game names 2"),
        (lambda frame: frame.assign(action=5), "action 5, but this role has actions 0-1"),
    ],
)
def test_a_table_that_is_no_play_is_refused_in_a_sentence(change, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        Play.from_frame(change(PAIRS.to_frame()), CHICKEN)


def test_naming_a_game_or_a_play_loads_no_pandas() -> None:
    code = "import sys, humanlike.core, humanlike.games, humanlike.cli; sys.exit('pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
