r"""What gave a player away: rounds of one kind taken together, each worth what it adds to the evidence.

Rounds are told apart by what came before (the first round of a match, or what both did last) and by what was done then.
A kind of round is worth the sum of

.. math:: \log P_M(a_t \mid h_t) - \log P_H(a_t \mid h_t)

over its rounds, the chances being those of the mixtures as they stand after the rounds before (`own_moves`). Matches
are read one by one, so the worths of a person need not add up to the pooled evidence.
"""

from typing import NamedTuple

import numpy as np

from humanlike.core import Play
from humanlike.detectors.cross_evidence import PersonsPlay, Sides
from humanlike.detectors.detector import Floats
from humanlike.detectors.own_moves import MovesSide, log_likelihoods, mixed

OPENING = ()  # what came before a first round


class Tell(NamedTuple):
    """One kind of round of a person."""

    game: str
    before: tuple[str, ...]  # own and met move of the round before; empty: the first of a match
    action: str
    n_rounds: int
    worth: float  # positive: it speaks for a machine
    machine: float  # how often suspects do so there, on average over these rounds
    human: float  # how often people do

    @property
    def sentence(self) -> str:
        """In words.

        >>> Tell("pd", ("C", "D"), "C", 3, 1.2, .9, .25).sentence
        'pd: after C met D they played C (3 rounds), as suspects do in 90 % and people in 25 % of such rounds'
        """
        when = (
            "they began with"
            if not self.before
            else f"after {self.before[0]} met {self.before[1]} they played"
        )
        often = "1 round" if self.n_rounds == 1 else f"{self.n_rounds} rounds"
        return (
            f"{self.game}: {when} {self.action} ({often}), as suspects do in {100 * self.machine:.0f} % and people in "
            f"{100 * self.human:.0f} % of such rounds"
        )


class TracedMatch(NamedTuple):
    """One match round by round: what was done and met (labels; empty where unknown), and what each round was worth."""

    game: str
    match: str
    own: tuple[str, ...]
    met: tuple[str, ...]
    worth: tuple[float, ...]

    @property
    def total(self) -> float:
        """What the match was worth; positive speaks for a machine."""
        return float(np.sum(self.worth))


class Trace(NamedTuple):
    """What a person's matches gave away."""

    tells: tuple[Tell, ...]  # those worth most (either way) first
    matches: tuple[TracedMatch, ...]


class _Round(NamedTuple):
    """What is said of one round of some kind."""

    worth: float
    machine: float
    human: float


_Kinds = dict[tuple[str, tuple[str, ...], str], list[_Round]]  # by game, what came before, and action


def traces(sides: Sides, body: PersonsPlay) -> dict[int, Trace]:
    """The tells and matches of each person of a body, all judged by the same sides."""
    kinds: dict[int, _Kinds] = {}
    matches: dict[int, list[TracedMatch]] = {}
    for play, whose in zip(body.plays, body.whose, strict=True):
        machine, human = (_by_round(side, play) for side in (sides.machine, sides.human))
        names = list(play.labels("match"))
        for row, person in enumerate(whose.tolist()):
            own, met = _words(play, row)
            made = np.flatnonzero(play.actions[row] >= 0)
            rounds = [
                _Round(float(np.nan_to_num(here - there)), float(np.exp(here)), float(np.exp(there)))
                for here, there in zip(machine[row, made], human[row, made], strict=True)
            ]
            said = [own[round_] for round_ in made], [met[round_] for round_ in made]
            worths = tuple(each.worth for each in rounds)
            matches.setdefault(person, []).append(
                TracedMatch(play.game.name, names[row], tuple(said[0]), tuple(said[1]), worths)
            )
            _sort(kinds.setdefault(person, {}), play.game.name, *said, rounds)
    return {person: Trace(_tells(kinds[person]), tuple(matches[person])) for person in matches}


def _sort(kinds: _Kinds, game: str, own: list[str], met: list[str], rounds: list[_Round]) -> None:
    """Put each round of a match to those of its kind."""
    before: tuple[str, ...] = OPENING
    for action, situation, each in zip(own, met, rounds, strict=True):
        kinds.setdefault((game, before, action), []).append(each)
        before = (action, situation or "?")


def _tells(kinds: _Kinds) -> tuple[Tell, ...]:
    found = [
        Tell(
            *kind,
            len(rounds),
            sum(each.worth for each in rounds),
            *np.mean([each[1:] for each in rounds], axis=0).tolist(),
        )
        for kind, rounds in kinds.items()
    ]
    return tuple(sorted(found, key=lambda tell: -abs(tell.worth)))


def _by_round(side: MovesSide, play: Play) -> Floats:
    """The log-chance of every move by the mixture as it stands, [rows, rounds]; NaN where nobody met such a seat."""
    return np.diff(mixed(side, log_likelihoods(side, play)), axis=1, prepend=0.0)


def _words(play: Play, row: int) -> tuple[list[str], list[str]]:
    """What a row did and met in every round, in the game's own labels."""
    role = int(play.roles[row])
    labels = play.game.labels[role]
    own = [labels[action] if action >= 0 else "" for action in play.actions[row].tolist()]
    theirs = play.game.labels[1 - role] if play.game.n_players == 2 else ()
    met = [
        "" if situation < 0 else theirs[situation] if theirs else str(situation)
        for situation in play.situations[row].tolist()
    ]
    return own, met
