"""`humanlike audit`: who of those who took part was a machine, and how sure that is."""

from pathlib import Path
from typing import Any

import typer

from humanlike.cli.long_studies import CLUSTER, OUT, RESUME, WORKERS, conduct
from humanlike.cli.output import FIGURE, JSON, present

PAGE = "audit.html"


def audit(
    context: typer.Context,
    plays: list[str] = typer.Argument(
        None, metavar="DATA...", help="The experiment: files, folders or names of data sets."
    ),
    suspects: str = typer.Option(
        "",
        help="Who may have played: zoo (ordinary machines), rules, RULE:fitted, mix(...), llm:MODEL/WAY, entry "
        "directories, recorded (machines the data mark), by commas. [default: zoo,recorded]",
    ),
    people: list[str] = typer.Option(
        [], help="People's play of other studies, by name, file or folder (may be given several times)."
    ),
    verified: str = typer.Option(
        "",
        help="Who is known to be a person: COLUMN=VALUE,VALUE of the data, COLUMN (saying yes), or a file of labels, "
        "one a line. Shares and flags need twenty.",
    ),
    fdr: float = typer.Option(0.1, help="False discovery rate at which flags are raised."),
    flags: str = typer.Option(
        "conformal", help="conformal (ranks among verified people) or mixture (more power, less guarantee)."
    ),
    places: int = typer.Option(
        60, min=1, help="In how many participants' places language models and programs sit; rules sit in all."
    ),
    game: str = typer.Option("", help="A game file or a game's name, where the data name none (plain text)."),
    games: str = typer.Option("", help="Only these games of the data, by commas."),
    mapping: Path | None = typer.Option(None, help="How to read an export (see docs/data.md)."),
    plan: bool = typer.Option(
        False,
        "--plan",
        help="Plan a study instead: DATA are people's play of games that may be added to it; which two or three, and "
        "how many rounds, unmask the suspects?",
    ),
    rounds: int = typer.Option(20, min=1, help="With --plan: the most rounds a game may have."),
    power: float = typer.Option(0.9, help="With --plan: the share of a suspect's seats to be found."),
    accused: float = typer.Option(0.05, help="With --plan: the share of people who may score as high."),
    seed: int = typer.Option(1, help="Seed of everything random."),
    trust: bool = typer.Option(
        False, "--trust", help="Run an entry without a sandbox: the program can do what you can."
    ),
    report: Path | None = typer.Option(
        None, help=f"Write one self-contained page (.html). [default: {PAGE} in --out]"
    ),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    out: Path | None = OUT,
    resume: Path | None = RESUME,
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Let suspects play the experiment's own game, and say who played like them: a flag is not proof."""
    kept = out or resume
    page = report or (kept / PAGE if kept and not plan else None)
    if page is not None:
        from humanlike.reports.audit_page import write_page
        from humanlike.reports.page import check_page

        check_page(page)
    work: dict[str, Any] = {"workers": workers, "cluster": cluster, "out": out, "resume": resume}
    if plan:
        from humanlike.studies.audit_plan import plan_audit

        asked = {
            "games": games,
            "seed": seed,
            "trust": trust,
            "rounds": rounds,
            "power": power,
            "accused": accused,
        }
        settings = {"people": plays, "suspects": suspects or "zoo", **asked}
        found = conduct(context, "plan_audit", plan_audit, settings, what="planning", needed="PEOPLE", **work)
        present(found, as_json=as_json, figure=figure)
        return
    from humanlike.studies.audit import audit as study

    settings = {
        "plays": plays,
        "suspects": suspects,
        "people": people or None,
        "verified": verified,
        "fdr": fdr,
        "flags": flags,
        "places": places,
        "game": game,
        "games": games,
        "mapping": mapping,
        "seed": seed,
        "trust": trust,
    }
    result = conduct(context, "audit", study, settings, what="auditing", needed="PLAYS", **work)
    if page is not None:
        write_page(result, page)
    present(result, as_json=as_json, figure=figure, wrote=page)
