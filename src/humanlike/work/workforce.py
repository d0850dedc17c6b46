"""Who does the work: this process, several processes on this machine, or a cluster people already have."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from humanlike.core import BadRequest
from humanlike.work.cores import available_cores, cores_granted

Piece = TypeVar("Piece")
Done = TypeVar("Done")
PIECES_PER_WORKER = 4
PIECES_ON_CLUSTER = 64
START_UP = 3.0  # seconds until a new process has loaded what it works with


@dataclass(frozen=True)
class Workforce:
    """`workers` processes of one core each (1: this process), or the Dask scheduler at `cluster`."""

    workers: int = 1
    cluster: str = ""
    apart: bool = True  # in processes of their own; otherwise as threads of this one

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise BadRequest(f"At least one worker is needed, not {self.workers}.")

    @classmethod
    def asked(cls, workers: int = 0, cluster: str = "") -> "Workforce":
        """From the words of a command: 0 workers are one for every core; a cluster must answer."""
        if cluster:
            from humanlike.work.cluster import check_cluster

            check_cluster(cluster)
        return cls(workers or available_cores(), cluster)

    @property
    def at_once(self) -> int:
        """How many pieces to hand out before looking whether more are needed."""
        return PIECES_ON_CLUSTER if self.cluster else self.workers * PIECES_PER_WORKER

    @property
    def ahead(self) -> int:
        """How many pieces to hand out when the next may not be needed: one, where nobody would be idle."""
        return self.at_once if self.cluster or (self.apart and self.workers > 1) else 1

    @property
    def here(self) -> "Workforce":
        """Those on this machine: strangers' programs go nowhere else."""
        return replace(self, cluster="")

    def worthwhile(self, seconds: float) -> "Workforce":
        """The same; for work of so few `seconds` of one core that starting processes would take longer, as threads."""
        return replace(self, apart=seconds * (1 - 1 / self.workers) > START_UP)

    def begin(self, module: str, most: int) -> None:
        """Let processes of their own, at `most` so many, load `module` before it is known what there is to do."""
        if self.apart and self.workers > 1 and not self.cluster:
            from humanlike.work.processes import begin

            begin(min(self.workers, most), module)

    def finished(
        self, function: Callable[..., Done], shared: Sequence[Any], pieces: Mapping[int, Piece]
    ) -> Iterator[tuple[int, Done]]:
        """(number, result) of every piece, as they finish.

        One piece alone stays in this process, with all the cores the workers would have had.
        """
        if self.cluster and pieces:
            from humanlike.work.cluster import on_cluster

            yield from on_cluster(self.cluster, function, shared, pieces)
        elif self.apart and self.workers > 1 and len(pieces) > 1:
            from humanlike.work.processes import in_processes

            yield from in_processes(min(self.workers, len(pieces)), function, shared, pieces)
        else:
            for number, piece in pieces.items():
                with cores_granted(self.workers):
                    done = function(*shared, piece)
                yield number, done
