r"""Held-out log score: fitted on some, judged on others.

The choices are split by an independent unit (match, subject, session, game, role); each fold is predicted with
parameters fitted to all the others, so no choice is judged by parameters it helped to choose. All folds are
fitted side by side. The standard error of the mean score is over units, because choices within a unit
depend on one another. Split by role with one fold each, this is the paper's own design: fit players 1, test
players 2, and the other way round.

References
----------
Stone (1974), JRSS B 36, 111-147; Mitropoulos (2001) for the split by player.

"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Information, Play, Rule, Streams
from humanlike.engine.replay import FLOOR
from humanlike.fitting.losses import Losses
from humanlike.fitting.maximum_likelihood import STREAM, best_of, bounds_of, off_bounds, solve, starts_of
from humanlike.fitting.seats import Seats, seats_of

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
UNITS = ("match", "subject", "session", "game", "role")


@dataclass(frozen=True, eq=False)
class HeldOutFit:
    """How well a rule foretells choices it was not fitted to."""

    rule: Rule
    unit: str
    by: str
    n_folds: int
    n_units: int
    n_choices: int
    nats_per_choice: float
    standard_error: float  # over units
    units: tuple[str, ...]
    nats: Floats  # [units] summed over the unit's choices
    choices: Integers  # [units]
    parameters: tuple[Any, ...]  # of each fold (and group), in the order of `labels`
    labels: tuple[str, ...]


def held_out(
    plays: Sequence[Play] | Play,
    rule: Rule,
    *,
    unit: str = "match",
    by: str = "pooled",
    n_folds: int = 5,
    n_starts: int = 2,
    floor: float = FLOOR,
    information: Information = Information.GAME,
    stream: Streams = STREAM,
) -> HeldOutFit:
    """Score `rule` on units it was not fitted to; `by` gives groups parameters of their own within each fold."""
    if unit not in UNITS:
        raise BadRequest(f"Choices are held out by {', '.join(UNITS)}, not by '{unit}'.")
    seats = seats_of(plays, rule, information=information)
    units, unit_of = _numbered(seats.labels(unit))
    groups, group_of = _numbered(seats.labels(by))
    fold_of_unit, n_folds = _folds(stream, len(units), n_folds, unit)
    fold_of = fold_of_unit[unit_of]
    problem, seat = _training_pairs(fold_of, group_of, n_folds, len(groups))
    _check_training(problem, group_of, fold_of, groups)
    losses = Losses(seats, rule, problem, seat, floor=floor)
    whole = Losses(seats, rule, group_of, np.arange(len(group_of)), floor=floor)
    points = _solved(stream, losses, whole, n_starts)
    test = Losses(seats, rule, fold_of * len(groups) + group_of, np.arange(len(fold_of)), floor=floor)
    nats = test.by_pair(points[: test.n_problems])[0]
    return _described(rule, seats, unit, by, units, unit_of, nats, points, groups, n_folds)


def _solved(stream: Streams, losses: Losses, whole: Losses, n_starts: int) -> Floats:
    """The best parameters of every (fold, group), [problems, parameters].

    Beside the usual starts each fold tries the optimum of all data: which optimum is kept is decided by the training
    choices alone, but a fold should not do badly only because its search missed what the others found.
    """
    solution = solve(whole, n_starts=n_starts, stream=stream)
    overall = best_of(whole, solution)[0].points
    lower, upper = bounds_of(losses)
    usual = starts_of(stream, losses, lower, upper, n_starts)
    usual = np.broadcast_to(usual, (len(usual), *lower.shape))
    warm = off_bounds(losses, overall[np.arange(losses.n_problems) % whole.n_problems])
    found = solve(losses, start=np.concatenate([usual, warm[None]]))
    return best_of(losses, found)[0].points


def _numbered(words: list[str]) -> tuple[tuple[str, ...], Integers]:
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    return tuple(numbers), np.array([numbers[word] for word in words])


def _folds(stream: Streams, n_units: int, n_folds: int, unit: str) -> tuple[Integers, int]:
    """A fold for each unit: shuffled, of nearly equal size; games and roles are a fold each."""
    if n_units < 2:
        raise BadRequest(f"There is only one {unit}: nothing can be held out by {unit}.")
    if n_folds < 2:
        raise BadRequest(f"At least two folds are needed, not {n_folds}.")
    if unit in ("game", "role") or n_folds > n_units:
        return np.arange(n_units), n_units
    order = stream["folds"].generator().permutation(n_units)
    fold = np.empty(n_units, dtype=np.int64)
    fold[order] = np.arange(n_units) % n_folds
    return fold, n_folds


def _training_pairs(
    fold_of: Integers, group_of: Integers, n_folds: int, n_groups: int
) -> tuple[Integers, Integers]:
    """Problem = (fold, group): every seat trains all folds but its own."""
    problems, seats = [], []
    for fold in range(n_folds):
        here = np.flatnonzero(fold_of != fold)
        problems.append(fold * n_groups + group_of[here])
        seats.append(here)
    return np.concatenate(problems), np.concatenate(seats)


def _check_training(
    problem: Integers, group_of: Integers, fold_of: Integers, groups: tuple[str, ...]
) -> None:
    """Every (fold, group) that is tested must have been trained on something."""
    tested = np.unique(fold_of * len(groups) + group_of)
    bare = np.setdiff1d(tested, problem)
    if len(bare):
        label = groups[int(bare[0]) % len(groups)]
        raise BadRequest(
            f"Group '{label}' would be tested without any choices to fit; split or group otherwise."
        )


def _described(
    rule: Rule,
    seats: Seats,
    unit: str,
    by: str,
    units: tuple[str, ...],
    unit_of: Integers,
    nats: Floats,
    points: Floats,
    groups: tuple[str, ...],
    n_folds: int,
) -> HeldOutFit:
    total = np.bincount(unit_of, nats, minlength=len(units)).astype(np.float64)
    choices = np.bincount(unit_of, seats.n_choices, minlength=len(units)).astype(np.int64)
    mean = float(total.sum() / choices.sum())
    residual = total - mean * choices  # ratio estimator: units differ in length
    error = float(np.sqrt((residual**2).sum() * len(units) / max(len(units) - 1, 1)) / choices.sum())
    labels = tuple(f"fold {fold + 1} / {group}" for fold in range(n_folds) for group in groups)
    return HeldOutFit(
        rule=rule,
        unit=unit,
        by=by,
        n_folds=n_folds,
        n_units=len(units),
        n_choices=int(choices.sum()),
        nats_per_choice=mean,
        standard_error=error,
        units=units,
        nats=total,
        choices=choices,
        parameters=tuple(rule.parameters(*point.tolist()) for point in points),
        labels=labels[: len(points)],
    )


def held_out_difference(first: HeldOutFit, second: HeldOutFit) -> tuple[float, float]:
    """How many nats per choice `second` loses more than `first`, and its standard error over units."""
    if first.units != second.units:
        raise BadRequest("Two rules are compared on the same held-out units; these differ.")
    gap = second.nats - first.nats
    choices = first.choices
    mean = float(gap.sum() / choices.sum())
    residual = gap - mean * choices
    n_units = len(choices)
    return mean, float(np.sqrt((residual**2).sum() * n_units / max(n_units - 1, 1)) / choices.sum())
