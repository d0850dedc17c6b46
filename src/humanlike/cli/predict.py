"""`humanlike predict`: which rule foretells a body of play, by which measure, and how surely."""

from pathlib import Path

import typer

from humanlike.cli.design import DESIGNS, INFORMATION
from humanlike.cli.long_studies import CLUSTER, OUT, RESUME, WORKERS, conduct
from humanlike.cli.output import JSON, present
from humanlike.core.units import AUTO


def predict(
    context: typer.Context,
    data: str = typer.Argument(
        "",
        metavar="DATA",
        help="A data set's name, a file, a folder, or simulated:RULE for the paper's design.",
    ),
    fit: str = typer.Option(
        "",
        help="'role 1', half (of the units), 'half the persons', each with 'by game'; game, pooled or published. None: "
        "role 1, or half where all play one role or people change roles.",
    ),
    test: str = typer.Option("", help="'role 2' or all; none: the roles that were not fitted."),
    rules: str = typer.Option(
        "paper",
        help="paper (the twelve of Table 1), all, or by commas: ewa, ewa+lapse, ewa:SET, ewa:fitted, file.py:RULE.",
    ),
    measures: str = typer.Option("all", help="MSD, MAD, POI, KS, LOG, SPH by commas."),
    methods: str = typer.Option("all", help="'Y,P' 'Y,X' 'Y,Z' 'mY,mQ' 'mY,mP', separated by spaces or ;"),
    levels: str = typer.Option("all", help="actions, outcomes."),
    games: str = typer.Option("", help="Only these games, by commas."),
    game: str = typer.Option("", help="The game (file or name) of plain text data."),
    people: str | None = typer.Option(None, help="Those whom RULE:fitted was fitted to: a file or data set."),
    horizons: str = typer.Option("", help="Also h steps ahead: 1,2,5,10,T."),
    uncertain: bool = typer.Option(False, help="Also let predictions carry the parameters' uncertainty."),
    checks: bool = typer.Option(
        False, help="Also check learning curves and cell paths by replicate experiments."
    ),
    expectation: str = typer.Option("exact", help="How M(Y,X) is averaged: exact or simulated."),
    simulations: int = typer.Option(10_000, min=1, help="S, the number of complete simulations."),
    resamples: int = typer.Option(500, min=0, help="Bootstrap resamples behind every rank interval."),
    unit: str = typer.Option(
        AUTO,
        help="What is independent: person, dyad, match, connected, session or study; auto picks it from the data.",
    ),
    matching: str | None = typer.Option(
        None, help=f"Whom the players of complete simulations meet: {DESIGNS}. [default: whom people met]"
    ),
    information: str = INFORMATION,
    seed: int = typer.Option(1, help="Seed of everything random."),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    report: Path | None = typer.Option(None, help="Write one self-contained page (.html)."),
    figure: Path | None = typer.Option(
        None, help="Draw the ranks (.svg, .png, .pdf); more figures beside it."
    ),
    as_json: bool = JSON,
) -> None:
    """Predict play with learning rules and rank them by every accepted way of measuring success."""
    from humanlike.studies.predict import predict as study
    from humanlike.studies.predict import settings_of, wishes_of

    settings = settings_of(
        measures=measures,
        methods=methods,
        levels=levels,
        simulations=simulations,
        resamples=resamples,
        expectation=expectation,
    )
    drawn = report is not None or figure is not None  # pictures and pages show the checks
    wishes = wishes_of(horizons=horizons, uncertain=uncertain, checks=checks or drawn)
    wanted = {
        "data": data,
        "rules": rules,
        "fit": fit,
        "test": test,
        "settings": settings,
        "wishes": wishes,
        "games": games,
        "game": game,
        "people": people,
        "unit": unit,
        "matching": matching,
        "information": information,
        "seed": seed,
    }
    result = conduct(
        context,
        "predict",
        study,
        wanted,
        what="rules",
        needed="DATA",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    files: list[Path] = []
    if report is not None:
        from humanlike.reports.prediction_page import write_page

        write_page(result.findings, report, title=f"Predictive success: {result.data}")
        files.append(report)
    if figure is not None:
        files += result.draw(figure)
    present(result, as_json=as_json, wrote=files)
