"""Options of every command that can take minutes: who works, where it is kept, how it is continued."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import typer

from humanlike.cli.output import progress_bar
from humanlike.core import BadRequest

if TYPE_CHECKING:
    from humanlike.studies.result import Result

Found = TypeVar("Found", bound="Result")

WORKERS = typer.Option(0, min=0, help="Processes, one core each. [default: one per core]")
CLUSTER = typer.Option("", metavar="ADDRESS", help="A Dask scheduler to work on, such as tcp://HOST:8786.")
OUT = typer.Option(None, help="Keep every finished piece in this directory.")
RESUME = typer.Option(None, help="Continue the study in this directory.")
WRITTEN = (
    "figure",
    "figures",
    "report",
    "save",
    "save_seeds",
    "save_predictions",
    "save_adjustment",
    "adjust_by",
)
HOW = ("workers", "cluster", "out", "resume", "as_json", "transfer", *WRITTEN)


def begin_early(module: str, workers: int, cluster: str, *, most: int) -> None:
    """Let processes, at `most` so many, load `module` while this one reads what there is to do."""
    if not cluster:
        from humanlike.work import Workforce

        Workforce.asked(workers).begin(module, most)


def conduct(
    context: typer.Context,
    verb: str,
    study: Callable[..., Found],
    settings: Mapping[str, Any],
    *,
    what: str,
    needed: str = "",
    workers: int,
    cluster: str,
    out: Path | None,
    resume: Path | None,
) -> Found:
    """The study with these settings, told on a bar; or, with `resume`, the one in that directory with its own.

    `needed` is the argument without which there is no study, unless one is resumed.
    """
    if resume is None and needed and not settings[needed.lower()]:
        raise BadRequest(f"{needed} is missing: name it, or --resume DIR to continue a study.")
    with progress_bar(what) as progress:
        if resume is None:
            return study(**settings, workers=workers, cluster=cluster, out=out, progress=progress)
        _check_nothing_else(context, out)
        from humanlike.studies.resume import resume as continued

        found = continued(resume, study=verb, workers=workers, cluster=cluster, progress=progress)
        return cast(Found, found)


def _check_nothing_else(context: typer.Context, out: Path | None) -> None:
    """Refuse settings beside --resume: the study has its own."""
    given = [each for each in context.command.params if each.name not in HOW and _said(context, each.name)]
    words = [each.opts[-1] if each.opts[-1].startswith("-") else str(each.name).upper() for each in given]
    if out is not None:
        words.append("--out")
    if words:
        raise BadRequest(f"A resumed study goes by its own settings; leave out {', '.join(words)}.")


def _said(context: typer.Context, name: str | None) -> bool:
    source = context.get_parameter_source(str(name))
    return source is not None and source.name == "COMMANDLINE"
