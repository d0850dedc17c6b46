"""`humanlike recover`: does fitting give back the parameters, and the rule, that made the play?"""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present, progress_bar
from humanlike.core.errors import BadRequest


def recover(
    rule: str = typer.Argument(
        ..., metavar="RULE", help="A rule (ewa, ewa+lapse, file.py:RULE); several by commas with --confusion."
    ),
    game: str = typer.Option("chicken", help="The game to play: a name or a game file."),
    repetitions: int = typer.Option(400, min=1, help="Plays to simulate and fit."),
    pairs: int = typer.Option(200, min=1, help="Pairs (groups) in each play."),
    rounds: int = typer.Option(50, min=1, help="Rounds of each pair."),
    starts: int = typer.Option(2, min=1, help="Starting points of each fit."),
    set_: list[str] = typer.Option([], "--set", help="A true value, name=number; others as published."),
    people: str | None = typer.Option(None, help="Those whom RULE:fitted was fitted to: a file or data set."),
    confusion: bool = typer.Option(False, "--confusion", help="Instead: which rule is taken for which?"),
    seed: int = typer.Option(1, help="Seed of everything random."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Simulate from known parameters, fit, and count how often the truth lies in the 95 % interval."""
    from humanlike.studies.recover import ConfusionResult, RecoveryResult, confuse
    from humanlike.studies.recover import recover as study

    if confusion and set_:
        raise BadRequest("--confusion takes every rule with its published parameters, so --set has no place.")
    result: RecoveryResult | ConfusionResult
    with progress_bar("recovering") as progress:
        if confusion:
            result = confuse(
                rule,
                game=game,
                repetitions=repetitions,
                pairs=pairs,
                rounds=rounds,
                starts=starts,
                people=people,
                seed=seed,
                progress=progress,
            )
        else:
            result = study(
                rule,
                game=game,
                repetitions=repetitions,
                pairs=pairs,
                rounds=rounds,
                starts=starts,
                changes=set_,
                people=people,
                seed=seed,
                progress=progress,
            )
    present(result, as_json=as_json, figure=figure)
