"""Pace: so many requests a minute, over all threads and processes that share a book of answers.

The time of the next free turn stands in a small file beside the book, changed under its lock; who comes takes the turn
and waits for it.
"""

import contextlib
import threading
import time
from pathlib import Path

from humanlike.core import BadFile

with contextlib.suppress(ImportError):  # a system without it
    from fcntl import LOCK_EX, flock

MOST_AHEAD = 3600.0  # seconds; a file that says more was not written by us, or the clock was changed
_one_by_one = threading.Lock()


def wait_for_turn(beside: Path | None, per_minute: float | None) -> None:
    """Come back when it is one's turn; without a place for the file, one thread after the other waits its time."""
    if per_minute is None:
        return
    apart = 60.0 / per_minute
    if beside is None:
        with _one_by_one:
            time.sleep(apart)
    else:
        turn = take_turn(beside.with_name(f"{beside.name}.pace"), apart)
        time.sleep(max(0.0, turn - time.time()))


def take_turn(place: Path, apart: float) -> float:
    """When the turn is, in seconds since the epoch; the next one's is `apart` later."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("a+", encoding="ascii") as file:
            with contextlib.suppress(NameError, OSError):
                flock(file, LOCK_EX)
            file.seek(0)
            now = time.time()
            turn = max(now, _time_in(file.read(64), now))
            file.truncate(0)
            file.write(f"{turn + apart:.6f}")
            return turn
    except OSError as error:
        raise BadFile(f"'{place}' cannot be written: {error.strerror or error}.") from error


def _time_in(text: str, now: float) -> float:
    try:
        told = float(text)
    except ValueError:
        return now
    return told if now < told < now + MOST_AHEAD else now
