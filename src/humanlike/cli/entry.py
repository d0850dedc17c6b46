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
    plan: Path | None = typer.Option(
        None, metavar="RUN.toml", help="The organiser's plan: its games, people and limits."
    ),
    humans: str | None = typer.Option(None, help="The organiser's people, as in 'humanlike tournament'."),
    games: str | None = typer.Option(None, help="The organiser's games, as in 'humanlike tournament'."),
    seconds: float | None = typer.Option(
        None, help="The time limit for one run. [default: the plan's, or 30]"
    ),
    memory: int | None = typer.Option(
        None, help="The memory limit, MB for all processes together. [default: the plan's, or 1024]"
    ),
    seed: int | None = typer.Option(
        None, help="Repeat a rehearsal. [default: drawn by the operating system]"
    ),
    trust: bool = typer.Option(
        False, "--trust", help="Run without a sandbox: the program can do what you can."
    ),
    as_json: bool = JSON,
) -> None:
    """Rehearse a tournament with the entry; exit code 2 if anything is wrong."""
    from humanlike.studies.entry import check_entry

    result = check_entry(
        directory,
        plan=plan,
        seed=seed,
        humans=humans,
        games=games,
        seconds=seconds,
        memory=memory,
        trust=trust or None,
    )
    present(result, as_json=as_json)
    if not result.is_ok:
        raise typer.Exit(2)
