"""`humanlike predict`: which rule foretells a body of play, by which measure, and how surely."""

from pathlib import Path

import typer

from humanlike.cli.design import CARRY, DESIGNS, INFORMATION
from humanlike.cli.long_studies import CLUSTER, OUT, RESUME, WORKERS, begin_early, conduct
from humanlike.cli.output import JSON, present
from humanlike.cli.transfer import carry_over
from humanlike.core.units import AUTO

GROUPS_OF_RULES = {"paper": 12, "all": 20}  # how many pieces of work there are, at least


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
        help="paper (the twelve of Table 1), all, or by commas: ewa, ewa+lapse, ewa:SET, ewa:fitted, file.py:RULE; "
        "none: --predictions alone.",
    ),
    measures: str = typer.Option(
        "usual", help="usual (MSD, MAD, POI, KS, LOG, SPH), GS, EQ (equitable), all, by commas."
    ),
    methods: str = typer.Option(
        "usual",
        help="usual ('Y,P' 'Y,X' 'Y,Z' 'mY,mQ' 'mY,mP'), 'bY,bP' 'bY,bQ' 'sY,sP' (over periods), all, separated by "
        "spaces or ;",
    ),
    levels: str = typer.Option("usual", help="usual (actions, outcomes), match (whole histories), all."),
    block: int = typer.Option(10, min=1, help="Rounds in a block of 'bY,bP' and 'bY,bQ'."),
    games: str = typer.Option("", help="Only these games, by commas."),
    game: str = typer.Option("", help="The game (file or name) of plain text data."),
    people: str | None = typer.Option(None, help="Those whom RULE:fitted was fitted to: a file or data set."),
    predictions: list[str] = typer.Option(
        [], metavar="FILE", help="Measure these predictions too (match, subject, round, rule, p0, p1, ...)."
    ),
    allow_missing: bool = typer.Option(
        False, "--allow-missing", help="Measure everybody on the choices that all predictions have."
    ),
    renormalise: bool = typer.Option(
        False, "--renormalise", help="Mend predictions that do not sum to 1 instead of refusing."
    ),
    save_predictions: Path | None = typer.Option(
        None, metavar="FILE", help="Write every choice's chances by every rule (.csv, .parquet)."
    ),
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
    ceiling: bool = typer.Option(
        True, "--ceiling/--no-ceiling", help="Measure how well the same choices can be predicted at all."
    ),
    tables: bool = typer.Option(
        False, "--tables", help="Also print Tables 6 to 10 of the paper and how rankings agree."
    ),
    transfer: bool = typer.Option(
        False, "--transfer", help="Fit in one game or study of DATA (a,b,c) and predict another."
    ),
    carry: bool = CARRY,
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
    if transfer:
        carry_over(
            context,
            {
                "data": data, "rules": rules, "games": games, "game": game, "people": people, "unit": unit,
                "information": information, "seed": seed,
            },
            workers=workers, cluster=cluster, out=out, resume=resume, figure=figure, as_json=as_json,
        )  # fmt: skip
        return
    named = rules.count(",") + 1 if "," in rules else GROUPS_OF_RULES.get(rules, 1)
    if named > 2:  # for one or two rules processes do not pay
        begin_early("humanlike.prediction.foretelling", workers, cluster, most=named)
    from humanlike.studies.predict import predict as study
    from humanlike.studies.predict import settings_of, wishes_of

    if save_predictions is not None:
        from humanlike.datasets.predictions import check_predictions_target

        check_predictions_target(save_predictions)
    settings = settings_of(
        measures=measures,
        methods=methods,
        levels=levels,
        simulations=simulations,
        resamples=resamples,
        expectation=expectation,
        block=block,
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
        "predictions": predictions,
        "allow_missing": allow_missing,
        "renormalise": renormalise,
        "unit": unit,
        "matching": matching,
        "information": information,
        "ceiling": ceiling,
        "tables": tables,
        "carry": carry,
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
    if save_predictions is not None:
        files.append(result.save_predictions(save_predictions))
    present(result, as_json=as_json, wrote=files)
