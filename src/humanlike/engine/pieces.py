"""Large batches in pieces that fit the cache, one thread for every core granted.

A compiled program releases the interpreter, so threads suffice; each enters double precision for itself. All
pieces have the same size (the last one reaches back over seats already done, which play the same again), so
one program serves them all.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from humanlike.core import double_precision
from humanlike.work import granted_cores

LARGEST = 50_000  # groups in a piece: larger batches fall out of the cache
SMALLEST = 5_000  # below this a second thread costs more than it brings


def pieces(n_pools: int, together: int = 1) -> list[range]:
    """Ranges of pools (`together` groups that meet each other) of equal length that together cover all."""
    n_groups = n_pools * together
    count = max(-(-n_groups // LARGEST), min(granted_cores(), n_groups // SMALLEST), 1)
    size = -(-n_pools // count)
    count = -(-n_pools // size)
    starts = [min(piece * size, n_pools - size) for piece in range(count)]
    return [range(start, start + size) for start in starts]


def run_in_pieces(work: Callable[[range], None], n_pools: int, together: int = 1) -> None:
    """Call `work` for every piece, on as many threads as there are cores for us."""
    parts = pieces(n_pools, together)
    if len(parts) == 1 or granted_cores() == 1:
        for part in parts:
            work(part)
        return
    with ThreadPoolExecutor(granted_cores()) as pool:
        list(pool.map(double_precision()(work), parts))
