"""What stands around the engine: playing with a summary, files of play, and what is done with a million choices.

Every figure is ours divided by theirs (smaller is better) unless its name says otherwise, the best of several
repetitions on each side, alternating, because machines are shared and noisy. Version 0.1 is measured where
HUMANLIKE_BASELINE names the `src` of a checkout of it. One function for each row: a new row is a function in ROWS.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
PAIRS, ROUNDS, REPEATS = 1_000_000, 50, 3
CHOICES_KEPT, CHOICES_READ = 10_000_000, 1_000_000
BASELINE = "HUMANLIKE_BASELINE"
NOT_MEASURED = f"not measured: set {BASELINE} to the src of version 0.1"
PEAK = """
import resource
from humanlike.studies.play import play
play("chicken", "ewa", pairs=%d, rounds=%d).document()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
TASKS = {  # in words that version 0.1 understands too
    "check": """
from humanlike.datasets.checks import check
from humanlike.datasets.table import read_table
work = lambda: check(read_table(path))
""",
    "summary": """
from humanlike.datasets import read_plays, summarise
work = lambda: [summarise(play) for play in read_plays(path)]
""",
}
TIMED = """
import sys, time
from pathlib import Path
path = Path(sys.argv[1])
%s
best = float("inf")
for _ in range(3):
    begin = time.process_time()
    work()
    best = min(best, time.process_time() - begin)
print(best)
"""


def play_over_engine() -> float:
    """Seating, playing, keeping and summing up, over the moves alone; both warm, in this process."""
    from humanlike.core import Streams
    from humanlike.engine import everybody, simulate_actions
    from humanlike.games import GAMES
    from humanlike.players import RULES
    from humanlike.studies.play import play

    game, rule = GAMES["chicken"], RULES["ewa"]
    population = everybody(game, [(rule, rule.default)], PAIRS)

    def engine() -> None:
        simulate_actions(Streams(1)["bench"], game, population, n_rounds=ROUNDS)

    return _ratio(lambda: play(game, "ewa", pairs=PAIRS, rounds=ROUNDS).document(), engine)


def play_peak_gigabytes() -> float:
    """The most a process that does nothing else ever held."""
    return child(PEAK % (PAIRS, ROUNDS)) / 1024


def parquet_over_pyarrow() -> float:
    """Writing and reading 10,000,000 choices, over pyarrow writing and reading the same columns."""
    import numpy as np
    from pyarrow import parquet

    from humanlike.core import Play
    from humanlike.datasets import read_plays, write_plays
    from humanlike.games import GAMES

    moves = np.random.default_rng(1).integers(0, 2, (CHOICES_KEPT // ROUNDS, ROUNDS))
    play = Play(GAMES["chicken"], moves.astype(np.int16))
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "ours.parquet", Path(folder) / "theirs.parquet"
        write_plays(ours, [play])
        columns = parquet.read_table(ours)

        def around() -> None:
            write_plays(ours, [play])
            read_plays(ours)

        def alone() -> None:
            parquet.write_table(columns, theirs)
            parquet.read_table(theirs)

        return _ratio(around, alone)


def check_over_baseline() -> float | str:
    """`humanlike data check` of a long table of 1,000,000 choices, over version 0.1."""
    return _over_baseline("check")


def summary_over_baseline() -> float | str:
    """`humanlike data summary` of the same, over version 0.1."""
    return _over_baseline("summary")


ROWS: dict[str, Callable[[], float | str]] = {
    "play with summary, 10^6 pairs x 50 rounds / engine (at most 3)": play_over_engine,
    "the same, peak GB (at most 2)": play_peak_gigabytes,
    "Parquet, 10^7 choices written and read / pyarrow (at most 10)": parquet_over_pyarrow,
    "check of 10^6 choices / version 0.1 (at most 1/3)": check_over_baseline,
    "summary of 10^6 choices / version 0.1 (at most 1/3)": summary_over_baseline,
}


def measure() -> dict[str, float | str]:
    """Every row."""
    return {name: row() for name, row in ROWS.items()}


def _ratio(ours: Callable[[], object], theirs: Callable[[], object]) -> float:
    """Best time of ours over best time of theirs; each is warmed up first."""
    ours(), theirs()
    times = [(_seconds(ours), _seconds(theirs)) for _ in range(REPEATS)]
    return min(mine for mine, _ in times) / min(yours for _, yours in times)


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _over_baseline(task: str) -> float | str:
    """Processor time of a task on one long table, ours over version 0.1's, each in processes of its own."""
    import numpy as np

    from humanlike.core import Play
    from humanlike.datasets import write_plays
    from humanlike.games import GAMES

    if BASELINE not in os.environ:
        return NOT_MEASURED
    moves = np.random.default_rng(1).integers(0, 2, (CHOICES_READ // ROUNDS, ROUNDS))
    with tempfile.TemporaryDirectory() as folder:
        table = write_plays(Path(folder) / "play.csv", [Play(GAMES["chicken"], moves.astype(np.int16))])
        code, sources = TIMED % TASKS[task], (HERE.parent / "src", os.environ[BASELINE])
        times = [[child(code, str(table), source=source) for source in sources] for _ in range(2)]
    ours, theirs = (min(each) for each in zip(*times, strict=True))
    return ours / theirs


def child(code: str, *words: str, source: str | Path = HERE.parent / "src") -> float:
    """The number that some code prints in a process of its own, with the package of `source`."""
    environment = os.environ | {"PYTHONPATH": str(source)}
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
