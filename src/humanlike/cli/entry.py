"""`humanlike entry`: call for programs, and look at one before it is sent in."""

from pathlib import Path

import typer

from humanlike.cli.output import JSON, present

HELP = "Check a program that is to be entered in a tournament, or call for such programs."
entry = typer.Typer(help=HELP, no_args_is_help=True)


@entry.callback()
def _entry() -> None:
    """Check a program that is to be entered in a tournament, or call for such programs."""


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


@entry.command("call")
def call(
    plan: Path = typer.Argument(metavar="RUN.toml", help="The plan of the tournament."),
    title: str | None = typer.Option(None, help="What the tournament is called."),
    due: str = typer.Option("", help="When entries are due. [default: a blank line]"),
    results: str = typer.Option("", help="When results are told. [default: a blank line]"),
    send_to: str = typer.Option("", help="Where entries are sent. [default: a blank line]"),
    prize: str = typer.Option("", help="What there is to win. [default: a blank line]"),
    secret_games: bool = typer.Option(
        False, "--secret-games", help="Tell how many games there are, not which."
    ),
    out: Path | None = typer.Option(None, help="Write the sheet: .html (one page) or .md."),
    as_json: bool = JSON,
) -> None:
    """Write a call for entries from the plan of a tournament: games, protocol, limits, scores, ties."""
    from humanlike.studies.call import TITLE, call_for_entries

    result = call_for_entries(
        plan,
        title=title or TITLE,
        due=due,
        results=results,
        send_to=send_to,
        prize=prize,
        secret_games=secret_games,
    )
    if out is not None and out.suffix.lower() == ".md":
        result.write(out)
    elif out is not None:
        from humanlike.reports.call_page import write_call

        write_call(result, out)
    present(result, as_json=as_json, wrote=out)
