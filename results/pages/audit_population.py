"""The share of machines, flags, and where they are withheld."""

from collections.abc import Iterator, Mapping
from typing import Any

from results.pages.markdown import estimate, number, table
from results.shelf import MadePart

WORDS = """
195 people each played ten rounds of a prisoner's dilemma and of a battle of the sexes against GPT-4
(akata-human-vs-gpt4). Persons are halved forty times. One half is *verified*: its people, and the GPT-4 seats they met,
teach the tables and the calibration, everybody judged by folds without them. From the other half, which nothing ever
saw, ten populations are drawn at each share of machines. *400 seats* are drawn with replacement from some 97 people and
as many GPT-4 seats, so that some occur several times, which the intervals do not know; *strangers* are these people
once each, as themselves or as the GPT-4 opposite. The share is to be within .03 on average, and of those flagged at a
false discovery rate of .10 at most a tenth may be people. *False* is the mean share of people among the flagged (0
where nobody is), *power* the share of machines that are flagged. [audit.md](../audit.md) says how it is done.
"""
WITHHELD = """
Prisoner's dilemma alone; GPT-4 on record is the suspect. Nobody, or too few, of this study are verified, so shares and
flags are withheld. "It would claim" is what they would have been. Whoever has no verified people cannot know whether
theirs is a study in which that is right.
"""


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Populations, whole audits, and what is withheld."""
    lines = [WORDS.strip(), ""]
    for name, made in parts.items():
        if name == "whole audits":
            lines += _audits(made.document)
        elif name == "withheld":
            lines += _withheld(made.document)
        else:
            lines += _populations(name, made.document)
    return lines


def _populations(unit: str, found: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"## {unit[0].upper()}{unit[1:]}", "")
    for how, shares in found.items():
        yield from (f"{how[0].upper()}{how[1:]}:", "")
        rows = [
            [
                share,
                number(each["share"]["mean"]),
                number(each["share"]["sd"]),
                number(each["error"]["within .03"], 2),
                number(each["held"]["mean"], 2),
                number(each["width"]["mean"], 2),
                *(_flags(each, way) for way in ("conformal", "mixture")),
            ]
            for share, each in shares.items()
        ]
        head = (
            "true share",
            "estimated",
            "sd",
            "within .03",
            "interval holds",
            "width",
            "conformal: false / power",
            "mixture: false / power",
        )
        yield from table(head, rows)


def _flags(found: Mapping[str, Any], way: str) -> str:
    """False discoveries and power."""
    false, power = (found[f"{way} {what}"]["mean"] for what in ("false discoveries", "power"))
    return f"{number(false)} / {number(power, 2)}"


def _audits(found: list[dict[str, Any]]) -> Iterator[str]:
    yield from ("## Whole audits", "")
    yield (
        "`humanlike audit` from end to end: half of the persons verified, GPT-4 in some places of the others without a "
        "mark, suspects the zoo and the GPT-4 that verified people met."
    )
    yield ""
    rows = [
        [
            number(each["share"], 2),
            each["participants"],
            estimate(*each["estimated"], digits=2),
            each["flags"],
            each["flagged"],
            each["wrongly"],
            f"{each['found']} of {each['machines']}",
            estimate(*each["accused"]),
        ]
        for each in found
    ]
    head = (
        "true share",
        "participants",
        "estimated [95 %]",
        "flags",
        "flagged",
        "of them people",
        "machines found",
        "people accused [95 %]",
    )
    yield from table(head, rows)


def _withheld(found: list[dict[str, Any]]) -> Iterator[str]:
    yield from ("## Unmatched use", "", WITHHELD.strip(), "")
    rows = [
        [
            each["use"],
            number(each["true share"], 2),
            "none" if each["share"] is None else number(each["share"][0]),
            len(each["flagged"]),
            estimate(*each["would have claimed"], digits=2),
            number(each["mean probability"], 2),
            estimate(*each["area"], digits=2),
        ]
        for each in found
    ]
    head = (
        "use",
        "true share",
        "share offered",
        "flags",
        "it would claim [95 %]",
        "mean P(machine)",
        "area [95 %]",
    )
    yield from table(head, rows)
