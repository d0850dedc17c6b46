"""`humanlike discriminate`: how many questions until the better forecaster leads?"""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present


def discriminate(
    p: float = typer.Option(..., "--p", help="True probability of every event."),
    y1: float = typer.Option(..., "--y1", help="What the first forecaster says."),
    y2: float = typer.Option(..., "--y2", help="What the second forecaster says."),
    system: str = typer.Option("quadratic", help="The scoring system; file.py:SYSTEM for your own."),
    best: bool = typer.Option(
        False,
        "--best",
        help="Look for the system that tells these two apart best; --system is compared with it.",
    ),
    closeness: float = typer.Option(
        0.01, help="How close to the best, with --best (0 to 1; none gets there)."
    ),
    n: int = typer.Option(100, "--n", help="How many questions."),
    alpha: float = typer.Option(0.05, help="Accepted chance that the better one does not lead."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """The chance that the worse of two forecasters leads after n questions, and how many are needed."""
    from humanlike.studies.discriminate import discriminate as study

    result = study(p, y1, y2, system=system, best=best, closeness=closeness, n=n, alpha=alpha)
    present(result, as_json=as_json, figure=figure)
