"""`humanlike compare`: two emulators, detectors or market agents under common random numbers, or a table of scores."""

from pathlib import Path

import typer

from humanlike.cli.long_studies import CLUSTER, OUT, RESUME, WORKERS, conduct
from humanlike.cli.output import FIGURE, JSON, present


def compare(
    context: typer.Context,
    first: str = typer.Argument(
        "",
        help="An emulator (rule:set, mix(...), my_rule.py:RULE), a detector (or FILE.json) or a market agent.",
    ),
    second: str = typer.Argument("", help="Its rival, of the same kind."),
    scores: Path | None = typer.Option(
        None, help="Compare variants by this table of any simulator: condition, variant, score, variates."
    ),
    variates: str = typer.Option(
        "", help="Columns of --scores to adjust by, by commas; none: leave all out. [default: all numbers]"
    ),
    means: str = typer.Option(
        "", help="Known means of variates, NAME=NUMBER by commas: pairs are adjusted too."
    ),
    unpaired: bool = typer.Option(False, "--unpaired", help="Read --scores as unrelated games."),
    difference: float | None = typer.Option(
        None, help="The difference worth detecting. [default: the one found]"
    ),
    reach: float | None = typer.Option(
        None, help="The most by which one score of --scores can exceed another."
    ),
    game: str = typer.Option("prisoners-dilemma", help="The game (emulators, detectors)."),
    trials: int = typer.Option(40, help="Paired trials, or markets."),
    pairs: int = typer.Option(8, min=1, help="Groups that play in a trial."),
    rounds: int = typer.Option(50, min=1, help="Rounds in a trial."),
    detector: str = typer.Option(
        "", help="Judge emulators by this detector's P(human); none: by mean payoff."
    ),
    against: str = typer.Option("ewa,cournot,random", help="Emulators whose plays detectors judge."),
    human: str | None = typer.Option(None, help="Human plays of the game, for detectors."),
    people: str | None = typer.Option(None, help="The people RULE:fitted is fitted to: a file or data set."),
    trust: bool = typer.Option(False, "--trust", help="Run strangers' programs without a sandbox."),
    alpha: float = typer.Option(0.05, help="Chance of a false alarm."),
    seed: int = typer.Option(1, help="Master seed."),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Which is better, how surely, and how many paired trials that takes: of two, or by a table of scores."""
    from humanlike.studies.compare import compare as study

    settings = {
        "first": first,
        "second": second,
        "scores": scores,
        "variates": variates,
        "means": means,
        "unpaired": unpaired,
        "difference": difference,
        "reach": reach,
        "game": game,
        "trials": trials,
        "pairs": pairs,
        "rounds": rounds,
        "detector": detector,
        "against": against,
        "human": human,
        "people": people,
        "trust": trust,
        "alpha": alpha,
        "seed": seed,
    }
    result = conduct(
        context,
        "compare",
        study,
        settings,
        what="trials",
        needed="" if scores else "SECOND" if first else "FIRST",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    present(result, as_json=as_json, figure=figure)
