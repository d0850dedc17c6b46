"""`humanlike delphi`: feedback, scores, payments and rankings of a panel; tests and audited tasks alike."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present


def delphi(
    file: Path = typer.Argument(
        ..., help="CSV: expert, round, question, alternative or percentile, probability."
    ),
    outcomes: Path | None = typer.Option(None, help="CSV: question, alternative or value, once known."),
    questions: Path | None = typer.Option(
        None, help="CSV: question, alternatives (yes|no) or low, high, scale: what was asked."
    ),
    mode: str = typer.Option("panel", help="panel; test: confidence-marked; audit: self-rated tasks."),
    system: str = typer.Option(
        "truncated-logarithmic", help="The scoring system for alternatives; file.py:SYSTEM for your own."
    ),
    density_system: str = typer.Option(
        "crps", help="quadratic, spherical, logarithmic or crps for quantities."
    ),
    method: str = typer.Option("average", help="Consensus fed back: average, log-odds, parimutuel."),
    budget: float | None = typer.Option(None, help="Money to pay in proportion to score."),
    rationality: list[str] = typer.Option([], help="QUESTION:ALTERNATIVE=PROBABILITY everybody knows."),
    ranges: list[str] = typer.Option(
        [], "--range", help="QUESTION=LOW:HIGH closes a quantity's tails (else exponential)."
    ),
    audit_share: float = typer.Option(0.25, help="Share of tasks to audit (audit mode)."),
    renormalise: bool = typer.Option(False, "--renormalise", help="Mend incoherent answers and report them."),
    allow_missing: bool = typer.Option(False, "--allow-missing", help="Score only what was answered."),
    seed: int = typer.Option(1, help="Seed of the audit draw and of the ranking's bootstrap."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Run a Delphi panel's books, mark a confidence test, or audit self-rated tasks."""
    from humanlike.studies.delphi import delphi as study

    result = study(
        file,
        outcomes,
        questions=questions,
        mode=mode,
        system=system,
        density_system=density_system,
        method=method,
        budget=budget,
        rationality=rationality,
        ranges=ranges,
        audit_share=audit_share,
        renormalise=renormalise,
        allow_missing=allow_missing,
        seed=seed,
    )
    present(result, as_json=as_json, figure=figure)
