"""`humanlike recover`: does fitting give back the parameters, and the rule, that made the play?"""

from pathlib import Path

import typer

from humanlike.cli.long_studies import CLUSTER, OUT, RESUME, WORKERS, conduct
from humanlike.cli.output import FIGURE, JSON, present
from humanlike.core.errors import BadRequest


def recover(
    context: typer.Context,
    rule: str = typer.Argument(
        "", metavar="RULE", help="A rule (ewa, ewa+lapse, file.py:RULE); several by commas with --confusion."
    ),
    game: str = typer.Option("chicken", help="The game to play: a name or a game file."),
    repetitions: int = typer.Option(400, min=1, help="Plays to simulate and fit."),
    pairs: int = typer.Option(200, min=1, help="Pairs (groups) in each play."),
    rounds: int = typer.Option(50, min=1, help="Rounds of each pair."),
    starts: int = typer.Option(2, min=1, help="Starting points of each fit."),
    set_: list[str] = typer.Option([], "--set", help="A true value, name=number; others as published."),
    spread: float = typer.Option(
        0.0, min=0.0, help="Let persons differ: standard deviation in probits between a parameter's bounds."
    ),
    matches: int = typer.Option(1, min=1, help="Matches of every person, with --spread."),
    people: str | None = typer.Option(None, help="Those whom RULE:fitted was fitted to: a file or data set."),
    confusion: bool = typer.Option(False, "--confusion", help="Instead: which rule is taken for which?"),
    seed: int = typer.Option(1, help="Seed of everything random."),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Simulate from known parameters, fit, and count how often the truth lies in the 95 % interval."""
    from humanlike.studies.recover import confuse
    from humanlike.studies.recover import recover as study
    from humanlike.work import study_in

    if confusion and (spread or matches > 1):
        raise BadRequest(
            "--confusion compares rules whose players are all alike: leave out --spread and --matches."
        )
    if confusion and set_:
        raise BadRequest("--confusion takes every rule with its published parameters, so --set has no place.")
    settings = {
        "game": game,
        "repetitions": repetitions,
        "pairs": pairs,
        "rounds": rounds,
        "starts": starts,
        "people": people,
        "seed": seed,
    }
    alone = {"changes": set_, "spread": spread, "matches": matches}
    several = confusion or (resume is not None and study_in(resume)["study"] == "confuse")
    result = conduct(
        context,
        "confuse" if several else "recover",
        confuse if several else study,
        {"rules": rule, **settings} if several else {"rule": rule, **settings, **alone},
        what="recovering",
        needed="RULES" if several else "RULE",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    present(result, as_json=as_json, figure=figure)
