"""An entry: a directory with a program and an `entry.toml` that says what it is.

::

    name = "tit-for-tat"
    kind = "player"                            # or "emulator", "detector"
    author = "A. Contestant"
    description = "Does what the other did."
    command = ["./run"]                        # from the entry's own directory
    build = ["cc", "-O2", "-o", "run", "run.c"]  # optional, once, in the sandbox as well
    train = ["./train"]                        # optional, for a detector that learns
    reads = "all games"                        # optional, for a detector that sees all games in one file
    seconds = 10                               # optional, per run, within the organiser's cap
"""

import hashlib
import os
import stat
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from humanlike.core import BadFile, BadRequest
from humanlike.core.foreign_text import what_is_wrong
from humanlike.programs.authors import OURS, author_key

Kind = Literal["emulator", "detector", "player"]
FILE_NAME = "entry.toml"
MOST_FILES = 2000
MOST_BYTES = 64 * 2**20
MOST_DESCRIBED = 64 * 2**10  # bytes of entry.toml
PIECE = 2**20
OPENED_PLAINLY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
Word = Annotated[str, Field(max_length=1000, pattern=r"^[^\x00]+$")]
Words = Annotated[tuple[Word, ...], Field(min_length=1, max_length=100)]
Line = Annotated[str, Field(max_length=1000, pattern=r"^\P{C}*$")]  # nothing that could move a cursor


class Description(BaseModel):
    """What `entry.toml` holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")
    kind: Kind
    command: Words
    build: Words | None = None
    train: Words | None = None
    reads: Literal["one play", "all games"] = "one play"
    author: Line = Field(min_length=1)
    description: Line = ""
    seconds: float | None = Field(default=None, gt=0)

    @field_validator("author")
    @classmethod
    def _is_somebody_else(cls, author: str) -> str:
        if author_key(author) == OURS:
            raise ValueError(f"'{OURS}' is reserved, in any spelling: say who answers for the entry")
        return author

    @model_validator(mode="after")
    def _only_detectors_learn_or_read(self) -> "Description":
        if self.train is not None and self.kind != "detector":
            raise ValueError(f"train: only a detector learns before it is used, not a {self.kind}")
        if self.reads == "all games" and (self.kind != "detector" or self.train is not None):
            raise ValueError('reads: "all games" is for detectors that learn nothing')
        return self


@dataclass(frozen=True)
class Entry:
    """Where an entry lies, what it says of itself, and a hash over the names and contents of its files."""

    directory: Path
    description: Description
    fingerprint: str

    @property
    def name(self) -> str:
        """The entry's name."""
        return self.description.name

    def require(self, *kinds: Kind) -> None:
        """Refuse an entry of another kind."""
        if self.description.kind not in kinds:
            raise BadRequest(
                f"Entry '{self.name}' is a {self.description.kind}; here a {' or '.join(kinds)} is needed."
            )


def read_entry(directory: Path) -> Entry:
    """The entry in `directory`, or one sentence with everything that is wrong with its description.

    Sizes are looked at before any content is.
    """
    path = Path(directory) / FILE_NAME
    if not Path(directory).is_dir():
        raise BadFile(f"'{directory}' is no directory; an entry is a directory with an {FILE_NAME}.")
    if path.is_symlink() or not path.is_file():
        raise BadFile(f"'{directory}' holds no {FILE_NAME} (a plain file with name, kind, author, command).")
    directory = Path(directory).resolve()
    files_of(directory)
    description = _described(path)
    return Entry(directory, description, fingerprint_of(directory))


def _described(path: Path) -> Description:
    content = b"".join(_pieces_of(path, MOST_DESCRIBED))
    try:
        described = tomllib.loads(content.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadFile(f"'{path}' cannot be read as TOML: {str(error) or 'nested too deeply'}.") from error
    try:
        return Description.model_validate(described)
    except ValidationError as error:
        raise BadFile(f"'{path}': {what_is_wrong(error)}.") from error


def files_of(directory: Path) -> list[Path]:
    """The files below `directory`, relative to it, in the order of their names.

    Links of both kinds are refused: what lies behind one could be something of the organiser's.
    """
    found, size = [], 0
    for path in _listed(directory):
        status = path.lstat()
        if stat.S_ISDIR(status.st_mode):
            continue
        if not stat.S_ISREG(status.st_mode):
            raise BadFile(f"{str(path)!a} is no plain file; an entry may not hold links.")
        if status.st_nlink > 1:
            raise BadFile(
                f"{str(path)!a} has a second name elsewhere (a hard link), so it may be somebody else's file; "
                "an entry may not hold links. Copying the directory (cp -r) mends it."
            )
        found.append(path.relative_to(directory))
        size += status.st_size
        if size > MOST_BYTES:
            raise BadFile(f"'{directory}' is larger than {MOST_BYTES // 2**20} MB.")
    return found


def _listed(directory: Path) -> list[Path]:
    paths = []
    try:
        for path in directory.rglob("*"):
            paths.append(path)
            if len(paths) > MOST_FILES:
                raise BadFile(f"'{directory}' holds more than {MOST_FILES} files and directories.")
    except (OSError, RecursionError) as error:
        raise BadFile(f"'{directory}' cannot be listed; its directories may lie too deep.") from error
    return sorted(paths)


def fingerprint_of(directory: Path) -> str:
    """A hash over the names and contents of all files of an entry."""
    total = hashlib.sha256()
    for path in files_of(directory):
        content = hashlib.sha256()
        for piece in _pieces_of(directory / path, MOST_BYTES):
            content.update(piece)
        total.update(b"%b\0%b" % (os.fsencode(path), content.digest()))
    return total.hexdigest()


def _pieces_of(path: Path, most_bytes: int) -> Iterator[bytes]:
    """What a plain file holds, piece by piece; one that is too large is refused unread, or once it has grown."""
    try:
        with os.fdopen(os.open(path, OPENED_PLAINLY), "rb") as file:
            left = most_bytes - os.fstat(file.fileno()).st_size
            while left >= 0 and (piece := file.read(PIECE)):
                yield piece
                left = most_bytes - file.tell()
    except OSError as error:
        raise BadFile(f"{str(path)!a} cannot be read: {error.strerror}.") from error
    if left < 0:
        raise BadFile(f"{str(path)!a} is larger than {most_bytes >> 10} KB.")
