"""`humanlike identify`: which way of measuring finds the rule that made the play?"""

from pathlib import Path

import typer

from humanlike.cli.long_studies import CLUSTER, OUT, RESUME, WORKERS, conduct
from humanlike.cli.output import FIGURE, JSON, present


def identify(
    context: typer.Context,
    rules: str = typer.Argument("paper", metavar="RULES", help="Candidates by commas, all or paper."),
    truths: str = typer.Option(
        "",
        help="Who makes the play: rules, RULE:SET, mix(cross:.7,random:.3). [default: each candidate in turn]",
    ),
    estimators: str = typer.Option(
        "likelihood",
        help="What parameters are fitted by: published, likelihood, msd, mad, sph, POI(Y,P), KS(Y,P), MSD(mY,mQ), ...",
    ),
    experiments: int = typer.Option(20, min=1, help="Experiments of each truth."),
    pairs: int = typer.Option(240, min=1, help="Pairs of an experiment, shared out to the games."),
    rounds: int = typer.Option(40, min=1, help="Rounds of each pair."),
    games: str = typer.Option("", help="Games by commas. [default: the paper's four]"),
    measures: str = typer.Option(
        "usual", help="usual (MSD, MAD, POI, KS, LOG, SPH), GS, EQ, all, by commas."
    ),
    methods: str = typer.Option(
        "usual",
        help="usual ('Y,P' 'Y,X' 'Y,Z' 'mY,mQ' 'mY,mP'), 'bY,bP' 'bY,bQ' 'sY,sP', all, separated by spaces or ;",
    ),
    levels: str = typer.Option("usual", help="usual (actions, outcomes), match, all."),
    simulations: int = typer.Option(
        1_000, min=1, help="Complete simulations of every rule, game and experiment."
    ),
    starts: int = typer.Option(2, min=1, help="Starting points of every search."),
    seed: int = typer.Option(1, help="Seed of everything random."),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Let known rules make experiments and count how often each way of measuring names the rule that made them."""
    from humanlike.studies.identify import identify as study
    from humanlike.studies.predict import settings_of

    settings = {
        "rules": rules,
        "truths": truths,
        "estimators": estimators,
        "experiments": experiments,
        "pairs": pairs,
        "rounds": rounds,
        "games": games,
        "settings": settings_of(measures=measures, methods=methods, levels=levels),
        "simulations": simulations,
        "starts": starts,
        "seed": seed,
    }
    result = conduct(
        context,
        "identify",
        study,
        settings,
        what="identifying",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    present(result, as_json=as_json, figure=figure)
