"""What a detector program has learned: the files it left, as bytes, so that they travel and can be compared."""

import hashlib
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class LearnedModel:
    """Files by their path below the model's directory, in the order of their names; only program and files matter."""

    files: tuple[tuple[str, bytes], ...]

    @classmethod
    def read(cls, directory: Path) -> "LearnedModel":
        """The plain files below `directory`."""
        paths = sorted(path for path in directory.rglob("*") if path.is_file())
        return cls(tuple((str(path.relative_to(directory)), path.read_bytes()) for path in paths))

    def write(self, directory: Path) -> None:
        """The same files below `directory`, which is made."""
        directory.mkdir(parents=True)
        for name, content in self.files:
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            (directory / name).write_bytes(content)

    @cached_property
    def digest(self) -> str:
        """A hash over the names and contents of all files."""
        total = hashlib.sha256()
        for name, content in self.files:
            total.update(b"%b\0%d\0" % (os.fsencode(name), len(content)))
            total.update(content)
        return total.hexdigest()
