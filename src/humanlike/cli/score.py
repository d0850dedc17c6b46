"""`humanlike score`: what forecasts earned, and who is really ahead."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present


def score(
    forecasts: Path = typer.Argument(
        ...,
        help="CSV: forecaster, question, alternative, probability; or predictions of choices.",
    ),
    outcomes: Path | None = typer.Option(
        None, help="CSV: question, alternative (or value). Predictions of choices bring their own."
    ),
    questions: Path | None = typer.Option(
        None, help="CSV: question, alternatives (yes|no) or low, high, scale: what was asked."
    ),
    system: str = typer.Option(
        "quadratic",
        help="A scoring system, a literature form such as brier, or file.py:SYSTEM; several, by commas, side by side.",
    ),
    renormalise: bool = typer.Option(
        False, "--renormalise", help="Mend sums other than 1 instead of refusing."
    ),
    allow_missing: bool = typer.Option(False, "--allow-missing", help="Score only what was answered."),
    ranges: list[str] = typer.Option(
        [], "--range", help="QUESTION=LOW:HIGH closes a quantity's tails (else exponential)."
    ),
    alpha: float = typer.Option(0.05, help="Level of the leader's claim and of the ranks not ruled out."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Score probability forecasts once the outcomes are known."""
    from humanlike.studies.score import score as study

    result = study(
        forecasts,
        outcomes,
        questions=questions,
        system=system,
        renormalise=renormalise,
        allow_missing=allow_missing,
        ranges=ranges,
        alpha=alpha,
    )
    present(result, as_json=as_json, figure=figure)
