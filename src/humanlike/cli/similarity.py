"""`humanlike similarity`: how alike two bodies of play are, metric by metric."""

from pathlib import Path

import typer

from humanlike.cli.long_studies import CLUSTER, OUT, RESUME, WORKERS, conduct
from humanlike.cli.output import FIGURE, JSON, present


def similarity(
    context: typer.Context,
    first: str = typer.Argument("", help="A body of play (the baseline is taken from it)."),
    second: str = typer.Argument("", help="The body of play to hold against it."),
    metrics: str = typer.Option("", help="Names separated by commas; none: all that fit."),
    games: str = typer.Option("", help="Only these games (or group sizes such as '5 players'), by commas."),
    divergence: str = typer.Option("kullback-leibler", help="kullback-leibler, jensen-shannon or energy."),
    floor: float = typer.Option(1e-6, help="Smallest probability in Kullback-Leibler."),
    resamples: int = typer.Option(500, min=20, help="For intervals, halves and permutations."),
    unit: str = typer.Option(
        "auto", help="What is independent: person, dyad, match, connected, session, study; traces: match, ..."
    ),
    seed: int = typer.Option(1, help="Seed of the resampling, and of simulated:RULE."),
    endowment: int = typer.Option(10, help="Social Ultimatum traces: what is split."),
    step: int = typer.Option(1, help="Social Ultimatum traces: step of offers."),
    missing: str = typer.Option(
        "refuse",
        help="Social Ultimatum traces, where an offer or answer is missing: refuse, drop-round or drop-game.",
    ),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Compare two data sets, files or folders of play: matrix games or Social Ultimatum traces."""
    from humanlike.studies.liken import liken

    settings = {
        "first": first,
        "second": second,
        "metrics": metrics,
        "games": games,
        "divergence": divergence,
        "floor": floor,
        "resamples": resamples,
        "endowment": endowment,
        "step": step,
        "missing": missing,
        "unit": unit,
        "seed": seed,
    }
    result = conduct(
        context,
        "liken",
        liken,
        settings,
        what="metrics",
        needed="SECOND" if first else "FIRST",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    present(result, as_json=as_json, figure=figure)
