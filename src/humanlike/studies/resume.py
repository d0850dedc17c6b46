"""Continue a study from its run directory alone."""

from collections.abc import Iterable
from functools import reduce
from pathlib import Path
from typing import Any, cast

from humanlike.core import BadRequest
from humanlike.core.plain_documents import plain_value, record_types, type_hints
from humanlike.core.progress import Progress, silent
from humanlike.studies.beginning import OBJECT
from humanlike.studies.result import Result
from humanlike.work import begun_in, study_in

TOURNAMENT = "run.toml"


def resume(
    out: str | Path,
    *,
    study: str = "",
    workers: int = 0,
    cluster: str = "",
    progress: Progress = silent,
) -> Result:
    """Continue the study in the directory `out`, whatever it is (only a `study` of this name, if one is given).

    `workers` 0 takes every core; `cluster` is the address of a Dask scheduler.
    """
    import humanlike

    place = Path(out)
    if (place / TOURNAMENT).exists() and study in ("", "compete"):
        return cast(
            Result, humanlike.compete(resume=place, workers=workers, cluster=cluster, progress=progress)
        )
    asked = study_in(place)
    if study and asked["study"] != study:
        raise BadRequest(f"'{place}' holds another study ({asked['study']}), not {study}.")
    _check_folder(place, asked.get("digests", {}))
    verb: Any = reduce(getattr, str(asked["study"]).split("."), humanlike)
    hints = type_hints(verb)
    settings = {
        name: _meant(place, name, value, hints.get(name)) for name, value in asked["settings"].items()
    }
    return cast(Result, verb(**settings, workers=workers, cluster=cluster, out=place, progress=progress))


def _check_folder(place: Path, files: Iterable[str]) -> None:
    """Refuse to go on elsewhere with files that were named from where the study began."""
    began = begun_in(place)
    for file in files:
        if began is not None and (began / file).exists() and not Path(file).exists():
            raise BadRequest(
                f"The study in '{place}' names '{file}', as seen from '{began}', where it was begun: continue it there."
            )


def _meant(place: Path, name: str, value: Any, hint: Any) -> Any:
    """A setting as it was given."""
    if isinstance(value, list):
        return [_meant(place, name, each, hint) for each in value]
    if not isinstance(value, dict):
        return value
    if OBJECT in value:
        raise BadRequest(
            f"The study in '{place}' was given an object as {name} ({value[OBJECT]}), which its directory does not "
            "hold: call the same verb again with the same objects and the same out."
        )
    return plain_value(value, record_types(hint)) if "record" in value else value
