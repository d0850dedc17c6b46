"""Users' own code in a tournament: who runs it, outside any sandbox, and whether it is still what it was.

Objects of `file.py:OBJECT` and `module:OBJECT`, and those brought from Python, run in the tournament's own processes,
and the result names them. The run keeps a digest of every such file in `brought.json`, so that it is never
continued with other code than it began with.
"""

import json
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

from humanlike.core import BadFile, BadRequest, write_atomically
from humanlike.detectors import DETECTORS
from humanlike.emulators import EMULATORS
from humanlike.games import GAMES
from humanlike.naming.entries import is_entry
from humanlike.naming.plays import SIMULATED
from humanlike.naming.scoring_systems import SYSTEM
from humanlike.naming.unsandboxed import digest_of, places_of
from humanlike.tournament.objects import PREFIX
from humanlike.tournament.plan import Plan

DIGESTS = "brought.json"
CATALOGUES: Mapping[str, Container[str]] = {
    "humans": EMULATORS,  # of simulated:RULE
    "emulators": EMULATORS,
    "detectors": DETECTORS,
    "games": GAMES,
    "system": SYSTEM.catalogue,
}
CODE = ("emulators", "detectors", "system")  # games and plays given as objects are data


def words_of(plan: Plan, setting: str) -> tuple[str, ...]:
    """The words of one setting of a plan."""
    return (plan.system,) if setting == "system" else tuple(getattr(plan, setting))


def is_unsandboxed(plan: Plan, setting: str, word: str) -> bool:
    """Whether a word of the plan runs code outside the sandbox: a user's own, or a program that is trusted."""
    if word.startswith(PREFIX):
        return setting in CODE
    return bool(_places(setting, word)) or (plan.trust and is_entry(word))


def digests(plan: Plan) -> dict[str, str]:
    """SHA-256 of every file a plan takes objects from."""
    places = [
        place
        for setting in CATALOGUES
        for word in words_of(plan, setting)
        if not word.startswith(PREFIX)
        for place in _places(setting, word)
    ]
    return {place: digest_of(place) for place in dict.fromkeys(places)}


def keep_digests(out: Path, plan: Plan) -> None:
    """Write them beside the plan, if there are any."""
    found = digests(plan)
    if found:
        write_atomically(out / DIGESTS, json.dumps(found, indent=1, sort_keys=True))


def check_unchanged(out: Path, plan: Plan) -> None:
    """Refuse to go on with code that is not the code the run in `out` began with."""
    if not (out / DIGESTS).exists():
        return
    try:
        known = json.loads((out / DIGESTS).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadFile(f"'{out / DIGESTS}' cannot be read: {error}.") from error
    changed = [place for place, digest in digests(plan).items() if known.get(place) != digest]
    if changed:
        raise BadRequest(
            f"'{changed[0]}' has changed since the run in '{out}' began: bring back the file it began with, "
            "or start another run with another --out."
        )


def told(names: Sequence[str]) -> list[str]:
    """The sentence of a report about those who ran outside the sandbox, if there are any."""
    return [f"Not sandboxed, run with all rights of the organiser: {', '.join(names)}."] if names else []


def _places(setting: str, word: str) -> tuple[str, ...]:
    return places_of(word.removeprefix(SIMULATED) if setting == "humans" else word, CATALOGUES[setting])
