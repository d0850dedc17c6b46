"""`humanlike social`: play, learn, compare, fit, predict, enter and judge in the Social Ultimatum Game."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present, progress_bar

social = typer.Typer(
    help="Play, learn, compare, fit, predict and judge in the Social Ultimatum Game.", no_args_is_help=True
)
PAPER_AGENTS = "adaptive,dba,dbra,game-theoretic"
ALL_AGENTS = f"{PAPER_AGENTS},attached"
ENDOWMENT = typer.Option(10, help="What is split.")
STEP = typer.Option(1, help="Offers are multiples of this.")
SEED = typer.Option(1, help="Seed of all random numbers.")
MISSING = typer.Option("refuse", help="Where an offer or answer is missing: refuse, drop-round or drop-game.")
GROUPS = typer.Option("", help="Only games of so many players, by commas: 5, or 3,5.")
WINDOW = typer.Option(5, help="Adaptive: rounds of history that reciprocity looks at.")
HOLD_OUT = typer.Option(
    "game", help="What is held out at a time: game, session, or connected games that share people."
)
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
    window: int = WINDOW,
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
    groups: str = GROUPS,
    out: Path | None = typer.Option(None, help="Write what was learned here (.json)."),
    as_json: bool = JSON,
) -> None:
    """Learn distributions and player parameters from traces."""
    from humanlike.studies.social import learn as study

    result = study(
        traces, responders=responders, endowment=endowment, step=step, missing=missing, groups=groups
    )
    if out is not None:
        result.write(out)
    present(result, as_json=as_json, wrote=out)


@social.command("compare")
def compare(
    traces: Path = TRACES,
    agents: str = typer.Option(PAPER_AGENTS, help="Agents to hold against the traces, by commas."),
    times: int = typer.Option(10, min=1, help="How often each observed game is played again."),
    chains: int = typer.Option(8, help="Longest reciprocity chain."),
    window: int = WINDOW,
    floor: float | None = typer.Option(
        None, help="Smallest probability in Kullback-Leibler. [default: 1e-6; --published: 2.2e-16]"
    ),
    resamples: int = typer.Option(500, min=20, help="For intervals, halves and permutations."),
    unit: str = typer.Option("auto", help="What is redrawn: match (a game), person, connected or session."),
    hold_out: str = typer.Option(
        "", help="Agents never meet what they learned from: game, session or connected. [default: they do]"
    ),
    published: bool = typer.Option(
        False, "--published", help="The paper's own settings, beside its Table 1."
    ),
    direct: bool = typer.Option(False, "--direct", help="Also Euclidean, edit and time-warping distances."),
    endowment: int = ENDOWMENT,
    step: int = STEP,
    missing: str = MISSING,
    groups: str = GROUPS,
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
        unit=unit,
        hold_out=hold_out,
        published=published,
        direct=direct,
        endowment=endowment,
        step=step,
        missing=missing,
        groups=groups,
        seed=seed,
    )
    present(result, as_json=as_json, figure=figure)


@social.command("fit")
def fit(
    traces: Path = TRACES,
    agents: str = typer.Option(ALL_AGENTS, help="Agents to fit, by commas."),
    by: str = typer.Option("population", help="Who shares parameters: the population, or each player alone."),
    window: int = WINDOW,
    endowment: int = ENDOWMENT,
    step: int = STEP,
    missing: str = MISSING,
    groups: str = GROUPS,
    out: Path | None = typer.Option(
        None, help="Write what was fitted here (.json), for `social play --learned`."
    ),
    as_json: bool = JSON,
) -> None:
    """Fit agents to traces by maximum likelihood of every recipient, offer and answer."""
    from humanlike.studies.social import fit as study

    result = study(
        traces,
        agents=agents,
        by=by,
        window=window,
        endowment=endowment,
        step=step,
        missing=missing,
        groups=groups,
    )
    if out is not None:
        result.write(out)
    present(result, as_json=as_json, wrote=out)


@social.command("predict")
def predict(
    traces: Path = TRACES,
    agents: str = typer.Option(ALL_AGENTS, help="Agents that predict, by commas."),
    hold_out: str = HOLD_OUT,
    estimates: str = typer.Option(
        "likelihood", help="Free parameters: by maximum likelihood, or as in the paper."
    ),
    window: int = WINDOW,
    endowment: int = ENDOWMENT,
    step: int = STEP,
    missing: str = MISSING,
    groups: str = GROUPS,
    seed: int = SEED,
    as_json: bool = JSON,
) -> None:
    """Predict every recipient, offer and answer by agents learned from the other games."""
    from humanlike.studies.social import predict as study

    with progress_bar("agents") as progress:
        result = study(
            traces,
            agents=agents,
            hold_out=hold_out,
            estimates=estimates,
            window=window,
            endowment=endowment,
            step=step,
            missing=missing,
            groups=groups,
            seed=seed,
            progress=progress,
        )
    present(result, as_json=as_json)


AGENTS = typer.Option(PAPER_AGENTS, help="Agents that are learned from people and pass for them, by commas.")
DETECTORS = typer.Option("likelihood-ratio,metrics,coin", help="Who judges, by commas.")
MODEL = typer.Option("attached", help="The agent that is fitted to people, for likelihood ratios.")
TIMES = typer.Option(3, min=1, help="How often each held-out game is played again by each agent.")


@social.command("tournament")
def tournament(
    traces: Path = TRACES,
    agents: str = AGENTS,
    detectors: str = DETECTORS,
    model: str = MODEL,
    hold_out: str = HOLD_OUT,
    times: int = TIMES,
    window: int = WINDOW,
    endowment: int = ENDOWMENT,
    step: int = STEP,
    missing: str = MISSING,
    groups: str = GROUPS,
    seed: int = SEED,
    as_json: bool = JSON,
) -> None:
    """Let agents learned from people pass for them; detectors judge games they never saw, by a proper score."""
    from humanlike.studies.social_tournament import tournament as study

    with progress_bar("folds") as progress:
        result = study(
            traces,
            agents=agents,
            detectors=detectors,
            model=model,
            hold_out=hold_out,
            times=times,
            window=window,
            endowment=endowment,
            step=step,
            missing=missing,
            groups=groups,
            seed=seed,
            progress=progress,
        )
    present(result, as_json=as_json)


@social.command("judge")
def judge(
    suspects: Path = typer.Argument(..., help="Traces of games whose makers are to be judged."),
    traces: Path = typer.Argument(..., help="People's traces, to learn from."),
    agents: str = AGENTS,
    detectors: str = DETECTORS,
    model: str = MODEL,
    times: int = TIMES,
    window: int = WINDOW,
    endowment: int = ENDOWMENT,
    step: int = STEP,
    missing: str = MISSING,
    seed: int = SEED,
    as_json: bool = JSON,
) -> None:
    """P(human) of each game of SUSPECTS, by detectors that learned from people's TRACES."""
    from humanlike.studies.social_tournament import judge as study

    with progress_bar("folds") as progress:
        result = study(
            suspects,
            traces,
            agents=agents,
            detectors=detectors,
            model=model,
            times=times,
            window=window,
            endowment=endowment,
            step=step,
            missing=missing,
            seed=seed,
            progress=progress,
        )
    present(result, as_json=as_json)


@social.command("reply")
def reply(
    traces: Path = TRACES,
    endowment: int = ENDOWMENT,
    step: int = STEP,
    missing: str = MISSING,
    groups: str = GROUPS,
    as_json: bool = JSON,
) -> None:
    """What pays among the players of some traces: the best offer and recipient, and what accepting is worth."""
    from humanlike.studies.social import reply as study

    present(study(traces, endowment=endowment, step=step, missing=missing, groups=groups), as_json=as_json)
