"""Two bodies of play whose populations are known: do intervals hold, and are equal ones left alone?

People are memory-one players who differ from each other in how willing they are to cooperate (a normal shift of all
five log-odds). All repetitions of a design are played in one go and cut into bodies.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from humanlike.core import Game, Play, Streams
from humanlike.engine import Block, Population, simulate_actions
from humanlike.naming.rules import find_rule
from humanlike.similarity import DistanceMethod, Likeness, Tally, compare_bodies, metric_named
from humanlike.similarity.independence import everything_together
from humanlike.similarity.sums import table_distances, totals
from results.studies.coverage_designs.outcome import Outcome

Floats = npt.NDArray[np.float64]

DILEMMA = Game.from_matrices("dilemma", [[3, 0], [5, 1]], [[3, 5], [0, 1]], labels=("CD", "CD"))
ROUNDS = 20
SPREAD = 0.8  # of people's log-odds
KINDS = {  # mean log-odds of cooperating at first and after CC, CD, DC, DD
    "kind": (0.3, 1.8, -0.6, 0.2, -0.8),
    "wary": (-0.2, 1.0, -1.0, -0.3, -1.3),
    "kinder": (0.2, 1.6, -0.7, 0.1, -0.9),
}
HUGE = 60_000  # matches whose distance is taken for the truth
MATCHES_EACH = 5
RESAMPLES = 500  # as the package does
WORTH_OVER = "mean width over 3.92 standard deviations of the estimate"


def _chances(generator: np.random.Generator, kind: str, people: int) -> Floats:
    """Chances of cooperating, [people, situations]."""
    return np.asarray(expit(np.array(KINDS[kind]) + SPREAD * generator.standard_normal((people, 1))))


def _played(stream: Streams, chances: Floats) -> npt.NDArray[np.int16]:
    """Moves [rows, rounds] of neighbours with these chances."""
    rule = find_rule("memory-one")
    seats = np.arange(len(chances))
    blocks = tuple(
        Block(rule, rule.parameters(*chances[role::2].T), role, seats[role::2]) for role in range(2)
    )
    actions = simulate_actions(stream, DILEMMA, Population(blocks, len(seats) // 2, 2), n_rounds=ROUNDS)
    return np.asarray(actions, dtype=np.int16)


def _moves(stream: Streams, kind: str, matches: int) -> npt.NDArray[np.int16]:
    return _played(stream, _chances(stream["people"].generator(), kind, 2 * matches))


def _pairs_of_bodies(
    stream: Streams, kinds: tuple[str, str], n: int, times: int
) -> Iterator[tuple[Play, Play]]:
    """Bodies of n matches of people who play once."""
    moves = [_moves(stream[side][kind], kind, n * times) for side, kind in zip("ab", kinds, strict=True)]
    for index in range(times):
        rows = slice(2 * n * index, 2 * n * (index + 1))
        yield Play(DILEMMA, moves[0][rows]), Play(DILEMMA, moves[1][rows])


def _liken(stream: Streams, bodies: tuple[Play, Play], metric: str, unit: str = "auto") -> Likeness:
    method = DistanceMethod(n_resamples=RESAMPLES, unit=unit)
    return compare_bodies(stream, [bodies[0]], [bodies[1]], [metric_named(metric)], method)[0]


@cache
def _truth(metric: str, kinds: tuple[str, str], divergence: str, tables: tuple[str, ...]) -> float:
    """The distance of two huge bodies over some tables."""
    if kinds[0] == kinds[1]:
        return 0.0
    wanted = metric_named(metric)
    sides = [_huge_tally(metric, kind) for kind in kinds]
    usable = [np.isin(tally.tables, tables) for tally in sides[0]]
    one, other = (totals(wanted, side) for side in sides)
    return float(table_distances(wanted, divergence, 1e-12, sides[0], one, other, usable).sum())


@cache
def _huge_tally(metric: str, kind: str) -> list[Tally]:
    body = [_huge(kind)]
    return metric_named(metric).count(body, {DILEMMA.name: ROUNDS}, everything_together(body))


@cache
def _huge(kind: str) -> Play:
    return Play(DILEMMA, _moves(Streams(7)["huge"][kind], kind, HUGE))


def corrected_interval(
    stream: Streams, repetitions: int, *, metric: str, n: int = 50, kinds: tuple[str, str] = ("kind", "wary")
) -> Outcome:
    """With n matches a side, does the interval hold the distance of the populations?"""
    found = [
        _liken(stream["judged"][str(index)], bodies, metric)
        for index, bodies in enumerate(_pairs_of_bodies(stream, kinds, n, repetitions))
    ]
    false, scaled = 0, []
    for each in found:
        truth = _truth(metric, kinds, each.corrected_divergence, tuple(part.table for part in each.parts))
        assert each.interval is not None and each.corrected is not None
        false += not each.interval[0] <= truth <= each.interval[1]
        scaled.append((each.corrected_divergence, each.corrected, each.interval[1] - each.interval[0]))
    return Outcome(false, repetitions, _width(scaled), WORTH_OVER)


def _width(found: list[tuple[str, float, float]]) -> float:
    """Mean width over an oracle's, in the divergence that was taken most often."""
    names = [name for name, _, _ in found]
    most = max(set(names), key=names.count)
    values, widths = np.array([each[1:] for each in found if each[0] == most]).T
    return float(widths.mean() / (2 * 1.96 * values.std()))


def same_population(
    stream: Streams, repetitions: int, *, meeting: str, metric: str = "cells", unit: str = "auto"
) -> Outcome:
    """People who play five matches each, two bodies of one population: is a difference found at 5 %?

    They meet `machines`, the same `partners` again, everybody in a `circle` of six, or any `strangers`.
    """
    false = _rejections(stream["null"], repetitions, ("kind", "kind"), meeting, metric, unit)
    tried = max(repetitions // 5, 1)
    found = _rejections(stream["power"], tried, ("kind", "wary"), meeting, metric, unit)
    return Outcome(false, repetitions, found / tried, "power against warier people")


def _rejections(
    stream: Streams, times: int, kinds: tuple[str, str], meeting: str, metric: str, unit: str
) -> int:
    n_people = 90 if meeting == "circle" else 40
    sides = []
    for side, kind in zip("ab", kinds, strict=True):
        draws = stream[side]
        chances = _chances(draws["people"].generator(), kind, n_people * times)
        seating = np.stack([_seating(draws["seats"].generator(), n_people, meeting) for _ in range(times)])
        rows = (seating + n_people * np.arange(times)[:, None]).ravel()
        chances = np.where((seating >= 0).ravel()[:, None], chances[rows], expit(KINDS["kinder"]))
        sides.append((seating, _played(draws, chances).reshape(times, -1, ROUNDS)))
    found = 0
    for index in range(times):
        one, other = (
            _body(seating[index], moves[index], side)
            for side, (seating, moves) in zip("ab", sides, strict=True)
        )
        p = _liken(stream["judged"][str(index)], (one, other), metric, unit).p_value
        found += p is not None and p <= 0.05
    return found


def _seating(generator: np.random.Generator, people: int, meeting: str) -> npt.NDArray[np.int64]:
    """Who sits in each row, neighbours meeting each other; -1 for a machine."""
    everybody = np.arange(people)
    if meeting == "machines":
        rows = np.repeat(everybody, MATCHES_EACH)
        return np.stack([rows, np.full_like(rows, -1)], axis=1).ravel()
    if meeting == "partners":
        return np.tile(everybody, MATCHES_EACH)
    if meeting == "circle":
        pairs = np.array([(a, b) for a in range(6) for b in range(a)])
        return np.asarray((pairs[None] + 6 * np.arange(people // 6)[:, None, None]).ravel())
    return np.concatenate([generator.permutation(everybody) for _ in range(MATCHES_EACH)])


def _body(seating: npt.NDArray[np.int64], moves: npt.NDArray[np.int16], side: str) -> Play:
    people = seating >= 0
    return Play(
        DILEMMA,
        moves,
        subjects=[f"{side}{who}" if own else "machine" for who, own in zip(seating, people, strict=True)],
        kinds=["human" if own else "program" for own in people],
    )


def crowd_of_clones(stream: Streams, repetitions: int, *, n: int = 50) -> Outcome:
    """`between-persons` with n matches a side: two mixed crowds told apart, or a crowd of clones with their mean?"""
    tried = max(repetitions // 5, 1)
    false = sum(_told(stream["null"], repetitions, n, clones=False))
    found = sum(_told(stream["power"], tried, n, clones=True))
    return Outcome(false, repetitions, found / tried, "share of crowds of clones that are told from people")


def _told(stream: Streams, times: int, n: int, *, clones: bool) -> Iterator[bool]:
    """Whether each pair of crowds is told apart; all cooperate half the time on average, whatever happened before."""
    chances = [
        expit(SPREAD * stream[side]["people"].generator().standard_normal(2 * n * times)) for side in "ab"
    ]
    if clones:
        chances[1] = np.full_like(chances[1], 0.5)
    moves = [
        _played(stream[side], np.repeat(own[:, None], 5, axis=1))
        for side, own in zip("ab", chances, strict=True)
    ]
    for index in range(times):
        rows = slice(2 * n * index, 2 * n * (index + 1))
        bodies = Play(DILEMMA, moves[0][rows]), Play(DILEMMA, moves[1][rows])
        p = _liken(stream["judged"][str(index)], bodies, "between-persons").p_value
        yield p is not None and p <= 0.05
