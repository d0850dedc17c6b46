"""`humanlike tournament`: man or machine, decided; and `humanlike run`, the published one."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from humanlike.cli.output import console, print_json, print_table, progress_console

if TYPE_CHECKING:
    from humanlike.tournament import TournamentResult


def tournament(
    run_file: Path | None = typer.Argument(None, metavar="[RUN.toml]", help="A plan; options change it."),
    humans: str | None = typer.Option(
        None, help="'reconstruction', or data by name or path; comma-separated."
    ),
    emulators: str | None = typer.Option(
        None, help="Ids, RULE:fitted, 'published', 'seven', 'all', or entry directories."
    ),
    detectors: str | None = typer.Option(
        None, help="Ids, 'published', 'untrained', 'all', or entry directories."
    ),
    games: str | None = typer.Option(None, help="Ids, game files, 'all' (that people played), or random:20."),
    trials: int | None = typer.Option(None, help="The most trials to run. [default: 60]"),
    fixed: bool = typer.Option(False, "--fixed", help="Run exactly that many trials (the paper's T)."),
    seed: int | None = typer.Option(None, help="Same seed, same tournament. [default: 1]"),
    system: str | None = typer.Option(None, help="A scoring system. [default: truncated-logarithmic]"),
    redraw_humans: bool = typer.Option(False, "--redraw-humans", help="Other human plays in every trial."),
    one_file: bool = typer.Option(
        False, "--one-file", help="One verdict per source over all games (footnote 15)."
    ),
    trust: bool = typer.Option(False, "--trust", help="Run strangers' programs without a sandbox."),
    workers: int = typer.Option(0, help="Processes. [default: one per core]"),
    out: Path | None = typer.Option(None, help="The run directory. [default: runs/tournament-SEED]"),
    resume: Path | None = typer.Option(None, help="Continue the run in this directory."),
    draw: Path | None = typer.Option(
        None, help="Only draw the games of random:N to this file, with the seed's hash."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Let emulators play, detectors judge, and stop when the winner is established."""
    from humanlike.tournament import checked_plan, resume_tournament, run_tournament

    def words(text: str | None) -> tuple[str, ...] | None:
        return tuple(word.strip() for word in text.split(",") if word.strip()) if text is not None else None

    count = workers or len(os.sched_getaffinity(0))
    if resume is not None:
        result = _with_progress(lambda progress: resume_tournament(resume, workers=count, progress=progress))
        _report(result, resume, as_json)
        return
    changes = {
        "humans": words(humans),
        "emulators": words(emulators),
        "detectors": words(detectors),
        "games": words(games),
        "trials": trials,
        "until": "fixed" if fixed else None,
        "seed": seed,
        "system": system,
        "redraw_humans": redraw_humans or None,
        "mode": "all games in one file" if one_file else None,
        "trust": trust or None,
    }
    plan = checked_plan(run_file, changes)
    if draw is not None:
        _draw(plan, draw)
        return
    target = out or Path("runs") / f"tournament-{plan.seed}"
    result = _with_progress(lambda progress: run_tournament(plan, target, workers=count, progress=progress))
    _report(result, target, as_json)


def run(
    out: Path = typer.Option(Path("runs/published"), help="The run directory."),
    trials: int = typer.Option(60, help="The most trials to run."),
    workers: int = typer.Option(0, help="Processes. [default: one per core]"),
) -> None:
    """The published tournament on what the package ships, ours beside the published tables."""
    import shutil

    from humanlike.tournament import checked_plan, run_tournament
    from humanlike.tournament.replication import comparisons

    plan = checked_plan(None, {"trials": trials})
    if (out / "run.toml").exists():
        shutil.rmtree(out)  # this command's own directory: always a fresh run
    count = workers or len(os.sched_getaffinity(0))
    result = _with_progress(lambda progress: run_tournament(plan, out, workers=count, progress=progress))
    for table in comparisons(result):
        print_table(
            escape(table.title), table.columns, [[escape(str(cell)) for cell in row] for row in table.rows]
        )
        for note in table.notes:
            console.print(f"  {note}", markup=False)
        console.print()
    _report(result, out, as_json=False)


def _draw(plan: Any, target: Path) -> None:
    """Write the drawn games and print what to publish beforehand."""
    from humanlike.core import BadRequest
    from humanlike.games import write_games
    from humanlike.tournament.material import commitment, drawn_games

    games = drawn_games(plan)
    if not games:
        raise BadRequest("--draw needs --games random:N, for example random:20.")
    write_games(target, games)
    console.print(
        f"{len(games)} games written to {target}; publish beforehand: {commitment(plan.seed)}", markup=False
    )


def _with_progress(work: Callable[[Any], "TournamentResult"]) -> "TournamentResult":
    """Run `work` under a progress bar that shows the current leaders."""
    columns = (
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=progress_console) as bar:
        task = bar.add_task("preparing", total=None)
        return work(lambda what, done, of: bar.update(task, description=what, completed=done, total=of))


def _report(result: "TournamentResult", out: Path, as_json: bool) -> None:
    from humanlike.reports.tournament_page import write_report
    from humanlike.tournament import document_of_run, tournament_findings

    page = out / "report.html"
    write_report(tournament_findings(result), page)
    if as_json:
        print_json(document_of_run(result) | {"run": str(out), "report": str(page)})
        return
    _show(result)
    console.print(f"Run directory: {out}   Report: {page}", markup=False)


def _show(result: "TournamentResult") -> None:
    from humanlike.tournament.standings import chance

    detectors = [
        [
            row["name"],
            row["score"],
            row["balanced_score"],
            row["minimax"],
            row["median game"],
            row["rank mean"],
        ]
        for row in result.detectors.to_dict("records")
    ]
    print_table(
        "Detectors (highest wins)",
        ["detector", "score", "balanced", "minimax", "median game", "rank"],
        detectors,
    )
    console.print(
        f"  references: knowing nothing (one half) {chance(result.plan):.4f}; "
        f"best constant in hindsight {result.best_constant:.4f}"
    )
    emulators = [
        [
            row["name"],
            row["score"],
            row["unweighted mean"],
            row["weighted mean"],
            row["rank winning detector"],
        ]
        for row in result.emulators.to_dict("records")
    ]
    print_table(
        "Emulators (lowest wins)",
        ["emulator", "winning detector", "unweighted", "weighted", "rank"],
        emulators,
    )
    for side, leadership in result.leaderships.items():
        if leadership.established_after > 0:
            console.print(
                f"{side}: {leadership.leader}, established after {leadership.established_after} trials.",
                markup=False,
            )
        else:
            console.print(
                f"{side}: {leadership.leader} leads after {result.trials} trials but is not separated from all others.",
                markup=False,
            )
    for note in result.notes:
        console.print(note, markup=False)
