"""`make bench`: every room's figures, measured in one run, written to `bench/results.json` and into the README."""

import importlib
import json
import os
import platform
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOMS = ("engine", "around", "judgement", "work", "scoring", "fitting", "prediction", "market", "social")
BEGIN, END = "<!-- bench -->", "<!-- /bench -->"


def main(rooms: list[str]) -> None:
    target = HERE / "results.json"
    results = json.loads(target.read_text()) if target.exists() else {}
    results["machine"] = {
        "cores": os.cpu_count(),
        "processor": platform.machine(),
        "python": platform.python_version(),
    }
    for room in rooms:
        print(f"== {room}", flush=True)
        figures = importlib.import_module(f"bench.{room}").measure()
        for name, value in figures.items():
            print(
                f"  {name}: {value:.3g}" if isinstance(value, int | float) else f"  {name}: {value}",
                flush=True,
            )
        results[room] = figures
        target.write_text(json.dumps(results, indent=2) + "\n")
    write_table(results)


def write_table(results: dict) -> None:
    """Put the engine's figures between the README's marks."""
    readme = HERE.parent / "README.md"
    text = readme.read_text()
    if BEGIN not in text or "engine" not in results:
        return
    from bench.engine import LIMITS

    rows = ["| what | measured | aim |", "|---|---|---|"]
    for name, value in results["engine"].items():
        otherwise = "at least 100" if "times faster" in name else "told, no aim"
        aim = f"at most {LIMITS[name]:g}" if name in LIMITS else otherwise
        rows.append(f"| {name} | {value:.2f} | {aim} |")
    before, rest = text.split(BEGIN, 1)
    readme.write_text(before + BEGIN + "\n" + "\n".join(rows) + "\n" + END + rest.split(END, 1)[1])


if __name__ == "__main__":
    main(sys.argv[1:] or list(ROOMS))
