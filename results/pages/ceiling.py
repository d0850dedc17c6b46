"""The ceiling of each data set, and the rules beside it."""

from collections.abc import Iterator, Mapping
from typing import Any

from results.pages.markdown import number, table
from results.shelf import MadePart

HEAD = [
    "forecaster",
    "nats per choice",
    "accuracy",
    "completeness",
    "over base rates",
    "restrictiveness (SE)",
]
WORDS = """
Held out: every choice is foretold by what was learned from others, in five folds dealt by a hash of the units' labels.
The ceiling is gradient boosting on documented features of the match so far ([ceiling.md](../ceiling.md)); its sizes are
chosen within the choices it learns from. It is no bound: what is above 1 sees what it does not. Completeness is the
share explained of what the ceiling gains over the uniform guess (beside it: over the frequencies of the actions),
restrictiveness how little the rule fits random conduct. Intervals are 95 %, over units. Where persons return, a second
ceiling knows their earlier matches; beside it stand rules whose state is carried from match to match (`--carry`),
persons held out in folds of their own.
"""
UNKNOWN = "-"


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Ceilings side by side, then a section for each data set."""
    return [
        WORDS.strip(),
        "",
        *_ceilings({name: made.document for name, made in parts.items()}),
        *(line for name, made in parts.items() for line in _section(name, made.document)),
    ]


def _ceilings(found: Mapping[str, Any]) -> Iterator[str]:
    rows = []
    for name, each in found.items():
        best, scored = next(iter(each["rules"].items()))
        ceiling = each["ceiling"]
        behind = scored["nats_per_choice"]["value"] - ceiling["nats_per_choice"]["value"]
        told = [_interval(ceiling["nats_per_choice"], 4), _interval(ceiling["accuracy"], 3)]
        rows.append([name, *told, best, number(behind, 4), _interval(scored["completeness"], 2)])
    head = ["data", "ceiling, nats", "ceiling, accuracy", "best rule", "behind, nats", "its completeness"]
    yield from table(head, rows)


def _section(name: str, found: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"## {name}", "")
    yield f"{found['choices']:,} choices of {found['n_units']:,} units ({found['unit']}). {found['caveat']}".strip()
    yield ""
    rows: list[list[object]] = []
    if found["ceiling_with_earlier_matches"]:
        rows.append(
            ["ceiling, persons' earlier matches too", *_scores(found["ceiling_with_earlier_matches"])]
        )
    rows.append(["ceiling", *_scores(found["ceiling"]), "1", "1"])
    rows += [[rule, *_scores(each), *_shares(each)] for rule, each in found["rules"].items()]
    for rule, each in found["carried"].items():
        value = f"{number(each['nats_per_choice'], 4)} (SE {number(each['standard_error'], 4)})"
        rows.append([f"{rule}, experience carried", value])
    rows.append(["base rates", *_scores(found["base_rates"]), UNKNOWN, "0"])
    rows.append(["blind guessing", number(found["blind_guessing"], 4), UNKNOWN, "0"])
    yield from table(HEAD, [[*row, *[UNKNOWN] * (len(HEAD) - len(row))] for row in rows])
    for rule, reason in found["refused"].items():
        yield from (f"Not applicable: {rule} ({reason})", "")


def _scores(each: Mapping[str, Any]) -> list[str]:
    return [_interval(each["nats_per_choice"], 4), _interval(each["accuracy"], 3)]


def _shares(each: Mapping[str, Any]) -> list[str]:
    limits = each["restrictiveness"]
    shares = [_interval(each[key], 2) for key in ("completeness", "completeness_over_base_rates")]
    return [*shares, f"{number(limits['value'], 2)} ({number(limits['standard_error'], 2)})"]


def _interval(estimate: Mapping[str, float | None], digits: int) -> str:
    if estimate["value"] is None:
        return UNKNOWN
    value = number(estimate["value"], digits)
    if estimate["lower"] is None or estimate["upper"] is None:
        return value
    return f"{value} [{number(estimate['lower'], digits)}, {number(estimate['upper'], digits)}]"
