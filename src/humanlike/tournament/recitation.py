"""What an audit of memorisation says: whether a detector tells people, or tells plays that it knows.

For every detector P(human) of the people as they are is laid beside that of the same people with a few moves changed,
of their matches put together from halves, and of people nobody has published. The drop has a t-interval over plays
(paired, or Welch's for other people). Somebody recites if the whole interval, widened for all detectors and kinds at
once (Bonferroni), lies above a quarter: those who judge by how people play may lose something, not that. For people
never published it must lie above a half, and the words are weaker: other people may really play otherwise.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from humanlike.scoring import verdict_score

AS_THEY_ARE, CHANGED, SPLICED, UNPUBLISHED = "as they are", "changed", "spliced", "unpublished"
LARGE: Final = {CHANGED: 0.25, SPLICED: 0.25, UNPUBLISHED: 0.5}  # from which a drop is told
WORDS: Final = {
    CHANGED: "of the same people with one move in fifty changed",
    SPLICED: "of the same people's halves put together",
    UNPUBLISHED: "of people nobody has published",
}
FEWEST: Final = 5  # plays to be sure of anything


class Kind(NamedTuple):
    """A detector's answers to one kind of plays."""

    kind: str
    plays: int
    probability: float  # mean P(human)
    score: float  # mean logarithmic score
    drop: float  # of P(human), from people as they are
    lower: float
    upper: float


class Audited(NamedTuple):
    """What the audit says of one detector."""

    detector: str
    kinds: tuple[Kind, ...]
    verdict: str  # empty: nothing to say

    @property
    def document(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "detector": self.detector,
            "verdict": self.verdict,
            "kinds": [{key: _finite(value) for key, value in each._asdict().items()} for each in self.kinds],
        }


def audited(table: pd.DataFrame, detectors: Sequence[str], confidence: float) -> list[Audited]:
    """The audit of every detector that was asked."""
    answered = table[table["mark"] == ""]
    alpha = (1 - confidence) / (max(len(detectors), 1) * len(LARGE))
    return [
        _audited(name, answered[answered["detector"] == name], alpha)
        for name in detectors
        if (answered["detector"] == name).any()
    ]


def told(audit: Sequence[Audited]) -> list[str]:
    """A sentence for each detector that recites."""
    return [f"{each.detector} {each.verdict}" for each in audit if each.verdict]


def _audited(name: str, own: pd.DataFrame, alpha: float) -> Audited:
    by_kind = {
        str(kind): each.set_index(["game", "number"])["probability"] for kind, each in own.groupby("kind")
    }
    before = by_kind.get(AS_THEY_ARE, pd.Series(dtype=float))
    kinds = tuple(
        _kind(kind, before, by_kind[kind], alpha) for kind in (AS_THEY_ARE, *LARGE) if kind in by_kind
    )
    return Audited(name, kinds, _verdict({each.kind: each for each in kinds}))


def _kind(kind: str, before: pd.Series, after: pd.Series, alpha: float) -> Kind:
    chances = after.to_numpy(dtype=float)
    score = float(verdict_score(chances, np.ones(len(chances), dtype=bool)).mean())
    interval = (np.nan, np.nan, np.nan) if kind == AS_THEY_ARE else _drop(kind, before, after, alpha)
    return Kind(kind, len(chances), float(chances.mean()), score, *interval)


def _drop(kind: str, before: pd.Series, after: pd.Series, alpha: float) -> tuple[float, float, float]:
    """Mean and interval of how much less human they are called."""
    if kind == UNPUBLISHED:
        first, second = before.to_numpy(dtype=float), after.to_numpy(dtype=float)
    else:
        common = before.index.intersection(after.index)
        first = before[common].to_numpy(dtype=float) - after[common].to_numpy(dtype=float)
        second = np.zeros(0)
    mean = float(first.mean() - (second.mean() if len(second) else 0)) if len(first) else np.nan
    parts = [each for each in (first, second) if each is first or kind == UNPUBLISHED]
    if min(map(len, parts)) < FEWEST:
        return mean, -np.inf, np.inf
    squares = np.array([each.var(ddof=1) / len(each) for each in parts])
    freedom = np.array([len(each) - 1 for each in parts])
    if squares.sum() == 0:
        return mean, mean, mean
    degrees = squares.sum() ** 2 / (squares**2 / freedom).sum()
    reach = float(stats.t.ppf(1 - alpha / 2, degrees) * np.sqrt(squares.sum()))
    return mean, mean - reach, mean + reach


def _verdict(kinds: dict[str, Kind]) -> str:
    """In words, if anything is shown."""
    shown = [kinds[kind] for kind in LARGE if kind in kinds and kinds[kind].lower > LARGE[kind]]
    if not shown:
        return ""
    verb = "recites" if shown[0].kind != UNPUBLISHED else "may recite, or these people are others"
    parts = [f"{_two_digits(each.probability)} {WORDS[each.kind]}" for each in shown]
    return f"{verb}: {_two_digits(kinds[AS_THEY_ARE].probability)} of people as they are, {', '.join(parts)}."


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not np.isfinite(value) else value


def _two_digits(probability: float) -> str:
    return f"{probability:.2f}".removeprefix("0")
