"""`humanlike run`: the published tournament."""

from pathlib import Path

import typer

from humanlike.cli.long_studies import WORKERS
from humanlike.cli.output import FIGURE, JSON, present, progress_bar


def run(
    out: Path = typer.Option(Path("runs/published"), help="The run directory; an earlier run is replaced."),
    trials: int = typer.Option(60, help="The most trials to run."),
    workers: int = WORKERS,
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """The published tournament on what the package ships, ours beside the published tables."""
    from humanlike.reports.tournament_page import write_report
    from humanlike.studies.published import run_published

    with progress_bar("preparing") as progress:
        result = run_published(out=out, trials=trials, workers=workers, progress=progress)
    write_report(result.findings, result.page)
    present(result, as_json=as_json, figure=figure)
