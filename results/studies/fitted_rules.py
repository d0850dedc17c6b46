"""Every rule fitted to every body of human play, ranked on choices it was not fitted to."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import humanlike as hl
from humanlike.fitting import FittedGroups, HeldOutFit, held_out_difference
from humanlike.studies.fit import FitResult
from results.study import EVERY, Desk, Needs, Study


class Design(NamedTuple):
    """Which groups have parameters of their own, how often the search starts, and what is held out."""

    by: str
    starts: int  # small data have more local optima
    also: str = ""  # people who play many matches are held out as persons too


DESIGNS = {
    "ipd-lab": Design("game", 3),
    "df2011": Design("game", 3, also="subject"),
    "bos-conventions": Design("game", 8),
    "rps-dyads": Design("pooled", 3),
    "pennies-vs-bots": Design("pooled", 8),
    "pgg-online": Design("pooled", 8),
    "rps-groups": Design("pooled", 3),
}
UNIT = "match"
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
    found = _fitted(part, design, UNIT, desk)
    others = _fitted(part, design, design.also, desk).rules if design.also else ()
    also = {row.fits.rule.name: _scored(row) for row in others}
    best = _scored(found.best_first[0])
    return {
        "finding": found.headline(),
        "by": design.by,
        "unit": UNIT,
        "choices": best.n_choices,
        "units": best.n_units,
        "folds": best.n_folds,
        "rows": [dict(_row(row, best, also.get(row.fits.rule.name))) for row in found.best_first],
        "refused": {name: reason for name, reason in found.refused.items() if "+" not in name},
    }


def _fitted(data: str, design: Design, unit: str, desk: Desk) -> FitResult:
    effort = desk.effort | {"out": desk.folder / f"held out by {unit}"}
    return hl.fit(data, RULES, by=design.by, starts=design.starts, held_out=unit, **effort)


def _row(row: FittedGroups, best: HeldOutFit, also: HeldOutFit | None) -> Iterator[tuple[str, Any]]:
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
    if also is not None:
        yield "also", [also.unit, also.nats_per_choice, also.standard_error]
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
