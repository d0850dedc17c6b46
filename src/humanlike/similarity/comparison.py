r"""Two bodies of play compared: a distance, its interval, and what the same population would give.

Every table of counts, scaled to 1, is a distribution; a metric's distance adds the divergences of its tables,
as they are or by the share of cases they hold (mean of the shares in the two bodies). Beside the distance:

- an *interval*: independent units are redrawn in both bodies; a distance estimated from few cases is too
  large, and twice so when redrawn, so the interval is turned round the estimate (the "basic" bootstrap,
  :math:`[2d - d^*_{97.5\%}, 2d - d^*_{2.5\%}]`, not below 0);
- the *baseline*: the mean distance between random halves of the first body. Halves are smaller than wholes,
  so it errs on the large side;
- a *permutation test* of "same population": how often units relabelled at random within their stratum are at
  least as far apart. Holm's correction over the metrics of one comparison is given too, and how far apart the
  relabelled bodies are, which are as large as the two: only these belong beside the distance and its p.

References
----------
Davison & Hinkley (1997), Bootstrap Methods and their Application, chapter 5.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from humanlike.core import BadRequest, Streams, look_up
from humanlike.similarity.bodies import count_units, longest_rounds, matched, repeated_people
from humanlike.similarity.divergences import DEFAULT_DIVERGENCE, DEFAULT_FLOOR, DIVERGENCES
from humanlike.similarity.metric import Floats, Metric, Tally
from humanlike.statistics import dealt_sums, holm, redrawn_sums
from humanlike.work import ALONE, Effort

RESAMPLED = 5e-8  # seconds of one core a unit, resample and metric, roughly


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
    distance: float | None
    interval: tuple[float, float] | None
    same_population_baseline: float | None
    baseline_upper: float | None  # 95 % of random halves are nearer than this
    relabelled: (
        tuple[float, float] | None
    )  # units dealt out at random: mean distance, and what 95 % stay below
    p_value: float | None
    p_value_holm: float | None
    other_divergences: dict[str, float | None]
    parts: tuple[DistancePart, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class DistanceMethod:
    """How distances are taken; printed with every result."""

    divergence: str = DEFAULT_DIVERGENCE
    floor: float = DEFAULT_FLOOR
    n_resamples: int = 500
    coverage: float = 0.95


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
    look_up("divergence", method.divergence, DIVERGENCES)
    if not metrics:
        raise BadRequest("No metric was asked for.")
    first, second = matched(first, second)
    rounds = longest_rounds(first, second)
    caution = repeated_people(first, second)
    seconds = len(metrics) * method.n_resamples * count_units(first, second) * RESAMPLED
    results = effort.worthwhile(seconds).carry_out(
        stage, compare_in_metric, metrics, shared=(stream, first, second, rounds, method)
    )
    tested = {index: result.p_value for index, result in enumerate(results) if result.p_value is not None}
    for index, value in zip(tested, holm(list(tested.values())), strict=True):
        results[index] = replace(results[index], p_value_holm=float(value))
    if caution:
        results = [replace(result, notes=(*result.notes, caution)) for result in results]
    return results


def compare_in_metric(
    stream: Streams,
    first: Sequence[Any],
    second: Sequence[Any],
    rounds: dict[str, int],
    method: DistanceMethod,
    metric: Metric,
) -> Likeness:
    """One metric on two matched bodies, before Holm's correction."""
    one, other = metric.count(first, rounds), metric.count(second, rounds)
    return _compare_one(stream[metric.name], metric, one, other, method)


def distance(
    first: Sequence[Any], second: Sequence[Any], metric: Metric, method: DistanceMethod | None = None
) -> float:
    """The plain distance of two bodies in one metric; NaN where too few cases leave none."""
    method = method or DistanceMethod()
    first, second = matched(first, second)
    rounds = longest_rounds(first, second)
    a, b = metric.count(first, rounds), metric.count(second, rounds)
    sums = _totals(metric, a), _totals(metric, b)
    usable = _usable(metric, *sums)
    if _too_thin(metric, usable):
        return float("nan")
    return float(_distances(metric, method.divergence, method.floor, a, *sums, usable).sum())


def distance_of_counts(metric: Metric, first: Floats, second: Floats, method: DistanceMethod) -> float:
    """The distance of two bodies given as counts [tables, cells] without an order of cells; NaN if there is none."""
    usable = _usable(metric, [first], [second])
    if _too_thin(metric, usable):
        return float("nan")
    plain = Tally("all", first[None], ("",) * len(first), ("",) * first.shape[1])
    return float(
        _distances(metric, method.divergence, method.floor, [plain], [first], [second], usable).sum()
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
    tallies = metric.count(body, longest_rounds(body, body))
    result = []
    for tally, sums in zip(tallies, _totals(metric, tallies), strict=False):
        cases = sums.sum(axis=-1)
        shares = np.where(cases[:, None] > 0, sums / np.maximum(cases, 1e-300)[:, None], np.nan)
        stratum = "all" if metric.pooled else tally.stratum
        result.append(Distributions(stratum, tally.tables, tally.cells, shares, cases))
    return result


Sums = list[Floats]  # one array [..., tables, cells] a stratum, or a single one if the metric pools


def _totals(metric: Metric, tallies: Sequence[Tally]) -> Sums:
    """Counts summed over units."""
    return _pooled(metric, [tally.counts.sum(axis=0) for tally in tallies])


def _pooled(metric: Metric, sums: Sums) -> Sums:
    """The sums of all strata together, if the metric pools them."""
    return [np.sum(sums, axis=0)] if metric.pooled else sums


def _usable(metric: Metric, first: Sums, second: Sums) -> list[Any]:
    """Tables with enough cases in both bodies."""
    least = max(metric.least_cases, 1e-12)
    return [(a.sum(axis=-1) >= least) & (b.sum(axis=-1) >= least) for a, b in zip(first, second, strict=True)]


def _too_thin(metric: Metric, usable: Sequence[Any]) -> bool:
    enough = [bool(each.all() if metric.complete else each.any()) for each in usable]
    return not (all(enough) if metric.complete else any(enough))


def _distances(
    metric: Metric,
    divergence: str,
    floor: float,
    tallies: Sequence[Tally],
    first: Sums,
    second: Sums,
    usable: Any,
) -> Floats:
    """What each usable table adds, all strata one after the other on the last axis; 0 for the others."""
    parts = []
    for tally, a, b, use in zip(tallies, first, second, usable, strict=False):
        cases_a, cases_b = a.sum(axis=-1), b.sum(axis=-1)
        use = use & (cases_a > 0) & (cases_b > 0)
        p = a / np.where(cases_a > 0, cases_a, 1)[..., None]
        q = b / np.where(cases_b > 0, cases_b, 1)[..., None]
        apart = DIVERGENCES[divergence](p, q, floor=floor, positions=tally.positions)
        parts.append(np.where(use, apart, 0.0))
    apart = np.concatenate(parts, axis=-1)
    return apart if metric.weighting == "sum" else apart * _shares(first, second)


def _shares(first: Sums, second: Sums) -> Floats:
    """The mean of the tables' shares of cases in the two bodies."""
    shares = []
    for sums in (first, second):
        cases = np.concatenate([each.sum(axis=-1) for each in sums], axis=-1)
        shares.append(cases / np.maximum(cases.sum(axis=-1, keepdims=True), 1e-300))
    return np.asarray((shares[0] + shares[1]) / 2)


def _compare_one(
    stream: Streams, metric: Metric, a: list[Tally], b: list[Tally], method: DistanceMethod
) -> Likeness:
    sums = _totals(metric, a), _totals(metric, b)
    usable = _usable(metric, *sums)
    names = [(tally.stratum, table) for tally in (a[:1] if metric.pooled else a) for table in tally.tables]
    cases = [np.concatenate([each.sum(axis=-1) for each in side]) for side in sums]
    apart = _distances(metric, method.divergence, method.floor, a, *sums, usable)
    used = np.concatenate(usable)
    notes = _notes(metric, names, cases, used, apart)
    parts = tuple(
        DistancePart(
            "all" if metric.pooled else stratum, table, float(value), (round(float(x)), round(float(y)))
        )
        for (stratum, table), value, x, y, use in zip(names, apart, *cases, used, strict=True)
        if use
    )
    if _too_thin(metric, usable):
        return _without_distance(metric, parts, notes)

    def total(divergence: str, first: Sums, second: Sums) -> Floats:
        return np.asarray(_distances(metric, divergence, method.floor, a, first, second, usable).sum(axis=-1))

    observed = float(apart.sum())
    redrawn = total(method.divergence, *_redrawn(stream["redrawn"], metric, a, b, method.n_resamples))
    halves = total(method.divergence, *_halves(stream["halves"], metric, a, method.n_resamples))
    lonely = min(sum(tally.n_units for tally in side) for side in (a, b)) < 2
    if lonely:
        notes += ("a body of one unit (match or game) has no interval and no halves.",)
    relabelled = total(method.divergence, *_relabelled(stream["labels"], metric, a, b, method.n_resamples))
    low, high = 2 * observed - np.quantile(redrawn, [(1 + method.coverage) / 2, (1 - method.coverage) / 2])
    return Likeness(
        metric.name,
        metric.title,
        metric.time_dependent,
        observed,
        None if lonely else (max(float(low), 0.0), max(float(high), 0.0)),
        None if lonely else float(halves.mean()),
        None if lonely else float(np.quantile(halves, 0.95)),
        (float(relabelled.mean()), float(np.quantile(relabelled, 0.95))),
        float((1 + np.sum(relabelled >= observed * (1 - 1e-12) - 1e-15)) / (1 + len(relabelled))),
        None,
        {name: float(total(name, *sums)) for name in DIVERGENCES if name != method.divergence},
        parts,
        notes,
    )


def _without_distance(metric: Metric, parts: tuple[DistancePart, ...], notes: tuple[str, ...]) -> Likeness:
    return Likeness(metric.name, metric.title, metric.time_dependent, *(None,) * 7, {}, parts, notes)


def _notes(
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


def _redrawn(
    stream: Streams, metric: Metric, a: list[Tally], b: list[Tally], times: int
) -> tuple[Sums, Sums]:
    """Both bodies with their units redrawn, `times` times."""
    sides = [
        [redrawn_sums(stream[side][tally.stratum], tally.counts, times) for tally in tallies]
        for side, tallies in (("first", a), ("second", b))
    ]
    return _pooled(metric, sides[0]), _pooled(metric, sides[1])


def _halves(stream: Streams, metric: Metric, a: list[Tally], times: int) -> tuple[Sums, Sums]:
    """Random halves of one body, stratum by stratum."""
    return _dealt(stream, metric, a, [tally.n_units // 2 for tally in a], times)


def _relabelled(
    stream: Streams, metric: Metric, a: list[Tally], b: list[Tally], times: int
) -> tuple[Sums, Sums]:
    """The units of both bodies dealt out anew, stratum by stratum."""
    both = [replace(x, counts=np.concatenate([x.counts, y.counts])) for x, y in zip(a, b, strict=True)]
    return _dealt(stream, metric, both, [tally.n_units for tally in a], times)


def _dealt(
    stream: Streams, metric: Metric, tallies: list[Tally], sizes: list[int], times: int
) -> tuple[Sums, Sums]:
    """So many units of each stratum, chosen at random, against the others."""
    parts = [
        dealt_sums(stream[tally.stratum], tally.counts, size, times)
        for tally, size in zip(tallies, sizes, strict=True)
    ]
    return _pooled(metric, [chosen for chosen, _ in parts]), _pooled(metric, [rest for _, rest in parts])
