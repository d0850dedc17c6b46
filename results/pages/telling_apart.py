"""How well people are told from machines: the four tests, each beside what it finds where there is nothing to find."""

from collections.abc import Iterator, Mapping
from typing import Any

from results.pages.markdown import estimate, number, table
from results.shelf import MadePart

WHY = {  # what is looked at, and so what could give it away
    "memory-one:tit-for-tat, slips": (
        "each answer is one that people give; only that all sixteen seats give the same one is unlike "
        "people, and seats are judged one by one."
    ),
    "memory-one:fitted": (
        "it answers the last round as often as people on average do; what it lacks is persons who differ, and memory "
        "beyond one round."
    ),
    "copycat:moves": (
        "these are the own moves of people in training, and where play is a matter of habit nothing gives them away; "
        "where people answer each other, it shows that these moves do not answer whom they met."
    ),
    "copycat:habits": (
        "it answers the last two rounds as its person did, but more blindly: fifty rounds tell little of a habit."
    ),
}
WAYS = {"evidence": "evidence of own moves", "stacked": "stacked"}


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Matched, unseen, ordinary machines."""
    found = {name: made.document for name, made in parts.items()}
    lines = [
        "Areas (AUC) are the chance that a person scores above a machine; bits are the balanced log score gained over "
        "even odds, 1 is perfect and 0 a coin. What is tested was never in training, and weights and calibration are "
        "learned by leaving out inside the training. How it works: [telling_apart.md](../telling_apart.md).",
        "",
    ]
    if "matched" in found:
        lines += [*_matched(found["matched"])]
    if "unseen" in found:
        lines += [*_unseen(found["unseen"])]
    for name, document in found.items():
        if name not in ("matched", "unseen"):
            lines += [*_ordinary(name, document)]
    return lines


def _span(found: Mapping[str, float], digits: int = 3) -> str:
    return estimate(found["value"], found["lower"], found["upper"], digits=digits)


def _matched(found: Mapping[str, Any]) -> Iterator[str]:
    yield from ("## Matched: akata-human-vs-gpt4, held out by person", "")
    yield (
        "People and GPT-4 in the same ten rounds. Ten folds by person, each with the machine it met; intervals redraw "
        "persons. The evidence of own moves is free of the opponent; features of conduct still carry some of him."
    )
    yield ""
    rows = [
        [game, way, _span(one["area"]), _span(one["bits"]), one["seats"]]
        for game, ways in found["games"].items()
        for way, one in ways.items()
    ]
    rows += [
        ["both games, one player", WAYS[way], _span(one["area"]), _span(one["bits"]), one["seats"]]
        for way, one in found["person"].items()
    ]
    yield from table(["game", "by", "AUC [95 %]", "bits [95 %]", "seats"], rows)
    shuffled = found["shuffled"]
    same = ", ".join(f"{kind} {number(value)}" for kind, value in found["same kind"].items())
    yield (
        f"Controls: who is called the person drawn by a coin in every match: AUC {number(min(shuffled))} to "
        f"{number(max(shuffled))} ({len(shuffled)} draws). Two conditions of the same kind told apart: {same}."
    )
    yield ""
    yield from table(
        [
            "rounds",
            "evidence, dilemma",
            "evidence, battle",
            "stacked, dilemma",
            "stacked, battle",
            "both games",
            "bits",
        ],
        [
            [
                row["rounds"],
                *(number(value) for way in WAYS for value in row[way].values()),
                number(row["person"]["area"]),
                number(row["person"]["bits"]),
            ]
            for row in found["rounds"]
        ],
    )
    yield from table(
        ["seats of one kind together", "AUC"], [[row["seats"], number(row["area"])] for row in found["seats"]]
    )
    for what, said in found["reliability"].items():
        yield from _reliability(what, said)


def _reliability(what: str, found: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"What was said and what was true, {what}, at even prior odds:", "")
    sure = found["eighty"]
    yield (
        f"Where .75 to .85 was said, of either kind, it was right in {number(sure['true'], 2)} "
        f"({sure['seats']} answers; said {number(sure['said'], 2)})."
    )
    yield ""
    yield from table(
        ["said, from", "to", "said", "true", "seats"],
        [
            [
                number(row["low"], 2),
                number(row["high"], 2),
                number(row["said"], 2),
                number(row["true"], 2),
                row["seats"],
            ]
            for row in found["bins"]
        ],
    )


def _unseen(found: Mapping[str, Any]) -> Iterator[str]:
    yield from ("## Unseen: people and language models of which nothing was in training", "")
    yield (
        "Ten rounds of a prisoner's dilemma, seven human studies by eight of language models; for each pair a stack is "
        "trained on the rest. *Strict*: no study, no laboratory and no family of models that is tested. *Milder*: no "
        "study and no laboratory, as in earlier work. Intervals redraw studies of both kinds. *Raw* keeps copies among "
        "the tested seats."
    )
    yield ""
    yield from table(
        ["left out", "seats", "evidence, AUC", "stacked, AUC", "stacked, bits"],
        [
            [rule, which, _span(one["evidence"]), _span(one["stacked"]), _span(one["bits"])]
            for rule in ("strict", "milder")
            for which, one in found[rule].items()
        ],
    )
    null, same = found["shuffled"], found["same kind"]
    yield (
        f"Controls: whole studies called people or machines by lot give a mean AUC of {number(null['median'])} (95 % "
        f"below {number(null['upper'])}) where the truth gives {number(null['area'])} by the same evidence "
        f"(p = {null['p']:.2g}). Two studies of one kind are told apart, seats held out but not studies, with "
        f"{number(same['people'])} (people) and {number(same['language models'])} "
        "(language models): most of what a naive test finds is the study."
    )
    yield ""
    yield from _reliability("all pairs, strict", found["reliability"])
    machines = list(dict.fromkeys(row["machines"] for row in found["pairs"]))
    people = list(dict.fromkeys(row["people"] for row in found["pairs"]))
    areas = {(row["machines"], row["people"]): row["area"] for row in found["pairs"]}
    yield from table(
        ["stacked, strict", *people],
        [[name, *(number(areas[name, other], 2) for other in people)] for name in machines],
    )


def _ordinary(name: str, found: Mapping[str, Any]) -> Iterator[str]:
    lot = found["shuffled"]
    yield from (f"## Ordinary machines: {name}, fifty rounds", "")
    yield (
        "Machines sit in people's seats and meet what they met. The tested family was never met, the tested people "
        f"are of other pairs than those in training. Sixteen seats together: AUC {_span(found['area'])} (mean over "
        f"families, which the interval redraws), single seats {number(found['single'])}. Machines made of people's own "
        f"play, listed last: {_span(found['copies'])}. Controls, single seats: sources and families called people or "
        f"machines by lot, AUC {number(float(sum(lot) / len(lot)))} ({number(min(lot))} to {number(max(lot))}); two "
        f"treatments of people (of one, pairs parted by a coin) {number(found['same kind'])}."
    )
    yield ""
    asked = [row for row in found["machines"] if row["name"] in WHY]
    for row in sorted(asked, key=lambda row: list(WHY).index(row["name"])):
        verdict = "still passes" if row["machines_said"] > 0.5 else "does not pass any more"
        yield (
            f"- `{row['name']}` {verdict} at sixteen seats (P(human) {number(row['machines_said'], 2)}, people of the "
            f"same sets {number(row['people_said'], 2)}; AUC {number(row['area'], 2)}): {WHY[row['name']]}"
        )
    yield ""
    yield from table(
        ["machine", "family", "AUC, 16 seats", "AUC, one seat", "P(human) said of it", "of people"],
        [
            [
                row["name"],
                row["family"],
                number(row["area"], 2),
                number(row["single"], 2),
                number(row["machines_said"], 2),
                number(row["people_said"], 2),
            ]
            for row in sorted(
                found["machines"], key=lambda row: (row["family"].startswith("copycat"), -row["area"])
            )
        ],
    )
