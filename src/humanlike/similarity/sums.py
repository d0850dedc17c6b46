"""Counts summed over units, stratum by stratum, and what each table of two such sums adds to their distance."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from humanlike.similarity.divergences import DIVERGENCES
from humanlike.similarity.metric import Floats, Metric, Tally

Sums = list[Floats]  # one array [..., tables, cells] a stratum, or a single one if the metric pools


def totals(metric: Metric, tallies: Sequence[Tally]) -> Sums:
    """Counts summed over units."""
    return pooled(metric, [tally.counts.sum(axis=0) for tally in tallies])


def pooled(metric: Metric, sums: Sums) -> Sums:
    """The sums of all strata together, if the metric pools them."""
    return [np.sum(sums, axis=0)] if metric.pooled else sums


def usable_tables(metric: Metric, first: Sums, second: Sums) -> list[Any]:
    """Tables with enough cases in both bodies."""
    least = max(metric.least_cases, 1e-12)
    return [(a.sum(axis=-1) >= least) & (b.sum(axis=-1) >= least) for a, b in zip(first, second, strict=True)]


def too_thin(metric: Metric, usable: Sequence[Any]) -> bool:
    """Whether too few tables are usable for any distance."""
    enough = [bool(each.all() if metric.complete else each.any()) for each in usable]
    return not (all(enough) if metric.complete else any(enough))


def shares_of(sums: Floats) -> Floats:
    """Counts on the last axis as shares; 0 where a table has no cases."""
    cases = sums.sum(axis=-1, keepdims=True)
    return np.asarray(sums / np.where(cases > 0, cases, 1.0))


def table_distances(
    metric: Metric,
    divergence: str,
    floor: float,
    tallies: Sequence[Tally],
    first: Sums,
    second: Sums,
    usable: Sequence[Any],
) -> Floats:
    """What each usable table adds, all strata one after the other on the last axis; 0 for the others."""
    parts = []
    for tally, a, b, use in zip(tallies, first, second, usable, strict=False):
        use = use & (a.sum(axis=-1) > 0) & (b.sum(axis=-1) > 0)
        apart = DIVERGENCES[divergence](shares_of(a), shares_of(b), floor=floor, positions=tally.positions)
        parts.append(np.where(use, apart, 0.0))
    apart = np.concatenate(parts, axis=-1)
    return apart if metric.weighting == "sum" else apart * shares_of_cases(first, second)


def shares_of_cases(first: Sums, second: Sums) -> Floats:
    """The mean of the tables' shares of cases in the two bodies."""
    shares = []
    for sums in (first, second):
        cases = np.concatenate([each.sum(axis=-1) for each in sums], axis=-1)
        shares.append(cases / np.maximum(cases.sum(axis=-1, keepdims=True), 1e-300))
    return np.asarray((shares[0] + shares[1]) / 2)
