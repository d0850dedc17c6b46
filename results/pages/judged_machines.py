"""The shipped judge, and people, on seats whose makers are known."""

from collections.abc import Iterator, Mapping
from typing import Any

from results.pages.markdown import estimate, number, table
from results.shelf import MadePart

SCORES = [
    "seats of",
    "people",
    "balanced score [95 %]",
    "people's seats",
    "machines' seats",
    "balanced accuracy [95 %]",
]
GUESSES = ["guesses about GPT-4", "guesses", "right [95 %]", "mean log z"]


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Scores of the judge, then people's guesses, then whole data sets."""
    return [
        "Neither data set was used in training. Every seat is judged alone (one side of a match is a person, the other "
        "a machine); intervals redraw people with all their matches"
        + _caveats(parts)
        + ". How the detector does on studies and machines it was not fitted to: [held out](judge_held_out.md).",
        "",
        *table(SCORES, (row for name, made in parts.items() for row in _scores(name, made.document))),
        "People as detectors (they judged machines only, so there is a machine side and no balance; a guess is taken "
        "at .8/.2 like the paper's yes-or-no detectors):",
        "",
        *table(GUESSES, (row for made in parts.values() for row in _guesses(made.document))),
        "All seats of a kind as one data set, P(human):",
        "",
        *table(
            ["data", "game", "whose seats", "P(human)"],
            (
                [
                    name,
                    whole["game"],
                    "people's" if whole["is_human"] else "machines'",
                    number(whole["probability"]),
                ]
                for name, made in parts.items()
                for whole in made.document["whole"]
            ),
        ),
    ]


def _caveats(parts: Mapping[str, MadePart]) -> str:
    """What the units leave open, where they do."""
    told = {row["caveat"] for made in parts.values() for row in made.document["scores"] if row.get("caveat")}
    return "".join(f" ({caveat.rstrip('.')})" for caveat in sorted(told))


def _scores(name: str, found: Mapping[str, Any]) -> Iterator[list[object]]:
    for row in found["scores"]:
        yield [
            f"{name}, all games" if row["name"] == "all games" else row["name"],
            row["n_people"],
            _with_interval(row["balanced_score"]),
            number(row["human_score"]["value"]),
            number(row["machine_score"]["value"]),
            _with_interval(row["balanced_accuracy"]),
        ]


def _guesses(found: Mapping[str, Any]) -> Iterator[list[object]]:
    for row in found["guesses"]:
        yield [
            row["game"],
            row["n_guesses"],
            _with_interval(row["machine_accuracy"]),
            _with_interval(row["machine_score"]),
        ]


def _with_interval(found: Mapping[str, float]) -> str:
    return estimate(found["value"], found["lower"], found["upper"])
