"""Matches known again: under any name, never by chance."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from simulated_sources import blind, played, sticky

from humanlike.core import Game, Play, Streams
from humanlike.datasets import read_plays
from humanlike.detectors import shipped_detector
from humanlike.detectors.fingerprints import match_fingerprints, rounds_of
from humanlike.detectors.information import Foretelling, seat_bits
from humanlike.detectors.recognising import KnownMatches
from humanlike.detectors.trained_on import together
from humanlike.games import GAMES

PD, RPS = GAMES["prisoners-dilemma"], GAMES["rock-paper-scissors"]
DATA = Path(os.environ.get("HUMANLIKE_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no human data at {DATA}")


def prints(play: Play) -> set[bytes]:
    return set(match_fingerprints(play).values())


def test_names_of_actions_games_seats_and_matches_do_not_matter():
    play = played(PD, blind, Streams(1)["x"], n_subjects=8, n_rounds=30)
    row, column = PD.matrices
    other = Game.from_matrices("renamed", 2 * row + 5, column**2)
    exchanged = 1 - play.actions.reshape(4, 2, 30)[::-1, ::-1].reshape(8, 30)
    longer = np.pad(exchanged, ((0, 0), (0, 4)), constant_values=-1)  # rounds nobody played
    assert prints(Play(other, longer, matches=[name for name in "dcba" for _ in range(2)])) == prints(play)
    assert {rounds_of(each) for each in prints(play)} == {30}


def test_one_changed_move_is_another_match():
    play = played(PD, blind, Streams(1)["x"], n_subjects=2, n_rounds=30)
    moved = play.actions.copy()
    moved[1, 17] = 1 - moved[1, 17]
    assert len(prints(play) | prints(Play(PD, moved))) == 2


def test_a_match_that_tells_little_has_no_fingerprint():
    steady, turns = np.zeros((2, 60), dtype=int), np.tile([0, 1], (2, 30))
    short = played(PD, blind, Streams(1)["x"], n_subjects=2, n_rounds=6).actions
    for actions in (steady, turns, short):
        assert not match_fingerprints(Play(PD, actions))


def test_bits_are_those_of_a_code_that_counts_as_it_goes():
    """Against the sequential definition, move by move."""
    play = played(RPS, sticky(0.6), Streams(3)["x"], n_subjects=2, n_rounds=20)
    bits = 0.0
    counts: dict = {}
    for round_ in range(20):
        key = None if round_ == 0 else (play.actions[0, round_ - 1], play.situations[0, round_ - 1])
        seen = counts.setdefault(key, np.full(3, 0.5))
        bits -= np.log2(seen[play.actions[0, round_]] / seen.sum())
        seen[play.actions[0, round_]] += 1
    assert seat_bits(play)[0] == pytest.approx(bits)


def test_what_everybody_does_is_foretold_in_few_bits():
    same = np.tile(np.array([[0, 0, 1, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0]]), (60, 1))
    play = Play(PD, same)
    assert Foretelling(play).bits(np.array([0, 1])) < seat_bits(play)[:2].sum() * 1.5
    alone = Foretelling(Play(PD, same[:2]))
    assert alone.bits(np.array([0, 1])) == pytest.approx(2 * 14)  # nobody else: one bit a move


def test_copies_are_found_among_fresh_matches_and_fresh_ones_alone_are_not():
    trained, fresh = (played(PD, sticky(0.7), Streams(k)["x"], n_subjects=80, n_rounds=30) for k in (1, 2))
    known = KnownMatches([prints(trained), ()])
    assert not known.recognise(fresh).is_known
    mixed = known.recognise(Play(PD, np.concatenate([trained.actions[:6], fresh.actions])))
    assert mixed.is_known and (len(mixed.known), mixed.n_recognisable, mixed.n_matches) == (3, 43, 43)
    asked = known.recognise(
        Play(PD, np.concatenate([trained.actions[:6], fresh.actions])), matches=["1", "9"]
    )
    assert (len(asked.known), asked.n_matches) == (1, 2)


def test_matches_that_say_the_same_count_once():
    trained = played(PD, blind, Streams(1)["x"], n_subjects=4, n_rounds=30)
    known = KnownMatches([prints(trained)])
    copies = known.recognise(Play(PD, np.tile(trained.actions[:2], (50, 1))))
    assert (len(copies.known), copies.n_recognisable, copies.n_matches) == (1, 1, 50)


@pytest.mark.human_data
@needs_data
def test_the_shipped_judge_recognises_its_people_under_another_name_and_nobody_else():
    judge = shipped_detector().trained_on
    overlap = {
        name: together([judge.overlap(replace(play, provenance={})) for play in read_plays(DATA / name)])
        for name in (
            "bos-conventions",
            "df2011",
            "akata-human-vs-gpt4",
            "pennies-vs-bots",
            "akata-llm-pd-tft",
        )
    }
    assert [name for name, found in overlap.items() if found.is_known] == ["bos-conventions", "df2011"]
    assert overlap["bos-conventions"].n_known > 0.9 * overlap["bos-conventions"].n_matches
    assert overlap["df2011"].sources == ("ipd-lab DF",)


@pytest.mark.human_data
@needs_data
def test_people_of_one_experiment_are_not_taken_for_each_other():
    """The hardest fresh play: the other half of the very same matches of ten rounds."""
    play = next(each for each in read_plays(DATA / "ipd-lab") if each.game.name == "pd-br1")
    groups = play.groups()
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(groups))
        first, second = (play.rows(groups[part].reshape(-1)) for part in np.array_split(order, 2))
        assert not KnownMatches([prints(first)]).recognise(second).is_known
