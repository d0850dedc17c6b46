"""An entry: a directory with a program and an `entry.toml` that says what it is.

::

    name = "tit-for-tat"
    kind = "player"                            # or "emulator", "detector"
    author = "A. Contestant"
    description = "Does what the other did."
    command = ["./run"]                        # from the entry's own directory
    build = ["cc", "-O2", "-o", "run", "run.c"]  # optional, once, in the sandbox as well
    seconds = 10                               # optional, per run, within the organiser's cap
"""

import hashlib
import os
import stat
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from humanlike.core import BadFile, BadRequest

Kind = Literal["emulator", "detector", "player"]
FILE_NAME = "entry.toml"
MOST_FILES = 2000
MOST_BYTES = 64 * 2**20
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
    author: Line = Field(min_length=1)
    description: Line = ""
    seconds: float | None = Field(default=None, gt=0)


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
    """The entry in `directory`, or one sentence with everything that is wrong with its description."""
    path = Path(directory) / FILE_NAME
    if not Path(directory).is_dir():
        raise BadFile(f"'{directory}' is no directory; an entry is a directory with an {FILE_NAME}.")
    if path.is_symlink() or not path.is_file():
        raise BadFile(f"'{directory}' holds no {FILE_NAME} (a plain file with name, kind, author, command).")
    try:
        described = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadFile(f"'{path}' cannot be read as TOML: {error}.") from error
    try:
        description = Description.model_validate(described)
    except ValidationError as error:
        raise BadFile(f"'{path}': {_sentence(error)}.") from error
    directory = Path(directory).resolve()
    return Entry(directory, description, fingerprint_of(directory))


def _sentence(error: ValidationError) -> str:
    problems = [(".".join(map(str, each["loc"])), each["msg"]) for each in error.errors()]
    return "; ".join(f"{where}: {what[0].lower()}{what[1:]}" for where, what in problems)


def files_of(directory: Path) -> list[Path]:
    """The files below `directory`, relative to it.

    Links are refused: following one could show a program something of the organiser's.
    """
    try:
        paths = sorted(directory.rglob("*"))
    except (OSError, RecursionError) as error:
        raise BadFile(f"'{directory}' cannot be listed; its directories may lie too deep.") from error
    if len(paths) > MOST_FILES:
        raise BadFile(f"'{directory}' holds more than {MOST_FILES} files and directories.")
    found, size = [], 0
    for path in paths:
        status = path.lstat()
        if stat.S_ISDIR(status.st_mode):
            continue
        if not stat.S_ISREG(status.st_mode):
            raise BadFile(f"{str(path)!a} is no plain file; an entry may not hold links.")
        found.append(path.relative_to(directory))
        size += status.st_size
    if size > MOST_BYTES:
        raise BadFile(f"'{directory}' is larger than {MOST_BYTES // 2**20} MB.")
    return found


def fingerprint_of(directory: Path) -> str:
    """A hash over the names and contents of all files of an entry."""
    total = hashlib.sha256()
    for path in files_of(directory):
        try:
            content = (directory / path).read_bytes()
        except OSError as error:
            raise BadFile(f"{str(directory / path)!a} cannot be read: {error.strerror}.") from error
        total.update(b"%b\0%d\0" % (os.fsencode(path), len(content)))
        total.update(content)
    return total.hexdigest()
