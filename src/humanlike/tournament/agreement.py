r"""How far ours agrees with print: every printed number once, and what agreeing means for it.

*exact* (rules without chance, constant answers): ours, rounded to the printed digits, is the printed number.

*drawn* (everything with chance in it): the paper ran once (T = 1), so its number is one draw. It agrees if it lies
where one further trial of ours would fall with 99 %,

.. math:: \bar x \pm t_{.995,\,T-1}\, s \sqrt{1 + 1/T},

at least from our least to our largest trial, and half of the last printed digit beyond. One in a hundred such numbers
would miss it by chance. From a single trial there is no range and no verdict.

Not counted, since agreement would be made by us or cannot be had: *constructed* (people's payoffs, made to be the
printed ones, and answers that depend on people's order of moves, which is ours), *unrecorded* (what rests on the time
stamps of files that are not public), and numbers lost from the print.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.stats import t as student

Kind = Literal["exact", "drawn", "constructed", "unrecorded"]
COVERED = 0.99  # of further trials


class PrintedCell(NamedTuple):
    """A printed number beside ours; the range is where one further trial of ours would fall, NaN if unknown."""

    table: int
    place: str  # row and column
    kind: Kind
    ours: float
    theirs: float | None  # lost from the print
    digits: int = 2  # printed after the point
    lower: float = float("nan")
    upper: float = float("nan")

    @property
    def agrees(self) -> bool | None:
        """Whether ours agrees with print; None where that is not counted."""
        if self.theirs is None or self.kind in ("constructed", "unrecorded") or np.isnan(self.ours):
            return None
        if self.kind == "exact":
            return bool(abs(_rounded(self.ours, self.digits) - self.theirs) < 1e-9)
        if np.isnan(self.lower):
            return None
        slack = 0.5 * 10.0**-self.digits + 1e-9
        return bool(self.lower - slack <= self.theirs <= self.upper + slack)

    @property
    def text(self) -> str:
        """Ours, theirs in brackets, and a mark if they differ.

        >>> PrintedCell(9, "Cournot row mean", "exact", 2.051, 2.05).text
        '2.05 (2.05)'
        >>> PrintedCell(4, "Fictitious column SD", "exact", 0.1351, 0.13).text
        '0.14 (0.13) ≠'
        """
        ours = "-" if np.isnan(self.ours) else f"{_rounded(self.ours, self.digits):.{self.digits}f}"
        theirs = "lost" if self.theirs is None else f"{self.theirs:.{self.digits}f}"
        return f"{ours} ({theirs}){' ≠' if self.agrees is False else ''}"


def _rounded(value: float, digits: int) -> float:
    """Halves up, as in print."""
    return float(np.floor(value * 10**digits + 0.5 + 1e-9) / 10**digits)


def printed_digits(theirs: float | None) -> int:
    """Scores are printed with two digits or three.

    >>> printed_digits(-0.693), printed_digits(-0.7)
    (3, 2)
    """
    return 2 if theirs is None or abs(theirs * 100 - round(theirs * 100)) < 1e-6 else 3


def range_of_a_trial(trials: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Where one further trial would fall with 99 %, at least as wide as the trials [trials] themselves are.

    >>> [round(end, 2) for end in range_of_a_trial(np.array([1.0, 2.0, 3.0]))]
    [-9.46, 13.46]
    """
    known = trials[np.isfinite(trials)]
    if len(known) < 2:
        return float("nan"), float("nan")
    reach = student.ppf((1 + COVERED) / 2, len(known) - 1) * known.std(ddof=1) * np.sqrt(1 + 1 / len(known))
    return float(min(known.mean() - reach, known.min())), float(max(known.mean() + reach, known.max()))


class Agreement(NamedTuple):
    """Printed numbers counted by what became of them."""

    printed: int
    exact: tuple[int, int]  # agree, compared
    drawn: tuple[int, int]
    constructed: int
    unrecorded: int
    unjudged: int  # lost from the print, absent from the run, or drawn in one trial only
    differ: tuple[tuple[int, int], ...]  # table, cells

    @property
    def sentence(self) -> str:
        """The whole in one line."""
        compared, agree = self.exact[1] + self.drawn[1], self.exact[0] + self.drawn[0]
        if not self.printed:
            return ""
        tables = ", ".join(f"Table {table}: {count}" for table, count in self.differ)
        told = [
            f"Of {self.printed} printed numbers {compared} can be compared: {agree} agree ({self.exact[0]} of "
            f"{self.exact[1]} without chance to the printed digit, {self.drawn[0]} of {self.drawn[1]} with chance "
            f"within the 99 % range of one trial) and {compared - agree} differ{f' ({tables})' if tables else ''}",
            f"{self.constructed} depend on the reconstruction of people's play",
            f"{self.unrecorded} rest on time stamps that are not public",
        ]
        if self.unjudged:
            told.append(f"lost from the print, or without a range: {self.unjudged}")
        return "; ".join(told) + "."


def agreement(cells: Iterable[PrintedCell]) -> Agreement:
    """Count what agrees, what differs and what cannot be compared."""
    known = list(cells)
    compared = [each for each in known if each.agrees is not None]
    rest = Counter(each.kind for each in known if each.agrees is None and each.theirs is not None)
    differ = Counter(each.table for each in compared if not each.agrees)
    left = len(known) - len(compared) - rest["constructed"] - rest["unrecorded"]
    return Agreement(
        len(known),
        _count(compared, "exact"),
        _count(compared, "drawn"),
        rest["constructed"],
        rest["unrecorded"],
        left,
        tuple(sorted(differ.items())),
    )


def _count(compared: Sequence[PrintedCell], kind: Kind) -> tuple[int, int]:
    own = [each for each in compared if each.kind == kind]
    return sum(bool(each.agrees) for each in own), len(own)
