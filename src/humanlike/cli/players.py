"""`humanlike players`: the rules, or one rule with its equation, parameters and sources."""

import inspect
from typing import Any

import typer

from humanlike.cli.output import console, print_json, print_table


def players(
    player: str | None = typer.Argument(None, metavar="[ID]", help="A rule; none: list all."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """List the learning rules, or show one."""
    from humanlike.core import look_up
    from humanlike.players import RULES

    if player is None:
        documents = [describe(name) for name in RULES]
        if as_json:
            print_json(documents)
        else:
            rows = [[each["name"], each["summary"], each["information"]] for each in documents]
            print_table("Players", ["id", "what it does", "what it must see"], rows)
        return
    look_up("player", player, RULES)
    document = describe(player)
    if as_json:
        print_json(document)
    else:
        _show(document)


def describe(name: str) -> dict[str, Any]:
    """Everything `--json` prints about one rule."""
    from humanlike.players import DESCRIPTIONS, RULES

    rule = RULES[name]
    symbols = rule.symbols or rule.parameter_names
    text = inspect.cleandoc(DESCRIPTIONS[name])
    return {
        "name": name,
        "summary": text.splitlines()[0],
        "information": rule.needs.sentence,
        "actions": rule.n_actions or "any number",
        "players": rule.n_players or "any number",
        "parameters": [
            {"name": each, "symbol": symbol, "value": value, "lower": bound.lower, "upper": bound.upper}
            for each, symbol, value, bound in zip(
                rule.parameter_names, symbols, rule.default, rule.bounds, strict=True
            )
        ],
        "published": {label: values._asdict() for label, values in rule.published.items()},
        "description": text,
    }


def _show(document: dict[str, Any]) -> None:
    console.print(document["description"], markup=False)
    console.print()
    console.print(f"Must see: {document['information']}.", markup=False)
    console.print(f"Actions: {document['actions']}; players: {document['players']}.", markup=False)
    if not document["parameters"]:
        console.print("No parameters.")
        return
    columns = ["parameter", "symbol", "lower", "upper", *document["published"]]
    rows = [
        [each["name"], each["symbol"], each["lower"], each["upper"]]
        + [values[each["name"]] for values in document["published"].values()]
        for each in document["parameters"]
    ]
    print_table("Parameters and published values", columns, rows)
