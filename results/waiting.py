"""What whoever waits is told, and what time is charged."""

import resource
import time
from collections.abc import Callable

from humanlike.core.progress import Progress

PATIENCE = 20.0  # seconds between two lines

Telling = Callable[[str], None]


def every_so_often(tell: Telling, what: str) -> Progress:
    """Progress as a line now and then, for terminals and logs alike."""
    last = time.monotonic()

    def progress(doing: str, done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > PATIENCE:
            last = time.monotonic()
            tell(f"{what}: {doing}, {done} of {total}" if total else f"{what}: {doing}")

    return progress


def processor_seconds() -> float:
    """Spent by this process and by its workers, which are sent home first: only the time of those who left is known."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True)
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in spent)


def in_minutes(seconds: float) -> str:
    """A duration for people.

    >>> in_minutes(42.4), in_minutes(600)
    ('42 s', '10 min')
    """
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
