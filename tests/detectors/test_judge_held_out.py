"""The evaluation of the shipped judge's detector: what its models must not have seen, and that siblings flatter."""

import numpy as np
import pytest
from results.pages.judge_held_out import page
from results.shelf import MadePart
from results.studies.coverage_designs import detection
from results.studies.judge_held_out import _left_out, _tests, evaluated, rows_of
from results.studies.judge_material import JudgeMaterial
from simulated_sources import best_reply, blind, played, sticky

from humanlike.core import Streams
from humanlike.core.progress import silent
from humanlike.detectors import Source
from humanlike.games import GAMES

PEOPLE = {"lab 1": ("one", 0.7), "lab 2": ("one", 0.75), "lab 3": ("two", 0.85), "lab 4": ("three", 0.8)}
MACHINES = {"reply": ["reply"], "mix": ["reply", "blind"], "blind": ["blind"], "noisy": ["noisy"]}


@pytest.fixture(scope="module")
def material() -> JudgeMaterial:
    found = JudgeMaterial([], [], [], [])
    for name in ("prisoners-dilemma", "stag-hunt-2", "chicken"):
        for source, (study, stay) in PEOPLE.items():
            found.plays.append(played(GAMES[name], sticky(stay), Streams(2)[name][source], n_subjects=8))
            found.is_human.append(True)
            found.sources.append(Source.of_people(source, [study]))
        for source, families in MACHINES.items():
            maker = {"blind": blind, "noisy": best_reply(0.4)}.get(source, best_reply(0.1))
            found.plays.append(played(GAMES[name], maker, Streams(2)[name][source], n_subjects=8))
            found.is_human.append(False)
            found.sources.append(Source.of_machine(source, families))
    return found


def test_no_model_sees_study_family_or_game_of_what_it_is_tested_on(material):
    rows = rows_of(material, "plays")
    for source, game in _tests(rows, "family"):
        tested = (rows.sources == source) & (rows.games == game)
        kept = ~_left_out(material, rows, "family", tested, game)
        own = material.sources[int(rows.plays[tested][0])]
        others = [material.sources[number] for number in np.unique(rows.plays[kept])]
        assert not any(own.is_akin(other) for other in others) and game not in rows.games[kept]
    assert len(_tests(rows, "family")) == 24 and len(_tests(rows, "sibling")) == 12 + 4


def test_the_page_gives_both_figures(material):
    found = evaluated(material, "plays", silent)
    assert found["figures"]["sibling"] != found["figures"]["family"]
    assert found["figures"].keys() == {"sibling", "family"} and len(found["sources"]) == 8
    text = "\n".join(page({"plays": MadePart(found, {}, None)}))
    for way in ("sibling", "family"):
        assert f"{found['figures'][way]['balanced']:.3f} [" in text


def test_intervals_of_scores_hold_and_fresh_play_raises_no_alarm():
    """A glance at the designs of the page of claims."""
    held = detection.score_interval(Streams(5)["a"], 40, n_people=15, n_matches=4)
    assert held.n_false <= 8 and held.worth < 1.6
    alarms = detection.met_before(Streams(5)["b"], 20, n_rounds=40, n_judged=20)
    assert alarms.n_false == 0 and alarms.worth > 0.8
