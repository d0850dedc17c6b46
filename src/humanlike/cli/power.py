"""`humanlike power`: of effect, games, alpha and power, any three give the fourth."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present


def power(
    effect: float | None = typer.Option(None, help="Mean difference / standard deviation."),
    games: int | None = typer.Option(None, "--games", "-n", help="Pairs, or games in each group."),
    alpha: float | None = typer.Option(None, help="Chance of a false alarm."),
    power: float | None = typer.Option(None, help="Chance to find the effect."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Leave one quantity out and it is solved for, for independent groups and for pairs."""
    from humanlike.studies.power import power as study

    present(study(effect=effect, games=games, alpha=alpha, power=power), as_json=as_json, figure=figure)
