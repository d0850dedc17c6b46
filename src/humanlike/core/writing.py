"""Files appear whole or not at all; what cannot be written is said in a sentence."""

import errno
import os
import re
import tempfile
from pathlib import Path
from typing import Final

from humanlike.core.errors import BadFile

HALF_WRITTEN: Final = re.compile(r"\.(.+)\.[a-z0-9_]{8}")  # as `mkstemp` names what is about to become NAME


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write `content` to `path` so that a reader, or a crash, never meets half a file."""
    data = content.encode() if isinstance(content, str) else content
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, data)
    except OSError as error:
        reason = "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)
        raise BadFile(f"'{path}' cannot be written: {reason}.") from error


def _write(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def whole_name(name: str) -> str:
    """The file that a half-written one was to become, if a writer was killed.

    >>> whole_name(".00020.json.cfdkgcle"), whole_name("study.json")
    ('00020.json', 'study.json')
    """
    found = HALF_WRITTEN.fullmatch(name)
    return found[1] if found else name


def sweep(folder: Path) -> None:
    """Remove what killed writers left below `folder`, once nobody writes there any more."""
    for path in list(folder.rglob(".*")):
        if whole_name(path.name) != path.name:
            path.unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written at the end of long work; touches nothing."""
    if path.is_dir():
        raise BadFile(f"'{path}' is a folder; name a file.")
    folder = next((place for place in path.absolute().parents if place.exists()), Path("/"))
    if not folder.is_dir():
        raise BadFile(f"'{path}' cannot be written: '{folder}' is no folder.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadFile(f"'{path}' cannot be written: permission denied in '{folder}'.")
