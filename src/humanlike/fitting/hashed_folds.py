r"""Folds that anybody finds again: by a hash of the label of what is held out as a whole.

.. math:: \text{fold}(u) = \text{SHA-256}(\text{label}_u) \bmod k

A unit (`core.find_units`) keeps all its matches, of all games. Its label is made of words of the record (data set,
person or match), so its fold depends neither on the order of rows, nor on who else is there, nor on the machine.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import AUTO, UNITS, BadRequest, Play, Units, find_units
from humanlike.core.labels import numbered
from humanlike.fitting.seats import Integers, studied_rows

NAMED_BY = {"match": "match", "session": "session", "study": "study"}  # all other units are made of persons


class NamedUnits(NamedTuple):
    """The units of the choices under study, and what they are called."""

    units: Units
    numbers: tuple[Integers, ...]  # for each play, the unit of each row, [rows]; -1 where it is not studied
    labels: tuple[str, ...]  # of the units

    def spread(self, values: Integers) -> list[Integers]:
        """For each play the value of each row's unit, from one for every unit; -1 where a row is not studied."""
        return [np.where(each >= 0, values[each], -1) for each in self.numbers]


def fold_of_label(label: str, n_folds: int) -> int:
    """The fold of one label.

    >>> [fold_of_label(label, 5) for label in ("ann", "bob", "cleo")]
    [0, 0, 3]
    """
    return int.from_bytes(hashlib.sha256(label.encode()).digest(), "big") % n_folds


def named_units(plays: Sequence[Play], unit: str = AUTO, role: int | None = None) -> NamedUnits:
    """The units of studied rows (of one role, from 0), numbered and labelled in order of appearance."""
    units = find_units(plays, unit)
    rows = studied_rows(plays, role)
    present = np.concatenate([each[here] for each, here in zip(units.numbers, rows, strict=True)])
    ends = np.cumsum([len(here) for here in rows])[:-1]
    numbers = []
    for play, here, own in zip(plays, rows, np.split(numbered(present), ends), strict=True):
        numbers.append(np.full(play.n_subjects, -1, dtype=np.int64))
        numbers[-1][here] = own
    return NamedUnits(units, tuple(numbers), _labels(plays, rows, present, units.unit))


def hashed_folds(named: NamedUnits, n_folds: int = 5) -> Integers:
    """A fold for each unit, from 0; where there are no more units than folds, each has one of its own."""
    labels = named.labels
    if n_folds < 2:
        raise BadRequest(f"At least two folds are needed, not {n_folds}.")
    if len(labels) < 2:
        raise BadRequest(
            f"All choices are of one {named.units.unit}: nothing can be held out, so nothing says how well others "
            "are foretold."
        )
    folds = np.array([fold_of_label(label, n_folds) for label in labels], dtype=np.int64)
    if len(labels) <= n_folds or len(set(folds.tolist())) < 2:
        by_hash = sorted(
            range(len(labels)), key=lambda place: hashlib.sha256(labels[place].encode()).digest()
        )
        folds[by_hash] = np.arange(len(labels)) % n_folds
    return (
        np.unique(folds, return_inverse=True)[1].reshape(-1).astype(np.int64)
    )  # folds nobody is in are left out


def _labels(plays: Sequence[Play], rows: Sequence[Integers], numbers: Integers, unit: str) -> tuple[str, ...]:
    """The label of each unit, in order of appearance: the first in the alphabet of its rows' labels."""
    if unit not in UNITS:
        raise BadRequest(f"Choices are held out by {', '.join((AUTO, *UNITS))}, not by '{unit}'.")
    names: dict[int, str] = {}
    words = (word for play, here in zip(plays, rows, strict=True) for word in _words(play, here, unit))
    for number, word in zip(numbers.tolist(), words, strict=True):
        names[number] = min(word, names.get(number, word))
    return tuple(names.values())


def _words(play: Play, rows: Integers, unit: str) -> list[str]:
    """What each row's unit may be called."""
    record = play.provenance.get("dataset", "")
    match = [f"{record}\x1f{play.game.name}\x1f{label}" for label in play.labels("match").take(rows)]
    by = NAMED_BY.get(unit, "person")
    if by == "match":
        return match
    told = play.labels(by).take(rows)
    return [
        f"{record}\x1f{label}" if label.strip() else other for label, other in zip(told, match, strict=True)
    ]
