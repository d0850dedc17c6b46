"""`humanlike audit`: who of those who took part was a machine, and how sure that is."""

from pathlib import Path

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
        help="Who may have played: zoo (ordinary machines), rules, RULE:fitted, mix(...), entry directories, recorded "
        "(machines the data mark), by commas. [default: zoo,recorded]",
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
    game: str = typer.Option("", help="A game file or a game's name, where the data name none (plain text)."),
    games: str = typer.Option("", help="Only these games of the data, by commas."),
    mapping: Path | None = typer.Option(None, help="How to read an export (see docs/data.md)."),
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
    from humanlike.studies.audit import audit as study

    settings = {
        "plays": plays,
        "suspects": suspects,
        "people": people or None,
        "verified": verified,
        "fdr": fdr,
        "flags": flags,
        "game": game,
        "games": games,
        "mapping": mapping,
        "seed": seed,
        "trust": trust,
    }
    result = conduct(
        context,
        "audit",
        study,
        settings,
        what="auditing",
        needed="PLAYS",
        workers=workers,
        cluster=cluster,
        out=out,
        resume=resume,
    )
    kept = out or resume
    page = report or (kept / PAGE if kept else None)
    if page is not None:
        from humanlike.reports.audit_page import write_page

        write_page(result, page)
    present(result, as_json=as_json, figure=figure, wrote=page)
