"""Every rule fitted to every body of human play, ranked on choices it was not fitted to."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

import humanlike as hl
from humanlike.core import AUTO, Streams
from humanlike.fitting import FittedGroups, HeldOutFit, held_out_difference
from humanlike.statistics import rank_sets_from_resamples, unit_draws
from results.study import EVERY, Desk, Needs, Study


class Design(NamedTuple):
    """Which groups have parameters of their own, and how often the search starts."""

    by: str
    starts: int  # small data have more local optima


DESIGNS = {
    "ipd-lab": Design("game", 3),
    "df2011": Design("game", 3),
    "bos-conventions": Design("game", 8),
    "rps-dyads": Design("pooled", 3),
    "pennies-vs-bots": Design("pooled", 8),
    "pgg-online": Design("pooled", 8),
    "rps-groups": Design("pooled", 3),
}
UNIT = AUTO
N_RESAMPLES = 2_000
STREAM = Streams(20_010)["fitted rules"]
CERTAIN = (  # rules that can give probability zero stand beside themselves with lapses
    "cournot",
    "fictitious-play",
    "alg1",
    "karandikar",
    "win-stay-lose-change",
    "win-stay-lose-randomise",
)
RULES = ("all", *(f"{rule}+lapse" for rule in CERTAIN))


def compute(part: str, desk: Desk) -> Any:
    """The table of one data set, best rule first."""
    design = DESIGNS[part]
    found = hl.fit(part, RULES, by=design.by, starts=design.starts, held_out=UNIT, **desk.effort)
    best = _scored(found.best_first[0])
    sets = _rank_sets([_scored(row) for row in found.best_first])
    return {
        "finding": found.headline(),
        "by": design.by,
        "unit": found.units.unit,
        "n_units": best.n_units,
        "caveat": found.units.caveat,
        "independent": found.independent(),
        "choices": best.n_choices,
        "units": best.n_held,
        "folds": best.n_folds,
        "rows": [
            {**dict(_row(row, best)), "ranks": ranks}
            for row, ranks in zip(found.best_first, sets, strict=True)
        ],
        "refused": {name: reason for name, reason in found.refused.items() if "+" not in name},
    }


def _rank_sets(scored: Sequence[HeldOutFit]) -> list[list[int]]:
    """The ranks of each rule that are not ruled out, all at once with 95 %: units are redrawn."""
    units, choices = scored[0].units, scored[0].choices
    nats = np.stack([np.bincount(units, each.nats) for each in scored])  # [rules, units]
    lengths = np.bincount(units, choices)
    weights = np.zeros((N_RESAMPLES, len(lengths)))
    draws = unit_draws(STREAM, len(lengths), N_RESAMPLES)
    np.add.at(weights, (np.arange(N_RESAMPLES)[:, None], draws), 1.0)
    redrawn = nats @ weights.T / (weights @ lengths)
    found = rank_sets_from_resamples(-nats.sum(axis=1) / lengths.sum(), -redrawn, n_units=len(lengths))
    return [[int(low), int(high)] for low, high in zip(found.lower, found.upper, strict=True)]


def _row(row: FittedGroups, best: HeldOutFit) -> Iterator[tuple[str, Any]]:
    """How one rule does inside and outside of the sample, and how far behind the best it is."""
    fits, scored = row.fits, _scored(row)
    yield "rule", fits.rule.name
    yield "parameters", len(fits.rule.parameter_names) * len(fits)
    yield "in_sample", fits.nats_per_choice
    yield "held_out", scored.nats_per_choice
    yield "error", scored.standard_error
    yield "bic", fits.bic
    yield "unconverged", sum(not fit.converged for fit in fits)
    yield "at_bound", sum(bool(fit.at_bound) for fit in fits)
    yield "unidentified", sum(bool(fit.unidentified) for fit in fits)
    yield "groups", len(fits)
    yield "blind_folds", len(scored.blind_folds)
    yield from zip(("behind", "behind_error"), held_out_difference(best, scored), strict=True)


def _scored(row: FittedGroups) -> HeldOutFit:
    if row.held_out is None:
        raise AssertionError("every rule was held out")
    return row.held_out


STUDY = Study(
    title="Every rule on every data set",
    command=f"humanlike fit DATA --rule {','.join(RULES)} --held-out {UNIT} --by GROUPS --starts N",
    parts={name: Needs(data=(name,), rules=EVERY) for name in DESIGNS},
    compute=compute,
)
