"""Pieces on a Dask cluster that is there already: SLURM, Kubernetes, a handful of machines.

The scheduler gives what a lost worker was doing to another one. Workers need the same packages and the same files at
the same places (users' files, data); both are checked by digest where a piece is done.
"""

import importlib.util
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from humanlike.core import BadRequest, HumanlikeError, MissingExtra
from humanlike.work.fingerprint import fingerprint
from humanlike.work.travelling import check_code, do_piece, packed, parcel_digest, unpacked

Piece = TypeVar("Piece")
Done = TypeVar("Done")
PATIENCE = 30.0  # seconds to reach the scheduler, and for a first worker to appear


class ClusterLost(HumanlikeError):
    """The scheduler went away, or a piece ended several workers."""


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A connection to the scheduler, with at least one worker that has the package."""
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtra("distributed", "cluster", "A Dask cluster") from error
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise BadRequest(
            f"There is no Dask scheduler at '{address}': {error}. It is printed by `dask scheduler` as tcp://HOST:8786."
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise BadRequest(f"The scheduler at '{address}' has no worker.") from error
        bare = [
            name for name, found in client.run(importlib.util.find_spec, "humanlike").items() if not found
        ]
        if bare:
            raise BadRequest(f"humanlike is not installed on the worker at {bare[0]}.")
        yield client


def check_cluster(address: str) -> None:
    """Refuse a scheduler that does not answer, and workers that have other code than we have."""
    with _client(address) as client:
        client.submit(check_code, fingerprint(), pure=False).result()


def on_cluster(
    address: str, function: Callable[..., Done], shared: Sequence[Any], pieces: Mapping[int, Piece]
) -> Iterator[tuple[int, Done]]:
    """(number, result) of every piece, as they finish."""
    with _client(address) as client:
        from distributed import CancelledError, KilledWorker, as_completed

        common, code = packed(tuple(shared), by_name=True), fingerprint()
        digest = parcel_digest(common)
        # a task, not scattered data: what a lost worker held is made again
        held = client.submit(bytes, common, pure=False)
        futures = {
            client.submit(
                do_piece, code, held, digest, packed((function, piece), by_name=True), pure=False
            ): number
            for number, piece in pieces.items()
        }
        try:
            for future in as_completed(list(futures), loop=client.loop):
                done = unpacked(future.result())
                number = futures.pop(future)
                yield number, done
        except KilledWorker as error:
            raise ClusterLost(
                f"A piece ended several workers of the cluster at '{address}', perhaps for want of memory."
            ) from error
        except (CancelledError, OSError) as error:
            raise ClusterLost(f"The scheduler at '{address}' went away.") from error
        finally:
            client.cancel(list(futures))
