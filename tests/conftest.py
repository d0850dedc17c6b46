"""What holds for every test."""

import signal
from collections.abc import Iterator

import pytest

from humanlike.core.kept_programs import make_room

# A shell that runs something in the background has it ignore interruptions, and what it starts inherits that; tests
# that interrupt must find what somebody at a terminal has.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="module")
def _few_compiled_programs() -> Iterator[None]:
    """Tests compile far more programs than one process of a user does."""
    yield
    make_room()
