"""`humanlike propriety`: does honesty pay under this system?"""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present


def propriety(
    name: str = typer.Argument(
        ..., metavar="NAME", help="A scoring system, an improper exhibit, or file.py:SYSTEM for your own."
    ),
    alternatives: int | None = typer.Option(None, help="How many alternatives; default: 2, 3 and 4."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Search for the best lie under a scoring system; a proper system has none."""
    from humanlike.studies.propriety import propriety as study

    present(study(name, alternatives=alternatives), as_json=as_json, figure=figure)
