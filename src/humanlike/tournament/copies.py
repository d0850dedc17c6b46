r"""Machine matches that repeat people's but for a few moves, beyond what chance can do.

Where d of the n moves that a machine match and a people's match have in common differ (`nearest`), writing the
machine's down by pointing at the people's costs

.. math:: c = \log_2 N + d \log_2(A - 1) - \log_2 \frac{B(d + \frac12,\, n - d + \frac12)}{B(\frac12, \frac12)}

bits: which of N places, which moves differ, and to what. Written down without people it costs b bits
(`detectors.information`): for somebody who learns this match as it comes, or who has counted what the other matches of
the same play did after the same, whichever is less. Six more are taken off, for machines may be more regular
than such counts say. So :math:`2^{b - c - 6}` is a likelihood ratio of copying to chance, of the whole match or of its
single seats. Over the matches of a play, each people's match counted once, it is mixed over the share copied as
in `detectors.recognising`. A play is called copied at 10^6: by Markov's inequality in at most one of a million plays by
chance, where b is right. What everybody does has few bits and accuses nobody.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from humanlike.core import MISSING, Game, Play
from humanlike.detectors.information import Foretelling, seat_bits
from humanlike.detectors.recognising import UNCOUNTED, log10_evidence
from humanlike.tournament.humans import HumanPlay
from humanlike.tournament.nearest import Integers, NearMatch, Places, by_match

ENOUGH: Final = 6.0  # log10 of the evidence from which a play is called copied
CLEAR: Final = 10.0  # bits from which a match is counted among the copied


class Copied(NamedTuple):
    """How much of a machine play repeats people."""

    experiments: tuple[str, ...]  # whose
    pairs: int  # matches that repeat, in one seat at least
    of: int
    differing: int  # moves, in a repeating match or seat, at most
    log10_evidence: float

    @property
    def mark(self) -> str:
        """What stands beside the failed game."""
        moves = "1 move" if self.differing == 1 else f"{self.differing} moves"
        but = f" but for at most {moves}" if self.differing else ""
        return (
            f"copied: {self.pairs} of {self.of} matches repeat people of {', '.join(self.experiments)}{but}"
        )


class RepeatedPlay(NamedTuple):
    """A machine play that repeats people, and so was shown to nobody."""

    game: str
    emulator: str
    experiment: str
    pairs: int
    trial: int
    differing: int  # moves, in a repeating match, at most


class _Repeat(NamedTuple):
    """What one machine match has from people, and the bits that pointing at them saves."""

    people: tuple[int, ...]  # their matches, by number
    differing: int
    gain: float


class KnownPeople:
    """All that people did in one game, ready to be found again."""

    def __init__(self, game: Game, people: Sequence[HumanPlay]) -> None:
        seats = people[0].play.companies().shape[1] if people else game.n_players
        rounds = max((each.play.n_rounds for each in people), default=0)
        moves = [by_match(each.play, rounds) for each in people]
        bits = [seat_bits(each.play)[each.play.companies()] for each in people]
        self._experiments = [each.experiment for each in people for _ in each.play.companies()]
        actions = np.concatenate([np.empty((0, seats, rounds), np.int16), *moves])
        told = np.concatenate([np.empty((0, seats)), *bits])
        self._seats = seats
        self._matches = Places(game, actions, told.sum(axis=1))
        self._single = Places(game, actions.reshape(-1, 1, rounds), told.reshape(-1))

    def copied(self, plays: Sequence[Play]) -> list[Copied | None]:
        """For each machine play of the game how it repeats people, None if it does not."""
        if not plays or not self._experiments:
            return [None] * len(plays)
        rounds = max(play.n_rounds for play in plays)
        by_play = [by_match(play, rounds) for play in plays]
        moves, counts = np.concatenate(by_play), [len(each) for each in by_play]
        matches = self._matches.find(moves)
        single = self._single.find(moves.reshape(-1, 1, rounds))
        found: list[Copied | None] = []
        for play, end, count in zip(plays, np.cumsum(counts).tolist(), counts, strict=True):
            own = range(end - count, end)
            near = {
                number - own.start: (
                    matches.get(number),
                    [single.get(number * self._seats + seat) for seat in range(self._seats)],
                )
                for number in own
            }
            near = {number: each for number, each in near.items() if each[0] or any(each[1])}
            found.append(self._weighed(play, near) if near else None)
        return found

    def _weighed(
        self, play: Play, near: dict[int, tuple[NearMatch | None, list[NearMatch | None]]]
    ) -> Copied | None:
        groups, foretelling = play.companies(), Foretelling(play)
        repeats = [
            _better(
                [_repeat(play, foretelling, groups[number], match, 1)],
                [
                    _repeat(play, foretelling, groups[number][[seat]], place, self._seats)
                    for seat, place in enumerate(single)
                ],
            )
            for number, (match, single) in near.items()
        ]
        evidence = _evidence(repeats, len(groups))
        if evidence < ENOUGH:
            return None
        clear = [each for each in repeats if each.gain >= min(CLEAR, max(each.gain for each in repeats))]
        experiments = sorted({self._experiments[match] for each in clear for match in each.people})
        return Copied(
            tuple(experiments), len(clear), len(groups), max(each.differing for each in clear), evidence
        )


def repeated_plays(datasets: pd.DataFrame) -> list[RepeatedPlay]:
    """Those of all trials, from the table of a run's plays."""
    columns = ["game", "source", "copied_from", "copied_pairs", "trial", "differing"]
    found = (
        datasets.loc[datasets["copied_pairs"] > 0, columns] if "copied_pairs" in datasets else datasets[:0]
    )
    return [
        RepeatedPlay(str(game), str(source), str(people), int(pairs), int(trial), int(differing))
        for game, source, people, pairs, trial, differing in found.itertuples(index=False)
    ]


def _repeat(
    play: Play, foretelling: Foretelling, rows: Integers, place: NearMatch | None, a_match: int
) -> _Repeat | None:
    """What these rows have from people if they are a copy; `a_match` rows of their kind make a people's match."""
    if place is None:
        return None
    outside = np.ones(play.n_rounds, dtype=bool)
    outside[place.rounds] = False
    part = _without(play, outside) if outside.any() else play
    bits = min(float(seat_bits(part)[rows].sum()), foretelling.bits(rows, place.rounds))
    # half the weight is on copies of whole matches, half on copies of single seats
    return _Repeat((place.number // a_match,), place.differing, bits - place.cost - 1 - UNCOUNTED)


def _without(play: Play, outside: np.ndarray) -> Play:
    """The play as if these rounds had not been."""
    moves = np.where(outside, MISSING, play.actions)
    if play.partners.ndim == 2:
        return Play(play.game, moves)
    return replace(play, actions=moves, situations=np.where(outside, MISSING, play.situations))


def _better(whole: Sequence[_Repeat | None], single: Sequence[_Repeat | None]) -> _Repeat:
    """The match as one people's match, or as moves of people who may never have met: whichever saves more."""
    together = [
        _Repeat(
            tuple(match for each in kind for match in each.people),
            max((each.differing for each in kind), default=0),
            sum(each.gain for each in kind),
        )
        for kind in (
            [each for each in part if each is not None and each.gain > 0] for part in (whole, single)
        )
    ]
    return max(together, key=lambda each: each.gain)


def _evidence(repeats: Sequence[_Repeat], n_matches: int) -> float:
    """Log10 of the likelihood ratio of copying to chance; what repeats the same people counts once."""
    best: dict[tuple[int, ...], float] = {}
    for each in repeats:
        if each.gain > 0:
            best[each.people] = max(each.gain, best.get(each.people, 0.0))
    return log10_evidence(2.0 ** -np.array(list(best.values()), dtype=float), n_matches - len(best))
