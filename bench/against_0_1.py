"""`predict bos-conventions` with the twenty rules of version 0.1: today's wall time as a share of 0.1's, same run.

`python -m bench.against_0_1` unpacks the source of 0.1 from the repository's history beside today's and times both
commands with the same interpreter, each with an empty cache of compiled programs and then with a full one. Human data
are found as in the tests. Shares mean something on a machine that does nothing else.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parents[1]
VERSION_0_1 = "a1b9ba2"
LATER = {"strategic-ewa", "rule-learning", "adaptive-dynamics"}  # rules that 0.1 did not have


def measure(data: str = "bos-conventions") -> dict[str, float]:
    """Seconds by the clock of both versions, caches empty and full, and their ratios."""
    from humanlike.players import RULES

    then = [name for name in RULES if name not in LATER][:20]
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as place:
        packed = subprocess.run(
            ["git", "archive", VERSION_0_1, "src"], cwd=HERE, capture_output=True, check=True
        ).stdout
        tarfile.open(fileobj=io.BytesIO(packed)).extractall(place, filter="data")
        for caches in ("empty", "full"):
            old = _seconds(Path(place) / "src", Path(place) / "then", data, ["--rules", "all"])
            now = ["--rules", ",".join(then), "--no-ceiling"]
            new = _seconds(HERE / "src", Path(place) / "now", data, now)
            found |= {
                f"predict.{caches}_cache.seconds_0_1": old,
                f"predict.{caches}_cache.seconds": new,
                f"predict.{caches}_cache.share": new / old,
            }
    return found


def _seconds(source: Path, cache: Path, data: str, words: list[str]) -> float:
    environment = os.environ | {"PYTHONPATH": str(source), "HUMANLIKE_CACHE": str(cache)}
    start = time.perf_counter()
    command = [sys.executable, "-m", "humanlike", "predict", data, *words, "--json"]
    subprocess.run(command, env=environment, capture_output=True, check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
