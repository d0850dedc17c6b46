"""One directory, one owner: who works in it holds its file `lock`, and nobody else touches anything there meanwhile.

The lock is the kernel's (`flock`) and ends with the process that has it, however that ends; the file only says who it
is. The same thread may take what it holds already, as after an interruption in a notebook. Where a file system cannot
lock, work goes on unlocked, and `hold` says why.
"""

import contextlib
import os
import socket
import stat
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from humanlike.core import BadRequest

with contextlib.suppress(ImportError):  # a system without it
    from fcntl import LOCK_EX, LOCK_NB, flock

LOCK = "lock"
ATTEMPTS = 20  # at a file that whoever leaves is just removing
MOST_SAID = 300  # bytes of a lock file that are read
OPENING = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)


@dataclass(frozen=True)
class _Hold:
    """What this process holds: the open lock file (None where there is no locking) and the folders made for it."""

    handle: int | None
    made: tuple[Path, ...]
    trouble: str
    process: int
    thread: threading.Thread


_held: dict[Path, _Hold] = {}
_gate = threading.Lock()


def hold(place: Path) -> str:
    """Take a directory, which is made if need be; refused while another process or thread holds it.

    Gives back why it could not be locked, if it could not: work may go on.
    """
    with _gate:
        key = place.resolve()
        known = _held.get(key)
        if known is None or known.process != os.getpid():  # a forked copy holds nothing of its own
            _held[key] = known = _taken(place)
        elif known.thread is not threading.current_thread() and known.thread.is_alive():
            raise BadRequest(_in_use(place, f"another thread of this process ({os.getpid()})"))
        return known.trouble


def release(place: Path) -> None:
    """Let go of a directory, if it is held; folders that were made for it and stayed empty disappear again."""
    with _gate:
        known = _held.pop(place.resolve(), None)
        if known is None or known.process != os.getpid():
            return
        if known.handle is not None:
            with contextlib.suppress(OSError):
                (place / LOCK).unlink()
            os.close(known.handle)
        with contextlib.suppress(OSError):
            for folder in known.made:
                folder.rmdir()


@contextlib.contextmanager
def holding(place: Path) -> Iterator[str]:
    """Hold a directory inside; one that is held already by this thread stays so."""
    known = _held.get(place.resolve())
    outermost = known is None or known.process != os.getpid()
    trouble = hold(place)
    try:
        yield trouble
    finally:
        if outermost:
            release(place)


def _taken(place: Path) -> _Hold:
    made: tuple[Path, ...] = ()
    handle, trouble = None, ""
    try:
        for _ in range(ATTEMPTS):
            made = made or tuple(folder for folder in (place, *place.parents) if not folder.exists())
            place.mkdir(parents=True, exist_ok=True)
            handle = _locked(place / LOCK)
            if handle is not None:
                break
    except BlockingIOError as error:
        raise BadRequest(_in_use(place, _who(place / LOCK))) from error
    except OSError as error:
        trouble = error.strerror or str(error)
    if handle is None:
        trouble = trouble or "the lock file changes all the time"
    return _Hold(handle, made, trouble, os.getpid(), threading.current_thread())


def _locked(path: Path) -> int | None:
    """The lock file, opened and locked; None if it was removed meanwhile and another one must be made."""
    try:
        handle = os.open(path, OPENING, 0o644)
    except FileNotFoundError:
        return None
    try:
        _lock(handle)
        if _is_at(path, handle):
            with contextlib.suppress(
                OSError
            ):  # a full disk: the lock holds, it only does not say whose it is
                os.ftruncate(handle, 0)
                os.write(handle, f"{os.getpid()} {socket.gethostname()}\n".encode())
            return handle
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None


def _lock(handle: int) -> None:
    if "flock" not in globals():
        raise OSError("this system has no flock")
    flock(handle, LOCK_EX | LOCK_NB)


def _is_at(path: Path, handle: int) -> bool:
    """Whether an open file is still the one at `path`."""
    try:
        return os.path.samestat(os.stat(path, follow_symlinks=False), os.fstat(handle))
    except FileNotFoundError:
        return False


def hold_at(path: Path) -> None:
    """Make a lock file that this process holds from its first instant until it ends."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    _lock(handle)  # the handle stays open: the lock is ours while we live
    os.write(handle, f"{os.getpid()} {socket.gethostname()}\n".encode())
    os.replace(name, path)


def is_abandoned(path: Path) -> bool:
    """Whether nobody holds the lock file at `path` any more; a path that is no lock file is nobody's to judge."""
    try:
        handle = os.open(path, OPENING & ~os.O_CREAT | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        _lock(handle)
        return stat.S_ISREG(os.fstat(handle).st_mode)
    except OSError:
        return False
    finally:
        os.close(handle)


def _who(path: Path) -> str:
    """The process that holds a lock, as its file says."""
    try:
        with path.open("rb") as file:
            process, host = file.read(MOST_SAID).decode("ascii").split()
        return f"process {int(process)} on {host}"
    except (OSError, ValueError):
        return "another process"


def _in_use(place: Path, who: str) -> str:
    return f"'{place}' is in use by {who}: wait until that has ended, or choose another --out."
