"""What a contestant runs at home: does the entry do what its kind has to do, on a few small games?

Games of 2x2, 3x3 and 2x3 actions; matches of unequal length, one of a single round; every answer asked for
twice, because a tournament must be repeatable: equal seeds, equal answers.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from humanlike.core import MISSING, Game, HumanlikeError, Play, Streams
from humanlike.games import GAMES
from humanlike.programs.detecting import detect
from humanlike.programs.emulating import emulate
from humanlike.programs.ending import Ending
from humanlike.programs.entry import read_entry
from humanlike.programs.limits import Limits
from humanlike.programs.playing import play_match
from humanlike.programs.workshop import Program, program_from_entry

UNEVEN = Game.from_matrices("two-by-three", [[4.0, 0.0, 2.0], [1.0, 3.0, 2.5]], [[1, 2, 0], [3, -1, 2]])
CASES: tuple[tuple[Game, tuple[int, ...]], ...] = (
    (GAMES["prisoners-dilemma"], (12, 5, 1)),
    (GAMES["stag-hunt-3"], (6, 9)),
    (UNEVEN, (7,)),
)
SEED = 20051030


@dataclass(frozen=True)
class Check:
    """One thing looked at."""

    check: str
    passed: bool
    detail: str
    seconds: float = 0.0


@dataclass(frozen=True)
class CheckReport:
    """Everything looked at in one entry."""

    entry: str
    kind: str
    author: str
    fingerprint: str
    sandboxed: bool
    checks: tuple[Check, ...]

    @property
    def is_ok(self) -> bool:
        """Nothing was wrong."""
        return all(each.passed for each in self.checks)


def examine_entry(directory: Path, limits: Limits | None = None, *, trust: bool = False) -> CheckReport:
    """Look at the entry in `directory`; only a description that cannot be read is raised."""
    entry = read_entry(directory)
    checks = [Check("entry.toml", True, f"{entry.description.kind} '{entry.name}'")]
    try:
        program = program_from_entry(directory, limits, trust=trust)
        checks += _checks(program)
    except HumanlikeError as error:
        checks.append(Check("can be run", False, str(error)))
    about = entry.description
    return CheckReport(entry.name, about.kind, about.author, entry.fingerprint, not trust, tuple(checks))


def _checks(program: Program) -> Iterator[Check]:
    prepared = _prepared(program)
    yield prepared
    if not prepared.passed:
        return
    answer = ANSWERS[program.entry.description.kind]
    slowest = 0.0
    for game, lengths in CASES:
        check, document, seconds = _answered(program, game, lengths, answer)
        slowest = max(slowest, seconds)
        yield check
        if document is not None:
            again = _repeated(program, game, lengths, answer, document)
            slowest = max(slowest, again.seconds)
            yield again
    allowed = program.limits.seconds
    yield Check("time", slowest < allowed / 2, f"{slowest:.2f} s of {allowed:g} s; half is sound", slowest)


def _prepared(program: Program) -> Check:
    started = time.monotonic()
    name = "build" if program.entry.description.build else "copy"
    try:
        program.prepare()
    except HumanlikeError as error:
        return Check(name, False, str(error), time.monotonic() - started)
    return Check(name, True, "done", time.monotonic() - started)


CheckedAnswer = tuple[Any, str, Ending]  # what was answered, the same in words, what it took


def _answered(
    program: Program, game: Game, lengths: tuple[int, ...], answer: "Callable[..., CheckedAnswer]"
) -> tuple[Check, Any, float]:
    name = f"answers on {game.name}"
    try:
        document, words, ending = answer(program, game, lengths)
    except HumanlikeError as error:
        return Check(name, False, str(error)), None, 0.0
    return Check(name, True, words, ending.seconds), document, ending.seconds


def _repeated(
    program: Program, game: Game, lengths: tuple[int, ...], answer: "Callable[..., CheckedAnswer]", first: Any
) -> Check:
    name = f"repeats itself on {game.name}"
    try:
        second, _, ending = answer(program, game, lengths)
    except HumanlikeError as error:
        return Check(name, False, str(error))
    equal = bool(np.array_equal(first, second))
    return Check(name, equal, "same answer" if equal else "another answer to the same input", ending.seconds)


def _emulated(program: Program, game: Game, lengths: tuple[int, ...]) -> CheckedAnswer:
    actions, ending = emulate(program, game, lengths, SEED)
    return actions, f"{actions.shape[0]} subjects by {actions.shape[1]} rounds", ending


def _detected(program: Program, game: Game, lengths: tuple[int, ...]) -> CheckedAnswer:
    probability, ending = detect(program, game, _example(game, lengths))
    return probability, f"P(human) = {probability:g}", ending


def _played(program: Program, game: Game, lengths: tuple[int, ...]) -> CheckedAnswer:
    stream = Streams(SEED)["entry check"][game.name]
    matches = []
    for match, length in enumerate(lengths):
        uniforms = stream[f"match {match}"].generator().random((2, length))
        actions, endings = play_match((program, program), game, uniforms, (2 * match, 2 * match + 1))
        matches.append((actions, max(endings, key=lambda ending: ending.seconds)))
    document = np.concatenate([actions for actions, _ in matches], axis=1)
    slowest = max((ending for _, ending in matches), key=lambda ending: ending.seconds)
    return document, f"matches against itself, rounds: {', '.join(map(str, lengths))}", slowest


def _example(game: Game, lengths: tuple[int, ...]) -> Play:
    """A play of nobody's, for detectors to look at."""
    generator = Streams(SEED)["entry check"][game.name].generator()
    counts = np.tile(game.n_actions, len(lengths))
    actions = (generator.random((len(counts), max(lengths))) * counts[:, None]).astype(np.int16)
    playing = np.arange(max(lengths)) < np.repeat(lengths, 2)[:, None]
    return Play(game, np.where(playing, actions, np.int16(MISSING)))


ANSWERS: dict[str, Callable[[Program, Game, tuple[int, ...]], CheckedAnswer]] = {
    "emulator": _emulated,
    "detector": _detected,
    "player": _played,
}
