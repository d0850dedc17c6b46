"""How many cores our own threads may use: those of the machine, or the share that was granted.

N workers use N cores: each worker process is granted one, so that threads of the engine, of the fits and of
linear algebra inside it do not fight for the others.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_share: ContextVar[int | None] = ContextVar("cores granted", default=None)


def available_cores() -> int:
    """The cores this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def granted_cores() -> int:
    """The cores our threads may use here.

    >>> with cores_granted(1):
    ...     granted_cores()
    1
    """
    share = _share.get()
    return available_cores() if share is None else share


@contextmanager
def cores_granted(count: int) -> Iterator[None]:
    """Use at most `count` cores inside, never more than were granted outside."""
    from threadpoolctl import threadpool_limits

    count = min(count, granted_cores())
    before = _share.set(count)
    try:
        if count == available_cores():
            yield
            return
        with threadpool_limits(count):  # linear algebra has threads of its own
            yield
    finally:
        _share.reset(before)
