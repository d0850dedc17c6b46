"""`humanlike market`: play the controlled market, compare agents in it, measure its noise and sensitivities."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.output import console, print_json, print_table, progress_bar

if TYPE_CHECKING:
    from humanlike.worlds.market.studies import MarketSetting

market = typer.Typer(
    help="The controlled market: 37 random processes, each held or varied.", no_args_is_help=True
)

AGENTS = typer.Option("", help="Who plays, by seat, separated by commas; none: one of each kind.")
SEED = typer.Option(1, help="Master seed.")
WORKERS = typer.Option(1, help="Processes to play in.")
DAYS = typer.Option(220, min=10, help="Length of a game.")
JSON = typer.Option(False, "--json", help="Print one JSON document.")
FIGURES = typer.Option(None, help="Folder for figures.")
FEW_FACTORS = 8  # that have a panel each in the picture by day
HOLD = typer.Option("", help="Processes held from game to game: groups, names or numbers, by commas.")
VARY = typer.Option("", help="Processes varied from game to game; everything else is held.")


def setting_of(agents: str, seed: int, days: int, workers: int, report: Any) -> "MarketSetting":
    """The setting meant by the options all commands share."""
    from humanlike.naming.agents import find_market_profile
    from humanlike.worlds.market import Rules
    from humanlike.worlds.market.studies import MarketSetting

    return MarketSetting(find_market_profile(agents), seed, Rules(days=days), workers, report)


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
    from humanlike.worlds.market.processes import (
        game_seeds,
        read_seed_file,
        varied_processes,
        write_seed_file,
    )
    from humanlike.worlds.market.studies import play_series

    varied = varied_processes(hold, vary)
    base = read_seed_file(seed_file) if seed_file else None
    with progress_bar("games") as report:
        setting = setting_of(agents, seed, days, workers, report)
        played = play_series(setting, games, varied, base)
    if save_seeds:
        write_seed_file(save_seeds, game_seeds(seed, 0, varied, base))
    if figures:
        from humanlike.figures import save
        from humanlike.figures.market import draw_daily_profit

        drawn = draw_daily_profit([game.balances for game in played], setting.names, data=f"seed {seed}")
        save(drawn, figures / "daily_profit.png")
    rows = [
        {"seat": seat, "agent": name, "scores": [float(game.scores[seat]) for game in played]}
        for seat, name in enumerate(setting.names)
    ]
    seeds = [game_seeds(seed, game, varied, base) for game in range(games)]
    if as_json:
        print_json(
            {
                "agents": rows,
                "seed": seed,
                "varied": sorted(varied),
                "seeds": [{"market": each.market, "agents": each.agents} for each in seeds],
                "refused_actions": [game.n_refusals for game in played],
            }
        )
        return
    print_table(
        f"Profit in millions, {games} game(s)",
        ["seat", "agent", "mean", "sd", "lowest", "highest"],
        [[row["seat"], row["agent"], *_spread(row["scores"])] for row in rows],
    )


def _spread(scores: Any) -> list[float]:
    import numpy as np

    sd = float(np.std(scores, ddof=1)) if len(scores) > 1 else float("nan")
    return [float(np.mean(scores)), sd, min(scores), max(scores)]


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
    from humanlike.naming.agents import find_market_agent
    from humanlike.worlds.market.analysis import analyse_pair, needs_by_difference
    from humanlike.worlds.market.processes import varied_processes
    from humanlike.worlds.market.studies import play_paired

    with progress_bar("games") as report:
        setting = setting_of(agents, seed, days, workers, report)
        varied = varied_processes(hold, vary)
        variants = find_market_agent(first), find_market_agent(second)
        played = play_paired(setting, variants, games, seat=seat, varied=varied, together=together)
    result = analyse_pair(played, difference=difference, alpha=alpha, power=power, seed=seed)
    if figures:
        _draw_pair(figures, (first, second), played, result, difference)
        from humanlike.figures import save
        from humanlike.figures.market import draw_games_needed

        needs = needs_by_difference(result.methods, alpha=alpha, power=power)
        save(draw_games_needed(*needs, alpha=alpha, power=power), figures / "games_needed.png")
    if as_json:
        print_json(
            {
                "first": first,
                "second": second,
                **result.comparison._asdict(),
                "methods": [method._asdict() for method in result.methods],
                "decided_after": result.sequential.decided_after,
                "winner": [first, second, None][result.sequential.winner],
                "together": result.bias._asdict() if result.bias else None,
            }
        )
        return
    _show_pair(first, second, result, difference)


def _draw_pair(folder: Path, names: tuple[str, str], played: Any, result: Any, difference: float) -> None:
    """The paired differences themselves, and how much each method's difference varies."""
    import numpy as np

    from humanlike.figures import save
    from humanlike.figures.comparison import Running, draw_differences
    from humanlike.figures.market import draw_methods
    from humanlike.worlds.market.analysis import scores_of

    both, sequence = result.comparison, result.sequential.sequence
    drawn = draw_differences(
        scores_of(played.first, played.seat) - scores_of(played.second, played.seat),
        (both.paired_lower, both.paired_upper),
        names=names,
        measure="profit in millions",
        running=Running(sequence.mean, sequence.lower, sequence.upper),
        decided_after=result.sequential.decided_after,
    )
    save(drawn, folder / "differences.png")
    sd, lower, upper = np.array([(each.sd, each.sd_lower, each.sd_upper) for each in result.methods]).T
    drawn = draw_methods(
        [each.name for each in result.methods],
        sd,
        lower,
        upper,
        [each.needed for each in result.methods],
        data=f"to detect {difference:g} millions, {names[0]} against {names[1]}",
    )
    save(drawn, folder / "methods.png")


def _show_pair(first: str, second: str, result: Any, difference: float) -> None:
    both = result.comparison
    print_table(
        f"{first} minus {second}, {both.n} markets, millions",
        ["method", "difference", "sd", "sd from", "sd to", f"games each for {difference:g}"],
        [list(method) for method in result.methods],
    )
    console.print(
        f"Paired: {both.difference:.3f} [{both.paired_lower:.3f}, {both.paired_upper:.3f}], p = {both.paired_p:.2g} "
        f"(Wilcoxon {both.wilcoxon_p:.2g}, permutation {both.permutation_p:.2g}); correlation {both.correlation:.2f}."
    )
    after = result.sequential.decided_after
    console.print(f"Looking after every pair: {f'decided after {after}' if after > 0 else 'undecided'}.")
    if result.bias:
        bias = result.bias
        console.print(
            f"Both in one game: {bias.together:.3f}, {bias.bias:+.3f} [{bias.lower:+.3f}, {bias.upper:+.3f}] "
            f"away from separate games (p = {bias.p_value:.2g})."
        )


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
    from humanlike.worlds.market.analysis import noise_table
    from humanlike.worlds.market.studies import play_noise

    with progress_bar("games") as report:
        setting = setting_of(agents, seed, days, workers, report)
        played = play_noise(setting, markets, repeats, random_games)
    rows = noise_table(setting.names, played, seed=seed)
    if figures:
        from humanlike.figures import save
        from humanlike.figures.market import draw_daily_profit

        for name, some in (("controlled", played.controlled[0]), ("random", played.random)):
            balances = [game.balances for game in some]
            drawn = draw_daily_profit(balances, setting.names, data=f"{name} markets")
            save(drawn, figures / f"daily_{name}.png")
    if as_json:
        print_json({"rows": [row._asdict() for row in rows], "markets": markets, "repeats": repeats})
        return
    print_table(
        f"Profit in millions: random markets and {markets} markets repeated {repeats} times",
        [
            "agent",
            "mean",
            "sd random",
            "sd from",
            "sd to",
            "sd controlled",
            "ratio",
            "ratio from",
            "ratio to",
        ],
        [list(row) for row in rows],
    )


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
    from humanlike.core import look_up
    from humanlike.worlds.market import analysis, studies

    look_up("design", design, {"fixing": 1, "jansen": 2, "saltelli": 3})
    wanted = [word.strip() for word in output.split(",")]
    for word in wanted:
        look_up("output", word, {"scores": (), **analysis.PRODUCTS})
    chosen = studies.factors_named(factors)
    names, begun = [name for name, _ in chosen], time.monotonic()
    with progress_bar("games") as report:
        setting = setting_of(agents, seed, days, workers, report)
        find = _player_of(design, setting, chosen, (markets, repeats, random_games))
    results = {word: find(word) for word in wanted}
    if figures and design != "saltelli":
        for word, indices in results.items():
            _draw_sensitivity(indices, names, figures, word)
    _show_sensitivity(names, results, setting.names, time.monotonic() - begun, as_json)


def _draw_sensitivity(indices: Any, names: list[str], folder: Path, output: str) -> None:
    """Figure 5 (indices by day, for few factors) and the dots of all factors."""
    from humanlike.figures import save
    from humanlike.figures.market import draw_by_day, draw_sensitivity
    from humanlike.worlds.market.analysis import mean_over
    from humanlike.worlds.market.processes import PROCESSES

    what = "profit (mean over agents)" if output == "scores" else f"the daily order price of {output}"
    if output != "scores" and len(names) <= FEW_FACTORS:
        by_day = draw_by_day(indices.total, indices.lower, indices.upper, names, output=what)
        save(by_day, folder / f"sensitivity_by_day_{output}.png")
    group = {process.name: process.group for process in PROCESSES}
    groups = [group.get(name, name) for name in names]
    total, lower, upper = (mean_over(part) for part in indices)
    drawn = draw_sensitivity(total, lower, upper, names, groups, output=what)
    save(drawn, folder / f"sensitivity_bars_{output}.png")


def _player_of(design: str, setting: "MarketSetting", factors: Any, size: tuple[int, int, int]) -> Any:
    """Play the design's games; what comes back turns an output into its indices."""
    from humanlike.worlds.market import analysis, studies

    if design == "fixing":
        fixed = studies.play_fixing(setting, factors, *size)
        return lambda word: analysis.sensitivity_by_fixing(fixed, word, seed=setting.seed)
    games = studies.play_jansen(setting, factors, size[0], with_other=design == "saltelli")
    if design == "jansen":
        return lambda word: analysis.sensitivity_by_jansen(games, word, seed=setting.seed)
    names = [name for name, _ in factors]
    return lambda word: analysis.sensitivity_by_saltelli(names, games, word, seed=setting.seed)


def _show_sensitivity(
    names: list[str], results: dict[str, Any], profile: tuple[str, ...], seconds: float, as_json: bool
) -> None:
    if as_json:
        outputs = {
            word: [each._asdict() for each in found] if isinstance(found, list) else found._asdict()
            for word, found in results.items()
        }
        only = next(iter(outputs.values())) if len(outputs) == 1 else {}
        single = only if isinstance(only, dict) else {}
        print_json({"factors": names, "outputs": outputs, "seconds": seconds, **single})
        return
    for word, found in results.items():
        columns = list(profile) if word == "scores" else ["mean over days"]
        what = "profit" if word == "scores" else f"order price ({word})"
        print_table(f"Total sensitivity of {what}", ["factor", *columns], _rows(names, word, found))
    console.print(f"{seconds:,.0f} seconds.")


def _rows(names: list[str], word: str, found: Any) -> list[list[object]]:
    from humanlike.worlds.market.analysis import mean_over

    if isinstance(found, list):  # SALib's, one for each output
        return [[name, *(float(each.total[row]) for each in found)] for row, name in enumerate(names)]
    if word == "scores":
        return [[name, *map(float, values)] for name, values in zip(names, found.total, strict=True)]
    total, lower, upper = (mean_over(part) for part in found)
    cells = [f"{t:.3f} [{low:.3f}, {high:.3f}]" for t, low, high in zip(total, lower, upper, strict=True)]
    return [[name, cell] for name, cell in zip(names, cells, strict=True)]
