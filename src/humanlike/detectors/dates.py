"""Dates: people's data carry another time stamp than machines'. The leak test of a tournament.

The plays are split into two groups by their stamps (`Play.provenance["stamp"]`), and those of the smaller
group are human with probability .8, the others with .2. In a fair tournament all plays carry one stamp: the
answer is one half and earns nothing. The two groups are divided by the widest gap between stamps that are
numbers or dates, else by "as most others" against the rest; groups of equal size tell nothing.
Arifovic, McKelvey & Pevnitskaya (2006), section 3.2 and note 13; .8 and .2 follow from Table 14.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Play
from humanlike.detectors.detector import Detector, Floats


class Answers(NamedTuple):
    """P(human) in the smaller and in the larger group."""

    smaller: float = 0.8
    larger: float = 0.2


def judge(answers: Answers, model: None, game: Game, plays: Sequence[Play]) -> Floats:
    """High for the smaller group of stamps, one half if there are not two groups of unequal size."""
    later = _later_group([str(play.provenance.get("stamp", "")) for play in plays])
    if 2 * later.sum() == len(plays) or later.all() or not later.any():
        return np.full(len(plays), 0.5)
    smaller = later if 2 * later.sum() < len(plays) else ~later
    return np.where(smaller, answers.smaller, answers.larger)


def _later_group(stamps: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Two groups of stamps."""
    times = [_time(stamp) for stamp in stamps]
    known = [time for time in times if time is not None]
    if len(known) < len(times):
        common = max(sorted(set(stamps)), key=stamps.count, default="")
        return np.array([stamp != common for stamp in stamps], dtype=np.bool_)
    values = np.array(known, dtype=np.float64)
    levels = np.unique(values)
    if len(levels) < 2:
        return np.zeros(len(values), dtype=np.bool_)
    last_before_gap = float(levels[np.diff(levels).argmax()])
    return np.asarray(values > last_before_gap)


def _time(stamp: str) -> float | None:
    """A stamp as a number, if it is a finite number or a date."""
    try:
        value = float(stamp)
    except ValueError:
        try:
            date = datetime.fromisoformat(stamp)
        except ValueError:
            return None
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
    return value if np.isfinite(value) else None


DETECTOR = Detector(
    "dates",
    partial(judge, Answers()),
    looks_at="the whole set",
    description="the smaller group of time stamps is human (leak test)",
)
