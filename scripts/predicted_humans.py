"""Predict people's play with every rule and rank the rules in every way; writes docs/prediction_humans.md.

    python scripts/predicted_humans.py [DATA ...]

DATA are names of data sets (found through HUMANLIKE_DATA or ../shared/data). Results already in
docs/prediction_humans.json are kept; name a data set to compute it again.
"""

import json
import sys
import time
from pathlib import Path

from humanlike.core import Streams, write_atomically
from humanlike.datasets import read_plays
from humanlike.players import RULES
from humanlike.prediction import (
    METHODS,
    Settings,
    Wishes,
    compare_rules,
    concordance,
    conduct,
    ranked,
    split_of,
)

DOCS = Path(__file__).resolve().parent.parent / "docs"
SPLITS = {  # data set: what is fitted, what is predicted (none: everything else)
    "bos-conventions": ("role 1", None),
    "df2011": ("role 1 by game", None),
    "ipd-lab": ("role 1 by game", None),
    "rps-dyads": ("role 1", None),
    "rps-groups": ("half the matches", None),
    "pgg-online": ("half the matches", None),
    "pennies-vs-bots": ("half the matches", None),
}
SHOWN = (("LOG", "Y,P"), ("MSD", "Y,P"), ("MAD", "Y,P"), ("MSD", "Y,X"), ("MSD", "Y,Z"), ("MSD", "mY,mQ"))
SIMULATIONS = 2_000
ONE_STEP = ("Y,P", "Y,X", "mY,mP")
ONLY = {"pgg-online": ONE_STEP}  # twenty-five group sizes: to let each play would take an hour


def study(name):
    fitted, tested = SPLITS[name]
    plays = read_plays(name)
    started = time.process_time()
    result = conduct(
        Streams(1)["predict"],
        plays,
        list(RULES.values()),
        split_of(fitted, tested, max(play.game.n_players for play in plays)),
        Settings(n_simulations=SIMULATIONS, methods=ONLY.get(name, tuple(METHODS))),
        Wishes(),
        progress=lambda what, done, total: print(name, what, f"{done}/{total}", flush=True),
    )
    found = result.assessment
    where = found.games[-1]
    known = {
        (each.measure, each.method): each
        for each in found.defined
        if each.game == where and each.level == "actions"
    }
    shown = {pair: ranked(found, known[pair]) for pair in SHOWN if pair in known}
    return {
        "split": result.split.sentence,
        "choices": sum(found.n_observations.values()),
        "games": len(result.samples),
        "ranks": {
            f"{measure}({method})": {
                row.rule: [row.value, row.rank, row.rank_lower, row.rank_upper] for row in rows
            }
            for (measure, method), rows in shown.items()
        },
        "sentences": [compare_rules(found, known[pair]).sentence for pair in SHOWN if pair in known],
        "concordance": concordance(found, where).sentence,
        "refused": list({**result.refused, **result.left_out}.values()),
        "seconds": time.process_time() - started,
    }


def page(results):
    lines = [
        "# Which rule predicts people?",
        "",
        "Made by `python scripts/predicted_humans.py` (numbers also in `prediction_humans.json`); one data set: "
        "`humanlike predict NAME --rules all`. Ranks of all rules that are defined for the games, actions, all games "
        f"together, {SIMULATIONS:,} complete simulations; the interval is 95 %, from a bootstrap over matches. Rules "
        "that give probability zero are floored at 1e-10 in logarithms. [prediction.md](prediction.md) says what the "
        "columns mean.",
        "",
    ]
    for name, result in results.items():
        criteria = list(result["ranks"])
        first = result["ranks"][criteria[0]]
        order = sorted(first, key=lambda rule: first[rule][1])
        lines += [
            f"## {name}",
            "",
            f"{result['choices']:,} choices in {result['games']} game(s). {result['split']} "
            f"({result['seconds']:.0f} s of processor time.)",
            "",
            "| rule | " + " | ".join(criteria) + " |",
            "|---|" + "---|" * len(criteria),
            *(
                f"| {rule} | " + " | ".join(cell(result["ranks"][each][rule]) for each in criteria) + " |"
                for rule in order
            ),
            "",
            *(
                f"- {sentence}"
                for sentence in (*result["sentences"], result["concordance"], *result["refused"])
            ),
            "",
        ]
    return "\n".join(lines)


def cell(row):
    _, rank, lower, upper = row
    return "-" if rank != rank else f"{rank:g} [{lower:g}, {upper:g}]"


def main(names):
    store = DOCS / "prediction_humans.json"
    results = json.loads(store.read_text()) if store.exists() else {}
    for name in names or [name for name in SPLITS if name not in results]:
        results[name] = study(name)
        write_atomically(store, json.dumps(results, indent=1) + "\n")
        write_atomically(
            DOCS / "prediction_humans.md", page({each: results[each] for each in SPLITS if each in results})
        )


if __name__ == "__main__":
    main(sys.argv[1:])
