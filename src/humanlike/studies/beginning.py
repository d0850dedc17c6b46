"""How a long study begins and ends: who works, and the directory that keeps it.

A verb that can take minutes has the arguments `workers`, `cluster`, `out` and `progress`, and its first line is::

    effort = begin("market.compare", locals())

`out` makes a run directory of it (`humanlike.work.run_directory`); the same call again, or `hl.resume(out)`, continues
there. Everything else a verb is given is what it is asked: in words, so that it can be asked again.
"""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from humanlike.core import BadFile
from humanlike.core.plain_documents import NotPlain, is_record, plain_document, record_types
from humanlike.naming.grammar import parse_word, parts_of, split_list
from humanlike.naming.language_models import digest_of_model, file_of_model
from humanlike.naming.user_files import digest_of_file
from humanlike.studies.result import Result
from humanlike.work import Effort, RunDirectory, Workforce, fingerprint

HOW = ("workers", "cluster", "out", "progress")  # changes nothing in what is found
OBJECT = "object"
Found = TypeVar("Found", bound=Result)
DIGITS = 16


def begin(verb: str, given: Mapping[str, Any]) -> Effort:
    """The effort of `verb`, from all its arguments by name."""
    workforce = Workforce.asked(given["workers"], given["cluster"])
    if given["out"] is None:
        return Effort(workforce, None, given["progress"])
    settings = {name: setting_in_words(value) for name, value in given.items() if name not in HOW}
    asked = {
        "study": verb,
        "settings": settings,
        "versions": fingerprint(),
        "digests": dict(_digests(settings)),
    }
    return Effort(workforce, RunDirectory(Path(given["out"]), asked), given["progress"])


def keep(effort: Effort, result: Found) -> Found:
    """The result, written beside its games if they are kept; how long it took is nobody's finding."""
    effort.keep(lambda: {name: value for name, value in result.document().items() if name != "seconds"})
    return result


def setting_in_words(value: Any) -> Any:
    """A setting as JSON; an object that has no words is `{"object": what it is}`, with a digest if it is data."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return [setting_in_words(each) for each in value]
    if isinstance(value, Mapping):
        return {str(name): setting_in_words(each) for name, each in value.items()}
    if is_record(type(value)):
        try:
            return plain_document(value, record_types(type(value)))
        except NotPlain:
            pass
    return {OBJECT: f"{type(value).__name__} {getattr(value, 'name', '')}".strip(), "digest": _content(value)}


def _content(value: Any) -> str | None:
    """A digest of tables and plays; None for what holds code."""
    import joblib
    import pandas as pd

    from humanlike.core import Game, Play

    return str(joblib.hash(value)) if isinstance(value, pd.DataFrame | Play | Game) else None


def _digests(settings: Any) -> Iterator[tuple[str, str]]:
    """Every file and data set that a word among the settings means, with its digest."""
    if isinstance(settings, str):
        for word in split_list(settings):
            yield from _digest_of_word(word)
    elif isinstance(settings, Mapping | list):
        for each in settings.values() if isinstance(settings, Mapping) else settings:
            yield from _digests(each)


def _digest_of_word(word: str) -> Iterator[tuple[str, str]]:
    parts = parts_of(word)
    if parts != (word,):
        for part in parts:
            yield from _digest_of_word(part)
        return
    if file := file_of_model(word):
        yield file, digest_of_model(file)[:DIGITS]
        return
    place = parse_word(word.removeprefix("simulated:")).place
    if place:
        yield place, digest_of_file(Path(place))[:DIGITS]
    elif (found := _data_at(word)) is not None:
        yield word, digest_of_data(found)


def _data_at(word: str) -> Path | None:
    """Where a word's data are, if it means any."""
    from humanlike.datasets import SOURCES, find_data

    here = Path(word).expanduser()
    if here.exists() and word:
        return here
    try:
        return find_data(word) if word in SOURCES else None
    except BadFile:
        return None


def digest_of_data(place: Path) -> str:
    """Sixteen hexadecimal digits over a file, or over every file of a folder."""
    files = [place] if place.is_file() else sorted(each for each in place.rglob("*") if each.is_file())
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(place.parent).as_posix().encode() + b"\0")
        with file.open("rb") as content:
            digest.update(hashlib.file_digest(content, "sha256").digest())
    return digest.hexdigest()[:DIGITS]
