"""`humanlike players`: the rules, or one rule with its equation, parameters and sources."""

import typer

from humanlike.cli.output import JSON, present


def players(
    player: str | None = typer.Argument(None, metavar="[ID]", help="A rule; none: list all."),
    as_json: bool = JSON,
) -> None:
    """List the learning rules, or show one."""
    from humanlike.studies.describe_rule import describe_rule

    present(describe_rule(player), as_json=as_json)
