"""`humanlike decide`: what to do with forecasts, and what that was worth."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present


def decide(
    forecasts: Path = typer.Argument(..., help="CSV: forecaster, question, alternative, probability."),
    payoffs: Path = typer.Option(
        ..., help="CSV: action, alternative, payoff (and question, for payoffs of its own)."
    ),
    outcomes: Path | None = typer.Option(None, help="CSV: question, alternative, once known."),
    questions: Path | None = typer.Option(None, help="CSV: question, alternatives (yes|no): what was asked."),
    system: str = typer.Option(
        "logarithmic,quadratic,spherical,truncated-logarithmic",
        help="Scoring systems to read as weights over cost-loss ratios, by commas.",
    ),
    renormalise: bool = typer.Option(
        False, "--renormalise", help="Mend sums other than 1 instead of refusing."
    ),
    allow_missing: bool = typer.Option(False, "--allow-missing", help="Judge only what was answered."),
    resamples: int = typer.Option(2000, help="Draws of questions for the intervals."),
    seed: int = typer.Option(1, help="Seed of these draws."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Turn forecasts into actions by what actions pay; once outcomes are known, say what that was worth."""
    from humanlike.studies.decide import decide as study

    result = study(
        forecasts,
        payoffs,
        outcomes,
        questions=questions,
        system=system,
        renormalise=renormalise,
        allow_missing=allow_missing,
        resamples=resamples,
        seed=seed,
    )
    present(result, as_json=as_json, figure=figure)
