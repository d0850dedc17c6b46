"""Scores of any simulator: variants compared pair by pair, with control variates and power, or as unrelated groups."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, BadRequest, Streams, look_up
from humanlike.naming.grammar import split_words
from humanlike.naming.score_tables import ScoreTable, find_score_table
from humanlike.statistics import (
    ComparisonMethod,
    PairedTest,
    adjusted_test,
    compare_by,
    cross_fitted,
    holm,
    one_slope,
)
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable, interval_text
from humanlike.studies.variants import VariantsResult, compare_variants

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

Floats = npt.NDArray[np.float64]
FEWEST, FEWEST_TO_ADJUST, FOLDS = 3, 5, 5
NONE = "none"


class SoughtDifference(NamedTuple):
    """What is to be found, how surely."""

    difference: float | None  # worth detecting; None: the one that was found
    alpha: float
    power: float
    means: dict[str, float]  # of variates, where they are known

    @property
    def centre(self) -> Floats:
        """The known means, [variates]."""
        return np.array(list(self.means.values()))


def compare_scores(
    source: "str | Path | pd.DataFrame",
    names: Sequence[str] = (),
    *,
    variates: str | Sequence[str] = "",
    means: str | Mapping[str, float] = "",
    difference: float | None = None,
    alpha: float = 0.05,
    power: float = 0.8,
    reach: float | None = None,
    unpaired: bool = False,
    seed: int = 1,
) -> "VariantsResult | UnpairedResult":
    """Compare variants by a table of scores (condition, variant, score, variates); none named: all of them.

    `variates` are columns to adjust by ("" all with numbers, "none"); `means` their known means, NAME=NUMBER, with
    which pairs can be adjusted too. `unpaired` reads the table as unrelated games.
    """
    asked = split_words(variates) if isinstance(variates, str) else tuple(variates)
    chosen = None if not asked else () if asked == (NONE,) else asked
    table = find_score_table(source, variates=chosen)
    table = table.among(names) if names else table
    if len(table.variants) < 2:
        raise BadRequest(
            f"Only one variant, '{table.variants[0]}', has scores: a comparison needs two. `market compare` or "
            "another run of your simulator gives more."
        )
    plan = SoughtDifference(difference, alpha, power, _known_means(means, table))
    if unpaired:
        return UnpairedResult(table, plan, tuple(_unpaired(table, plan)))
    _check_pairs(table)
    methods = _Methods(table, plan, Streams(seed)["compare scores"])
    pairs = compare_variants(
        Streams(seed)["compare scores"],
        table.variants,
        "score",
        list(table.scores),
        methods,
        methods.adjusted_pairs if plan.means else None,
        alpha=alpha,
        reach=reach,
    )
    return VariantsResult(
        table.variants, "score", pairs, difference, alpha, power, notes=tuple(_notes(table, plan)),
        more={"kind": "scores", "variates": list(table.variate_names)},
    )  # fmt: skip


def _known_means(means: str | Mapping[str, float], table: ScoreTable) -> dict[str, float]:
    """Known means of variates, from words `NAME=NUMBER` by commas."""
    if isinstance(means, Mapping):
        found = {str(name): float(value) for name, value in means.items()}
    else:
        found = {}
        for word in split_words(means):
            name, _, value = word.rpartition("=")
            try:
                found[name] = float(value)
            except ValueError:
                raise BadRequest(f"--means '{word}' is not of the form VARIATE=NUMBER.") from None
    for name, mean in found.items():
        if not np.isfinite(mean):
            raise BadRequest(f"The mean of '{name}' is {mean:g}; a known mean is a finite number.")
        look_up("variate", name, dict.fromkeys(table.variate_names))
    missing = [name for name in table.variate_names if name not in found]
    if found and missing:
        raise BadRequest(
            f"The mean of {', '.join(missing)} is missing: give all of them, or name fewer --variates."
        )
    return {name: found[name] for name in table.variate_names} if found else {}


def _check_pairs(table: ScoreTable) -> None:
    """Refuse what has no pairs, and say what can be done with it."""
    counts = {
        (table.variants[i], table.variants[j]): int(table.common(i, j).sum())
        for i, j in combinations(range(len(table.variants)), 2)
    }
    (first, second), fewest = min(counts.items(), key=lambda item: item[1])
    if len(table.conditions) == 1:
        raise BadRecord(
            f"All scores are of one condition, '{table.conditions[0]}': nothing says how the difference varies from "
            f"one to the next. Give at least {FEWEST} conditions; single games need names of their own."
        )
    if fewest == 0:
        raise BadRecord(
            f"'{first}' and '{second}' share no condition, so there are no pairs. As unrelated games they can still "
            "be compared: --unpaired, which needs more of them."
        )
    if fewest < FEWEST:
        raise BadRecord(
            f"'{first}' and '{second}' share {fewest} condition(s), and a comparison needs {FEWEST}: play more, leave "
            "one of them out by naming the others, or --unpaired."
        )


def _notes(table: ScoreTable, plan: SoughtDifference) -> Iterator[str]:
    for variant, scores in zip(table.variants, table.scores, strict=True):
        without = int(np.isnan(scores).sum())
        if without:
            yield (
                f"'{variant}' has no score in {without} of {len(table.conditions)} conditions; its pairs are those it "
                "met."
            )
    if table.set_aside:
        yield f"Left aside, since they are no numbers: {', '.join(table.set_aside)}."
    if table.variate_names and not plan.means:
        yield (
            "Adjusted: fitted on other folds, both variants to one centre. Pairs are adjusted too where the variates' "
            "means are known (--means); centred on their own mean they would only look steadier."
        )


@dataclass(frozen=True)
class _Methods:
    """What every method makes of two variants."""

    table: ScoreTable
    plan: SoughtDifference
    stream: Streams

    def __call__(self, first: int, second: int) -> tuple[ComparisonMethod, ...]:
        table, both = self.table, self.table.common(first, second)
        scores = table.scores[[first, second]][:, both].T
        variates = table.variates[both]
        apart = float(np.subtract(*scores.T).mean()) or float(
            scores.std()
        )  # what pairing found is what all look for
        plan = self.plan._replace(difference=self.plan.difference or apart)
        found = [_by(plan, "independent", scores)]
        adjustable = table.variate_names and len(scores) >= _enough(table)
        if adjustable:
            centre = variates.mean(axis=0)
            sides = [self._adjusted(column, variates, centre) for column in scores.T]
            found.append(_by(plan, "adjusted", np.column_stack(sides)))
        found.append(_by(plan, "paired", scores))
        if adjustable and self.plan.means:
            adjusted = self._adjusted(scores[:, 0] - scores[:, 1], variates, self.plan.centre)
            method = _by(plan, "paired and adjusted", np.column_stack([adjusted, np.zeros_like(adjusted)]))
            test = self.adjusted_pairs(first, second, plan.alpha)
            found.append(method._replace(difference=test.mean) if test else method)
        return tuple(found)

    def adjusted_pairs(self, first: int, second: int, alpha: float) -> PairedTest | None:
        """Whether two variants differ once known variates are taken out of their pairs; None with too few pairs."""
        both = self.table.common(first, second)
        if both.sum() < _enough(self.table):
            return None
        differences = np.subtract(*self.table.scores[[first, second]][:, both])
        return adjusted_test(differences, self.table.variates[both], self.plan.centre, alpha=alpha)

    def _adjusted(self, scores: Floats, variates: Floats, centre: Floats) -> Floats:
        return cross_fitted(self.stream["folds"], scores, variates, centre=centre, n_folds=FOLDS)


def _by(plan: SoughtDifference, name: str, scores: Floats) -> ComparisonMethod:
    return compare_by(name, scores, plan.difference or 1.0, alpha=plan.alpha, power=plan.power)


class UnrelatedGroups(NamedTuple):
    """Two variants in games that share nothing."""

    first: str
    second: str
    n_first: int
    n_second: int
    method: str  # independent, or adjusted
    difference: float
    lower: float
    upper: float
    p_value: float
    adjusted_p: float  # Holm's, over pairs of variants


def _unpaired(table: ScoreTable, plan: SoughtDifference) -> Iterator[UnrelatedGroups]:
    """Welch's test of every pair; with variates also of adjusted scores."""
    groups: dict[str, list[Floats]] = {"independent": [row[np.isfinite(row)] for row in table.scores]}
    for name, group in zip(table.variants, groups["independent"], strict=True):
        if len(group) < FEWEST:
            raise BadRecord(f"'{name}' has {len(group)} score(s); a group needs at least {FEWEST}.")
    if table.variate_names and min(map(len, groups["independent"])) >= _enough(table):
        groups["adjusted"] = list(_adjusted_groups(table, plan))
    numbers = list(combinations(range(len(table.variants)), 2))
    for method, scores in groups.items():
        tests = [_welch(scores[i], scores[j], plan.alpha / len(numbers)) for i, j in numbers]
        adjusted = holm([test[-1] for test in tests])
        for (i, j), test, p_value in zip(numbers, tests, adjusted, strict=True):
            sizes = len(scores[i]), len(scores[j])
            yield UnrelatedGroups(table.variants[i], table.variants[j], *sizes, method, *test, float(p_value))


def _adjusted_groups(table: ScoreTable, plan: SoughtDifference) -> Iterator[Floats]:
    """Scores without what variates explain, fitted on other folds; of unknown mean, by one slope for all variants."""
    stream = Streams(1)["compare scores"]["folds"]
    groups = [(row[np.isfinite(row)], table.variates[np.isfinite(row)]) for row in table.scores]
    if not plan.means:
        yield from one_slope(stream, groups, n_folds=FOLDS)
        return
    for scores, variates in groups:
        yield cross_fitted(stream, scores, variates, centre=plan.centre, n_folds=FOLDS)


def _enough(table: ScoreTable) -> int:
    """Games of a variant from which on coefficients are fitted."""
    return max(FEWEST_TO_ADJUST, 2 * (len(table.variate_names) + 2))


def _welch(first: Floats, second: Floats, alpha: float) -> tuple[float, float, float, float]:
    from scipy.stats import ttest_ind

    if np.ptp(first) == 0 and np.ptp(second) == 0:
        raise BadRecord("Neither group of scores varies: without variance there is nothing to test.")
    test = ttest_ind(first, second, equal_var=False)
    reach = test.confidence_interval(1 - alpha)
    return float(first.mean() - second.mean()), float(reach.low), float(reach.high), float(test.pvalue)


@dataclass(frozen=True, eq=False, repr=False)
class UnpairedResult(Result):
    """Variants in unrelated games."""

    table: ScoreTable
    plan: SoughtDifference
    groups: tuple[UnrelatedGroups, ...]

    def headline(self) -> str:
        """Who is ahead, by the last method (adjusted, if there are variates)."""
        best = self.groups[-1].method
        told = [
            f"{each.first if each.difference > 0 else each.second} is ahead of "
            f"{each.second if each.difference > 0 else each.first}"
            for each in self.groups
            if each.method == best and each.adjusted_p <= self.plan.alpha
        ]
        return f"{'; '.join(told) or 'Nobody is told apart'}: unrelated games, {best}, Welch's test, Holm over pairs"

    def document(self) -> dict[str, Any]:
        """Every pair of variants by every method."""
        return {
            "kind": "scores",
            "paired": False,
            "variants": list(self.table.variants),
            "variates": list(self.table.variate_names),
            "groups": [each._asdict() for each in self.groups],
        }

    def frame(self) -> "pd.DataFrame":
        """A row for each pair of variants and method."""
        import pandas as pd

        return pd.DataFrame([each._asdict() for each in self.groups])

    def story(self) -> Iterator[Part]:
        """The verdict, then every pair of variants."""
        yield self.headline()
        yield StoryTable(
            "score, first minus second, unrelated games",
            ["first", "second", "games of first", "games of second", "method", "difference", "p", "p of all"],
            [
                [
                    *each[:5],
                    interval_text(each.difference, each.lower, each.upper),
                    each.p_value,
                    each.adjusted_p,
                ]
                for each in self.groups
            ],
        )
        yield "Pairs under the same conditions would need fewer games: give both variants the same conditions."

    def plot(self) -> "Figure":
        """Every pair's difference."""
        from humanlike.figures.comparison import draw_pairs

        shown = [each for each in self.groups if each.method == self.groups[-1].method]
        return draw_pairs(
            [(each.first, each.second) for each in shown],
            np.array([each.difference for each in shown]),
            np.array([[each.lower, each.upper] for each in shown]),
            measure="score",
            finding=self.headline().partition(":")[0],
        )
