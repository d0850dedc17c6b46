"""What a rehearsal concludes from what an entry was asked and said: rows that are well, or problems."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import Game
from humanlike.programs import Ending, Limits
from humanlike.programs.limits import MEGABYTE
from humanlike.tournament.asking import TOLERANCE

SOUND_TIME = 0.5  # of what is allowed: the organiser's machine may be slower, or busy
SOUND_MEMORY = 0.8


@dataclass(frozen=True)
class Check:
    """One thing looked at; a remark is a detail of something that passed."""

    check: str
    passed: bool
    detail: str
    seconds: float = 0.0  # of the slowest run


class Showing(NamedTuple):
    """One thing asked of an entry, what it answered (or the mark of its failure), and what its runs took."""

    place: int  # among all that is asked
    game: Game
    size: tuple[int, ...]  # subjects, rounds
    answer: Any
    mark: str
    endings: Sequence[Ending]

    @property
    def seconds(self) -> float:
        """The slowest run's: a player has one in every seat of every match."""
        return max((each.seconds for each in self.endings), default=0.0)

    def repeats(self, other: "Showing") -> bool:
        """Whether both gave the same answer."""
        if self.mark or other.mark:
            return False
        return bool(np.allclose(self.answer, other.answer, rtol=0, atol=TOLERANCE))


def until_given_up(showings: Iterable[Showing], strikes: int) -> Iterator[Showing]:
    """All showings, unless the entry mostly fails: nobody waits forever for a program that hangs every time."""
    failures = 0
    for number, showing in enumerate(showings, start=1):
        yield showing
        failures += showing.mark != ""
        if failures >= strikes and 2 * failures > number:
            return


def by_game(
    verb: str, showings: Sequence[Showing], tell: Callable[[Sequence[Showing]], str]
) -> Iterator[Check]:
    """One row for each game that was shown, in words of `tell` where all went well."""
    for _, group in groupby(sorted(showings, key=lambda each: each.place), key=lambda each: each.game.name):
        own = list(group)
        failed = [each for each in own if each.mark]
        rows, columns = own[0].game.n_actions
        worst = max(failed or own, key=lambda each: np.prod(each.size))
        size = f"{worst.size[0]} subjects by {worst.size[1]} rounds"
        detail = f"{len(own)} plays up to {size}{tell(own)}" if not failed else f"{size}: {worst.mark}"
        if len(failed) > 1:
            detail = f"{len(failed)} of {len(own)} plays, among them {detail}"
        name = f"{verb} {own[0].game.name} ({rows} by {columns})"
        yield Check(name, not failed, detail, max(each.seconds for each in own))


def repeated(name: str, first: Sequence[Showing], again: Sequence[Showing], trouble: str) -> Check:
    """Whether everything that was asked twice was answered alike; `trouble` says what follows if not."""
    pairs = _pairs(first, again)
    changed = [one for one, two in pairs if not one.repeats(two)]
    slowest = max((each.seconds for each in again), default=0.0)
    if not changed:
        return Check(name, True, f"the same in {len(pairs)} of {len(pairs)}", slowest)
    where = changed[0].game.name
    return Check(
        name, False, f"another answer in {len(changed)} of {len(pairs)}, first on {where}; {trouble}", slowest
    )


def varied(name: str, first: Sequence[Showing], others: Sequence[Showing]) -> Check:
    """A remark if other seeds change nothing: no fault, but such an emulator plays a game the same way every time."""
    pairs = _pairs(first, others)
    failed = [two for _, two in pairs if two.mark]
    if failed:
        return Check(name, False, f"{failed[0].game.name}: {failed[0].mark}")
    alike = sum(one.repeats(two) for one, two in pairs)
    slowest = max((each.seconds for each in others), default=0.0)
    if alike == len(pairs):
        return Check(name, True, "remark: it plays the same whatever the seed", slowest)
    return Check(name, True, f"different in {len(pairs) - alike} of {len(pairs)}", slowest)


def _pairs(first: Sequence[Showing], second: Sequence[Showing]) -> list[tuple[Showing, Showing]]:
    """What was asked at the same place, side by side."""
    found = {each.place: each for each in second}
    return [(each, found[each.place]) for each in sorted(first, key=lambda each: each.place)]


def all_endings(showings: Sequence[Showing]) -> list[Ending]:
    """What all runs took."""
    return [ending for showing in showings for ending in showing.endings]


def usage_of(endings: Sequence[Ending], limits: Limits, stage: str = "") -> Iterator[Check]:
    """The slowest and the largest run beside what is allowed."""
    if not endings:
        return
    shares = [max(each.seconds / limits.seconds, each.cpu_seconds / limits.cpu_seconds) for each in endings]
    slowest = endings[int(np.argmax(shares))]
    detail = (
        f"slowest of {len(endings)} runs: {slowest.seconds:.2f} s of {limits.seconds:g} s by the clock, "
        f"{slowest.cpu_seconds:.2f} s of {limits.cpu_seconds:g} s of processor time; half is sound"
    )
    yield Check(f"{stage}time", max(shares) < SOUND_TIME, detail, slowest.seconds)
    largest, allowed = max(each.peak_memory_bytes for each in endings), limits.memory_bytes
    detail = f"as sampled at most {largest // MEGABYTE} MB of {allowed // MEGABYTE} MB; four fifths are sound"
    yield Check(f"{stage}memory", largest < SOUND_MEMORY * allowed, detail)
