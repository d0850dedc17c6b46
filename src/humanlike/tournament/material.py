"""What a plan asks for, found: games, people, entrants; or every problem of the plan in one message."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from humanlike.core import BadRequest, Game, HumanlikeError, Streams, look_up
from humanlike.detectors import DETECTORS, Detector
from humanlike.detectors.program import detector_from_entry
from humanlike.emulators import EMULATORS, MIXED, PUBLISHED, Emulator, rule_emulator
from humanlike.emulators.program import emulator_from_entry
from humanlike.games import GAMES, random_game, read_games
from humanlike.scoring import find_system
from humanlike.tournament import published
from humanlike.tournament.humans import HumanPlay, human_plays
from humanlike.tournament.plan import Plan

Entrant = TypeVar("Entrant", Emulator, Detector)

EMULATOR_SETS = {"published": (*PUBLISHED, *MIXED), "seven": PUBLISHED, "all": tuple(EMULATORS)}
DETECTOR_SETS = {
    "published": tuple(published.DETECTORS.values()),
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


def gather(plan: Plan) -> Material:
    """Find all that `plan` names; all problems are told at once, before anything runs."""
    problems: list[str] = []

    def attempt(work: Callable[[], object]) -> object:
        try:
            return work()
        except HumanlikeError as error:
            problems.append(str(error))
            return None

    humans = attempt(lambda: human_plays(plan))
    emulators = attempt(lambda: _entrants("emulator", plan.emulators, EMULATOR_SETS, _emulator, plan.trust))
    detectors = attempt(lambda: _entrants("detector", plan.detectors, DETECTOR_SETS, _detector, plan.trust))
    games = attempt(lambda: _games(plan, humans)) if isinstance(humans, dict) else None
    attempt(lambda: find_system(plan.system))
    if isinstance(emulators, tuple) and len(emulators) < 2:
        problems.append(f"A tournament needs at least two emulators, not {len(emulators)}.")
    if isinstance(detectors, tuple) and len(detectors) < 2:
        problems.append(f"A tournament needs at least two detectors, not {len(detectors)}.")
    if isinstance(games, tuple) and isinstance(humans, dict) and isinstance(detectors, tuple):
        problems += _training_problems(games, humans, detectors)
    if problems:
        raise BadRequest("This tournament cannot be run: " + " | ".join(problems))
    assert isinstance(games, tuple) and isinstance(humans, dict)
    assert isinstance(emulators, tuple) and isinstance(detectors, tuple)
    return Material(plan, games, humans, emulators, detectors)


def _training_problems(
    games: Sequence[Game], humans: Mapping[str, Sequence[HumanPlay]], detectors: Sequence[Detector]
) -> list[str]:
    """A trained detector needs another game and another experiment than the one it is tested on."""
    trained = [each.name for each in detectors if each.fit is not None]
    experiments = {human.experiment for game in games for human in humans.get(game.name, ())}
    if trained and (len(games) < 2 or len(experiments) < 2):
        return [
            f"{', '.join(trained)} must be trained on other games and experiments than it is tested on, "
            f"but there are only {len(games)} game(s) and {len(experiments)} experiment(s)."
        ]
    return []


def _games(plan: Plan, humans: Mapping[str, Sequence[HumanPlay]]) -> tuple[Game, ...]:
    """The named games; `random:20` draws games after entry from the committed seed."""
    played = {name: plays[0].play.game for name, plays in humans.items() if plays}
    chosen: list[Game] = []
    for word in plan.games:
        if word == "all":
            chosen += played.values()
        elif word.startswith("random:"):
            chosen += _random_games(word, plan.seed)
        elif word in played:
            chosen.append(played[word])
        elif word.endswith((".json", ".nfg", ".txt")):
            chosen += read_games(word).values()
        else:
            chosen.append(look_up("game with human play", word, played | GAMES))
    lonely = [game.name for game in chosen if not humans.get(game.name)]
    if lonely:
        raise BadRequest(f"No human play of {', '.join(lonely)}; humans played {', '.join(sorted(played))}.")
    return tuple(chosen)


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
) -> tuple[Entrant, ...]:
    """Entrants by name, set of names, or directory of an entry; nobody twice."""
    names = [name for word in words for name in sets.get(word, (word,))]
    entrants = [find(name, trust) for name in dict.fromkeys(names)]
    known = [each.name for each in entrants]
    if len(set(known)) < len(known):
        raise BadRequest(f"Two {kind}s share a name: {', '.join(sorted(known))}.")
    return tuple(entrants)


def _emulator(name: str, trust: bool) -> Emulator:
    if (Path(name) / "entry.toml").exists():
        return emulator_from_entry(name, trust=trust)
    if ":" in name:
        return rule_emulator(name)
    return look_up("emulator", name, EMULATORS)


def _detector(name: str, trust: bool) -> Detector:
    if (Path(name) / "entry.toml").exists():
        return detector_from_entry(name, trust=trust)
    return look_up("detector", name, DETECTORS)
