"""`humanlike social`: play, learn and compare in the Social Ultimatum Game."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present

social = typer.Typer(help="Play, learn and compare in the Social Ultimatum Game.", no_args_is_help=True)
PAPER_AGENTS = "adaptive,dba,dbra,game-theoretic"
ENDOWMENT = typer.Option(10, help="What is split.")
STEP = typer.Option(1, help="Offers are multiples of this.")
SEED = typer.Option(1, help="Seed of all random numbers.")
MISSING = typer.Option("refuse", help="Where an offer or answer is missing: refuse, drop-round or drop-game.")
TRACES = typer.Argument(..., help="Long table: game, round, proposer, recipient, offer, accepted.")


@social.command("play")
def play(
    agents: str = typer.Option(
        "",
        help="One agent for every seat, or one for each, by commas; none: adaptive with --learned or --fairness, else "
        "the synthetic population attached.",
    ),
    players: int = typer.Option(5, help="Group size, if one agent is given."),
    rounds: int = typer.Option(50, help="Rounds a game."),
    games: int = typer.Option(1, help="How many games."),
    learned: Path | None = typer.Option(None, help="What `social learn --out` wrote."),
    fairness: str = typer.Option("", help="Adaptive: alpha of each seat (or one for all), by commas."),
    reactivity: str = typer.Option("", help="Adaptive: beta, likewise."),
    exploration: str = typer.Option("", help="Adaptive: gamma, likewise."),
    window: int = typer.Option(5, help="Adaptive: rounds of history that reciprocity looks at."),
    targeting: str = typer.Option("proportional", help="Adaptive: proportional or most."),
    endowment: int = ENDOWMENT,
    step: int = STEP,
    seed: int = SEED,
    out: Path | None = typer.Option(None, help="Write the traces here (.csv, .parquet)."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Let agents play; print what happened and what they earned."""
    from humanlike.studies.social import play as study

    result = study(
        agents,
        players=players,
        rounds=rounds,
        games=games,
        learned=learned,
        fairness=fairness,
        reactivity=reactivity,
        exploration=exploration,
        window=window,
        targeting=targeting,
        endowment=endowment,
        step=step,
        seed=seed,
    )
    if out is not None:
        result.write(out)
    present(result, as_json=as_json, figure=figure, wrote=out)


@social.command("learn")
def learn(
    traces: Path = TRACES,
    responders: Path | None = typer.Option(
        None, help="Take rejection probabilities from this table of responders."
    ),
    endowment: int = ENDOWMENT,
    step: int = STEP,
    missing: str = MISSING,
    out: Path | None = typer.Option(None, help="Write what was learned here (.json)."),
    as_json: bool = JSON,
) -> None:
    """Learn distributions and player parameters from traces."""
    from humanlike.studies.social import learn as study

    result = study(traces, responders=responders, endowment=endowment, step=step, missing=missing)
    if out is not None:
        result.write(out)
    present(result, as_json=as_json, wrote=out)


@social.command("compare")
def compare(
    traces: Path = TRACES,
    agents: str = typer.Option(PAPER_AGENTS, help="Agents to hold against the traces, by commas."),
    times: int = typer.Option(10, min=1, help="How often each observed game is played again."),
    chains: int = typer.Option(8, help="Longest reciprocity chain."),
    window: int = typer.Option(5, help="Adaptive: rounds of history that reciprocity looks at."),
    floor: float = typer.Option(1e-6, help="Smallest probability in Kullback-Leibler."),
    resamples: int = typer.Option(500, min=20, help="For intervals, halves and permutations."),
    endowment: int = ENDOWMENT,
    step: int = STEP,
    missing: str = MISSING,
    seed: int = SEED,
    figure: Path | None = typer.Option(None, help="Draw the four panels of the paper's Figure 2."),
    as_json: bool = JSON,
) -> None:
    """Table 1 of the paper: how far each agent, learned from the traces, is from them."""
    from humanlike.studies.social import compare as study

    result = study(
        traces,
        agents=agents,
        times=times,
        chains=chains,
        window=window,
        floor=floor,
        resamples=resamples,
        endowment=endowment,
        step=step,
        missing=missing,
        seed=seed,
    )
    present(result, as_json=as_json, figure=figure)
