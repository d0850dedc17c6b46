"""What holds for every test."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

# A shell that runs something in the background has it ignore interruptions, and what it starts inherits that; tests
# that interrupt must find what somebody at a terminal has.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

MOST_MAPPED = 20_000  # of the 65,530 regions of memory a process may map on Linux by default


@pytest.fixture(autouse=True, scope="module")
def _few_compiled_programs() -> Iterator[None]:
    """Forget compiled programs when there are very many: each maps memory, and a process that may not dies."""
    yield
    maps = Path("/proc/self/maps")
    if maps.exists() and len(maps.read_bytes().splitlines()) > MOST_MAPPED:
        import jax

        jax.clear_caches()
