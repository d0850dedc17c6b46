r"""Held-out log score: fitted on some, judged on others.

The choices are split by an independent unit (`core.find_units`); each fold is predicted with parameters fitted to all
the others, so no choice is judged by parameters it helped to choose. By person, a person's choices are held out
together and what partners did stays in training. All folds are fitted side by side, from as many starts as the whole
and from its optimum. A fold that is foretold no better than by blind guessing, though the fit to everything sees
something, is flagged: its search may have failed. The standard error of the mean score is over units, because choices
within a unit depend on one another. Split by role with one fold each, this is the paper's own design: fit players 1,
test players 2, and the other way round; the same people may then sit on both sides, and that is said.

References
----------
Stone (1974), JRSS B 36, 111-147; Mitropoulos (2001) for the split by player.

"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import AUTO, UNITS, BadRequest, Information, Play, Rule, Streams, Units, find_units
from humanlike.core.labels import numbered
from humanlike.engine.replay import FLOOR
from humanlike.fitting.fits import Fits, effective_units, t_quantile
from humanlike.fitting.hashed_folds import hashed_folds, named_units
from humanlike.fitting.lessons import nats_without_own_fold
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
DESIGNED = ("game", "role")  # held out one at a time, though people may play several


@dataclass(frozen=True, eq=False)
class HeldOutFit:
    """How well a rule foretells choices it was not fitted to."""

    rule: Rule
    unit: str  # what is held out
    by: str
    over: str  # what the standard error is over: the same, unless games or roles are held out
    caveat: str  # which way that errs; empty where nothing is known to be wrong
    n_folds: int
    n_held: int  # how many things are held out, in turn or in folds
    n_units: int  # how many of `over`
    n_choices: int
    nats_per_choice: float
    standard_error: float  # over units
    units: Integers  # [pieces] the unit of each piece: what one unit did in one fold
    nats: Floats  # [pieces] summed over the piece's choices
    guessing: Floats  # [pieces] the nats of blind guessing
    choices: Integers  # [pieces]
    folds: Integers  # [pieces] the fold that holds the piece out
    whole: float  # nats per choice of the rule fitted to everything, in sample
    parameters: tuple[Any, ...]  # of each fold (and group), in the order of `labels`
    labels: tuple[str, ...]
    learned: tuple[
        Any, ...
    ] = ()  # what the rule learned from the other folds, for each; empty if nothing is learned

    def rule_of_fold(self, fold: int) -> Rule:
        """The rule as it had learned when it foretold a fold (from 0)."""
        return self.rule.knowing(self.learned[fold]) if self.learned else self.rule

    @property
    def sentence(self) -> str:
        """What was held out, and what stayed in training."""
        held = UNITS.get(self.unit, f"{self.unit}s")
        told = f"Held out: {self.n_held:,} {held} in {self.n_folds} folds."
        if self.unit == "person":
            told += " A person's choices are held out together; what partners did stays in training."
        both = self.n_pieces - self.n_units
        if self.unit in DESIGNED and both:
            told += f" The same {UNITS[self.over]} sit on both sides of it."
        return f"{told} {self.caveat}".strip()

    @property
    def n_pieces(self) -> int:
        """How many parts the units fall into by the folds: as many as units, unless some sit on both sides."""
        return len(self.nats)

    @property
    def reach(self) -> float:
        """Half the width of the 95 % interval of the mean score: Student's t over as many units as they are worth."""
        return t_quantile(0.95, effective_units(np.bincount(self.units, self.choices))) * self.standard_error

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
    unit: str = AUTO,
    over: str = AUTO,
    by: str = "pooled",
    role: int | None = None,
    criterion: Criterion = "likelihood",
    n_folds: int = 5,
    n_starts: int = 4,
    whole: Fits | None = None,
    floor: float = FLOOR,
    information: Information = Information.GAME,
    stream: Streams = STREAM,
    hashed: bool = False,
) -> HeldOutFit:
    """Score `rule` on units it was not fitted to; `by` gives groups parameters of their own within each fold.

    Folds are fitted by `criterion`, from `n_starts` points and the optimum of all data (`whole`, fitted alike, if
    that is known already), and scored in nats; `role` (from 0) keeps the choices of one role. Where `unit` is game or
    role, the standard error is over the units called `over`. `hashed`: units are dealt to folds by a hash of
    their labels (`hashed_folds`), else by chance.
    """
    seats = seats_of(plays, rule, information=information, role=role)
    units = _units(seats.plays, unit, over)
    held = seats.labels(unit) if unit in DESIGNED else None
    dealt = None
    if hashed and held is None:
        dealt = hashed_folds(named_units(seats.plays, unit, role), n_folds)
    split = _split(
        stream, seats.of_rows(units.numbers), held, seats.labels(by), unit_name(unit, units), n_folds, dealt
    )

    def fit(some: Sequence[Play]) -> Fits:
        return fit_groups(
            some,
            rule,
            by=by,
            role=role,
            criterion=criterion,
            n_starts=n_starts,
            floor=floor,
            information=information,
            stream=stream,
        )

    whole = whole or fit(seats.plays)
    learned: tuple[Any, ...] = ()
    if rule.is_ignorant:
        nats, points, learned = nats_without_own_fold(
            seats.plays, seats, split.fold, split.groups, by, fit, floor=floor, information=information
        )
    else:
        losses = Losses(seats, rule, *split.training, criterion=criterion, floor=floor)
        optimum = np.array([list(each.parameters) for each in whole], dtype=np.float64)
        points = _solved(stream, losses, optimum, n_starts)
        test = Losses(seats, rule, split.tested, np.arange(len(split.tested)), floor=floor)
        nats = test.by_pair(points[: test.n_problems])[0]
    return replace(_described(rule, seats, units, by, split, nats, points, whole), learned=learned)


def check_split(plays: Sequence[Play], unit: str, by: str, n_folds: int, role: int | None = None) -> None:
    """Refuse what cannot be held out, before anything is fitted."""
    units, rows = _units(plays, unit, AUTO), studied_rows(plays, role)
    numbers = np.concatenate([each[here] for each, here in zip(units.numbers, rows, strict=True)])
    held = labels_of_rows(plays, rows, unit) if unit in DESIGNED else None
    _split(STREAM, numbers, held, labels_of_rows(plays, rows, by), unit_name(unit, units), n_folds)


def _units(plays: Sequence[Play], unit: str, over: str) -> Units:
    """Who is independent of whom, where `unit` is held out."""
    if unit not in (AUTO, *UNITS, *DESIGNED):
        known = ", ".join((AUTO, *UNITS, *DESIGNED))
        raise BadRequest(f"Choices are held out by {known}, not by '{unit}'.")
    return find_units(plays, over if unit in DESIGNED else unit)


def unit_name(unit: str, units: Units) -> str:
    """What is held out, once it is known what `auto` means."""
    return unit if unit in DESIGNED else units.unit


class _Split(NamedTuple):
    """Who is held out when; arrays run over the seats unless said otherwise."""

    unit: str  # what is held out
    n_held: int
    piece: Integers  # what one unit did in one fold
    unit_of_piece: Integers  # [pieces]
    fold_of_piece: Integers  # [pieces]
    groups: tuple[str, ...]
    n_folds: int
    fold: Integers  # of each seat
    tested: Integers  # the problem = (fold, group) that predicts the seat
    training: tuple[Integers, Integers]  # [pairs] problem and seat: every seat trains all folds but its own


def _split(
    stream: Streams,
    unit_of: Integers,
    held: list[str] | None,
    group_labels: list[str],
    unit: str,
    n_folds: int,
    dealt: Integers | None = None,
) -> _Split:
    unit_of = numbered(unit_of)
    held_of = unit_of if held is None else _numbered(held)[1]
    n_held = int(held_of.max()) + 1
    groups, group_of = _numbered(group_labels)
    fold_of_held, n_folds = _folds(stream, n_held, n_folds, unit)
    if dealt is not None:
        fold_of_held, n_folds = dealt, int(dealt.max()) + 1
    fold_of = fold_of_held[held_of]
    training = _training_pairs(fold_of, group_of, n_folds, len(groups))
    tested = fold_of * len(groups) + group_of
    bare = np.setdiff1d(tested, training[0])  # what is tested must have been trained on something
    if len(bare):
        label = groups[int(bare[0]) % len(groups)]
        raise BadRequest(
            f"Group '{label}' would be tested without any choices to fit; split or group otherwise."
        )
    keys, first, piece = np.unique(unit_of * n_folds + fold_of, return_index=True, return_inverse=True)
    of_pieces = numbered(keys // n_folds), fold_of[first]
    return _Split(unit, n_held, piece.reshape(-1), *of_pieces, groups, n_folds, fold_of, tested, training)


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
        raise BadRequest(
            f"There is only one {unit}: nothing can be held out by {unit}, and nothing says how another would be "
            "foretold; the fit itself describes these choices."
        )
    if n_folds < 2:
        raise BadRequest(f"At least two folds are needed, not {n_folds}.")
    if unit in DESIGNED or n_folds > n_units:
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
    rule: Rule, seats: Seats, units: Units, by: str, split: _Split, nats: Floats, points: Floats, whole: Fits
) -> HeldOutFit:
    def by_piece(values: npt.NDArray[Any]) -> Floats:
        return np.bincount(split.piece, values, minlength=len(split.unit_of_piece)).astype(np.float64)

    total, choices = by_piece(nats), by_piece(seats.n_choices)
    mean, error = mean_per_choice(total, choices, split.unit_of_piece)
    labels = tuple(f"fold {fold + 1} / {group}" for fold in range(split.n_folds) for group in split.groups)
    return HeldOutFit(
        rule=rule,
        unit=split.unit,
        by=by,
        over=units.unit,
        caveat=units.caveat,
        n_folds=split.n_folds,
        n_held=split.n_held,
        n_units=int(split.unit_of_piece.max()) + 1,
        n_choices=int(choices.sum()),
        nats_per_choice=mean,
        standard_error=error,
        units=split.unit_of_piece,
        nats=total,
        guessing=by_piece(seats.n_choices * np.log(seats.n_actions)),
        choices=choices.astype(np.int64),
        folds=split.fold_of_piece,
        whole=whole.nats_per_choice,
        parameters=tuple(rule.parameters(*point.tolist()) for point in points),
        labels=labels[: len(points)],
    )


def held_out_difference(first: HeldOutFit, second: HeldOutFit) -> tuple[float, float]:
    """How many nats per choice `second` loses more than `first`, and its standard error over units."""
    if not (np.array_equal(first.units, second.units) and np.array_equal(first.choices, second.choices)):
        raise BadRequest("Two rules are compared on the same held-out units; these differ.")
    return mean_per_choice(second.nats - first.nats, first.choices.astype(np.float64), first.units)


def mean_per_choice(total: Floats, choices: Floats, units: Integers) -> tuple[float, float]:
    """The mean of sums [pieces] over all choices [pieces], and its standard error over units, which differ in length.

    One unit says nothing about others: its standard error is NaN.
    """
    mean = float(total.sum() / choices.sum())
    own, sizes = np.bincount(units, total), np.bincount(units, choices)
    if len(own) < 2:
        return mean, float("nan")
    without = (total.sum() - own) / (
        choices.sum() - sizes
    )  # leaving out each unit: honest where one is the longest
    share = (len(own) - 1) / len(own)
    return mean, float(np.sqrt(share * ((without - mean) ** 2).sum()))
