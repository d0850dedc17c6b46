"""What is judged, compared, fitted and scored: a million choices, and 200,000 rows of forecasts.

Rows "/ version 0.1" are processor time of ours over that of version 0.1 (smaller is better), the table read before, the
best of two processes on each side; they are measured where HUMANLIKE_BASELINE names the `src` of a checkout of it.
Rows "s beyond start-up" are processor time of a command less that of the same command on two rows.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.around import BASELINE, CHOICES_READ, HERE, NOT_MEASURED, ROUNDS, child

TASKS = {  # in words that version 0.1 understands too
    "judge": """
try:
    from humanlike.detectors.trained import shipped_detector as shipped
except ImportError:
    from humanlike.detectors.saving import shipped_model as shipped
from humanlike.detectors.judging import judge_plays
plays, model = [*first, *second], shipped()
work = lambda: judge_plays(model, plays)
""",
    "similarity": """
from humanlike import similarity
from humanlike.core import Streams
metrics = similarity.metrics_for("plays")
try:
    work = lambda compare=similarity.compare_bodies: compare(Streams(1), first, second, metrics)
except AttributeError:
    work = lambda: similarity.compare(first, second, metrics, Streams(1))
""",
    "fit": """
from humanlike import fitting
from humanlike.players import RULES
fit = getattr(fitting, "fit_groups", None) or fitting.fit
work = lambda: fit([*first, *second], RULES["ewa"])
""",
}
TIMED = """
import sys, time
from humanlike.datasets import read_plays
first, second = (list(read_plays(path)) for path in sys.argv[1:])
%s
begin = time.process_time()
work()
print(time.process_time() - begin)
"""
COMMANDS = {  # {0} is the folder of the files
    "score, 200,000 rows": ("score", "{0}/panel.csv", "--outcomes", "{0}/outcomes.csv"),
    "pool, 200,000 rows": ("pool", "{0}/panel.csv"),
    "delphi, 200,000 rows": ("delphi", "{0}/panel.csv", "--outcomes", "{0}/outcomes.csv"),
}


def measure() -> dict[str, float | str]:
    """Every row."""
    over = {f"{task} of 10^6 choices / version 0.1 (at most 1/3)": _over_baseline(task) for task in TASKS}
    return over | {
        f"{name}: s beyond start-up (at most 1)": _beyond(words) for name, words in COMMANDS.items()
    }


def _over_baseline(task: str) -> float | str:
    from humanlike.datasets import write_plays
    from humanlike.studies.play import play

    if BASELINE not in os.environ:
        return NOT_MEASURED
    pairs = CHOICES_READ // ROUNDS // 4  # in each of two bodies
    with tempfile.TemporaryDirectory() as folder:
        tables = [Path(folder) / f"body{seed}.parquet" for seed in (1, 2)]
        for seed, table in enumerate(tables):
            write_plays(table, play("prisoners-dilemma", "ewa", pairs=pairs, rounds=ROUNDS, seed=seed).plays)
        code, sources = TIMED % TASKS[task], (HERE.parent / "src", os.environ[BASELINE])
        times = [[child(code, *map(str, tables), source=source) for source in sources] for _ in range(2)]
    ours, theirs = (min(each) for each in zip(*times, strict=True))
    return ours / theirs


def _beyond(words: tuple[str, ...]) -> float:
    with tempfile.TemporaryDirectory() as large, tempfile.TemporaryDirectory() as small:
        _write_panel(Path(large), n_experts=400, n_questions=250)
        _write_panel(Path(small), n_experts=2, n_questions=2)
        times = [[_processor_time(words, folder) for folder in (large, small)] for _ in range(3)]
    long, short = (min(each) for each in zip(*times, strict=True))
    return long - short


def _write_panel(folder: Path, n_experts: int, n_questions: int) -> None:
    import numpy as np

    chances = np.random.default_rng(1).integers(1, 100, (n_experts, n_questions))
    rows = [
        f"expert {e},question {q},{word},{chance / 100}\n"
        for e, line in enumerate(chances.tolist())
        for q, yes in enumerate(line)
        for word, chance in (("yes", yes), ("no", 100 - yes))
    ]
    (folder / "panel.csv").write_text("expert,question,alternative,probability\n" + "".join(rows))
    outcomes = [f"question {q},{'yes' if q % 2 else 'no'}\n" for q in range(n_questions)]
    (folder / "outcomes.csv").write_text("question,alternative\n" + "".join(outcomes))


def _processor_time(words: tuple[str, ...], folder: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "humanlike", *(word.format(folder) for word in words)]
    subprocess.run(command, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    for name, value in measure().items():
        print(name, value)
