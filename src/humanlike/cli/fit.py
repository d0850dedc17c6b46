"""`humanlike fit`: which parameters make a rule find what people did most likely."""

from pathlib import Path

import typer

from humanlike.cli.design import CARRY
from humanlike.cli.long_studies import CLUSTER, OUT, RESUME, WORKERS, conduct
from humanlike.cli.output import FIGURE, JSON, present
from humanlike.core.errors import BadRequest
from humanlike.core.units import AUTO, UNITS


def fit(
    context: typer.Context,
    data: str = typer.Argument(
        "", metavar="DATA", help="A data set's name, a file, a folder, or simulated:RULE."
    ),
    rule: str = typer.Option(
        "all", help="Rules by commas, all or paper: ewa, ewa+lapse, ewa:SET, ewa:fitted, file.py:RULE."
    ),
    by: str = typer.Option(
        "pooled", help="pooled, game, role, session, subject, person, match; joined by +."
    ),
    role: int | None = typer.Option(None, min=1, help="Only the choices of this role."),
    criterion: str = typer.Option(
        "likelihood",
        help="likelihood, msd, mad, sph, or a measure itself: 'POI(Y,P)', 'KS(Y,P)', 'MSD(mY,mQ)', 'MSD(Y,Z)'.",
    ),
    starts: int = typer.Option(4, min=1, help="Starting points of every search, folds too."),
    unit: str = typer.Option(
        AUTO,
        help="What is independent: person, dyad, match, connected, session or study; auto picks it from the data.",
    ),
    held_out: str = typer.Option(
        "", help="Also score choices held out by auto (the unit), by any unit, or by game or role."
    ),
    folds: int = typer.Option(5, min=2, help="Folds of the held-out score."),
    bootstrap: int = typer.Option(
        0, min=0, help="Redraw the units so often and fit again: intervals of parameters."
    ),
    profile: bool = typer.Option(False, "--profile", help="Also profile-likelihood intervals of parameters."),
    test: list[str] = typer.Option(
        [], help="A Wald test: delta=0, rho=phi, 2*delta-rho=.5; with a comma together. Several: Holm."
    ),
    ceiling: bool = typer.Option(
        False, "--ceiling", help="Also how well boosting foretells what is held out, and rules beside it."
    ),
    lapse: bool = typer.Option(False, "--lapse", help="Let every rule choose blindly now and then."),
    stickiness: bool = typer.Option(False, "--stickiness", help="Let every rule favour its last action."),
    people: str | None = typer.Option(None, help="Those whom RULE:fitted was fitted to: a file or data set."),
    game: str = typer.Option("", help="The game of plain text play: a game file or a game's name."),
    carry: bool = CARRY,
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Fit learning rules to recorded play and say how well they fit, and how sure the parameters are."""
    from humanlike.studies.fit import fit as study

    if cluster in UNITS:  # what --cluster meant before it meant a scheduler
        raise BadRequest(f"Standard errors that are robust within a unit are asked for by --unit {cluster}.")
    settings = {
        "data": data,
        "rule": rule,
        "by": by,
        "role": role,
        "criterion": criterion,
        "starts": starts,
        "unit": unit,
        "held_out": held_out,
        "folds": folds,
        "bootstrap": bootstrap,
        "profile": profile,
        "tests": test,
        "ceiling": ceiling,
        "options": [name for name, wanted in (("stickiness", stickiness), ("lapse", lapse)) if wanted],
        "people": people,
        "game": game,
        "carry": carry,
    }
    result = conduct(
        context,
        "fit",
        study,
        settings,
        what="fitting",
        needed="DATA",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    present(result, as_json=as_json, figure=figure)
