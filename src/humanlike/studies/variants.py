"""Several variants under the same conditions: every pair compared, all claims together at one level.

With m pairs, p-values are Holm's; intervals and the looks after every pair are each made at alpha / m, so that all of
them hold together with probability 1 - alpha.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, Streams
from humanlike.statistics import (
    ComparisonMethod,
    PairedTest,
    compare_paired,
    compare_sequentially,
    holm,
    needs_by_difference,
    paired_test,
)
from humanlike.studies.pairs import RivalPairs
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable, games_text, interval_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

Floats = npt.NDArray[np.float64]
Methods = Callable[[int, int], tuple[ComparisonMethod, ...]]  # of two variants, by number
AdjustedTest = Callable[
    [int, int, float], PairedTest | None
]  # of their pairs, adjusted; by number, at a level


class VariantPair(NamedTuple):
    """Two of several variants."""

    rivals: RivalPairs  # looks at the level of all pairs together
    methods: tuple[ComparisonMethod, ...]
    lower: float  # all pairs' intervals hold together
    upper: float
    adjusted_p: float  # Holm's, over all pairs
    adjusted: PairedTest | None = (
        None  # the pairs without what variates explain; its interval too holds with the others
    )
    adjusted_p_of_all: float | None = None

    @property
    def paired(self) -> ComparisonMethod:
        """What pairing sees and needs."""
        return next(method for method in self.methods if method.name == "paired")

    def document(self) -> dict[str, Any]:
        """One pair: its comparison, what holds for all pairs together, every method, the looks."""
        first, second = self.rivals.names
        return {
            "first": first,
            "second": second,
            **self.rivals.comparison._asdict(),
            "simultaneous_lower": self.lower,
            "simultaneous_upper": self.upper,
            "adjusted_p": self.adjusted_p,
            "methods": [method._asdict() for method in self.methods],
            "paired_and_adjusted": (
                {**self.adjusted._asdict(), "adjusted_p": self.adjusted_p_of_all} if self.adjusted else None
            ),
            "decided_after": self.rivals.sequential.decided_after,
            "winner": self.rivals.winner,
            "rests_on": self.rivals.assumption,
        }


@dataclass(frozen=True, eq=False, repr=False)
class VariantsResult(Result):
    """Every pair of several variants; `fresh` are the same pairs with noise of their own for each variant."""

    names: tuple[str, ...]
    measure: str
    pairs: tuple[VariantPair, ...]
    difference: float | None  # worth detecting; None: the one that was found
    alpha: float
    power: float
    fresh: tuple[VariantPair, ...] = ()
    notes: tuple[str, ...] = ()
    more: dict[str, Any] = field(default_factory=dict)  # what the study adds to the document

    def ahead_of(self, name: str) -> list[str]:
        """Whom a variant is found to be ahead of, all claims holding together."""
        found = []
        for pair in self.pairs:
            if name in pair.rivals.names and pair.adjusted_p <= self.alpha:
                first, second = pair.rivals.names
                winner, loser = (first, second) if pair.rivals.comparison.difference > 0 else (second, first)
                found += [loser] if winner == name else []
        return found

    @property
    def worth(self) -> str:
        """The difference that games are counted for, in words."""
        return "the difference found" if self.difference is None else f"{self.difference:g}"

    def headline(self) -> str:
        """Who is ahead of all others, if anybody."""
        claims = {name: self.ahead_of(name) for name in self.names}
        how = (
            f"{self.measure}, {len(self.pairs)} pairs of variants, all claims together at {self.alpha:g} (Holm)"
            if len(self.pairs) > 1
            else f"{self.measure}, {self.pairs[0].rivals.comparison.n} pairs"
        )
        for name, behind in claims.items():
            if len(behind) == len(self.names) - 1:
                return f"{name} is ahead of {' and of '.join(behind)}: {how}"
        some = [f"{name} is ahead of {' and of '.join(behind)}" for name, behind in claims.items() if behind]
        who = "no variant is ahead of all others" if len(self.names) > 2 else "they are not told apart"
        return f"{'; '.join([who, *some]).capitalize() if not some else '; '.join([*some, who])}: {how}"

    def document(self) -> dict[str, Any]:
        """Every pair; those with fresh noise beside them if they were played."""
        return {
            "variants": list(self.names),
            "measure": self.measure,
            "alpha": self.alpha,
            "pairs": [pair.document() for pair in self.pairs],
            "fresh": [pair.document() for pair in self.fresh],
            "notes": list(self.notes),
            **self.more,
        }

    def frame(self) -> "pd.DataFrame":
        """A row for each pair of variants."""
        import pandas as pd

        columns = [
            "first",
            "second",
            "n",
            "difference",
            "simultaneous_lower",
            "simultaneous_upper",
            "adjusted_p",
        ]
        return pd.DataFrame([pair.document() for pair in self.pairs])[columns]

    def story(self) -> Iterator[Part]:
        """The verdict, every pair, every method, the notes."""
        yield self.headline()
        yield StoryTable(
            f"{self.measure}, first minus second",
            ["first", "second", "pairs", "difference", "p", "p of all", "looking after every pair"],
            [
                [
                    *pair.rivals.names,
                    pair.rivals.comparison.n,
                    interval_text(pair.rivals.comparison.difference, pair.lower, pair.upper),
                    pair.rivals.comparison.paired_p,
                    pair.adjusted_p,
                    pair.rivals.looks,
                ]
                for pair in self.pairs
            ],
        )
        yield StoryTable(
            f"Spread of a difference, and games each to find {self.worth}",
            ["first", "second", "method", "difference", "sd", "sd from", "sd to", "games"],
            [
                [*pair.rivals.names, *method[:-1], method.needed or games_text(None)]
                for pair in self.pairs
                for method in pair.methods
            ],
        )
        adjusted = [(pair.rivals.names, pair.adjusted, pair.adjusted_p_of_all) for pair in self.pairs]
        rows = [
            [*names, interval_text(test.mean, test.lower, test.upper), test.p_value, p_of_all]
            for names, test, p_of_all in adjusted
            if test is not None
        ]
        if rows:
            yield StoryTable(
                "Paired and adjusted, first minus second",
                ["first", "second", "difference", "p", "p of all"],
                rows,
            )
        if self.fresh:
            yield noise_table(list(zip(self.pairs, self.fresh, strict=True)), self.worth)
        if self.pairs:
            yield f"{self.pairs[0].rivals.assumption}"
        yield from self.notes

    def plot(self) -> "Figure":
        """Every pair's difference with the interval that holds for all; of a single pair every difference."""
        from humanlike.figures.comparison import draw_pairs

        if len(self.pairs) == 1:
            return self.pairs[0].rivals.plot()
        return draw_pairs(
            [pair.rivals.names for pair in self.pairs],
            np.array([pair.rivals.comparison.difference for pair in self.pairs]),
            np.array([[pair.lower, pair.upper] for pair in self.pairs]),
            measure=self.measure,
            finding=self.headline().partition(":")[0],
        )

    def plots(self) -> "dict[str, Figure]":
        """All pairs, and of the first two variants what each method needs."""
        from humanlike.figures.market import draw_games_needed

        unit = self.difference or abs(self.pairs[0].rivals.comparison.difference) or self.pairs[0].paired.sd
        needs = needs_by_difference(self.pairs[0].methods, alpha=self.alpha, power=self.power, unit=unit)
        drawn = draw_games_needed(*needs, alpha=self.alpha, power=self.power, unit=self.measure)
        return {"pairs": self.plot(), "games_needed": drawn}


def noise_table(pairs: Sequence[tuple[VariantPair, VariantPair]], worth: str) -> StoryTable:
    """Pairs that share the agents' noise beside pairs that do not."""
    rows = []
    for shared, fresh in pairs:
        rows += [
            [*pair.rivals.names, noise, pair.paired.difference, pair.paired.sd, pair.paired.sd_lower,
             pair.paired.sd_upper, pair.paired.needed or games_text(None)]
            for noise, pair in (("shared", shared), ("fresh", fresh))
        ]  # fmt: skip
    return StoryTable(
        "Agents' own noise between the games of a pair",
        ["first", "second", "noise", "difference", "sd", "sd from", "sd to", f"pairs for {worth}"],
        rows,
    )


def compare_variants(
    stream: Streams,
    names: Sequence[str],
    measure: str,
    scores: Sequence[Floats],
    methods: Methods,
    adjusted_test: AdjustedTest | None = None,
    *,
    alpha: float,
    reach: float | None = None,
) -> tuple[VariantPair, ...]:
    """Every pair of variants; `scores` [variants][conditions], NaN where a variant did not meet a condition."""
    numbers = list(combinations(range(len(names)), 2))
    rivals = [
        _rivals(
            stream, (names[i], names[j]), measure, (scores[i], scores[j]), alpha, alpha / len(numbers), reach
        )
        for i, j in numbers
    ]
    adjusted = holm([each.comparison.paired_p for each in rivals])
    found = []
    for (i, j), both, p_value in zip(numbers, rivals, adjusted, strict=True):
        test = paired_test(both.first, both.second, alpha=alpha / len(numbers))
        without = adjusted_test(i, j, alpha / len(numbers)) if adjusted_test else None
        found.append(VariantPair(both, methods(i, j), test.lower, test.upper, float(p_value), without))
    return _with_holm(found)


def _with_holm(pairs: Sequence[VariantPair]) -> tuple[VariantPair, ...]:
    """The pairs with the p-values of adjusted pairs corrected for the number of them."""
    tests = [pair.adjusted for pair in pairs if pair.adjusted is not None]
    if not tests:
        return tuple(pairs)
    known = iter(holm([test.p_value for test in tests]))
    return tuple(
        pair if pair.adjusted is None else pair._replace(adjusted_p_of_all=float(next(known)))
        for pair in pairs
    )


def _rivals(
    stream: Streams,
    names: tuple[str, str],
    measure: str,
    scores: tuple[Floats, Floats],
    alpha: float,
    alpha_of_looks: float,
    reach: float | None,
) -> RivalPairs:
    both = np.isfinite(scores[0]) & np.isfinite(scores[1])
    first, second = scores[0][both], scores[1][both]
    try:
        comparison = compare_paired(stream, first, second, alpha=alpha)
        looks = compare_sequentially(first, second, alpha=alpha_of_looks, reach=reach)
    except BadRecord as error:
        raise BadRecord(f"{names[0]} and {names[1]}: {error}") from error
    return RivalPairs(names, measure, first, second, comparison, looks)
