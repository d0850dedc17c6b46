"""Similarity as a study: names, files, tables and objects of both kinds of play."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest, Game, OfferTable, Play, UnknownName
from humanlike.datasets import write_plays
from humanlike.similarity import metric_named
from humanlike.studies.telling import StoryTable
from humanlike.worlds.social_ultimatum import write_traces
from humanlike.worlds.social_ultimatum.traces import rows_from_tables

GAME = Game.from_matrices("pd", [[3, 0], [5, 1]], [[3, 5], [0, 1]], labels=("CD", "CD"))


def play_of(seed, chance):
    return Play(GAME, (np.random.default_rng(seed).random((40, 10)) < chance).astype(np.int16))


def table_of(seed):
    """Ten games of three, everybody offers to the next; amounts and answers at random."""
    generator, shape = np.random.default_rng(seed), (10, 6, 3)
    next_one = np.broadcast_to(np.array([1, 2, 0], dtype=np.int8), shape)
    return OfferTable(
        next_one, generator.integers(0, 11, shape).astype(np.int16), generator.random(shape) < 0.6
    )


@pytest.fixture(scope="module")
def result():
    return hl.liken(play_of(1, 0.4), play_of(2, 0.7), resamples=200)


def test_data_set_names_files_and_objects_give_the_same_document(tmp_path, monkeypatch, result):
    for name, play in (("a", play_of(1, 0.4)), ("b", play_of(2, 0.7))):
        write_plays(tmp_path / name, [play])
    folders = hl.liken(str(tmp_path / "a"), tmp_path / "b", resamples=200)
    assert folders.document() == result.document()
    (tmp_path / "bodies.py").write_text(
        "from humanlike.datasets import read_plays\n"
        f"FIRST = read_plays({str(tmp_path / 'a')!r})\nSECOND = read_plays({str(tmp_path / 'b')!r})[0]\n"
    )
    brought = hl.liken(f"{tmp_path}/bodies.py:FIRST", f"{tmp_path}/bodies.py:SECOND", resamples=200)
    assert brought.document() == result.document()
    monkeypatch.setenv("HUMANLIKE_DATA", str(tmp_path))
    assert hl.liken("a", "b", resamples=200).document() == result.document()


def test_the_result_is_a_table_a_picture_and_a_story(result):
    frame = result.frame().set_index("metric")
    assert frame.loc["cells", "distance"] > frame.loc["cells", "same_population_baseline"]
    parts = result.parts().groupby("metric")["distance"].sum()
    assert parts["cells"] == pytest.approx(frame.loc["cells", "distance"])
    assert len(result.plot().axes) >= 2
    assert "differ in" in repr(result) and "\n" not in repr(result)
    assert "<table>" in result._repr_html_()


def test_the_unit_and_which_way_it_errs_stand_in_story_and_document(result):
    assert result.document()["units"] == ["matches"] * 2 and result.document()["n_units"] == [20, 20]
    assert any(
        "Taken as independent: 20 and 20 matches" in part for part in result.story() if isinstance(part, str)
    )
    again = [
        Play(GAME, play_of(seed, 0.5).actions, subjects=[f"{seed} {row % 8}" for row in range(40)])
        for seed in (1, 2)
    ]
    by_match = hl.liken(*again, metrics="cells", resamples=20, unit="match")
    assert "too narrow" in by_match.document()["caveat"]
    assert (
        hl.liken(*again, metrics="cells", resamples=20).document()["units"]
        == ["sets of people who play together"] * 2
    )
    with pytest.raises(UnknownName, match="person"):
        hl.liken(*again, metrics="cells", unit="persn")


def test_verdicts_follow_the_corrected_distance_and_floors_are_at_most(result):
    frame = result.frame().set_index("metric")
    assert ((frame["p"] <= 0.05) == (frame["lower"] > 0)).all()
    assert ((frame["p_holm"] <= 0.05) == (frame["verdict"] == "told apart")).all()
    table = next(part for part in result.story() if isinstance(part, StoryTable))
    assert any("at most 0.05" in map(str, row) for row in table.rows), "eleven metrics, 200 resamples"


def test_games_that_share_people_are_one_unit():
    bodies = []
    for seed in (1, 2):
        table = table_of(seed)
        people = np.array([[f"{game // 5} {seat}" for seat in range(3)] for game in range(10)])
        bodies.append(replace(table, persons=people))
    by_game = hl.liken(*bodies, metrics="d_O", resamples=20)
    assert by_game.document()["units"] == ["games"] * 2 and "several games" in by_game.document()["caveat"]
    circles = hl.liken(*bodies, metrics="d_O", resamples=20, unit="connected")
    assert circles.document()["n_units"] == [2, 2] and "6 ways only" in circles.document()["notes"]["d_O"][0]
    with pytest.raises(BadRequest, match="sessions"):
        hl.liken(*bodies, metrics="d_O", unit="session")


def test_traces_come_as_a_file_a_table_or_objects(tmp_path):
    first, second = table_of(1), table_of(2)
    given = dict(metrics="d_O,d_Y3", resamples=20)
    objects = hl.liken(first, [second], **given)
    for name, table in (("a.csv", first), ("b.csv", second)):
        write_traces([table], tmp_path / name)
    assert hl.liken(tmp_path / "a.csv", str(tmp_path / "b.csv"), **given).document() == objects.document()
    frames = [rows_from_tables([table]) for table in (first, second)]
    assert hl.liken(*frames, **given).document() == objects.document()
    named = hl.liken(first, second, metrics=[metric_named("d_O"), "d_Y3"], games="3 players", resamples=20)
    assert named.document() == objects.document()


@pytest.mark.parametrize(
    ("words", "error", "sentence"),
    [
        ({"metrics": "cell"}, UnknownName, "Did you mean 'cells'"),
        ({"games": "dp"}, UnknownName, "No game in this body of play"),
        ({"resamples": 5}, BadRequest, "At least 20 resamples"),
        ({"second": 3}, BadRequest, "was expected, not 3"),
    ],
)
def test_bad_requests_end_in_a_sentence(words, error, sentence):
    with pytest.raises(error, match=sentence):
        hl.liken(**{"first": play_of(1, 0.4), "second": play_of(2, 0.7)} | words)


def test_comparing_files_loads_no_jax():
    code = "import sys; import humanlike.studies.liken; sys.exit('jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
