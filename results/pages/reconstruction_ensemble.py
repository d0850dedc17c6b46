"""Which places in the published tournament's table are construction."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from results.pages.markdown import number, table
from results.shelf import MadePart

DETECTORS = [
    "detector",
    "score",
    "5-95 %",
    "least to most",
    "balanced",
    "ranks",
    "first",
    "above a coin",
    "place",
]
QUARTERS = ["detector", "none to 1/4", "to 1/2", "to 3/4", "to all"]


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """How the ensemble was made, the range of every place, and how it depends on the order."""
    (made,) = parts.values()
    found = made.document
    moved = [row["name"] for row in found["detectors"] if row["rank"][0] != row["rank"][-1]]
    winners = ", ".join(f"{name} in {100 * share:.0f} %" for name, share in found["emulators_first"].items())
    return [
        f"{found['members']} reconstructions of CIT, PCC1 and PCC2 (seed {found['seed']}): in every pair the same "
        "rounds are played in another order, so that each meets Tables 4-11 as printed. The share of rounds that keep "
        "their place rises evenly from none (no order at all) to all (the reconstruction as shipped). Machines play "
        f"the same in all of them, {found['trials']} trials each, so whatever differs is the order of people's moves. "
        "Which cells a pair visited is constructed as well, and is held: the ranges say nothing of it.",
        "",
        "## What is construction",
        "",
        f"- Places that depend on the order of moves: **{', '.join(moved) or 'none'}**. All other places are the same "
        "in every member.",
        f"- Detectors that come first: {_first(found['detectors'])}. Emulators that come first: {winners}.",
        *_knowledge(found["detectors"]),
        "",
        "Medians, and over members:",
        "",
        *table(DETECTORS, map(_detector, found["detectors"])),
        "## Mean score and ranks by the share of rounds in their place",
        "",
        *table(QUARTERS, _by_share(found["by_share_kept"])),
    ]


def _first(rows: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{row['name']} in {100 * row['first']:.0f} %" for row in rows if row["first"] > 0)


def _knowledge(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Who is above a coin in some orders only: there being sound is construction, too."""
    for row in rows:
        if 0 < row["above_chance"] < 1:
            yield (
                f"- The balanced score of {row['name']} is above a coin's in {100 * row['above_chance']:.0f} % of "
                "members only: whether it knows anything is construction."
            )


def _detector(row: Mapping[str, Any]) -> list[str]:
    least, low, median, high, most = row["score"]
    fixed = row["rank"][0] == row["rank"][-1]
    return [
        row["name"],
        number(median),
        f"{number(low)} to {number(high)}",
        f"{number(least)} to {number(most)}",
        f"{number(row['balanced'][0])} to {number(row['balanced'][-1])}",
        _ranks(sorted({int(row["rank"][0]), int(row["rank"][-1])})),
        f"{100 * row['first']:.0f} %",
        f"{100 * row['above_chance']:.0f} %",
        "not construction" if fixed else "construction",
    ]


def _by_share(rows: Sequence[Mapping[str, Any]]) -> Iterator[list[str]]:
    by_name: dict[str, list[str]] = {}
    for row in rows:
        by_name.setdefault(row["name"], []).append(f"{number(row['score'])} ({_ranks(row['ranks'])})")
    for name, cells in by_name.items():
        yield [name, *cells]


def _ranks(ranks: Sequence[int]) -> str:
    return "-".join(str(rank) for rank in sorted({ranks[0], ranks[-1]}))
