"""`humanlike bayes`: how people differ, by hierarchical Bayes."""

from pathlib import Path

import typer

from humanlike.cli.long_studies import CLUSTER, OUT, RESUME, WORKERS, conduct
from humanlike.cli.output import FIGURE, JSON, present
from humanlike.core.units import AUTO


def bayes(
    context: typer.Context,
    data: str = typer.Argument(
        "", metavar="DATA", help="A data set's name, a file, a folder, or simulated:RULE."
    ),
    rule: str = typer.Option("ewa", help="One rule: ewa, ewa+lapse, file.py:RULE."),
    by: str = typer.Option(
        "person", help="Who has parameters: person, subject, match, session, game, role; joined by +."
    ),
    role: int | None = typer.Option(None, min=1, help="Only the choices of this role."),
    chains: int = typer.Option(4, min=1, help="Chains; one alone cannot show that it has converged."),
    warmup: int = typer.Option(1000, min=1, help="Draws of each chain that are thrown away."),
    draws: int = typer.Option(1000, min=4, help="Draws of each chain that are kept."),
    loo: str = typer.Option(
        AUTO, help="What loo leaves out in turn: choice or match; auto: choices, unless too many to keep."
    ),
    unit: str = typer.Option(AUTO, help="What is independent in loo's standard error (as in fit)."),
    people: str | None = typer.Option(None, help="Those whom RULE:fitted was fitted to: a file or data set."),
    game: str = typer.Option("", help="The game of plain text play: a game file or a game's name."),
    seed: int = typer.Option(1, help="Seed of everything random."),
    save: Path | None = typer.Option(None, help="Write the sample as netCDF, which arviz.from_netcdf reads."),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Sample everybody's parameters of a rule and the population's, and say whether they may be used (extra bayes)."""
    from humanlike.studies.bayes import FILE
    from humanlike.studies.bayes import bayes as study

    settings = {
        "data": data,
        "rule": rule,
        "by": by,
        "role": role,
        "chains": chains,
        "warmup": warmup,
        "draws": draws,
        "loo": loo,
        "unit": unit,
        "people": people,
        "game": game,
        "seed": seed,
    }
    result = conduct(
        context,
        "bayes",
        study,
        settings,
        what="sampling",
        needed="DATA",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    kept = [place / FILE for place in (out, resume) if place is not None]
    saved = [result.save(save)] if save is not None else []
    present(result, as_json=as_json, figure=figure, wrote=[*kept, *saved])
