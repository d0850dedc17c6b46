"""What a plan asks for, found: games, people, entrants; or every problem of the plan in one message."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from humanlike.core import BadRequest, Game, HumanlikeError
from humanlike.detectors import Detector
from humanlike.emulators import Emulator
from humanlike.naming.detectors import DETECTOR_SETS, find_detector
from humanlike.naming.emulators import EMULATOR_SETS, check_emulator_word, find_emulator, is_fitted
from humanlike.naming.games import find_games
from humanlike.naming.scoring_systems import find_system
from humanlike.tournament import feasibility
from humanlike.tournament.humans import HumanPlay, plays_of_source
from humanlike.tournament.plan import Plan, parse_plan

Entrant = TypeVar("Entrant", Emulator, Detector)
Found = TypeVar("Found")
FEWEST = 2  # a contest needs rivals


@dataclass(frozen=True)
class Material:
    """Everything a tournament plays with."""

    plan: Plan
    games: tuple[Game, ...]
    humans: Mapping[str, Sequence[HumanPlay]]  # by game name
    emulators: tuple[Emulator, ...]
    detectors: tuple[Detector, ...]


class Problems(list[str]):
    """Sentences collected instead of stopping at the first."""

    def attempt(self, work: Callable[..., Found], *arguments: object) -> Found | None:
        """What `work` finds, or None with a sentence more."""
        try:
            return work(*arguments)
        except HumanlikeError as error:
            self.append(str(error))
            return None


def gather(plan: Plan, known: Sequence[str] = ()) -> Material:
    """Find all that `plan` names; all problems (those `known` before, too) are told at once, before anything runs."""
    problems = Problems(known)
    sources = [problems.attempt(plays_of_source, source, plan) for source in dict.fromkeys(plan.humans)]
    humans: dict[str, list[HumanPlay]] = {}
    for human in chain.from_iterable(source or () for source in sources):
        humans.setdefault(human.play.game.name, []).append(human)
    people = list(chain.from_iterable(humans.values()))
    find_judge = partial(find_detector, trust=plan.trust)
    detectors = _entrants("detector", plan.detectors, DETECTOR_SETS, find_judge, problems)
    games = _games(plan, humans, problems)
    problems.attempt(find_system, plan.system)
    if not plan.humans:
        problems.append("A tournament needs people: name a data set, or 'reconstruction'.")
    if humans and all(sources):  # what people played is known only once all of them are found
        problems += feasibility.mismatched_games(games, humans)
        problems += feasibility.untrainable_detectors(games, humans, detectors)
    find = partial(find_emulator, people=people, trust=plan.trust)
    emulators = _entrants(
        "emulator", plan.emulators, EMULATOR_SETS, find, problems, check=check_emulator_word
    )
    problems += feasibility.unable_emulators(games, emulators)
    if problems:
        raise BadRequest("This tournament cannot be run: " + " | ".join(problems))
    return Material(plan, games, humans, emulators, detectors)


def checked_plan(path: Path | None, changes: dict[str, Any]) -> Plan:
    """The plan of a run file with the command's words on top; impossible numbers are told together with wrong names."""
    plan, problems = parse_plan(path, changes)
    if problems:
        gather(plan, problems)
    return plan


def _games(plan: Plan, humans: Mapping[str, Sequence[HumanPlay]], problems: Problems) -> tuple[Game, ...]:
    """The named games, each once; `random:20` draws games after entry from the committed seed."""
    played = {name: plays[0].play.game for name, plays in humans.items()}
    chosen: dict[str, Game] = {}
    for word in plan.games:
        found = problems.attempt(partial(find_games, [word], played=played, seed=plan.seed)) or []
        chosen.update({game.name: game for game in found})
    if not plan.games:
        problems.append("A tournament needs a game: name some, or 'all' that people played.")
    return tuple(chosen.values())


def commitment(seed: int) -> str:
    """A hash of the seed that can be published before entries are due, and checked afterwards."""
    return hashlib.sha256(f"humanlike tournament seed {seed}".encode()).hexdigest()


def _entrants(
    kind: str,
    words: Sequence[str],
    sets: Mapping[str, Sequence[str]],
    find: Callable[[str], Entrant],
    problems: Problems,
    *,
    check: Callable[[str], object] = str,
) -> tuple[Entrant, ...]:
    """Entrants by name, set of names, or directory of an entry; nobody twice.

    Names are all checked before the first entrant is made, and no rule is fitted, which takes time, where something
    else is wrong already.
    """
    names = list(dict.fromkeys(name for word in words for name in sets.get(word, (word,))))
    if len(names) < FEWEST:
        problems.append(f"A tournament needs at least two {kind}s, not {len(names)}.")
    before = len(problems)
    for name in names:
        problems.attempt(check, name)
    if len(problems) > before:
        return ()
    found = [problems.attempt(find, name) for name in names if not (problems and is_fitted(name))]
    entrants = tuple(each for each in found if each is not None)
    known = [each.name for each in entrants]
    if len(set(known)) < len(known):
        problems.append(f"Two {kind}s share a name: {', '.join(sorted(known))}.")
    return entrants
