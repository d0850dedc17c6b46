"""Tournaments small enough for tests: two or three rules, two games, few trials."""

import hashlib
from pathlib import Path

from humanlike.tournament import Plan

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
