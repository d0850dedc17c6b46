"""Objects brought from Python: a plan holds words only, so each enters under its own name.

`object:NAME` in a plan means such a thing. Whoever carries the plan out, or continues it, must bring the object along:
there is nothing on disk to make it from.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from humanlike.core import BadRequest, Game, Play, Rule
from humanlike.detectors import DETECTORS, Detector
from humanlike.emulators import EMULATORS, Cast, Emulator, Member
from humanlike.games import GAMES
from humanlike.naming.emulators import find_emulator
from humanlike.naming.grammar import split_words
from humanlike.naming.plays import find_plays
from humanlike.players import RULES
from humanlike.scoring import ScoringSystem
from humanlike.scoring.catalogue import SYSTEMS

PREFIX = "object:"
KINDS: Mapping[str, Any] = {
    "humans": Play,
    "emulators": Emulator | Rule | Member | Cast,
    "detectors": Detector,
    "games": Game,
    "system": ScoringSystem,
}
SHIPPED: Mapping[str, tuple[Mapping[str, Any], ...]] = {  # these have words of their own
    "humans": (),
    "emulators": (EMULATORS, RULES),
    "detectors": (DETECTORS,),
    "games": (GAMES,),
    "system": (SYSTEMS,),
}


@dataclass(frozen=True)
class Objects:
    """What was brought, by setting of the plan and name; people are lists of plays."""

    things: Mapping[tuple[str, str], Any] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Iterable[object]) -> "Objects":
        """Objects in any order, sorted by what they are."""
        things: dict[tuple[str, str], Any] = {}
        for thing in given:
            setting = _setting_of(thing)
            key = (setting, _name_of(setting, thing))
            if setting == "humans":
                things.setdefault(key, []).append(thing)
            elif things.setdefault(key, thing) is not thing:
                raise BadRequest(f"Two different objects among the {setting} are called '{key[1]}'.")
        return cls(things)

    def meant(self, setting: str, word: str) -> Any:
        """The object of `object:NAME`; any other word as it is."""
        if not word.startswith(PREFIX):
            return word
        name = word.removeprefix(PREFIX)
        if (setting, name) not in self.things:
            raise BadRequest(
                f"'{name}' entered the {setting} of this plan as an object from Python: it can be carried out and "
                "continued only from Python, with the object (hl.compete with the same arguments)."
            )
        return self.things[setting, name]


def words_and_objects(setting: str, given: Any) -> tuple[tuple[str, ...], list[object]]:
    """Words by commas, a word, an object, or a list of both: the words for the plan, and the objects among them."""
    if isinstance(given, str):
        return split_words(given), []
    is_list = isinstance(given, list | tuple) and not isinstance(given, Member)
    words: list[str] = []
    objects: list[object] = []
    for each in given if is_list else [given]:
        if isinstance(each, str | Path):
            words.append(str(each))
            continue
        things = find_plays(each) if setting == "humans" else [each]
        words += [_word_of(setting, thing) for thing in things]
        objects += [thing for thing in things if _word_of(setting, thing).startswith(PREFIX)]
    return tuple(dict.fromkeys(words)), objects


def _word_of(setting: str, thing: object) -> str:
    if not isinstance(thing, KINDS[setting]):
        raise BadRequest(f"Among the {setting} of a tournament {thing!r:.80} has no place.")
    name = _name_of(setting, thing)
    shipped = any(name in catalogue and catalogue[name] is thing for catalogue in SHIPPED[setting])
    return name if shipped else PREFIX + name


def _setting_of(thing: object) -> str:
    for setting, kind in KINDS.items():
        if isinstance(thing, kind):
            return setting
    raise BadRequest(f"A tournament has no place for {thing!r:.80}.")


def _name_of(setting: str, thing: Any) -> str:
    if setting == "humans":
        return str(thing.provenance.get("dataset", "") or "people")
    return str(find_emulator(thing).name if setting == "emulators" else thing.name)
