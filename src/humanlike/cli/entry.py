"""`humanlike entry`: look at a contestant's program before it is sent in."""

from dataclasses import asdict
from pathlib import Path

import typer
from rich.markup import escape

from humanlike.cli.output import console, print_json, print_table

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
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Build and run the entry on a few games; exit code 2 if anything is wrong."""
    from humanlike.programs import Limits, check_entry

    limits = Limits(seconds=seconds, cpu_seconds=seconds, memory_bytes=memory * 2**20)
    report = check_entry(directory, limits, trust=trust)
    if as_json:
        print_json({**asdict(report), "ok": report.is_ok})
    else:
        where = "in the sandbox" if report.sandboxed else "UNSANDBOXED"
        rows = [
            ("ok" if each.passed else "PROBLEM", each.check, escape(each.detail), f"{each.seconds:.2f}")
            for each in report.checks
        ]
        title = f"{report.kind} '{report.entry}' by {escape(report.author)}, {where}"
        print_table(title, ("", "check", "detail", "seconds"), rows)
        console.print("All well." if report.is_ok else "Not ready to be sent in.")
    if not report.is_ok:
        raise typer.Exit(2)
