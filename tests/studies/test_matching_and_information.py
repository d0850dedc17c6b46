"""Matching and information as settings of play: who meets whom, in files too, and what a rule may see."""

import numpy as np
import pytest
from typer.testing import CliRunner

import humanlike as hl
from humanlike.cli import app
from humanlike.core import BadRequest, NotEnoughInformation, UnsuitableGame
from humanlike.datasets import read_plays
from humanlike.emulators import Emulator

SMALL = {"pairs": 6, "rounds": 10}


@pytest.mark.parametrize(
    "matching", ["strangers", "zipper:spell=2", "groups:size=4", "groups:size=6,roles=any"]
)
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_files_keep_who_met_whom_and_are_clean(matching: str, ending: str, tmp_path) -> None:
    result = hl.play("chicken", "roth-erev", matching=matching, information="own", trials=2, **SMALL)
    place = result.write(tmp_path / f"play.{ending}")
    for written, read in zip(result.plays, read_plays(place), strict=True):
        again = read.rows(np.argsort([int(name) for name in read.subjects]))
        np.testing.assert_array_equal(again.partners, written.partners)
        np.testing.assert_array_equal(again.actions, written.actions)
        np.testing.assert_array_equal(again.roles, written.roles)
    checked = CliRunner().invoke(app, ["data", "check", str(place)])
    assert checked.exit_code == 0 and "nothing wrong" in checked.stdout


def test_everybody_named_meets_the_same_people() -> None:
    one, other = (hl.play("chicken", rule, matching="strangers", **SMALL) for rule in ("roth-erev", "random"))
    np.testing.assert_array_equal(one.plays[0].partners, other.plays[0].partners)
    against = hl.play("chicken", "roth-erev", "random", matching="strangers", **SMALL)
    np.testing.assert_array_equal(one.plays[0].partners, against.plays[0].partners)


def test_fixed_is_what_it_always_was() -> None:
    plain, said = hl.play("chicken", "ewa", **SMALL), hl.play("chicken", "ewa", matching="fixed", **SMALL)
    np.testing.assert_array_equal(plain.plays[0].actions, said.plays[0].actions)
    assert plain.document() == said.document() and plain.document()["matching"] == "fixed"


def test_a_story_says_how_people_met_and_when_a_zipper_begins_anew() -> None:
    zipped = hl.play("chicken", "ewa", matching="zipper", **SMALL)
    told = "\n".join(map(str, zipped.story()))
    assert "from round 7 on the same people meet again" in told and "zipper:spell=K" in told
    assert "1 pool, each meeting among themselves" in told
    once = hl.play("chicken", "ewa", matching="zipper:spell=2", **SMALL)
    assert "meet again" not in "\n".join(map(str, once.story()))
    assert zipped.document()["pairs"] == 6 and zipped.document()["met_again_from"] == 7


def test_a_rule_that_needs_more_than_is_shown_is_refused() -> None:
    with pytest.raises(
        NotEnoughInformation, match=r"ewa needs the own payoff table.*information 'actions' is enough"
    ):
        hl.play("chicken", "ewa", information="own", **SMALL)
    with pytest.raises(NotEnoughInformation, match="ewa needs"):
        hl.play("chicken", "roth-erev", "ewa", information="own", **SMALL)
    hl.play("chicken", "ewa", information="actions", **SMALL)


def _steady(stream, game, shape, session):
    return np.zeros(shape.made.shape, dtype=np.int8)


def test_who_knows_only_lasting_partners_says_so() -> None:
    steady = Emulator("steady", _steady)
    with pytest.raises(
        UnsuitableGame, match=r"steady plays with partners who stay together.*rules, mixtures"
    ):
        hl.play("chicken", steady, matching="strangers", **SMALL)
    with pytest.raises(NotEnoughInformation, match="not known what steady looks at"):
        hl.play("chicken", steady, information="own", **SMALL)


def test_first_cells_need_pairs() -> None:
    with pytest.raises(BadRequest, match="strangers are in other pairs from round 1 on"):
        hl.play("chicken", "ewa", first="UL:6", matching="strangers", rounds=5)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--matching", "groups:size=6", "--pairs", "8"], "16 subjects do not divide into groups of 6"),
        (["--matching", "groups:size=5", "--pairs", "5"], "Groups of 5 cannot be seated"),
        (["--matching", "groups"], "needs their size, as in groups:size=6"),
        (["--matching", "stranger"], "Did you mean 'strangers'"),
        (["--information", "own"], "information 'actions' is enough"),
        (["--information", "everything"], "No information is called 'everything'"),
    ],
)
def test_bad_input_ends_in_a_sentence(words: list[str], sentence: str) -> None:
    done = CliRunner().invoke(app, ["play", "chicken", "ewa", *words])
    assert done.exit_code == 2 or isinstance(done.exception, Exception)
    assert sentence in done.output + str(done.exception)
