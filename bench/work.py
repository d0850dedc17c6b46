"""Work spread out: commands with one worker (one core, threads included) over the same with two; overhead of a piece.

Clock time of whole commands, start-up included, best of several, alternating; compiled programs are on disk. "Overhead"
is what packing, sending, checking and keeping a piece costs, over the market game it would carry.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPEATS = 2
COMMANDS = {
    "market compare, 24 pairs: 1 worker / 2 workers (at least 1.7)": ("market", "compare", "--games", "24"),
    "predict bos-conventions --rules all: 1 worker / 2 workers (at least 1.7)": (
        "predict", "bos-conventions", "--rules", "all",
    ),
    "predict ipd-lab --rules all: 1 worker / 2 workers (at least 1.7)": (
        "predict", "ipd-lab", "--rules", "all",
    ),
}  # fmt: skip
PIECES = 200


def measure() -> dict[str, float | str]:
    """Every row."""
    rows: dict[str, float | str] = {name: _gain(words) for name, words in COMMANDS.items()}
    return {**rows, "overhead of a piece / a market game (at most .05)": _overhead()}


def _gain(words: tuple[str, ...]) -> float | str:
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(REPEATS):
        for workers, taken in times.items():
            command = [sys.executable, "-m", "humanlike", *words, "--workers", str(workers), "--json"]
            begin = time.perf_counter()
            done = subprocess.run(command, capture_output=True, text=True)
            taken.append(time.perf_counter() - begin)
            if done.returncode:
                return f"not measured: {done.stderr.strip()}"
    return min(times[1]) / min(times[2])


def _overhead() -> float:
    """Many empty pieces in two processes, kept in a directory, over as many games."""
    import humanlike as hl
    from humanlike.work import Effort, RunDirectory, Workforce

    begin = time.perf_counter()
    hl.market.play(games=2, workers=1)
    game = (time.perf_counter() - begin) / 2
    best = float("inf")
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            effort = Effort(Workforce(2), RunDirectory(Path(folder) / "run", {"study": "nothing"}))
            begin = time.perf_counter()
            effort.carry_out("nothing", abs, range(PIECES))
            best = min(best, (time.perf_counter() - begin) / PIECES * 2)  # two at a time
    return best / game
