"""`humanlike market`: play the controlled market, compare agents in it, measure its noise and sensitivities."""

from pathlib import Path

import typer

from humanlike.cli.long_studies import CLUSTER, OUT, RESUME, WORKERS, conduct
from humanlike.cli.output import JSON, present

market = typer.Typer(
    help="The controlled market: 37 random processes, each held or varied.", no_args_is_help=True
)

AGENTS = typer.Option(
    "",
    help="Who plays, by seat, separated by commas (your own: my_agent.py:MyAgent); none: one of each kind.",
)
SEED = typer.Option(1, help="Master seed.")
DAYS = typer.Option(220, min=10, help="Length of a game.")
FIGURES = typer.Option(None, help="Folder for figures.")
ADJUSTMENT = typer.Option(None, help="Adjust profits by the coefficients stored in this file.")
SAVE_ADJUSTMENT = typer.Option(None, help="Fit coefficients on these games and store them here.")
ADJUST_BY = typer.Option("demand,capacity", help="What stored coefficients are fitted to, by commas.")
HOLD = typer.Option("", help="Processes held from game to game: groups, names or numbers, by commas.")
VARY = typer.Option("", help="Processes varied from game to game; everything else is held.")


@market.command()
def play(
    context: typer.Context,
    agents: str = AGENTS,
    seed: int = SEED,
    games: int = typer.Option(1, min=1, help="How many games."),
    hold: str = HOLD,
    vary: str = VARY,
    seed_file: Path | None = typer.Option(None, help="37 seeds, one a line; 0 means choose a fresh one."),
    save_seeds: Path | None = typer.Option(None, help="Write the seeds of the first game here."),
    adjustment: Path | None = ADJUSTMENT,
    save_adjustment: Path | None = SAVE_ADJUSTMENT,
    adjust_by: str = ADJUST_BY,
    days: int = DAYS,
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figures: Path | None = FIGURES,
    as_json: bool = JSON,
) -> None:
    """Play a series of games and print every agent's profit in millions."""
    from humanlike.studies.market import play as study

    settings = {
        "agents": agents,
        "seed": seed,
        "games": games,
        "hold": hold,
        "vary": vary,
        "seeds": seed_file,
        "adjustment": adjustment,
        "days": days,
    }
    result = conduct(
        context,
        "market.play",
        study,
        settings,
        what="games",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    if save_seeds:
        result.write_seeds(save_seeds)
    if save_adjustment:
        result.write_adjustment(save_adjustment, adjust_by)
    present(result, as_json=as_json, figures=figures, wrote=save_seeds or save_adjustment)


@market.command()
def compare(
    context: typer.Context,
    first: str = typer.Argument("planner", help="An agent."),
    second: str = typer.Argument("planner-no-endgame", help="Its variant."),
    others: list[str] = typer.Argument(
        None, help="More variants: then every pair is compared, all claims together."
    ),
    agents: str = AGENTS,
    seat: int = typer.Option(0, help="Where the variants sit."),
    games: int = typer.Option(40, help="Markets; each is played once with each variant."),
    noise: str = typer.Option(
        "shared", help="Agents' own noise in the games of a pair: shared, fresh, or both."
    ),
    adjustment: Path | None = ADJUSTMENT,
    save_adjustment: Path | None = SAVE_ADJUSTMENT,
    adjust_by: str = ADJUST_BY,
    together: bool = typer.Option(False, help="Also play both variants inside one game, to show the bias."),
    until_decided: bool = typer.Option(
        False, "--until-decided", help="Look after every pair and stop once they are told apart."
    ),
    difference: float = typer.Option(1.0, help="The difference worth detecting, in millions."),
    alpha: float = typer.Option(0.05, help="Chance of a false alarm."),
    power: float = typer.Option(0.8, help="Chance to find the difference."),
    reach: float | None = typer.Option(
        None,
        help="The most millions by which one can beat the other in a game, if you can state it: exact looking.",
    ),
    seed: int = SEED,
    hold: str = HOLD,
    vary: str = VARY,
    days: int = DAYS,
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figures: Path | None = FIGURES,
    as_json: bool = JSON,
) -> None:
    """Compare agents in paired markets, against the ways that need more games."""
    from humanlike.studies.market import compare as study

    settings = {
        "first": first,
        "second": second,
        "others": others or [],
        "agents": agents,
        "seat": seat,
        "games": games,
        "noise": noise,
        "adjustment": adjustment,
        "together": together,
        "until_decided": until_decided,
        "difference": difference,
        "alpha": alpha,
        "power": power,
        "reach": reach,
        "seed": seed,
        "hold": hold,
        "vary": vary,
        "days": days,
    }
    result = conduct(
        context,
        "market.compare",
        study,
        settings,
        what="games",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    if save_adjustment:
        result.write_adjustment(save_adjustment, adjust_by)
    present(result, as_json=as_json, figures=figures, wrote=save_adjustment)


@market.command()
def noise(
    context: typer.Context,
    agents: str = AGENTS,
    seed: int = SEED,
    markets: int = typer.Option(5, min=1, help="M: markets held."),
    repeats: int = typer.Option(20, min=2, help="N: games in each of them."),
    random_games: int = typer.Option(20, min=3, help="Games in random markets."),
    days: int = DAYS,
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figures: Path | None = FIGURES,
    as_json: bool = JSON,
) -> None:
    """How much profit varies when only the agents' own chance does (the paper's Table 1)."""
    from humanlike.studies.market import noise as study

    settings = {
        "agents": agents,
        "seed": seed,
        "markets": markets,
        "repeats": repeats,
        "random_games": random_games,
        "days": days,
    }
    result = conduct(
        context,
        "market.noise",
        study,
        settings,
        what="games",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    present(result, as_json=as_json, figures=figures)


@market.command()
def sensitivity(
    context: typer.Context,
    factors: str = typer.Option("groups", help="groups, processes, or groups, names and numbers by commas."),
    design: str = typer.Option("fixing", help="fixing (the paper's), jansen, or saltelli (SALib)."),
    output: str = typer.Option(
        "pintel-5",
        help="By commas: scores, or order prices of all, pintel-2, pintel-5, imd-2, imd-5, product-1 to -16, products.",
    ),
    agents: str = AGENTS,
    seed: int = SEED,
    markets: int = typer.Option(5, min=3, help="Markets (fixing) or base markets (jansen, saltelli)."),
    repeats: int = typer.Option(10, min=2, help="Games a market and factor (fixing)."),
    random_games: int = typer.Option(20, min=3, help="Random games (fixing)."),
    periods: bool = typer.Option(
        False, "--periods", help="Test whether prices move on the same days in all markets."
    ),
    smoothing: int = typer.Option(7, min=1, help="Days of a mean in the picture by day; 1: raw days."),
    alpha: float = typer.Option(0.05, help="Chance of a false claim that a factor is told from the noise."),
    days: int = DAYS,
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figures: Path | None = FIGURES,
    as_json: bool = JSON,
) -> None:
    """How much of an output each random process, or group of them, is responsible for."""
    from humanlike.studies.market import sensitivity as study

    settings = {
        "factors": factors,
        "design": design,
        "periods": periods,
        "smoothing": smoothing,
        "alpha": alpha,
        "output": output,
        "agents": agents,
        "seed": seed,
        "markets": markets,
        "repeats": repeats,
        "random_games": random_games,
        "days": days,
    }
    result = conduct(
        context,
        "market.sensitivity",
        study,
        settings,
        what="games",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    present(result, as_json=as_json, figures=figures)
