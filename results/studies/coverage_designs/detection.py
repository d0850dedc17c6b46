"""What `judge` claims, where the truth is known: intervals of its score, and that it has met matches before."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Play, Streams
from humanlike.detectors import Detector, TrainedDetector, Verdict
from humanlike.detectors.fingerprints import match_fingerprints
from humanlike.detectors.labelled import score_labelled
from humanlike.detectors.recognising import KnownMatches
from humanlike.games import GAMES
from results.studies.coverage_designs.outcome import Outcome

GAME = GAMES["prisoners-dilemma"]
N_ROUNDS = 8
MANY_PEOPLE = 20_000  # whose mean is taken for the truth
COPIED = 0.2  # of the matches, where power is looked at
Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def score_interval(stream: Streams, repetitions: int, *, n_people: int, n_matches: int) -> Outcome:
    """People who differ meet a machine in several matches each: does the balanced score's interval hold the truth?"""
    truth, spread = _population(stream["population"], n_matches)
    lower, upper = [], []
    for number in range(repetitions):
        own = stream[f"repetition {number}"]
        people = np.repeat(np.arange(n_people), n_matches)
        moves = _against_machines(own["moves"].generator(), n_people, n_matches)
        play = Play(
            GAME,
            moves.reshape(-1, N_ROUNDS),
            subjects=[name for person in people for name in (f"person {person}", "machine")],
            kinds=("human", "machine") * len(people),
        )
        (found,) = score_labelled(own, JUDGE, [play])
        lower.append(found.balanced_score.lower)
        upper.append(found.balanced_score.upper)
    held = (np.array(lower) <= truth) & (truth <= np.array(upper))
    oracle = 2 * 1.96 * spread / np.sqrt(n_people)
    width = float(np.mean(np.array(upper) - np.array(lower)) / oracle)
    return Outcome(
        int((~held).sum()), repetitions, width, "mean width over that of one who knows the spread of people"
    )


def met_before(stream: Streams, repetitions: int, *, n_rounds: int, n_judged: int) -> Outcome:
    """Fresh play of the very population that was trained on: is it taken for training material?"""
    false, found = 0, 0
    for number in range(repetitions):
        own = stream[f"repetition {number}"]
        trained, judged = (
            _pairs(own[name], count, n_rounds) for name, count in (("a", 300), ("b", n_judged))
        )
        known = KnownMatches([match_fingerprints(trained).values(), ()])
        false += known.recognise(judged).is_known
        n_copied = int(np.ceil(COPIED * n_judged))
        mixed = np.concatenate([trained.actions[: 2 * n_copied], judged.actions[2 * n_copied :]])
        found += known.recognise(Play(GAME, mixed)).is_known
    return Outcome(
        false, repetitions, found / repetitions, f"power where {COPIED:.0%} of the matches are copies"
    )


def _answers(moves: npt.NDArray[Any]) -> Floats:
    """P(human) by the share of the first action, [seats]."""
    return np.asarray(0.15 + 0.7 * (moves == 0).mean(axis=-1))


def _judge_seats(model: None, play: Play, units: Sequence[Integers]) -> list[Verdict]:
    answers = _answers(play.actions)
    return [Verdict(float(answers[unit].mean()), {}) for unit in units]


def _judge(model: None, game: Game, plays: Sequence[Play]) -> Floats:
    return np.array([_answers(play.actions).mean() for play in plays])


JUDGE = TrainedDetector(Detector("share of first action", _judge, judge_seats=_judge_seats))


def _against_machines(generator: np.random.Generator, n_people: int, n_matches: int) -> Integers:
    """Moves [people, matches, 2, rounds]: everybody has a habit, and the machine mostly does what was done to it."""
    habit = generator.beta(2.0, 1.0, size=(n_people, 1, 1))
    person = (generator.random((n_people, n_matches, N_ROUNDS)) > habit).astype(np.int64)
    echo = np.concatenate([np.zeros_like(person[..., :1]), person[..., :-1]], axis=-1)
    slips = generator.random(person.shape) < 0.2
    return np.stack([person, np.where(slips, 1 - echo, echo)], axis=2)


def _population(stream: Streams, n_matches: int) -> tuple[float, float]:
    """The balanced score over endless people, and the spread of one person's share in it."""
    answers = _answers(_against_machines(stream.generator(), MANY_PEOPLE, n_matches))
    person = (np.log(answers[..., 0]) + np.log(1 - answers[..., 1])).mean(axis=1) / 2
    return float(person.mean()), float(person.std())


def _pairs(stream: Streams, n_pairs: int, n_rounds: int) -> Play:
    """Pairs of a mixed population: always defecting, tit-for-tat, grim, win-stay with slips, and memory-one habits."""
    generator = stream.generator()
    kinds = np.array(
        [
            [0.02] * 5,
            [0.98, 0.98, 0.02, 0.98, 0.02],
            [0.98, 0.98, 0.02, 0.02, 0.02],
            [0.98, 0.98, 0.02, 0.02, 0.98],
        ]
    )  # P(cooperate) at first, and after CC, CD, DC, DD
    own = generator.random((2 * n_pairs, 5))
    share = generator.random(2 * n_pairs)[:, None] < 0.5
    tables = np.where(share, kinds[generator.integers(0, len(kinds), 2 * n_pairs)], own)
    moves = np.zeros((2 * n_pairs, n_rounds), dtype=np.int64)
    state = np.zeros(2 * n_pairs, dtype=np.int64)
    for round_ in range(n_rounds):
        chance = tables[np.arange(2 * n_pairs), state]
        moves[:, round_] = generator.random(2 * n_pairs) > chance
        state = 1 + 2 * moves[:, round_] + moves[np.arange(2 * n_pairs) ^ 1, round_]
    return Play(GAME, moves)
