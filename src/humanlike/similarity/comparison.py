r"""Two bodies of play compared: a distance, what it is without its bias, and what the same population would give.

Every table of counts, scaled to 1, is a distribution; a metric's distance adds the divergences of its tables,
as they are or by the share of cases they hold (mean of the shares in the two bodies). Beside the distance:

- the *corrected* distance and its interval (`corrected`), which decide: half a case more in every cell, without the
  bias of few cases, in Jensen-Shannon where cells are too rare for Kullback-Leibler;
- p of "same population": how often units relabelled at random are at least as far apart, with Holm's correction over
  the metrics of one comparison. It is at most .05 exactly where the interval leaves out 0;
- the *baseline*: the mean plain distance between random halves of the first body. Halves are smaller than wholes,
  so it errs on the large side.

Units are persons, matches or whatever `independence` finds to be independent, never rounds.

References
----------
Davison & Hinkley (1997), Bootstrap Methods and their Application, chapter 5.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import comb, prod
from typing import Any

import numpy as np

from humanlike.core import AUTO, BadRequest, Streams, look_up
from humanlike.similarity.blocks import Counted, UnitBlock
from humanlike.similarity.bodies import longest_rounds, matched
from humanlike.similarity.corrected import Pair, correct, divergence_for, p_value, together
from humanlike.similarity.divergences import DEFAULT_DIVERGENCE, DEFAULT_FLOOR, DIVERGENCES
from humanlike.similarity.independence import Footing, Independence, everything_together, find_independence
from humanlike.similarity.metric import Floats, Metric, Tally
from humanlike.similarity.sums import pooled, table_distances, too_thin, totals, usable_tables
from humanlike.statistics import holm
from humanlike.work import ALONE, Effort

RESAMPLED = 8e-8  # seconds of one core a unit, resample and metric, roughly
SURE = 0.05


@dataclass(frozen=True)
class DistancePart:
    """What one table (an offer, a history, a block of rounds) adds to a distance."""

    stratum: str
    table: str
    distance: float
    cases: tuple[int, int]


@dataclass(frozen=True)
class Likeness:
    """How far two bodies are apart in one metric; without a distance, `notes` says why."""

    name: str
    title: str
    time_dependent: bool
    footing: Footing
    distance: float | None = None  # the plain estimate: 0 for a body with itself, too large for two
    corrected: float | None = None
    interval: tuple[float, float] | None = None  # 95 %, of the corrected distance
    corrected_divergence: str = ""
    relabelled: float | None = None  # corrected, what 95 % of bodies of one population stay below
    same_population_baseline: float | None = None
    baseline_upper: float | None = None  # 95 % of random halves are nearer than this
    p_value: float | None = None
    p_value_holm: float | None = None
    p_at_floor: bool = False  # no smaller p can be shown with so many resamples
    other_divergences: Mapping[str, float | None] = field(default_factory=dict)
    parts: tuple[DistancePart, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """What the interval and the test say together."""
        if self.p_value is None or self.p_value_holm is None:
            return "not tested"
        if self.p_value_holm <= SURE:
            return "told apart"
        return "apart if taken alone" if self.p_value <= SURE else "not told apart"


@dataclass(frozen=True)
class DistanceMethod:
    """How distances are taken; printed with every result.

    `corrected` names the divergence of corrected distances; without it, that of the plain ones, or Jensen-Shannon where
    cells are too rare for Kullback-Leibler. `unit` is what is taken as independent.
    """

    divergence: str = DEFAULT_DIVERGENCE
    floor: float = DEFAULT_FLOOR
    n_resamples: int = 500
    unit: str = AUTO
    corrected: str = ""


def compare_bodies(
    stream: Streams,
    first: Sequence[Any],
    second: Sequence[Any],
    metrics: Sequence[Metric],
    method: DistanceMethod | None = None,
    *,
    effort: Effort = ALONE,
    stage: str = "metrics",
) -> list[Likeness]:
    """All metrics on two bodies of play (lists of OfferTables, or of Plays); `first` gives the baseline.

    Each metric is a piece of work of the `stage`.
    """
    method = method or DistanceMethod()
    for divergence in filter(None, (method.divergence, method.corrected)):
        look_up("divergence", divergence, DIVERGENCES)
    if not metrics:
        raise BadRequest("No metric was asked for.")
    first, second = matched(first, second)
    rounds = longest_rounds(first, second)
    who = find_independence(first, second, method.unit)
    seconds = len(metrics) * method.n_resamples * (who.first.n_units + who.second.n_units) * RESAMPLED
    results = effort.worthwhile(seconds).carry_out(
        stage, compare_in_metric, metrics, shared=(stream, first, second, rounds, who, method)
    )
    tested = {index: result.p_value for index, result in enumerate(results) if result.p_value is not None}
    for index, value in zip(tested, holm(list(tested.values())), strict=True):
        results[index] = replace(results[index], p_value_holm=float(value))
    return results


def compare_in_metric(
    stream: Streams,
    first: Sequence[Any],
    second: Sequence[Any],
    rounds: dict[str, int],
    who: Independence,
    method: DistanceMethod,
    metric: Metric,
) -> Likeness:
    """One metric on two matched bodies, before Holm's correction."""
    return _compare_one(
        stream[metric.name], Counted.of(metric, first, second, rounds, who), who.footing, method
    )


def distance(
    first: Sequence[Any], second: Sequence[Any], metric: Metric, method: DistanceMethod | None = None
) -> float:
    """The plain distance of two bodies in one metric; NaN where too few cases leave none."""
    method = method or DistanceMethod()
    first, second = matched(first, second)
    rounds = longest_rounds(first, second)
    a, b = (metric.count(body, rounds, everything_together(body)) for body in (first, second))
    sums = totals(metric, a), totals(metric, b)
    usable = usable_tables(metric, *sums)
    if too_thin(metric, usable):
        return float("nan")
    return float(table_distances(metric, method.divergence, method.floor, a, *sums, usable).sum())


def distance_of_counts(metric: Metric, first: Floats, second: Floats, method: DistanceMethod) -> float:
    """The distance of two bodies given as counts [tables, cells] without an order of cells; NaN if there is none."""
    usable = usable_tables(metric, [first], [second])
    if too_thin(metric, usable):
        return float("nan")
    plain = Tally("all", first[None], ("",) * len(first), ("",) * first.shape[1])
    return float(
        table_distances(metric, method.divergence, method.floor, [plain], [first], [second], usable).sum()
    )


@dataclass(frozen=True, eq=False)
class Distributions:
    """What a metric sees in one body: a distribution for each table."""

    stratum: str
    tables: tuple[str, ...]
    cells: tuple[str, ...]
    probabilities: Floats  # [tables, cells]; NaN where a table has no cases
    cases: Floats  # [tables]


def distributions(body: Sequence[Any], metric: Metric) -> list[Distributions]:
    """The distributions behind a metric, one entry a stratum (a single one if the metric pools)."""
    body, _ = matched(body, body)
    tallies = metric.count(body, longest_rounds(body, body), everything_together(body))
    result = []
    for tally, sums in zip(tallies, totals(metric, tallies), strict=False):
        cases = sums.sum(axis=-1)
        shares = np.where(cases[:, None] > 0, sums / np.maximum(cases, 1e-300)[:, None], np.nan)
        stratum = "all" if metric.pooled else tally.stratum
        result.append(Distributions(stratum, tally.tables, tally.cells, shares, cases))
    return result


def _compare_one(stream: Streams, counted: Counted, footing: Footing, method: DistanceMethod) -> Likeness:
    metric, a, b = counted.metric, counted.first, counted.second
    sums = totals(metric, a), totals(metric, b)
    usable = usable_tables(metric, *sums)
    names = [(tally.stratum, table) for tally in (a[:1] if metric.pooled else a) for table in tally.tables]
    cases = [np.concatenate([each.sum(axis=-1) for each in side]) for side in sums]
    apart = table_distances(metric, method.divergence, method.floor, a, *sums, usable)
    used = np.concatenate(usable)
    parts = tuple(
        DistancePart(
            "all" if metric.pooled else stratum, table, float(value), (round(float(x)), round(float(y)))
        )
        for (stratum, table), value, x, y, use in zip(names, apart, *cases, used, strict=True)
        if use
    )
    notes = _thin_notes(metric, names, cases, used, apart)
    result = Likeness(metric.name, metric.title, metric.time_dependent, footing, parts=parts, notes=notes)
    if too_thin(metric, usable):
        return result
    pair = Pair.of(metric, _corrected_in(counted, usable, method), a, *sums, usable)
    result = replace(
        result,
        distance=float(apart.sum()),
        corrected_divergence=pair.divergence,
        other_divergences={
            name: float(table_distances(metric, name, method.floor, a, *sums, usable).sum())
            for name in DIVERGENCES
            if name != method.divergence
        },
        notes=(*notes, *_unit_notes(counted.blocks)),
    )
    result = _with_baseline(stream["halves"], result, counted, usable, method)
    return _with_test(stream, result, counted, pair, usable, method)


def _corrected_in(counted: Counted, usable: list[Any], method: DistanceMethod) -> str:
    """The divergence of the corrected distance."""
    if method.corrected:
        return method.corrected
    one, other = (
        pooled(counted.metric, [(tally.counts > 0).sum(axis=0) for tally in side])
        for side in (counted.first, counted.second)
    )
    return divergence_for(method.divergence, (one, other), usable)


def _with_baseline(
    stream: Streams, result: Likeness, counted: Counted, usable: list[Any], method: DistanceMethod
) -> Likeness:
    """What random halves of the first body give."""
    if result.footing.n_units[0] < 2:
        return result
    dealt = counted.halves(stream, method.n_resamples)
    parts = table_distances(counted.metric, method.divergence, method.floor, counted.first, *dealt, usable)
    apart = parts.sum(axis=-1)
    return replace(
        result, same_population_baseline=float(apart.mean()), baseline_upper=float(np.quantile(apart, 0.95))
    )


def _with_test(
    stream: Streams, result: Likeness, counted: Counted, pair: Pair, usable: list[Any], method: DistanceMethod
) -> Likeness:
    """The corrected distance, its interval and p, as far as there are units."""
    times, fewest = method.n_resamples, min(result.footing.n_units)
    if max(result.footing.n_units) < 2:
        return result
    random = None
    if counted.relabels or fewest < 2:
        random = pair.statistic(
            *(together(sums, usable) for sums in counted.relabelled(stream["labels"], times))
        )
    if fewest < 2 and random is not None:
        p = p_value(float(pair.statistic(pair.first, pair.second)), random)
        return replace(result, p_value=p, p_at_floor=_at_floor(p, times))
    one, other = (
        together(counted.deviations(stream["redrawn"], side, times), usable) for side in ("first", "second")
    )
    found = correct(pair, (one, other), random, fewest, SURE)
    return replace(
        result,
        corrected=found.value,
        interval=found.interval,
        relabelled=found.relabelled,
        p_value=found.p_value,
        p_at_floor=_at_floor(found.p_value, times),
    )


def _at_floor(p: float, times: int) -> bool:
    return p <= (1 + 1e-9) / (1 + times)


def _unit_notes(blocks: Sequence[UnitBlock]) -> tuple[str, ...]:
    """What few units leave unknown."""
    sizes = [sum(len(block.first) for block in blocks), sum(len(block.second) for block in blocks)]
    if max(sizes) < 2:
        return ("one unit in each body: there is a distance, but no interval and no test.",)
    if min(sizes) < 2:
        return (
            f"a body of one unit has no interval; p says how unusual that unit is among the {max(sizes)} of the other.",
        )
    notes = []
    alone = [block.name for block in blocks if min(len(block.first), len(block.second)) < 2]
    if alone:
        notes.append(
            f"one unit in a body of {', '.join(alone)}: how much units differ there is taken as nothing."
        )
    if sum(sizes) >= 1 / SURE:
        return tuple(notes)
    ways = prod(comb(len(block.first) + len(block.second), len(block.first)) for block in blocks)
    if ways < 1 / SURE:
        notes.append(
            f"{sizes[0]} and {sizes[1]} units can be dealt out in {ways} ways only: p cannot be below {1 / ways:.2g}."
        )
    return tuple(notes)


def _thin_notes(
    metric: Metric, names: list[tuple[str, str]], cases: list[Floats], used: Any, apart: Floats
) -> tuple[str, ...]:
    """What could not be compared, in a sentence."""
    thin = [
        (table, round(float(x)), round(float(y)))
        for (_, table), x, y, use in zip(names, *cases, used, strict=True)
        if not use and (metric.complete or x + y > 0)
    ]
    if not thin:
        return ()
    shown = "; ".join(f"{table}: {x} and {y} cases" for table, x, y in thin[:6])
    more = f" and {len(thin) - 6} more" if len(thin) > 6 else ""
    if metric.complete:
        verdict = f"no distance: at least {metric.least_cases} cases are needed in both bodies everywhere"
        rest = (
            f"the {int(np.sum(used))} others add up to {float(np.sum(apart)):.4g}"
            if np.any(used)
            else "nothing is left"
        )
        return (f"{verdict}, but {shown}{more}; {rest}.",)
    share = sum(x + y for _, x, y in thin) / max(sum(float(each.sum()) for each in cases), 1.0)
    return (f"left out, because one body has too few cases ({share:.1%} of all cases): {shown}{more}.",)
