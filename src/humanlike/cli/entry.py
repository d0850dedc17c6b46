"""`humanlike entry`: look at a contestant's program before it is sent in."""

from pathlib import Path

import typer

from humanlike.cli.output import JSON, present

entry = typer.Typer(help="Check a program that is to be entered in a tournament.", no_args_is_help=True)


@entry.callback()
def _entry() -> None:
    """Check a program that is to be entered in a tournament."""


@entry.command("check")
def check(
    directory: Path = typer.Argument(help="The entry: a directory with an entry.toml."),
    seconds: float = typer.Option(30.0, help="The organiser's time limit for one run."),
    memory: int = typer.Option(1024, help="The organiser's memory limit, MB for all processes together."),
    trust: bool = typer.Option(
        False, "--trust", help="Run without a sandbox: the program can do what you can."
    ),
    as_json: bool = JSON,
) -> None:
    """Build and run the entry on a few games; exit code 2 if anything is wrong."""
    from humanlike.studies.entry import check_entry

    result = check_entry(directory, seconds=seconds, memory=memory, trust=trust)
    present(result, as_json=as_json)
    if not result.is_ok:
        raise typer.Exit(2)
