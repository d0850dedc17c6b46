"""How much of people's play can be foretold, and how much of that each rule explains."""

from typing import Any

import humanlike as hl
from humanlike.core import BadRequest
from results.study import EVERY, Desk, Needs, Study

RULES = (  # the one place that names them
    "patterns",
    "patterns+anticipation+certainty",
    "kinds",
    "learned-player",
    "memory-3",
    "memory-one",
    "ewa",
    "ewa+stickiness+habit+turn-taking",
    "self-tuning-ewa",
    "cross",
    "random",
)
RETURNING = ("df2011", "pennies-vs-bots")  # where persons play several matches
CARRYING = (  # rules that are also led on from match to match there
    "patterns",
    "patterns+anticipation+certainty",
    "kinds",
    "ewa",
)
DATA = (
    "ipd-lab",
    "df2011",
    "bos-conventions",
    "rps-dyads",
    "rps-vs-static-bots",
    "pennies-vs-bots",
)
STARTS = 2


def compute(part: str, desk: Desk) -> Any:
    """The ceiling of one data set and the rules beside it, best first; those not defined for it are named."""
    found = hl.fit(part, RULES, starts=STARTS, ceiling=True, **desk.effort)
    rows = {each["rule"]: each for each in found.document()}
    if not rows:
        raise BadRequest(f"No rule of the study is defined for {part}.")
    some = next(iter(rows.values()))
    shared = {
        key: some["ceiling"][key]
        for key in (
            "ceiling",
            "ceiling_with_earlier_matches",
            "base_rates",
            "blind_guessing",
            "unit",
            "folds",
        )
    }
    scored = {
        name: {
            key: each["ceiling"][key]
            for key in (
                "nats_per_choice",
                "accuracy",
                "completeness",
                "completeness_over_base_rates",
                "restrictiveness",
            )
        }
        for name, each in rows.items()
    }
    return {
        **shared,
        "carried": carried(part, desk) if part in RETURNING else {},
        "choices": some["choices"],
        "n_units": some["held_out"]["n_units"],
        "caveat": some["caveat"],
        "rules": dict(sorted(scored.items(), key=lambda row: float(row[1]["nats_per_choice"]["value"]))),
        "refused": dict(found.refused),
    }


def carried(part: str, desk: Desk) -> dict[str, Any]:
    """What rules foretell of persons held out whose experience is carried from match to match."""
    found = hl.fit(
        part, CARRYING, starts=STARTS, carry=True, held_out="person", workers=0, progress=desk.progress
    )
    return {each["rule"]: each["held_out"] for each in found.document()}


STUDY = Study(
    title="The ceiling: how much can be foretold, and who explains it",
    command=f"humanlike fit DATA --rule {','.join(RULES)} --starts {STARTS} --ceiling",
    parts={name: Needs(data=(name,), rules=EVERY) for name in DATA},
    compute=compute,
)
