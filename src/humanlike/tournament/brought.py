"""Users' own code in a tournament: who runs it, outside any sandbox, and from which files it comes.

Objects of `file.py:OBJECT` and `module:OBJECT`, and those brought from Python, run in the tournament's own processes,
and the result names them. `beginnings` keeps a digest of every such file.
"""

from collections.abc import Container, Mapping, Sequence

from humanlike.detectors import DETECTORS
from humanlike.emulators import EMULATORS
from humanlike.games import GAMES
from humanlike.naming.entries import is_entry
from humanlike.naming.grammar import parts_of
from humanlike.naming.language_models import file_of_model
from humanlike.naming.plays import SIMULATED
from humanlike.naming.scoring_systems import SYSTEM
from humanlike.naming.unsandboxed import places_of
from humanlike.tournament.objects import PREFIX
from humanlike.tournament.plan import Plan

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
    return bool(_places(setting, word)) or (plan.trust and any(map(is_entry, parts_of(word))))


def places_of_plan(plan: Plan) -> list[str]:
    """Every file and module a plan takes objects from, and those that describe its language models."""
    places = [
        place
        for setting in CATALOGUES
        for word in words_of(plan, setting)
        if not word.startswith(PREFIX)
        for place in (*_places(setting, word), file_of_model(word))
    ]
    return list(dict.fromkeys(filter(None, places)))


def told(names: Sequence[str]) -> list[str]:
    """The sentence of a report about those who ran outside the sandbox, if there are any."""
    return [f"Not sandboxed, run with all rights of the organiser: {', '.join(names)}."] if names else []


def _places(setting: str, word: str) -> tuple[str, ...]:
    return places_of(word.removeprefix(SIMULATED) if setting == "humans" else word, CATALOGUES[setting])
