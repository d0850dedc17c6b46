"""The answer book: all that a model was ever asked and answered, one JSON document a line, in a file that only grows.

A line is written whole and at once, under a lock, so that several processes can share a book; what a killed one left
half written is passed over. What stands in the book is not asked again: a run repeats exactly, and goes on after any
interruption. No key stands in it: a line holds the body that was sent, never a header.
"""

import contextlib
import json
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from humanlike.core import BadFile, check_writable
from humanlike.language_models.replies import read_reply, tokens_used
from humanlike.language_models.requests import ModelRequest

with contextlib.suppress(ImportError):  # a system without it
    from fcntl import LOCK_EX, flock

MOST_BYTES = 2**32  # of a book
ANSWERED = 200
UNSUPPORTED = (400, 422)  # what endpoints say that cannot do what is asked


@dataclass
class Spent:
    """What a book's answers took, tries that failed included."""

    requests: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0


@dataclass
class AnswerBook:
    """The book in a file; without a place it is forgotten with the process."""

    place: Path | None
    spent: Spent = field(default_factory=Spent)
    without_chances: bool = False  # chances were asked for, and the endpoint told none
    _answers: dict[tuple[str, str], Any] = field(default_factory=dict)
    _read_to: int = 0
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        if self.place is not None:
            check_writable(self.place)
        self.refresh()

    def find(self, digest: str, draw: str) -> Any | None:
        """The document that answered this request, if it was ever asked."""
        with self._lock:
            return self._answers.get((digest, draw))

    def keep(self, digest: str, endpoint: str, request: ModelRequest, status: int, document: Any) -> None:
        """Add what an endpoint said; a status of failure is kept and counted, and never replayed."""
        line = {
            "digest": digest,
            "draw": request.draw,
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "endpoint": endpoint,
            "path": request.path,
            "request": request.body,
            "status": status,
            "answer": document,
        }
        with self._lock:
            if self.place is None:
                self._learn(line)
            else:
                self._append(self.place, json.dumps(line, ensure_ascii=True).encode() + b"\n")
                self.refresh()

    def refresh(self) -> None:
        """Learn what was added since, also by other processes."""
        with self._lock:
            for line in self._new_lines():
                with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError):
                    self._learn(json.loads(line))

    def _learn(self, line: dict[str, Any]) -> None:
        key, status, document = (str(line["digest"]), str(line["draw"])), int(line["status"]), line["answer"]
        prompt_tokens, answer_tokens = tokens_used(document)
        self.spent.requests += 1
        self.spent.prompt_tokens += prompt_tokens
        self.spent.answer_tokens += answer_tokens
        if status == ANSWERED:
            self._answers.setdefault(key, document)
        if tells_no_chances(line["request"], status, document):
            self.without_chances = True

    def _new_lines(self) -> Iterator[bytes]:
        """Whole lines that were not read yet."""
        if self.place is None or not self.place.exists():
            return
        try:
            with self.place.open("rb") as file:
                if os.fstat(file.fileno()).st_size > MOST_BYTES:
                    raise BadFile(f"'{self.place}' is larger than {MOST_BYTES >> 30} GB; begin another book.")
                file.seek(self._read_to)
                for line in file:
                    if line.endswith(b"\n"):
                        self._read_to += len(line)
                        yield line
        except OSError as error:
            raise BadFile(f"'{self.place}' cannot be read: {error.strerror or error}.") from error

    def _append(self, place: Path, line: bytes) -> None:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("ab+") as file:
                with contextlib.suppress(NameError, OSError):  # no locking here: appending is nearly as good
                    flock(file, LOCK_EX)
                end = file.seek(0, os.SEEK_END)
                if end and (file.seek(end - 1), file.read(1))[1] != b"\n":
                    line = b"\n" + line  # somebody was killed while writing
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadFile(f"'{place}' cannot be written: {error.strerror or error}.") from error


def tells_no_chances(body: dict[str, Any], status: int, document: Any) -> bool:
    """Whether an answer shows that the endpoint tells no chances of tokens: it leaves them out, or says so."""
    if "logprobs" not in body:
        return False
    if status in UNSUPPORTED:
        return "logprob" in json.dumps(document).lower()
    return status == ANSWERED and read_reply(document).chances is None
