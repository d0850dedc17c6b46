"""`humanlike pool`: one forecast out of many."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present


def pool(
    forecasts: Path = typer.Argument(
        ...,
        help="CSV: forecaster, question, alternative, probability; or predictions of choices.",
    ),
    questions: Path | None = typer.Option(
        None, help="CSV: question, alternatives (yes|no) or low, high, scale: what was asked."
    ),
    method: str = typer.Option("average", help="average, log-odds, parimutuel, or score-weighted."),
    outcomes: Path | None = typer.Option(None, help="Past outcomes that earn weights (score-weighted)."),
    system: str = typer.Option(
        "logarithmic", help="The system whose scores earn weights; file.py:SYSTEM for your own."
    ),
    renormalise: bool = typer.Option(
        False, "--renormalise", help="Mend sums other than 1 instead of refusing."
    ),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Combine several people's probabilities into a consensus, question by question."""
    from humanlike.studies.pool import pool as study

    result = study(
        forecasts,
        questions=questions,
        method=method,
        outcomes=outcomes,
        system=system,
        renormalise=renormalise,
    )
    present(result, as_json=as_json, figure=figure)
