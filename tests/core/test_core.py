"""The vocabulary: names, streams, games, plays, files that appear whole."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from humanlike.core import (
    BadGame,
    BadParameters,
    BadRecord,
    Game,
    Play,
    Streams,
    UnknownName,
    look_up,
    strict_json,
    write_atomically,
)

CHICKEN = Game.from_matrices("chicken", [[5, 2], [6, 1]], [[5, 6], [2, 1]])


def test_unknown_names_suggest_and_list() -> None:
    with pytest.raises(
        UnknownName, match=r"No rule is called 'ewaa'\. Did you mean 'ewa'\? Known: cournot, ewa\."
    ):
        look_up("rule", "ewaa", {"ewa": 1, "cournot": 2})


@given(st.lists(st.text(max_size=8), min_size=1, max_size=4), st.integers(0, 2**40))
@settings(deadline=None, derandomize=True)
def test_streams_depend_on_names_alone(path: list[str], seed: int) -> None:
    first = second = Streams(seed)
    for name in path:
        first = first[name]
    for name in path:
        second["somebody else"].generator().random(3)
        second = second[name]
    assert first.words() == second.words()
    assert first.generator().random() == second.generator().random()
    assert first["x"].words() != first.words()


def test_streams_serve_jax_too() -> None:
    import jax

    one = jax.random.uniform(Streams(1)["a"].jax_key())
    assert one == jax.random.uniform(Streams(1)["a"].jax_key())
    assert one != jax.random.uniform(Streams(1)["b"].jax_key())


def test_a_seed_is_a_whole_number_from_zero_up() -> None:
    for bad in (-1, 1.5, "x"):
        with pytest.raises(BadParameters, match="seed"):
            Streams(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("row", "column", "sentence"),
    [
        ([[1, 2], [3]], [[1, 2], [3, 4]], "ragged"),
        ([[1, "x"], [3, 4]], [[1, 2], [3, 4]], "numbers"),
        ([], [], "at least one action"),
        ([[1, 2]], [[1, 2], [3, 4]], "both must be"),
        ([[1, float("nan")], [3, 4]], [[1, 2], [3, 4]], "finite"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(row: object, column: object, sentence: str) -> None:
    with pytest.raises(BadGame, match=sentence):
        Game.from_matrices("bad", row, column)  # type: ignore[arg-type]


def test_labels_must_fit_and_differ() -> None:
    with pytest.raises(BadGame, match="labels"):
        Game.from_matrices("bad", [[1, 2]], [[1, 2]], labels=(("U", "D"), ("L", "R")))
    with pytest.raises(BadGame, match="differ"):
        Game.from_matrices("bad", [[1], [2]], [[1], [2]], labels=(("U", "U"), ("L",)))


def test_payoffs_follow_the_matching() -> None:
    play = Play(CHICKEN, np.array([[0, 1, -1], [0, 0, 1], [1, 1, 0], [1, 0, 1]], dtype=np.int16))
    expected = [[5, 6, np.nan], [5, 2, np.nan], [1, 6, 2], [1, 2, 6]]
    np.testing.assert_array_equal(play.payoffs(), expected)
    assert play.groups().tolist() == [[0, 1], [2, 3]]


def test_a_play_that_contradicts_its_game_is_refused() -> None:
    with pytest.raises(BadRecord, match="subject 2, round 1: action 2, but this role has actions 0-1"):
        Play(CHICKEN, np.array([[0], [2]], dtype=np.int16))
    with pytest.raises(BadRecord, match="groups of 2"):
        Play(CHICKEN, np.zeros((3, 2), dtype=np.int16))


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path) -> None:
    target = tmp_path / "result.txt"
    write_atomically(target, "old")
    with pytest.raises(TypeError):
        write_atomically(target, 5)  # type: ignore[arg-type]
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["result.txt"]


def test_json_is_strict_however_deep_the_infinity_lies() -> None:
    deep = {
        "a": [np.float64("nan"), (float("inf"), {"b": np.array([1.0, -np.inf])})],
        np.int64(3): np.bool_(True),
    }
    text = strict_json(deep)
    assert json.loads(text, parse_constant=pytest.fail) == {
        "a": [None, [None, {"b": [1.0, None]}]],
        "3": True,
    }


def test_what_is_no_document_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot write Game as JSON"):
        strict_json({"game": CHICKEN})
