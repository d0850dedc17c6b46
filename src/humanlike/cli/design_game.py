"""`humanlike design`: the game that tells two theories apart, and with how many pairs."""

from pathlib import Path

import typer

from humanlike.cli.design import INFORMATION
from humanlike.cli.long_studies import CLUSTER, OUT, RESUME, WORKERS, conduct
from humanlike.cli.output import FIGURE, JSON, present


def design(
    context: typer.Context,
    theory: str = typer.Argument("", help="A rule, RULE:SET, or mix(RULE:SHARE,...)."),
    rival: str = typer.Argument("", help="The theory to tell it from."),
    size: str = typer.Option("2x2", help="Rows x columns of the payoff table, up to 4x4."),
    payoffs: str = typer.Option("0-20", help="Lowest and highest payoff; whole numbers."),
    rounds: int = typer.Option(20, help="Rounds a pair plays."),
    power: float = typer.Option(0.9, help="Chance to reject the wrong theory, whichever is true."),
    alpha: float = typer.Option(0.05, help="Chance to reject the true one."),
    candidates: int = typer.Option(400, help="Games drawn at random to begin with."),
    generations: int = typer.Option(8, help="How often the best are varied."),
    pairs: int = typer.Option(
        2000, help="Pairs simulated to measure the game found and those it is compared with."
    ),
    games: str = typer.Option("all", help="Games to compare with: names or files by commas; all that ship."),
    information: str = INFORMATION,
    seed: int = typer.Option(1, help="Seed of everything random."),
    save: Path | None = typer.Option(None, help="Write the game to this file (.json, .nfg, .txt)."),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Search over payoffs for the game that tells two theories apart with the fewest pairs; verify its power."""
    from humanlike.studies.design import design as study

    result = conduct(
        context,
        "design",
        study,
        {
            "theory": theory,
            "rival": rival,
            "size": size,
            "payoffs": payoffs,
            "rounds": rounds,
            "power": power,
            "alpha": alpha,
            "candidates": candidates,
            "generations": generations,
            "pairs": pairs,
            "games": games,
            "information": information,
            "seed": seed,
        },
        what="designing",
        needed="RIVAL",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    if save is not None:
        result.write(save)
    present(result, as_json=as_json, figure=figure, wrote=save)
