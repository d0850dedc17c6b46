"""What a plan asks for, found: games, people, entrants; or every problem of the plan in one message."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from humanlike.core import BadRequest, Game, HumanlikeError, Streams, look_up
from humanlike.detectors import DETECTORS, Detector
from humanlike.detectors.program import detector_from_entry
from humanlike.emulators import EMULATORS, MIXED, PUBLISHED, Emulator, rule_emulator
from humanlike.emulators.fitted import SUFFIX, fitted_emulator
from humanlike.emulators.program import emulator_from_entry
from humanlike.games import GAMES, random_game, read_games
from humanlike.scoring import find_system
from humanlike.tournament import feasibility, published
from humanlike.tournament.humans import HumanPlay, plays_of_source
from humanlike.tournament.plan import Plan, parse_plan

Entrant = TypeVar("Entrant", Emulator, Detector)
Found = TypeVar("Found")
FEWEST = 2  # a contest needs rivals

EMULATOR_SETS = {"published": (*PUBLISHED, *MIXED), "seven": PUBLISHED, "all": tuple(EMULATORS)}
DETECTOR_SETS = {
    "published": tuple(published.PUBLISHED_DETECTORS.values()),
    "untrained": tuple(name for name, each in DETECTORS.items() if each.fit is None),
    "all": tuple(DETECTORS),
}


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
    find = partial(_emulator, people)
    emulators = _entrants("emulator", plan.emulators, EMULATOR_SETS, find, plan.trust, problems)
    detectors = _entrants("detector", plan.detectors, DETECTOR_SETS, _detector, plan.trust, problems)
    games = _games(plan, humans, problems)
    problems.attempt(find_system, plan.system)
    if not plan.humans:
        problems.append("A tournament needs people: name a data set, or 'reconstruction'.")
    problems += feasibility.unable_emulators(games, emulators)
    if humans and all(sources):  # what people played is known only once all of them are found
        problems += feasibility.mismatched_games(games, humans)
        problems += feasibility.untrainable_detectors(games, humans, detectors)
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
        found = problems.attempt(_games_of_word, word, played, plan.seed) or []
        chosen.update({game.name: game for game in found})
    if not plan.games:
        problems.append("A tournament needs a game: name some, or 'all' that people played.")
    return tuple(chosen.values())


def _games_of_word(word: str, played: Mapping[str, Game], seed: int) -> list[Game]:
    if word == "all":
        return list(played.values())
    if word.startswith("random:"):
        return _random_games(word, seed)
    if word.endswith((".json", ".nfg", ".txt")):
        return list(read_games(word).values())
    return [look_up("game", word, {**GAMES, **played})]


def drawn_games(plan: Plan) -> list[Game]:
    """The games a plan draws at random, for the experiment to be run with them."""
    words = [word for word in plan.games if word.startswith("random:")]
    return [game for word in words for game in _random_games(word, plan.seed)]


def _random_games(word: str, seed: int) -> list[Game]:
    count = word.partition(":")[2]
    if not count.isdigit() or not 0 < int(count) <= 1000:
        raise BadRequest(f"'{word}' should be random: and a number from 1 to 1000, for example random:20.")
    return draw_games(int(count), seed)


def draw_games(count: int, seed: int) -> list[Game]:
    """Half 2x2, half 3x3 games, from the stream of the committed seed."""
    generator = Streams(seed)["games"].generator()
    sizes = [2 + number % 2 for number in range(count)]
    return [
        random_game(generator, size, size, name=f"random-{number + 1}") for number, size in enumerate(sizes)
    ]


def commitment(seed: int) -> str:
    """A hash of the seed that can be published before entries are due, and checked afterwards."""
    return hashlib.sha256(f"humanlike tournament seed {seed}".encode()).hexdigest()


def _entrants(
    kind: str,
    words: Sequence[str],
    sets: Mapping[str, Sequence[str]],
    find: Callable[[str, bool], Entrant],
    trust: bool,
    problems: Problems,
) -> tuple[Entrant, ...]:
    """Entrants by name, set of names, or directory of an entry; nobody twice."""
    names = list(dict.fromkeys(name for word in words for name in sets.get(word, (word,))))
    if len(names) < FEWEST:
        problems.append(f"A tournament needs at least two {kind}s, not {len(names)}.")
    found = [problems.attempt(find, name, trust) for name in names]
    entrants = tuple(each for each in found if each is not None)
    known = [each.name for each in entrants]
    if len(set(known)) < len(known):
        problems.append(f"Two {kind}s share a name: {', '.join(sorted(known))}.")
    return entrants


def _emulator(people: Sequence[HumanPlay], name: str, trust: bool) -> Emulator:
    if (Path(name) / "entry.toml").exists():
        return emulator_from_entry(name, trust=trust)
    if name.endswith(SUFFIX):
        return fitted_emulator(name, people)
    if ":" in name:
        return rule_emulator(name)
    return look_up("emulator", name, EMULATORS)


def _detector(name: str, trust: bool) -> Detector:
    if (Path(name) / "entry.toml").exists():
        return detector_from_entry(name, trust=trust)
    return look_up("detector", name, DETECTORS)
