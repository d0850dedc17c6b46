"""`humanlike classes`: people in latent classes, each with a learning rule and parameters of its own."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present
from humanlike.core.units import AUTO


def classes(
    data: str = typer.Argument(
        ..., metavar="DATA", help="A data set's name, a file, a folder, or simulated:RULE."
    ),
    rule: str = typer.Option(
        "memory-one", help="One rule for all classes, or several by commas: a class for each."
    ),
    number: int = typer.Option(2, help="How many classes of one rule."),
    member: str = typer.Option("subject", help="Who has a class: subject, match or session."),
    unit: str = typer.Option(
        AUTO, help="What is independent: person, dyad, match, connected, session or study."
    ),
    starts: int = typer.Option(4, min=1, help="Searches, each beginning with random classes."),
    game: str = typer.Option("", help="The game of plain text play: a game file or a game's name."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Divide people into latent classes that learn differently; the repeated game's strategies: `strategies`."""
    from humanlike.studies.classes import classes as study

    result = study(data, rule, number=number, member=member, unit=unit, starts=starts, game=game)
    present(result, as_json=as_json, figure=figure)
