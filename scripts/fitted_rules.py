"""Fit every applicable rule to human data and rank them on held-out matches; writes docs/fitted_rules.md.

    python scripts/fitted_rules.py [DATA ...]

DATA are names of data sets (found through HUMANLIKE_DATA or ../shared/data). Results already in
docs/fitted_rules.json are kept; name a data set to compute it again.
"""

import json
import sys
from pathlib import Path

from humanlike.core import write_atomically
from humanlike.datasets import read_plays
from humanlike.fitting import applicable, fit_groups, held_out, held_out_difference, with_lapse
from humanlike.players import RULES

DOCS = Path(__file__).resolve().parent.parent / "docs"
DESIGNS = {  # data set: groups with parameters of their own, unit held out
    "ipd-lab": ("game", "match"),
    "df2011": ("game", "match"),
    "bos-conventions": ("game", "match"),
    "rps-dyads": ("pooled", "match"),
    "pennies-vs-bots": ("pooled", "match"),
    "pgg-online": ("pooled", "match"),
    "rps-groups": ("pooled", "match"),
}
SMALL = 20_000  # choices
EXTRA = {"df2011": "subject"}  # people play many matches there: also held out by person


def rules_for(plays):
    """Every rule that applies; those that can give probability zero also with lapses."""
    rules, refused = applicable(plays, RULES)
    certain = (
        "cournot",
        "fictitious-play",
        "alg1",
        "karandikar",
        "win-stay-lose-change",
        "win-stay-lose-randomise",
    )
    return rules + [with_lapse(rule) for rule in rules if rule.name in certain], refused


def study(name):
    plays = read_plays(name)
    by, unit = DESIGNS[name]
    rules, refused = rules_for(plays)
    starts = 8 if sum(play.actions.size for play in plays) < SMALL else 3  # small data have more local optima
    rows, scored = [], {}
    for rule in rules:
        found = fit_groups(plays, rule, by=by, n_starts=starts)
        scored[rule.name] = held_out(plays, rule, unit=unit, by=by, n_starts=starts)
        row = {
            "rule": rule.name,
            "parameters": len(rule.parameter_names) * len(found),
            "in_sample": found.nats_per_choice,
            "held_out": scored[rule.name].nats_per_choice,
            "error": scored[rule.name].standard_error,
            "bic": found.bic,
            "unconverged": sum(not each.converged for each in found),
            "at_bound": sum(bool(each.at_bound) for each in found),
            "unidentified": sum(bool(each.unidentified) for each in found),
            "groups": len(found),
        }
        if name in EXTRA:
            other = held_out(plays, rule, unit=EXTRA[name], by=by, n_starts=starts)
            row["also"] = [EXTRA[name], other.nats_per_choice, other.standard_error]
        rows.append(row)
        print(name, row["rule"], round(row["in_sample"], 4), round(row["held_out"], 4), flush=True)
    best = min(rows, key=lambda row: row["held_out"])["rule"]
    for row in rows:
        gap, error = held_out_difference(scored[best], scored[row["rule"]])
        row["behind"], row["behind_error"] = gap, error
    one = scored[best]
    return {
        "by": by,
        "unit": unit,
        "choices": one.n_choices,
        "units": one.n_units,
        "folds": one.n_folds,
        "rows": sorted(rows, key=lambda row: row["held_out"]),
        "refused": refused,
    }


def table(name, result):
    lines = [
        f"## {name}",
        "",
        f"{result['choices']:,} choices; parameters fitted per group: {result['by']}; held out: {result['units']} "
        f'{result["unit"]}es in {result["folds"]} folds. "Behind" is the loss to the best rule, with its standard '
        "error over the held-out units; rules within two standard errors of the best cannot be told from it (=).",
        "",
        "| rank | rule | parameters | in sample | held out (SE) | behind (SE) | BIC | remarks |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for rank, row in enumerate(result["rows"], start=1):
        same = " =" if rank > 1 and row["behind"] < 2 * row["behind_error"] else ""
        lines.append(
            f"| {rank} | {row['rule']}{same} | {row['parameters']} | {row['in_sample']:.4f} | {row['held_out']:.4f} "
            f"({row['error']:.4f}) | {row['behind']:.4f} ({row['behind_error']:.4f}) | {row['bic']:.0f} "
            f"| {remarks(row)} |"
        )
    if any("also" in row for row in result["rows"]):
        unit = result["rows"][0]["also"][0]
        lines += ["", f"Held out by {unit} instead:", "", f"| rule | held out by {unit} (SE) |", "|---|---|"]
        for row in sorted(result["rows"], key=lambda row: row["also"][1]):
            lines.append(f"| {row['rule']} | {row['also'][1]:.4f} ({row['also'][2]:.4f}) |")
    for rule, reason in result["refused"].items():
        lines += ["", f"Not applicable: {rule} ({reason})"]
    return "\n".join(lines)


def remarks(row):
    words = []
    for key, word in (
        ("unconverged", "not converged"),
        ("at_bound", "on a bound"),
        ("unidentified", "unidentified"),
    ):
        if row[key]:
            words.append(f"{word}: {row[key]} of {row['groups']}" if row["groups"] > 1 else word)
    return "; ".join(words)


HEAD = """# Every rule on every data set

Made by `python scripts/fitted_rules.py` (numbers also in `fitted_rules.json`). Maximum likelihood, nats per choice
(lower is better; blind guessing among n actions costs log n). Rules that can give probability zero are floored
at 1e-10, which is what a single surprise costs them (23 nats); with lapses they are given a fair chance.
The same can happen to a fitted rule whose best parameters lie on a bound: what never occurred in training then has
probability zero, and occurs. Bots and other machines in the data are met, never fitted.
"""


def main(names):
    store = DOCS / "fitted_rules.json"
    results = json.loads(store.read_text()) if store.exists() else {}
    for name in names or [name for name in DESIGNS if name not in results]:
        results[name] = study(name)
        write_atomically(store, json.dumps(results, indent=1))
        pages = [table(each, results[each]) for each in DESIGNS if each in results]
        write_atomically(DOCS / "fitted_rules.md", HEAD + "\n" + "\n\n".join(pages) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
