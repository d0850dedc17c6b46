"""Runs of tournaments that a test can kill."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
PATIENCE = 120  # seconds for one step of a run; generous, only a hanging run ever reaches it


class Runner:
    """The forking process, and the runs it starts."""

    def __init__(self, *programs: Path, environment: Mapping[str, str] | None = None):
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "forking_runner.py"), *map(str, programs)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=HERE,
            env=environment,
        )

    def start(self, out: Path) -> int:
        self.process.stdin.write(f"{out}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def ended(self) -> int:
        return int(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
