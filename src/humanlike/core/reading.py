"""Small files read safely: whatever stands at a path, no more is read than such a file can need."""

import os
import stat
from pathlib import Path

from humanlike.core.errors import BadFile


def read_bounded(path: Path, most_bytes: int) -> bytes:
    """The content of a plain file of at most `most_bytes`; anything else is refused before it is read."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise BadFile(f"'{path}' is no plain file.")
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise BadFile(f"'{path}' is larger than the {most_bytes} bytes such a file can need.")
    return content
