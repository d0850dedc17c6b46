"""`humanlike similarity`: how alike two bodies of play are, metric by metric."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present


def similarity(
    first: str = typer.Argument(..., metavar="A", help="A body of play (the baseline is taken from it)."),
    second: str = typer.Argument(..., metavar="B", help="The body of play to hold against it."),
    metrics: str = typer.Option("", help="Names separated by commas; none: all that fit."),
    games: str = typer.Option("", help="Only these games (or group sizes such as '5 players'), by commas."),
    divergence: str = typer.Option("kullback-leibler", help="kullback-leibler, jensen-shannon or energy."),
    floor: float = typer.Option(1e-6, help="Smallest probability in Kullback-Leibler."),
    resamples: int = typer.Option(500, min=20, help="For intervals, halves and permutations."),
    seed: int = typer.Option(1, help="Seed of the resampling, and of simulated:RULE."),
    endowment: int = typer.Option(10, help="Social Ultimatum traces: what is split."),
    step: int = typer.Option(1, help="Social Ultimatum traces: step of offers."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Compare two data sets, files or folders of play: matrix games or Social Ultimatum traces."""
    from humanlike.studies.liken import liken

    result = liken(
        first,
        second,
        metrics=metrics,
        games=games,
        divergence=divergence,
        floor=floor,
        resamples=resamples,
        endowment=endowment,
        step=step,
        seed=seed,
    )
    present(result, as_json=as_json, figure=figure)
