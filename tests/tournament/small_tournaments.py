"""Tournaments small enough for tests: two or three rules, two games, few trials."""

import hashlib
import shutil
from pathlib import Path

import humanlike.samples
from humanlike.tournament import Plan

SAMPLES = Path(humanlike.samples.__file__).parent / "files" / "entries"
EMULATORS = ("random", "cournot", "fictitious-play", "win-stay-lose-randomise")
DETECTORS = ("random", "dates", "ninety-percent", "coordination", "high-payoffs")
GAMES = ("chicken", "stag-hunt-2")
SMALL_GAMES = (*GAMES, "ochs", "prisoners-dilemma", "battle-of-the-sexes")  # one program serves them all


def small_plan(**changes) -> Plan:
    settings = {
        "emulators": EMULATORS,
        "detectors": DETECTORS,
        "games": GAMES,
        "trials": 3,
        "until": "fixed",
    }
    return Plan(**(settings | changes))


def bytes_of_results(run: Path) -> dict[str, str]:
    """Every file below results/, hidden ones too, and its hash."""
    return {
        str(file.relative_to(run)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted((run / "results").rglob("*"))
        if file.is_file()
    }


def interrupted_plan() -> Plan:
    return small_plan(
        emulators=("random", "cournot"), detectors=("random", "ninety-percent", "high-payoffs"), trials=6
    )


def tournament_of_programs(entries: Path, **changes) -> Plan:
    """With an emulator and a detector of strangers, in their sandboxes."""
    programs = {
        "emulators": ("random", f"{entries}/emulator"),
        "detectors": ("random", f"{entries}/detector"),
    }
    return small_plan(**({"games": ("chicken",), "trials": 4} | programs | changes))


def write_programs(entries: Path, pause: float) -> None:
    """The samples in the shell's language, with a pause in every run."""
    for kind in ("emulator", "detector"):
        shutil.copytree(SAMPLES / f"{kind}-shell", entries / kind)
        script = entries / kind / "run"
        script.write_text(script.read_text().replace("#!/bin/sh\n", f"#!/bin/sh\nsleep {pause}\n", 1))
