r"""Held-out log score: fitted on some, judged on others.

The choices are split by an independent unit (match, subject, session, game, role); each fold is predicted with
parameters fitted to all the others, so no choice is judged by parameters it helped to choose. All folds are
fitted side by side, from as many starts as the whole and from its optimum. A fold that is foretold no better than
by blind guessing, though the fit to everything sees something, is flagged: its search may have failed. The standard
error of the mean score is over units, because choices within a unit depend on one another. Split by role with one
fold each, this is the paper's own design: fit players 1, test players 2, and the other way round.

References
----------
Stone (1974), JRSS B 36, 111-147; Mitropoulos (2001) for the split by player.

"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Information, Play, Rule, Streams
from humanlike.engine.replay import FLOOR
from humanlike.fitting.fits import Fits
from humanlike.fitting.losses import Criterion, Losses
from humanlike.fitting.maximum_likelihood import (
    AGREE,
    AS_GOOD,
    STREAM,
    best_of,
    bounds_of,
    fit_groups,
    off_bounds,
    solve,
    starts_of,
)
from humanlike.fitting.seats import Seats, labels_of_rows, seats_of, studied_rows

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
    guessing: Floats  # [units] the nats of blind guessing
    choices: Integers  # [units]
    folds: Integers  # [units] the fold that holds the unit out
    whole: float  # nats per choice of the rule fitted to everything, in sample
    parameters: tuple[Any, ...]  # of each fold (and group), in the order of `labels`
    labels: tuple[str, ...]

    @property
    def fold_nats(self) -> Floats:
        """Nats per choice held out in each fold."""
        return self._by_fold(self.nats)

    @property
    def fold_guessing(self) -> Floats:
        """Nats per choice of blind guessing in each fold."""
        return self._by_fold(self.guessing)

    @property
    def guessing_per_choice(self) -> float:
        """Nats per choice of blind guessing: log n where everybody has n actions."""
        return float(self.guessing.sum() / self.n_choices)

    @property
    def is_blind(self) -> bool:
        """Whether held-out choices are foretold no better than by blind guessing."""
        return bool(self.nats_per_choice >= self.guessing_per_choice - AGREE)

    @property
    def blind_folds(self) -> tuple[int, ...]:
        """Folds (from 1) foretold no better than by blind guessing, though the fit to everything sees something.

        That is, it beats guessing by Schwarz's criterion, which charges half the logarithm of the number of choices for
        a parameter.
        """
        n_parameters = len(self.rule.parameter_names) * (len(self.labels) // self.n_folds)
        lead = (self.guessing_per_choice - self.whole) * self.n_choices
        if lead <= max(AS_GOOD, 0.5 * n_parameters * float(np.log(self.n_choices))):
            return ()
        blind = np.flatnonzero(self.fold_nats >= self.fold_guessing - AGREE)
        return tuple((blind + 1).tolist())

    def _by_fold(self, values: Floats) -> Floats:
        total = np.bincount(self.folds, values, minlength=self.n_folds)
        return np.asarray(total / np.bincount(self.folds, self.choices, minlength=self.n_folds))


def held_out(
    plays: Sequence[Play] | Play,
    rule: Rule,
    *,
    unit: str = "match",
    by: str = "pooled",
    role: int | None = None,
    criterion: Criterion = "likelihood",
    n_folds: int = 5,
    n_starts: int = 4,
    whole: Fits | None = None,
    floor: float = FLOOR,
    information: Information = Information.GAME,
    stream: Streams = STREAM,
) -> HeldOutFit:
    """Score `rule` on units it was not fitted to; `by` gives groups parameters of their own within each fold.

    Folds are fitted by `criterion`, from `n_starts` points and the optimum of all data (`whole`, fitted alike, if
    that is known already), and scored in nats; `role` (from 0) keeps the choices of one role.
    """
    _check_unit(unit)
    seats = seats_of(plays, rule, information=information, role=role)
    split = _split(stream, seats.labels(unit), seats.labels(by), unit, n_folds)
    if whole is None:
        whole = fit_groups(
            plays,
            rule,
            by=by,
            role=role,
            criterion=criterion,
            n_starts=n_starts,
            floor=floor,
            information=information,
            stream=stream,
        )
    losses = Losses(seats, rule, *split.training, criterion=criterion, floor=floor)
    optimum = np.array([list(each.parameters) for each in whole], dtype=np.float64)
    points = _solved(stream, losses, optimum, n_starts)
    test = Losses(seats, rule, split.tested, np.arange(len(split.tested)), floor=floor)
    nats = test.by_pair(points[: test.n_problems])[0]
    return _described(rule, seats, unit, by, split, nats, points, whole)


def check_split(plays: Sequence[Play], unit: str, by: str, n_folds: int, role: int | None = None) -> None:
    """Refuse what cannot be held out, before anything is fitted."""
    _check_unit(unit)
    rows = studied_rows(plays, role)
    _split(STREAM, labels_of_rows(plays, rows, unit), labels_of_rows(plays, rows, by), unit, n_folds)


def _check_unit(unit: str) -> None:
    if unit not in UNITS:
        raise BadRequest(f"Choices are held out by {', '.join(UNITS)}, not by '{unit}'.")


class _Split(NamedTuple):
    """Who is held out when; arrays run over the seats unless said otherwise."""

    units: tuple[str, ...]
    unit: Integers
    groups: tuple[str, ...]
    fold_of_unit: Integers  # [units]
    n_folds: int
    tested: Integers  # the problem = (fold, group) that predicts the seat
    training: tuple[Integers, Integers]  # [pairs] problem and seat: every seat trains all folds but its own


def _split(
    stream: Streams, unit_labels: list[str], group_labels: list[str], unit: str, n_folds: int
) -> _Split:
    units, unit_of = _numbered(unit_labels)
    groups, group_of = _numbered(group_labels)
    fold_of_unit, n_folds = _folds(stream, len(units), n_folds, unit)
    fold_of = fold_of_unit[unit_of]
    training = _training_pairs(fold_of, group_of, n_folds, len(groups))
    tested = fold_of * len(groups) + group_of
    bare = np.setdiff1d(tested, training[0])  # what is tested must have been trained on something
    if len(bare):
        label = groups[int(bare[0]) % len(groups)]
        raise BadRequest(
            f"Group '{label}' would be tested without any choices to fit; split or group otherwise."
        )
    return _Split(units, unit_of, groups, fold_of_unit, n_folds, tested, training)


def _solved(stream: Streams, losses: Losses, optimum: Floats, n_starts: int) -> Floats:
    """The best parameters of every (fold, group), [problems, parameters].

    Beside the usual starts each fold tries the `optimum` of all data [groups, parameters]: a fold should not do badly
    only because its search missed what the whole found. It knows the choices held out, so it is a start and no more:
    which end is kept is decided by the training choices alone, another one if it is as good; and of what they say
    nothing about, the published value is tried instead.
    """
    lower, upper = bounds_of(losses)
    every = np.arange(losses.n_problems)
    start = off_bounds(losses, optimum[every % len(optimum)])
    silent = losses.evaluate(start, every)[1] == 0.0
    start = np.where(silent, starts_of(stream, losses, lower, upper, 1)[0], start)
    found = solve(losses, n_starts=n_starts, stream=stream, also=start)
    return best_of(losses, found, reluctant=True)[0].points


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


def _described(
    rule: Rule, seats: Seats, unit: str, by: str, split: _Split, nats: Floats, points: Floats, whole: Fits
) -> HeldOutFit:
    n_units = len(split.units)

    def by_unit(values: npt.NDArray[Any]) -> Floats:
        return np.bincount(split.unit, values, minlength=n_units).astype(np.float64)

    total, choices = by_unit(nats), by_unit(seats.n_choices)
    mean = float(total.sum() / choices.sum())
    residual = total - mean * choices  # ratio estimator: units differ in length
    error = float(np.sqrt((residual**2).sum() * n_units / max(n_units - 1, 1)) / choices.sum())
    labels = tuple(f"fold {fold + 1} / {group}" for fold in range(split.n_folds) for group in split.groups)
    return HeldOutFit(
        rule=rule,
        unit=unit,
        by=by,
        n_folds=split.n_folds,
        n_units=n_units,
        n_choices=int(choices.sum()),
        nats_per_choice=mean,
        standard_error=error,
        units=split.units,
        nats=total,
        guessing=by_unit(seats.n_choices * np.log(seats.n_actions)),
        choices=choices.astype(np.int64),
        folds=split.fold_of_unit,
        whole=whole.nats_per_choice,
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
