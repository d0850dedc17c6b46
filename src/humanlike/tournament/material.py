"""What a plan asks for, found: games, people, entrants; or every problem of the plan in one message."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from humanlike.core import BadRequest, Game, HumanlikeError
from humanlike.detectors import DETECTORS, Detector
from humanlike.emulators import EMULATORS, Emulator
from humanlike.naming.detectors import DETECTOR_SETS, find_detector
from humanlike.naming.emulators import (
    EMULATOR_SETS,
    check_emulator_word,
    find_emulator,
    is_fitted,
    name_of_emulator,
)
from humanlike.naming.games import find_games
from humanlike.naming.matchings import find_information
from humanlike.naming.scoring_systems import find_system
from humanlike.programs import Limits
from humanlike.scoring import ScoringSystem
from humanlike.tournament import feasibility
from humanlike.tournament.brought import is_unsandboxed
from humanlike.tournament.copies import KnownPeople
from humanlike.tournament.humans import HumanPlay, plays_of_source
from humanlike.tournament.namesakes import notes_on, told_apart
from humanlike.tournament.objects import PREFIX, Objects
from humanlike.tournament.plan import Plan, limits_of, parse_plan

Entrant = TypeVar("Entrant", Emulator, Detector)
Found = TypeVar("Found")
FEWEST = 2  # a contest needs rivals
NOTHING = Objects()
Named = dict[tuple[str, str], str]  # (setting of the plan, word) -> what it is called


@dataclass(frozen=True)
class Material:
    """Everything a tournament plays with."""

    plan: Plan
    games: tuple[Game, ...]
    humans: Mapping[str, Sequence[HumanPlay]]  # by game name
    emulators: tuple[Emulator, ...]
    detectors: tuple[Detector, ...]
    system: ScoringSystem | None = None  # None: the plan's own word
    unsandboxed: tuple[str, ...] = ()  # who runs outside any sandbox
    notes: tuple[str, ...] = ()  # what the organiser should know before anything runs
    asked: tuple[str, ...] = ()  # strangers' detectors, which are asked about one play at a time
    unpublished: Mapping[str, Sequence[HumanPlay]] = field(default_factory=dict)  # by game, for the audit

    @cached_property
    def known_people(self) -> Mapping[str, KnownPeople]:
        """All people of each game, shown or not, to find copies of them."""
        return {game.name: KnownPeople(game, self.humans[game.name]) for game in self.games}


class Problems(list[str]):
    """Sentences collected instead of stopping at the first."""

    def attempt(self, work: Callable[..., Found], *arguments: object) -> Found | None:
        """What `work` finds, or None with a sentence more."""
        try:
            return work(*arguments)
        except HumanlikeError as error:
            self.append(str(error))
            return None


def gather(
    plan: Plan, known: Sequence[str] = (), objects: Objects = NOTHING, *, out: Path | None = None
) -> Material:
    """Find all that `plan` names; all problems (those `known` before, too) are told at once, before anything runs.

    `objects` are those that entered the plan from Python; `out` is the run directory, which no program may see.
    """
    problems = Problems(known)
    humans, complete = _people(plan.humans, plan, objects, problems)
    unpublished = _unpublished(plan, objects, humans, problems)
    finder = partial(_finder, plan, objects, limits_of(plan, places_of_plan(plan, out)))
    taken = {human.experiment for human in _experiments(humans)}
    detectors, notes = _entrants(
        "detector", detector_words(plan), finder("detectors", find_detector), problems, taken=DETECTORS
    )
    games = _games(plan, objects, humans, problems)
    system = problems.attempt(lambda: find_system(objects.meant("system", plan.system)))
    if not plan.humans:
        problems.append("A tournament needs people: name a data set, or 'reconstruction'.")
    if humans and complete:  # what people played is known only once all of them are found
        problems += feasibility.mismatched_games(games, humans)
        problems += feasibility.mixed_companies(games, humans)
        problems += feasibility.untrainable_detectors(games, humans, list(detectors.values()))
    emulators, more = _entrants(
        "emulator",
        emulator_words(plan),
        finder("emulators", partial(find_emulator, people=_experiments(humans))),
        problems,
        check=finder("emulators", check_emulator_word),
        taken={*EMULATORS, *taken},
    )
    seen = find_information(plan.information or "game")
    able = list(emulators.values())
    problems += feasibility.unable_emulators(games, able, seen)
    problems += feasibility.unable_to_be_re_matched(games, humans, able, list(detectors.values()))
    if problems:
        raise BadRequest("This tournament cannot be run: " + " | ".join(problems))
    named: Named = {("emulators", word): each.name for word, each in emulators.items()}
    named |= {("detectors", word): each.name for word, each in detectors.items()}
    named[("system", plan.system)] = plan.system if system is None else system.name
    return Material(
        plan,
        games,
        humans,
        tuple(emulators.values()),
        tuple(detectors.values()),
        system,
        _unsandboxed(plan, named),
        (*notes, *more),
        tuple(
            each.name
            for word, each in detectors.items()
            if word not in DETECTORS and each.looks_at == "one play at a time"
        ),
        unpublished,
    )


def gather_one(plan: Plan, word: str, objects: Objects) -> Material:
    """The games and people of `plan` with one of its emulators, whose play depends on no other entrant."""
    problems = Problems()
    humans, _ = _people(plan.humans, plan, objects, problems)
    games = _games(plan, objects, humans, problems)
    finder = partial(_finder, plan, objects, limits_of(plan, places_of_plan(plan)))
    emulator = problems.attempt(
        finder("emulators", partial(find_emulator, people=_experiments(humans))), word
    )
    if problems or emulator is None:
        raise BadRequest("This cannot be played again: " + " | ".join(problems))
    named = names_of_emulators(plan, [human.experiment for human in _experiments(humans)])
    return Material(plan, games, humans, (replace(emulator, name=named.get(word, emulator.name)),), ())


def names_of_emulators(plan: Plan, experiments: Sequence[str] = ()) -> dict[str, str]:
    """Under which names the plan's programs stand, by word."""
    limits = limits_of(plan)
    names = {
        word: name_of_emulator(word, trust=plan.trust, limits=limits)
        for word in emulator_words(plan)
        if not word.startswith(PREFIX)
    }
    return told_apart(names, {*EMULATORS, *experiments})


def places_of_plan(plan: Plan, out: Path | None = None) -> tuple[Path, ...]:
    """Everything on disk that a plan's words name, and the run directory."""
    words = [*plan.humans, *plan.emulators, *plan.detectors, *plan.games, *plan.unpublished, plan.system]
    named = [Path(word) for word in (*words, *chain.from_iterable(word.split(":") for word in words)) if word]
    found = [path.resolve() for path in named if _exists(path)]
    return tuple(dict.fromkeys([*found, *([] if out is None else [out.resolve()])]))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a word that can be no path at all
        return False


def emulator_words(plan: Plan) -> list[str]:
    """The plan's emulators, sets of names spelled out, nobody twice."""
    return list(dict.fromkeys(name for word in plan.emulators for name in EMULATOR_SETS.get(word, (word,))))


def detector_words(plan: Plan) -> list[str]:
    """The plan's detectors, sets of names spelled out, nobody twice."""
    return list(dict.fromkeys(name for word in plan.detectors for name in DETECTOR_SETS.get(word, (word,))))


def checked_plan(path: Path | None, changes: dict[str, Any], objects: Objects = NOTHING) -> Plan:
    """The plan of a run file with the command's words on top; impossible numbers are told together with wrong names."""
    plan, problems = parse_plan(path, changes)
    if problems:
        gather(plan, problems, objects)
    return plan


def _people(
    words: Sequence[str], plan: Plan, objects: Objects, problems: Problems
) -> tuple[dict[str, list[HumanPlay]], bool]:
    """Human plays by game, and whether all sources were found."""

    def plays(source: str) -> list[HumanPlay]:
        return plays_of_source(objects.meant("humans", source), plan)

    sources = [problems.attempt(plays, source) for source in dict.fromkeys(words)]
    humans: dict[str, list[HumanPlay]] = {}
    for human in chain.from_iterable(source or () for source in sources):
        humans.setdefault(human.play.game.name, []).append(human)
    return humans, all(sources)


def _unpublished(
    plan: Plan, objects: Objects, humans: Mapping[str, Sequence[HumanPlay]], problems: Problems
) -> dict[str, list[HumanPlay]]:
    """People nobody has seen, in games that the others played, too."""
    shown = [word for word in plan.unpublished if word in plan.humans]
    if shown:
        problems.append(f"'{shown[0]}' cannot be judged for score and be unpublished: name it once.")
    found, complete = _people(plan.unpublished, plan, objects, problems)
    common = {name: plays for name, plays in found.items() if name in humans}
    if found and complete and humans and not common:
        problems.append(
            f"The unpublished people play {', '.join(found)}; the others none of these, but {', '.join(humans)}."
        )
    return common


def _experiments(humans: Mapping[str, Sequence[HumanPlay]]) -> list[HumanPlay]:
    """Whom a rule may be fitted to."""
    return list(chain.from_iterable(humans.values()))


def _finder(
    plan: Plan, objects: Objects, limits: Limits, setting: str, find: Callable[..., Found]
) -> Callable[[str], Found]:
    """A function from a word of the plan to an entrant."""
    return lambda word: find(objects.meant(setting, word), trust=plan.trust, limits=limits)


def _games(
    plan: Plan, objects: Objects, humans: Mapping[str, Sequence[HumanPlay]], problems: Problems
) -> tuple[Game, ...]:
    """The named games, each once; `random:20` draws games after entry from the committed seed."""
    played = {name: plays[0].play.game for name, plays in humans.items()}

    def games(word: str) -> list[Game]:
        return find_games([objects.meant("games", word)], played=played, seed=plan.seed)

    found = chain.from_iterable(problems.attempt(games, word) or () for word in plan.games)
    chosen = {game.name: game for game in found}
    if not plan.games:
        problems.append("A tournament needs a game: name some, or 'all' that people played.")
    return tuple(chosen.values())


def _unsandboxed(plan: Plan, named: Named) -> tuple[str, ...]:
    """Who runs outside the sandbox, by name; games and people that come from a user's code, by word."""
    words = [*named, *(("humans", word) for word in plan.humans), *(("games", word) for word in plan.games)]
    outside = [key for key in words if is_unsandboxed(plan, *key)]
    return tuple(dict.fromkeys(named.get(key, key[1]) for key in outside))


def commitment(seed: int, salt: str) -> str:
    """A hash of seed and salt that can be published before entries are due, and checked afterwards.

    The salt has 128 random bits: nobody finds the seed by trying, however small it is.
    """
    return hashlib.sha256(f"humanlike tournament seed {seed} salt {salt}".encode()).hexdigest()


def commitment_of(plan: Plan) -> str | None:
    """What could be published of a plan's seed; None without a salt: nothing was committed to."""
    return commitment(plan.seed, plan.salt) if plan.salt else None


def _entrants(
    kind: str,
    words: Sequence[str],
    find: Callable[[str], Entrant],
    problems: Problems,
    *,
    check: Callable[[str], object] = str,
    taken: Collection[str] = (),
) -> tuple[dict[str, Entrant], list[str]]:
    """Entrants by word, nobody twice, and who is called otherwise than it calls itself.

    Names are all checked before the first entrant is made, and no rule is fitted, which takes time, where something
    else is wrong already.
    """
    if len(words) < FEWEST:
        problems.append(f"A tournament needs at least two {kind}s, not {len(words)}.")
    before = len(problems)
    for word in words:
        problems.attempt(check, word)
    if len(problems) > before:
        return {}, []
    found = {word: problems.attempt(find, word) for word in words if not (problems and is_fitted(word))}
    entrants = {word: each for word, each in found.items() if each is not None}
    names = {word: each.name for word, each in entrants.items()}
    apart = told_apart(names, taken)
    entrants = {
        word: replace(each, name=apart[word]) if word in apart else each for word, each in entrants.items()
    }
    known = [each.name for each in entrants.values()]
    if len(set(known)) < len(known):
        problems.append(f"Two {kind}s share a name: {', '.join(sorted(known))}.")
    return entrants, notes_on(names, apart)
