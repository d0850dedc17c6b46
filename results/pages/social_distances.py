"""Which measures find people among agents, and which notice that time was destroyed."""

from collections.abc import Mapping
from typing import Any

from results.pages.markdown import table
from results.shelf import MadePart
from results.studies.social_distances import AGENTS, OUT_OF_ORDER, SAME

ENOUGH = 0.9  # of the draws


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Two counts for every measure, size by size, and what follows."""
    lines = [
        'Chang, Maheswaran, Levinboim & Rajan (2011, "Metrics") call Euclidean distance, edit distance and dynamic '
        'time warping "not appropriate in this type of domain" and say ("Related Work") that they "do not capture the '
        'temporal causality patterns". Here samples A and B of one synthetic population (30 rounds, five players), '
        "agents learned from a third sample, whose games they play once more, and B with the rounds of each game in "
        "another order. A measure of behaviour puts B nearest to A, and nearer than B out of order. *mean*: over pairs "
        "of trajectories; *energy*: less what each body differs from itself.",
        "",
    ]
    for name, made in parts.items():
        lines += [f"## {name} in each sample", "", *_counted(made.document), *_verdict(made.document), ""]
    return lines


def _counted(measures: Mapping[str, Mapping[str, Any]]) -> list[str]:
    rows = [
        [
            name,
            f"{each['nearest'][SAME]} of {each['draws']}",
            ", ".join(
                f"{agent} {count}" for agent, count in each["nearest"].items() if agent in AGENTS and count
            )
            or "-",
            f"{each['order seen']} of {each['draws']}",
            *(_number(each["mean"][body]) for body in (SAME, OUT_OF_ORDER, "adaptive", "dbra")),
        ]
        for name, each in measures.items()
    ]
    heads = ("measure", "B nearest to A", "else nearest", "B nearer than B out of order")
    return table([*heads, "mean: B", "B out of order", "adaptive", "dbra"], rows)


def _others(nearest: Mapping[str, int]) -> str:
    return ", ".join(f"{agent} {nearest[agent]}" for agent in AGENTS if nearest[agent]) or "-"


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3g}"


def _verdict(measures: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What the counts say of the claim, direct distances against ours over time."""
    direct = [name for name in measures if name.endswith((", mean", ", energy"))]
    finds = _reach(measures, direct, lambda each: each["nearest"][SAME])
    sees = _reach(measures, direct, lambda each: each["order seen"])
    ours = [name for name in measures if name.startswith("d_Y")]
    return [
        f"- Find people in at least nine of ten draws: {', '.join(finds) or 'no direct distance'}; of ours over time: "
        f"{', '.join(_reach(measures, ours, lambda each: each['nearest'][SAME])) or 'none'}.",
        f"- See the order of rounds in at least nine of ten draws: {', '.join(sees) or 'no direct distance'}; of ours "
        f"over time: {', '.join(_reach(measures, ours, lambda each: each['order seen'])) or 'none'}.",
    ]


def _reach(measures: Mapping[str, Mapping[str, Any]], names: list[str], count: Any) -> list[str]:
    return [name for name in names if count(measures[name]) >= ENOUGH * measures[name]["draws"]]
