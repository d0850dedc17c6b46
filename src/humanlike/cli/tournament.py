"""`humanlike tournament`: man or machine, decided."""

from collections.abc import Mapping
from pathlib import Path

import typer

from humanlike.cli.design import LEVELS
from humanlike.cli.long_studies import CLUSTER, WORKERS
from humanlike.cli.output import FIGURE, JSON, present, progress_bar


def tournament(
    run_file: Path | None = typer.Argument(None, metavar="[RUN.toml]", help="A plan; options change it."),
    humans: str | None = typer.Option(
        None, help="'reconstruction', or data by name or path; comma-separated."
    ),
    unpublished: str | None = typer.Option(
        None, help="People nobody has seen, as --humans: never scored, only for the audit of memorisation."
    ),
    emulators: str | None = typer.Option(
        None, help="Ids, RULE:fitted, 'published', 'seven', 'all', entry directories, or file.py:OBJECT."
    ),
    detectors: str | None = typer.Option(
        None, help="Ids, 'published', 'untrained', 'all', entry directories, or file.py:OBJECT."
    ),
    games: str | None = typer.Option(None, help="Ids, game files, 'all' (that people played), or random:20."),
    trials: int | None = typer.Option(None, help="The most trials to run. [default: 60]"),
    fixed: bool = typer.Option(False, "--fixed", help="Run exactly that many trials (the paper's T)."),
    seed: int | None = typer.Option(None, help="Same seed, same tournament. [default: 1]"),
    salt: str | None = typer.Option(
        None, metavar="HEX", help="32 digits that make the seed's hash safe to publish; see reveal."
    ),
    crown: str | None = typer.Option(
        None,
        help="Who can win: 'sound' (shown to beat a coin) or 'published' (highest score). [default: sound]",
    ),
    system: str | None = typer.Option(None, help="A scoring system. [default: truncated-logarithmic]"),
    redraw_humans: bool | None = typer.Option(
        None,
        "--redraw-humans/--same-humans",
        help="Other human plays in every trial, where there are enough, or always the same. [default: redraw-humans]",
    ),
    matching: str | None = typer.Option(
        None,
        help="Only people who were matched so: fixed, strangers, zipper or groups. Machines meet whom people met. "
        "[default: all people]",
    ),
    information: str | None = typer.Option(
        None, help=f"What machines see: {LEVELS}; rules that need more are refused. [default: game]"
    ),
    one_file: bool = typer.Option(
        False, "--one-file", help="One verdict per source over all games (footnote 15)."
    ),
    trust: bool = typer.Option(False, "--trust", help="Run strangers' programs without a sandbox."),
    seconds: float | None = typer.Option(None, help="For one run of a stranger's program. [default: 30]"),
    memory_mb: int | None = typer.Option(None, help="For all processes of a program. [default: 1024]"),
    output_mb: int | None = typer.Option(None, help="What a program may write. [default: 16]"),
    training_seconds: float | None = typer.Option(None, help="For a program to learn once. [default: 60]"),
    strikes: int | None = typer.Option(
        None, help="Failures after which a program is no longer run. [default: 5]"
    ),
    quota: float | None = typer.Option(
        None, help="The share of failures beyond which nobody can win. [default: 0.1]"
    ),
    asked_again: float | None = typer.Option(
        None, help="The share of plays a stranger's detector is shown twice. [default: 0.1]"
    ),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = typer.Option(None, help="The run directory. [default: runs/tournament-SEED]"),
    resume: Path | None = typer.Option(None, help="Continue the run in this directory."),
    draw: Path | None = typer.Option(
        None, help="Only draw the games of random:N to this file; prints the seed's hash."
    ),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Let emulators play, detectors judge, and stop when the winner is established."""
    from humanlike.reports.tournament_page import write_report
    from humanlike.studies.compete import compete

    settings = {
        "humans": humans,
        "unpublished": unpublished,
        "emulators": emulators,
        "detectors": detectors,
        "games": games,
        "trials": trials,
        "until": "fixed" if fixed else None,
        "seed": seed,
        "salt": salt,
        "crown": crown,
        "system": system,
        "redraw_humans": redraw_humans,
        "matching": matching,
        "information": information,
        "mode": "all games in one file" if one_file else None,
        "trust": trust or None,
        "seconds": seconds,
        "memory": memory_mb,
        "output": output_mb,
        "training_seconds": training_seconds,
        "strikes": strikes,
        "quota": quota,
        "asked_again": asked_again,
    }
    if draw is not None:
        _draw(run_file, settings, draw, as_json)
        return
    with progress_bar("preparing") as progress:
        result = compete(
            run_file,
            out=out,
            resume=resume,
            workers=workers,
            cluster=cluster,
            progress=progress,
            **settings,
        )
    write_report(result.findings, result.page)
    present(result, as_json=as_json, figure=figure)


def _draw(run_file: Path | None, settings: Mapping[str, object], target: Path, as_json: bool) -> None:
    from humanlike.studies.compete import plan_of
    from humanlike.studies.draw import draw

    plan = plan_of(run_file, settings)
    drawn = draw(plan.games, seed=plan.seed, salt=plan.salt)
    drawn.write(target)
    present(drawn, as_json=as_json, wrote=target)
