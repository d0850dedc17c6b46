"""What programs used, run by run, for whoever wants to know beside their answers.

Those who ask programs get answers; how long a run took and how much memory is told only where it failed. Within
`witnessed()` every run of a program in this thread leaves its ending.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from humanlike.programs.ending import Ending

_witnesses: ContextVar[tuple[list[Ending], ...]] = ContextVar("_witnesses", default=())


@contextmanager
def witnessed() -> Iterator[list[Ending]]:
    """A list to which every run within the block adds what it used."""
    seen: list[Ending] = []
    token = _witnesses.set((*_witnesses.get(), seen))
    try:
        yield seen
    finally:
        _witnesses.reset(token)


def bear_witness(ending: Ending) -> None:
    """Tell whoever listens."""
    for seen in _witnesses.get():
        seen.append(ending)
