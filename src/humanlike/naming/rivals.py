"""Two rivals of one kind: two emulators, two detectors, or two market agents, by word or object.

A word may name things of several kinds (`random` is an emulator and a detector): the kind is the first that both
can be.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from humanlike.core import Play, Rule, UnknownName
from humanlike.emulators import Cast, Emulator, Member
from humanlike.naming.agents import find_market_agent, market_agents_named
from humanlike.naming.detectors import JUDGE, find_judge, is_saved
from humanlike.naming.emulators import EMULATOR, find_emulator
from humanlike.naming.entries import is_entry
from humanlike.naming.grammar import parse_first, parse_mixture
from humanlike.naming.kinds import Kind
from humanlike.naming.language_models import is_language_model_word
from humanlike.programs import read_entry

ENTRIES = {"emulator": "emulators", "player": "emulators", "detector": "detectors"}


class Rivals(NamedTuple):
    """What both are, and both."""

    kind: str  # emulators, detectors or agents
    first: Any
    second: Any

    @property
    def names(self) -> tuple[str, str]:
        """What both are called."""
        return self.first.name, self.second.name


def find_rivals(
    first: Any, second: Any, *, people: Sequence[tuple[str, Play]] = (), trust: bool = False
) -> Rivals:
    """Both things; `people` are whom `RULE:fitted` is fitted to, `trust` runs programs without their sandbox."""
    kind = kind_of(first, second)
    find: dict[str, Callable[[Any], Any]] = {
        "emulators": lambda word: find_emulator(word, people=people, trust=trust),
        "detectors": lambda word: find_judge(word, trust=trust),
        "agents": find_market_agent,
    }
    return Rivals(kind, find[kind](first), find[kind](second))


def kind_of(first: Any, second: Any) -> str:
    """What both are; one sentence if they are not of one kind."""
    possible = [kinds_of(word) for word in (first, second)]
    both = [kind for kind in possible[0] if kind in possible[1]]
    if both:
        return both[0]
    words = " and ".join(
        f"'{word}'" if isinstance(word, str) else f"{word!r:.60}" for word in (first, second)
    )
    known = "; ".join(f"{kind}: {', '.join(sorted(each.catalogue))}" for kind, each in _kinds("").items())
    raise UnknownName(f"{words} are not two of one kind. Known {known}.")


def kinds_of(word: Any) -> list[str]:
    """Everything a word or object could be: emulators, detectors, agents, in this order."""
    if isinstance(word, Emulator | Rule | Member | Cast):
        return ["emulators"]
    if not isinstance(word, str | Path):
        return [kind for kind, each in _kinds("").items() if each.accepts(word)]
    text = str(word)
    if is_entry(text):
        return [ENTRIES[read_entry(Path(text)).description.kind]]
    if parse_mixture(text) is not None or is_language_model_word(text):
        return ["emulators"]
    if is_saved(text) or parse_first(text) is not None:
        return ["detectors"]
    return [kind for kind, each in _kinds(text).items() if each.could_be(text)]


def _kinds(word: str) -> dict[str, Kind]:
    return {"emulators": EMULATOR, "detectors": JUDGE, "agents": market_agents_named(word)}
