"""Files appear whole or not at all; what cannot be written is said in a sentence."""

import errno
import os
import tempfile
from pathlib import Path

from humanlike.core.errors import BadFile


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


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written at the end of long work; touches nothing."""
    if path.is_dir():
        raise BadFile(f"'{path}' is a folder; name a file.")
    folder = next((place for place in path.absolute().parents if place.exists()), Path("/"))
    if not folder.is_dir():
        raise BadFile(f"'{path}' cannot be written: '{folder}' is no folder.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadFile(f"'{path}' cannot be written: permission denied in '{folder}'.")
