"""The winner of a run judges anybody's play."""

import json

import numpy as np
import pytest
from small_tournaments import small_plan

from humanlike.core import BadFile, Play, Streams
from humanlike.detectors import TrainedDetector
from humanlike.detectors.judging import judge_play
from humanlike.games import GAMES
from humanlike.tournament import run_tournament
from humanlike.tournament.winner import winner_of

GAMES_PLAYED = ("chicken", "prisoners-dilemma", "battle-of-the-sexes")


def name_winner(run, name):
    """Declare another detector the winner: what it takes to judge does not depend on why it won."""
    file = run / "results" / "summary.json"
    summary = json.loads(file.read_text())
    summary["winners"]["detectors"]["leader"] = name
    file.write_text(json.dumps(summary))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    place = tmp_path_factory.mktemp("won")
    plan = small_plan(
        games=GAMES_PLAYED, detectors=("random", "coordination", "logistic", "likelihood-ratio"), trials=1
    )
    run_tournament(plan, place)
    return place


@pytest.fixture
def dilemma():
    return Play(GAMES["prisoners-dilemma"], Streams(1)["play"].generator().integers(0, 2, size=(8, 30)))


@pytest.mark.slow
def test_a_winner_that_learns_is_trained_on_its_run(run, dilemma):
    name_winner(run, "logistic")
    judge = winner_of(run)
    assert judge.name == "logistic" and judge.trained_on.run == run.name
    assert any("reconstruction" in name for name in judge.trained_on.people)
    assert 0 < judge_play(judge, dilemma, np.arange(8)).verdict.probability < 1


@pytest.mark.slow
def test_a_winner_of_any_kind_is_ready_to_judge(run, dilemma):
    for name in ("coordination", "likelihood-ratio"):
        name_winner(run, name)
        judge = winner_of(run)
        assert isinstance(judge, TrainedDetector) and judge.name == name
        assert 0 <= judge_play(judge, dilemma, np.arange(8)).verdict.probability <= 1


def test_a_directory_without_a_finished_run_is_named(tmp_path):
    with pytest.raises(BadFile, match="no finished tournament"):
        winner_of(tmp_path)
