"""A run's own directory: what belongs in it, and what is foreign and never touched.

::

    run.toml  began.json  log.jsonl  report.html  lock (while somebody is at work)
    results/  answers.parquet  audit.parquet  datasets.parquet  detectors.parquet  emulators.parquet  summary.json
    results/trials/00001/  answers.parquet  datasets.parquet  checksums.json
    results/played/00001/  the same and plays.parquet, until strangers' detectors have been asked
    results/asked/         their answers, until then
"""

import re
import shutil
from pathlib import Path, PurePosixPath

from humanlike.core import BadFile, BadRequest, HumanlikeError, check_writable, whole_name
from humanlike.tournament.beginnings import read_beginning
from humanlike.tournament.plan import Plan, read_plan
from humanlike.work import LOCK

PLAN, PAGE = "run.toml", "report.html"
OWN = re.compile(
    r"(run\.toml|began\.json|brought\.json|log\.jsonl|report\.html|lock"
    r"|results(/((answers|audit|datasets|detectors|emulators)\.parquet|summary\.json"
    r"|(trials|played)(/\d{5,}(/((answers|datasets|plays)\.parquet|checksums\.json))?)?"
    r"|asked(/[0-9a-f]{16}(/\d{5}(/\d{5}\.json)?)?)?))?)"
)


def foreign_in(out: Path) -> list[str]:
    """What no run wrote, by its place in the directory; shallow places first."""
    if not out.is_dir():
        return []
    places = [path.relative_to(out).as_posix() for path in out.rglob("*")]
    return sorted((each for each in places if not _is_own(each)), key=lambda each: (each.count("/"), each))


def _is_own(place: str) -> bool:
    path = PurePosixPath(place)
    return OWN.fullmatch(path.with_name(whole_name(path.name)).as_posix()) is not None


def check_owner(out: Path, plan: Plan) -> None:
    """Refuse a directory that belongs to another run or to somebody else, or that cannot be written."""
    target = out / PLAN
    if out.exists() and not out.is_dir():
        raise BadFile(f"'{out}' is a file; a run needs a directory of its own.")
    check_writable(target)
    if target.exists():
        if read_plan(target) != plan:
            raise BadRequest(
                f"'{out}' holds another run; choose another --out, or continue it with --resume {out}."
            )
    elif foreign_in(out):
        raise BadRequest(
            f"'{out}' is no run's directory: it holds {foreign_in(out)[0]}; choose another --out."
        )


def remove_run(out: Path, plan: Plan) -> None:
    """Make room for a fresh run of `plan` by `humanlike run`: removes an earlier one that it made itself, of any number
    of trials, and nothing else. Whoever calls holds the directory.
    """
    if not (out / PLAN).exists():
        check_owner(out, plan)
        return
    if not _is_alike(out / PLAN, plan):
        raise BadRequest(f"'{out}' holds another run; choose another --out.")
    began = read_beginning(out)
    if began is None or began.verb != "run":
        raise BadRequest(
            f"'{out}' holds a run of this plan that `humanlike run` did not make, or made with version 0.1: "
            "remove it yourself, or choose another --out."
        )
    foreign = foreign_in(out)
    if foreign:
        raise BadRequest(
            f"'{out}' holds a run and also {foreign[0]}, which no run wrote: "
            "move that away, or choose another --out."
        )
    (out / PLAN).unlink()  # first: what is half removed is nobody's
    for path in out.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != LOCK:
            path.unlink()


def _is_alike(target: Path, plan: Plan) -> bool:
    try:
        return read_plan(target).model_copy(update={"trials": plan.trials}) == plan
    except HumanlikeError:
        return False
