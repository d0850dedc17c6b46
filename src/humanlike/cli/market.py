"""`humanlike market`: play the controlled market, compare agents in it, measure its noise and sensitivities."""

from pathlib import Path

import typer

from humanlike.cli.output import JSON, present, progress_bar

market = typer.Typer(
    help="The controlled market: 37 random processes, each held or varied.", no_args_is_help=True
)

AGENTS = typer.Option(
    "",
    help="Who plays, by seat, separated by commas (your own: my_agent.py:MyAgent); none: one of each kind.",
)
SEED = typer.Option(1, help="Master seed.")
WORKERS = typer.Option(1, help="Processes to play in.")
DAYS = typer.Option(220, min=10, help="Length of a game.")
FIGURES = typer.Option(None, help="Folder for figures.")
HOLD = typer.Option("", help="Processes held from game to game: groups, names or numbers, by commas.")
VARY = typer.Option("", help="Processes varied from game to game; everything else is held.")


@market.command()
def play(
    agents: str = AGENTS,
    seed: int = SEED,
    games: int = typer.Option(1, min=1, help="How many games."),
    hold: str = HOLD,
    vary: str = VARY,
    seed_file: Path | None = typer.Option(None, help="37 seeds, one a line; 0 means choose a fresh one."),
    save_seeds: Path | None = typer.Option(None, help="Write the seeds of the first game here."),
    days: int = DAYS,
    workers: int = WORKERS,
    figures: Path | None = FIGURES,
    as_json: bool = JSON,
) -> None:
    """Play a series of games and print every agent's profit in millions."""
    from humanlike.studies.market import play as study

    with progress_bar("games") as progress:
        result = study(
            agents,
            seed=seed,
            games=games,
            hold=hold,
            vary=vary,
            seeds=seed_file,
            days=days,
            workers=workers,
            progress=progress,
        )
    if save_seeds:
        result.write_seeds(save_seeds)
    present(result, as_json=as_json, figures=figures, wrote=save_seeds)


@market.command()
def compare(
    first: str = typer.Argument("planner", help="An agent."),
    second: str = typer.Argument("planner-no-endgame", help="Its variant."),
    agents: str = AGENTS,
    seat: int = typer.Option(0, help="Where the variants sit."),
    games: int = typer.Option(40, help="Markets; each is played once with each variant."),
    together: bool = typer.Option(False, help="Also play both variants inside one game, to show the bias."),
    difference: float = typer.Option(1.0, help="The difference worth detecting, in millions."),
    alpha: float = typer.Option(0.05, help="Chance of a false alarm."),
    power: float = typer.Option(0.8, help="Chance to find the difference."),
    seed: int = SEED,
    hold: str = HOLD,
    vary: str = VARY,
    days: int = DAYS,
    workers: int = WORKERS,
    figures: Path | None = FIGURES,
    as_json: bool = JSON,
) -> None:
    """Compare two agents in paired markets, against the ways that need more games."""
    from humanlike.studies.market import compare as study

    with progress_bar("games") as progress:
        result = study(
            first,
            second,
            agents=agents,
            seat=seat,
            games=games,
            together=together,
            difference=difference,
            alpha=alpha,
            power=power,
            seed=seed,
            hold=hold,
            vary=vary,
            days=days,
            workers=workers,
            progress=progress,
        )
    present(result, as_json=as_json, figures=figures)


@market.command()
def noise(
    agents: str = AGENTS,
    seed: int = SEED,
    markets: int = typer.Option(5, min=1, help="M: markets held."),
    repeats: int = typer.Option(20, min=2, help="N: games in each of them."),
    random_games: int = typer.Option(20, min=3, help="Games in random markets."),
    days: int = DAYS,
    workers: int = WORKERS,
    figures: Path | None = FIGURES,
    as_json: bool = JSON,
) -> None:
    """How much profit varies when only the agents' own chance does (the paper's Table 1)."""
    from humanlike.studies.market import noise as study

    with progress_bar("games") as progress:
        result = study(
            agents,
            seed=seed,
            markets=markets,
            repeats=repeats,
            random_games=random_games,
            days=days,
            workers=workers,
            progress=progress,
        )
    present(result, as_json=as_json, figures=figures)


@market.command()
def sensitivity(
    factors: str = typer.Option("groups", help="groups, processes, or groups, names and numbers by commas."),
    design: str = typer.Option("fixing", help="fixing (the paper's), jansen, or saltelli (SALib)."),
    output: str = typer.Option(
        "pintel-5", help="By commas: scores, or order prices of all, pintel-2, pintel-5, imd-2, imd-5."
    ),
    agents: str = AGENTS,
    seed: int = SEED,
    markets: int = typer.Option(5, min=3, help="Markets (fixing) or base markets (jansen, saltelli)."),
    repeats: int = typer.Option(10, min=2, help="Games a market and factor (fixing)."),
    random_games: int = typer.Option(20, min=3, help="Random games (fixing)."),
    days: int = DAYS,
    workers: int = WORKERS,
    figures: Path | None = FIGURES,
    as_json: bool = JSON,
) -> None:
    """How much of an output each random process, or group of them, is responsible for."""
    from humanlike.studies.market import sensitivity as study

    with progress_bar("games") as progress:
        result = study(
            factors,
            design=design,
            output=output,
            agents=agents,
            seed=seed,
            markets=markets,
            repeats=repeats,
            random_games=random_games,
            days=days,
            workers=workers,
            progress=progress,
        )
    present(result, as_json=as_json, figures=figures)
