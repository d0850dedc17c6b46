"""Every rule fitted to every body of human play, ranked on choices it was not fitted to."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from humanlike.core import Play, Rule
from humanlike.datasets import read_plays
from humanlike.fitting import HeldOutFit, applicable, fit_groups, held_out, held_out_difference, with_lapse
from humanlike.players import RULES
from results.study import EVERY, Desk, Needs, Study


class Design(NamedTuple):
    """Which groups have parameters of their own, and what is held out."""

    by: str
    unit: str = "match"
    also: str = ""  # people who play many matches are held out as persons too


DESIGNS = {
    "ipd-lab": Design("game"),
    "df2011": Design("game", also="subject"),
    "bos-conventions": Design("game"),
    "rps-dyads": Design("pooled"),
    "pennies-vs-bots": Design("pooled"),
    "pgg-online": Design("pooled"),
    "rps-groups": Design("pooled"),
}
SMALL = 20_000  # choices
CERTAIN = (  # rules that can give probability zero stand beside themselves with lapses
    "cournot",
    "fictitious-play",
    "alg1",
    "karandikar",
    "win-stay-lose-change",
    "win-stay-lose-randomise",
)


def compute(part: str, desk: Desk) -> Any:
    """The table of one data set, best rule first."""
    plays, design = read_plays(part), DESIGNS[part]
    rules, refused = applicable(plays, RULES)
    rules += [with_lapse(rule) for rule in rules if rule.name in CERTAIN]
    rows, scored = [], {}
    for done, rule in enumerate(rules):
        desk.progress(f"fitting {rule.name}", done, len(rules))
        row, scored[rule.name] = _row(plays, rule, design)
        rows.append(row)
    rows.sort(key=lambda row: float(row["held_out"]))
    best = scored[rows[0]["rule"]]
    return {
        "by": design.by,
        "unit": design.unit,
        "choices": best.n_choices,
        "units": best.n_units,
        "folds": best.n_folds,
        "rows": [row | dict(_behind(best, scored[row["rule"]])) for row in rows],
        "refused": refused,
    }


def _row(plays: list[Play], rule: Rule, design: Design) -> tuple[dict[str, Any], HeldOutFit]:
    """How one rule does inside and outside of the sample."""
    starts = 8 if sum(play.actions.size for play in plays) < SMALL else 3  # small data have more local optima
    found = fit_groups(plays, rule, by=design.by, n_starts=starts)
    scored = held_out(plays, rule, unit=design.unit, by=design.by, n_starts=starts)
    row = {
        "rule": rule.name,
        "parameters": len(rule.parameter_names) * len(found),
        "in_sample": found.nats_per_choice,
        "held_out": scored.nats_per_choice,
        "error": scored.standard_error,
        "bic": found.bic,
        "unconverged": sum(not fit.converged for fit in found),
        "at_bound": sum(bool(fit.at_bound) for fit in found),
        "unidentified": sum(bool(fit.unidentified) for fit in found),
        "groups": len(found),
    }
    if design.also:
        other = held_out(plays, rule, unit=design.also, by=design.by, n_starts=starts)
        row["also"] = [design.also, other.nats_per_choice, other.standard_error]
    return row, scored


def _behind(best: HeldOutFit, other: HeldOutFit) -> Iterator[tuple[str, float]]:
    gap, error = held_out_difference(best, other)
    yield "behind", gap
    yield "behind_error", error


PARTS: Mapping[str, Needs] = {name: Needs(data=(name,), rules=EVERY) for name in DESIGNS}
STUDY = Study(
    title="Every rule on every data set",
    command="make results ONLY=fitted_rules",
    parts=PARTS,
    compute=compute,
)
