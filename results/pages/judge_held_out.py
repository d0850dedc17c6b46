"""The judge's detector on what it never met: both ways of holding out, then every study and machine."""

from collections.abc import Iterator, Mapping
from typing import Any

from results.pages.markdown import estimate, number, table
from results.shelf import MadePart

KINDS = {"plays": "whole plays (16 seats)", "seats": "single seats"}
WAYS = {
    "sibling": "the treatment or the machine itself (its study, mixtures with its rule and the game stay)",
    "family": "the game, the whole study, everything that shares a rule",
}


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Figures, then sources."""
    any_part = next(iter(parts.values())).document
    return [
        "The detector that ships with `humanlike judge` is fitted again to its own material "
        f"({any_part['people']} plays by people of eight studies, {any_part['machines']} by machines) without what it "
        "is tested on, in two ways, and calibrated in the same way. The first is how it used to be tested; a "
        "stranger's play is like the second. log(1/2) = -0.693 is a coin. Intervals redraw studies and machines; with "
        "eight studies they are rough. Rock-paper-scissors was played in one study only: without it no people are "
        "known who played anything like it. These are figures of the detector, refitted: the shipped model itself has "
        "seen all of this.",
        "",
        *table(
            ["judged", "left out", "balanced score [95 %]", "machines that pass", "people who do not"],
            (row for kind, made in parts.items() for row in _figures(kind, made.document)),
        ),
        "Every study and machine, whole plays: mean log score, and the share taken for what it is not.",
        "",
        *table(
            [
                "source",
                "study or families",
                "score, siblings in training",
                "score, held out",
                "mistaken, siblings in training",
                "mistaken, held out",
            ],
            (_source(row) for row in parts["plays"].document["sources"]) if "plays" in parts else (),
        ),
    ]


def _figures(kind: str, found: Mapping[str, Any]) -> Iterator[list[object]]:
    for part, games in {"figures": "", "two_actions": ", without rock-paper-scissors"}.items():
        for way, words in WAYS.items():
            yield _row(f"{KINDS[kind]}{games}", words, found[part][way])


def _row(judged: str, left_out: str, row: Mapping[str, float]) -> list[object]:
    return [
        judged,
        left_out,
        estimate(row["balanced"], row["lower"], row["upper"]),
        f"{row['machines_passing']:.0%}",
        f"{row['people_missed']:.0%}",
    ]


def _source(row: Mapping[str, Any]) -> list[object]:
    ways = [row["ways"][way] for way in WAYS]
    return [
        f"**{row['name']}**" if row["is_human"] else row["name"],
        ", ".join(row["kin"]),
        *(number(way["score"]) for way in ways),
        *(f"{way['mistaken']:.0%}" for way in ways),
    ]
