"""Held out with a rule that learns from people: each fold learns from, and is fitted to, all it is not judged on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import Information, Play, Rule
from humanlike.fitting.fits import Fits
from humanlike.fitting.losses import Losses
from humanlike.fitting.seats import Seats, seats_of

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def nats_without_own_fold(
    plays: Sequence[Play],
    seats: Seats,
    fold: Integers,
    groups: Sequence[str],
    by: str,
    fit: Callable[[Sequence[Play]], Fits],
    *,
    floor: float,
    information: Information,
) -> tuple[Floats, Floats, tuple[Any, ...]]:
    """Nats of every seat by the fit to the other folds, parameters [folds x groups, parameters], and lessons by fold.

    `fold` [seats] says who is held out together; `fit` fits the rule to plays, by the same groups.
    """
    nats = np.empty(len(fold))
    points: list[list[list[float]]] = []
    learned = []
    for number in range(int(fold.max()) + 1):
        fits = fit(_without(plays, seats, fold == number))
        rule = fits.rule
        learned.append(rule.learned)
        points.append([list(fits.by_group[group].parameters) for group in groups])
        shown = seats_of(plays, rule, information=information, role=None)
        nats_here = _nats(shown, rule, _places(shown, seats, fold == number), groups, by, points[-1], floor)
        nats[fold == number] = nats_here
    return nats, np.array(points, dtype=np.float64).reshape(len(points) * len(groups), -1), tuple(learned)


def _without(plays: Sequence[Play], seats: Seats, held: npt.NDArray[np.bool_]) -> list[Play]:
    """The plays with the held seats only there to be met."""
    kept = []
    for number, play in enumerate(plays):
        studied = np.zeros(play.n_subjects, dtype=np.bool_)
        studied[seats.row[(seats.play == number) & ~held]] = True
        kept.append(replace(play, studied=studied))
    return [play for play in kept if play.studied.any()]


def _places(shown: Seats, seats: Seats, held: npt.NDArray[np.bool_]) -> Integers:
    """Where the held ones of `seats` stand among those `shown`."""
    places = {key: place for place, key in enumerate(_keys(shown))}
    return np.array([places[key] for key, kept in zip(_keys(seats), held, strict=True) if kept])


def _keys(seats: Seats) -> Iterable[tuple[int, int]]:
    return zip(seats.play.tolist(), seats.row.tolist(), strict=True)


def _nats(
    seats: Seats,
    rule: Rule,
    places: Integers,
    groups: Sequence[str],
    by: str,
    points: list[list[float]],
    floor: float,
) -> Floats:
    """Nats of the seats at `places`, each with its group's parameters."""
    number = {group: place for place, group in enumerate(groups)}
    labels = seats.labels(by)
    problem = np.array([number[labels[place]] for place in places])
    losses = Losses(seats, rule, problem, places, floor=floor)
    return losses.by_pair(np.array(points, dtype=np.float64).reshape(len(groups), -1)[: losses.n_problems])[0]
