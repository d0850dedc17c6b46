"""Pieces in several processes on this machine (joblib); a process that is killed costs only what it was doing.

Workers end with the process that started them, however it ends (`watching`). They take seconds to load what they work
with; whoever knows early that there will be pieces lets them `begin` while it still reads what the pieces are.
"""

import atexit
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeVar

import numpy as np
from joblib import Parallel, delayed
from joblib.externals.loky.process_executor import TerminatedWorkerError

from humanlike.core import HumanlikeError
from humanlike.core.rubbish import look_for_rubbish_seldom
from humanlike.work.fingerprint import fingerprint
from humanlike.work.travelling import do_piece, packed, parcel_digest, unpacked
from humanlike.work.watching import end_with

Piece = TypeVar("Piece")
Done = TypeVar("Done")
MOST_DEATHS = 3  # in a row, without a piece done
_beginning: list[Iterator[None]] = []  # processes that were started before there was work


class WorkersDied(HumanlikeError):
    """Worker processes ended again and again without finishing a piece."""


def in_processes(
    workers: int, function: Callable[..., Done], shared: Sequence[Any], pieces: Mapping[int, Piece]
) -> Iterator[tuple[int, Done]]:
    """(number, result) of every piece, as they finish; what a killed worker left undone is done again."""
    missing, deaths = dict(pieces), 0
    common = packed(tuple(shared))
    while missing:
        try:
            for number, done in _as_they_finish(workers, function, common, missing):
                del missing[number]
                deaths = 0
                yield number, done
        except TerminatedWorkerError as error:
            deaths += 1
            if deaths == MOST_DEATHS:
                raise WorkersDied(
                    f"Worker processes were ended {deaths} times in a row (perhaps for want of memory); "
                    "try fewer --workers."
                ) from error


def begin(workers: int, module: str) -> None:
    """Start processes now; they load `module` while this one goes on, and do whatever work comes next."""
    _beginning.append(_parallel(workers)(delayed(_load)(module) for _ in range(workers)))
    atexit.register(_leave_beginning)


def _wait_for_beginning() -> None:
    while _beginning:
        list(_beginning.pop())


def _leave_beginning() -> None:
    """At the end: joblib complains of processes that are left while they work; who was interrupted knows it already."""
    with suppress(Exception, KeyboardInterrupt):
        _wait_for_beginning()


def _as_they_finish(
    workers: int, function: Callable[..., Done], common: bytes, pieces: Mapping[int, Piece]
) -> Iterator[tuple[int, Done]]:
    # as an array joblib maps it into every process instead of sending it with every piece
    code, shared, digest = fingerprint(), np.frombuffer(common, dtype=np.uint8), parcel_digest(common)
    tasks = (
        delayed(_numbered)(number, code, shared, digest, packed((function, piece)))
        for number, piece in list(pieces.items())
    )
    _wait_for_beginning()
    with warnings.catch_warnings():
        # a worker whose compiled programs take much memory is replaced between two pieces, and nothing is lost
        warnings.filterwarnings("ignore", message="A worker stopped while some jobs", category=UserWarning)
        for number, parcel in _parallel(workers)(tasks):  # interrupted, it kills its workers
            yield number, unpacked(parcel)


def _parallel(workers: int) -> Parallel:
    """The processes; asked again, joblib hands out the same ones."""
    return Parallel(
        n_jobs=workers,
        backend="loky",
        return_as="generator_unordered",
        batch_size=1,
        initializer=end_with,
        initargs=(os.getpid(),),
    )


def _load(module: str) -> None:
    """Run in a worker: what it will need first."""
    look_for_rubbish_seldom()
    import_module(module)
    fingerprint()


def _numbered(
    number: int, code: dict[str, str], shared: Any, digest: str, parcel: bytes
) -> tuple[int, bytes]:
    return number, do_piece(code, shared, digest, parcel)
