"""`humanlike example`: working sample files to start from."""

from pathlib import Path

import typer

from humanlike.cli.output import JSON, present


def example(
    name: str = typer.Argument(
        "", metavar="[NAME]", help="play, forecasts, panel, traces, scores, rule, ..., or all; none: list."
    ),
    to: Path = typer.Option(Path(), help="The folder to write into."),
    as_json: bool = JSON,
) -> None:
    """Write working sample files: what commands take, and things of your own to change."""
    from humanlike.studies.example import example as study

    present(study(name, to=to), as_json=as_json)
