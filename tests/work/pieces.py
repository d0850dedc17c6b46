"""Functions of the tests that worker processes find by name."""

import os
import signal
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from humanlike.core import BadRequest, Streams
from humanlike.work import granted_cores


class Drawn(NamedTuple):
    number: int
    values: np.ndarray
    spread: float


def draw(seed: int, number: int) -> Drawn:
    values = Streams(seed)[f"piece {number}"].generator().normal(size=5)
    return Drawn(number, values, float("nan") if number == 0 else float(values.std()))


def slow_draw(seed: int, number: int) -> Drawn:
    time.sleep(0.2)
    return draw(seed, number)


def dies_once(folder: Path, number: int) -> Drawn:
    mark = folder / str(number)
    if number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return draw(1, number)


def always_dies(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuses(number: int) -> int:
    if number == 3:
        raise BadRequest("Piece 3 cannot be done.")
    return number


def cores_seen(number: int) -> tuple[int, int]:
    time.sleep(0.05)  # so that every worker gets some
    return granted_cores(), os.getpid()
