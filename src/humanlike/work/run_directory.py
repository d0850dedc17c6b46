"""A study's own directory: what was asked, with which code and data, and every piece as it finished.

::

    study.json                  the verb, its settings in words, versions, digests of data and of users' files
    pieces/STAGE/00001.json     plain data with a checksum, written once and atomically
    so_far.json                 what is finished, for people to read, where pieces are results; gone at the end
    result.json                 what the study found
    log.jsonl                   when it was begun, continued and finished, and on what kind of processor
    lock                        who is at work here; gone at the end

All but log and lock are the same bytes whoever worked and however often the study was killed.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

from humanlike.core import (
    BadFile,
    BadRequest,
    check_writable,
    strict_json,
    sweep,
    whole_name,
    write_atomically,
)
from humanlike.core.plain_documents import plain_document, plain_value, record_types, type_hints
from humanlike.work.fingerprint import difference, machine
from humanlike.work.ownership import LOCK, hold, release

Done = TypeVar("Done")
ASKED, SO_FAR, RESULT, LOG, PIECES = "study.json", "so_far.json", "result.json", "log.jsonl", "pieces"


@dataclass(frozen=True)
class Drawer(Generic[Done]):
    """The results of one stage, by number."""

    folder: Path
    function: Callable[..., Done]

    def _file(self, number: int) -> Path:
        return self.folder / f"{number + 1:05d}.json"

    @property
    def _records(self) -> Mapping[str, type]:
        return record_types(type_hints(self.function).get("return"))

    def load(self, number: int) -> Done | None:
        """The kept result; None if there is none, or if its file was harmed."""
        try:
            kept = json.loads(self._file(number).read_text(encoding="utf-8"))
            if kept["sha256"] != _digest(kept["done"]):
                return None
            found: Done = plain_value(kept["done"], self._records)
            return found
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def save(self, number: int, done: Done) -> None:
        """Keep a result."""
        document = plain_document(done, self._records)
        kept = {"sha256": _digest(document), "done": document}
        write_atomically(self._file(number), json.dumps(kept, allow_nan=False, separators=(",", ":")))


def _digest(document: Any) -> str:
    return hashlib.sha256(json.dumps(document, separators=(",", ":")).encode()).hexdigest()


@dataclass(frozen=True)
class RunDirectory:
    """A directory that belongs to one study, which `asked` describes; nothing is written before work begins."""

    place: Path
    asked: Mapping[str, Any]

    def __post_init__(self) -> None:
        self._check()

    def _check(self) -> None:
        """Refuse a place that is not this study's."""
        if self.place.exists() and not self.place.is_dir():
            raise BadFile(f"'{self.place}' is a file; a study needs a directory of its own.")
        check_writable(self.place / ASKED)
        if (self.place / ASKED).exists():
            self._check_same(json.loads(strict_json(self.asked)))
        elif foreign := self._foreign():
            raise BadRequest(
                f"'{self.place}' is no study's directory: it holds {foreign[0]}; choose another --out."
            )

    def _foreign(self) -> list[str]:
        """What stands in a directory that no study has begun in; one killed as it began is no stranger."""
        names = (each.name for each in self.place.iterdir()) if self.place.is_dir() else ()
        return sorted(name for name in names if whole_name(name) not in (ASKED, LOCK))

    def open(self) -> None:
        """Make the directory this study's, unless it is already, and hold it; refused while another process does."""
        trouble = hold(self.place)
        try:
            self._check()  # again: nobody else changes it from now on
            if not (self.place / ASKED).exists():
                write_atomically(self.place / ASKED, strict_json(self.asked))
                self.log("begun", folder=str(Path.cwd()), **machine())
        except BaseException:
            self.close()
            raise
        if trouble:
            self.log("not locked", why=trouble)

    def close(self) -> None:
        """Let others work here."""
        release(self.place)

    @property
    def how_to_continue(self) -> str:
        """What to do after an interruption."""
        return f"What is finished is kept in '{self.place}'; continue with --resume {self.place}."

    def drawer(self, stage: str, function: Callable[..., Done]) -> Drawer[Done]:
        """Where the results of `function` at one stage are kept."""
        return Drawer(self.place / PIECES / re.sub(r"[^\w.-]+", "-", stage), function)

    def so_far(self, document: Any) -> None:
        """Write what is finished; the result takes its place."""
        write_atomically(self.place / SO_FAR, strict_json(document))

    def finish(self, document: Any) -> None:
        """Write what the study found, and sweep what killed writers left."""
        try:
            write_atomically(self.place / RESULT, strict_json(document))
        except BadFile as error:
            raise BadFile(f"{error} {self.how_to_continue}") from error
        (self.place / SO_FAR).unlink(missing_ok=True)
        sweep(self.place)
        self.log("finished", **machine())
        self.close()

    def log(self, event: str, **more: str) -> None:
        """A line with the time; a full disk is reported where results are written, not here."""
        line = json.dumps({"time": datetime.now(UTC).isoformat(timespec="seconds"), "event": event, **more})
        with suppress(OSError), (self.place / LOG).open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def _check_same(self, asked: dict[str, Any]) -> None:
        """Refuse a directory of another study, of another version, or of files that have changed."""
        known = study_in(self.place)
        if known.get("study") != asked.get("study"):
            raise BadRequest(
                f"'{self.place}' holds another study ({known.get('study')}); choose another --out."
            )
        if known.get("settings") != asked.get("settings"):
            raise BadRequest(
                f"'{self.place}' holds a study with other settings ({_unequal(known, asked)}); "
                f"choose another --out, or continue it with --resume {self.place}."
            )
        if told := difference(known.get("versions", {}), asked.get("versions", {})):
            raise BadRequest(
                f"The study in '{self.place}' was begun with other versions: now there is {told}. "
                "Bring back what it began with, or start another study with another --out."
            )
        for file, digest in known.get("digests", {}).items():
            if asked.get("digests", {}).get(file) != digest:
                neighbours = ", or a file it imports," if file.endswith(".py") else ""
                raise BadRequest(
                    f"'{file}'{neighbours} has changed since the study in '{self.place}' began: bring back what it "
                    "began with, or start another study with another --out."
                )


def _unequal(known: Mapping[str, Any], asked: Mapping[str, Any]) -> str:
    """The first setting that differs, as it was."""
    before, now = known.get("settings") or {}, asked.get("settings") or {}
    name = next(name for name in {**before, **now} if before.get(name) != now.get(name))
    return f"{name} was {before.get(name)!r}"


def begun_in(place: Path) -> Path | None:
    """The folder from which a study was begun, whose files its words may name; None if its log does not say."""
    try:
        with (place / LOG).open(encoding="utf-8") as lines:
            return Path(json.loads(lines.readline())["folder"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def study_in(place: Path) -> dict[str, Any]:
    """What the study in a directory is: its verb, settings, versions and digests."""
    try:
        found: dict[str, Any] = json.loads((place / ASKED).read_text(encoding="utf-8"))
        return found
    except FileNotFoundError:
        raise BadFile(f"'{place}' holds no study: there is no {ASKED} in it.") from None
    except (OSError, ValueError) as error:
        raise BadFile(f"'{place / ASKED}' cannot be read: {error}.") from error
