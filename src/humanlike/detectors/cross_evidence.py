r"""Evidence about persons, by what was learned without them.

Persons are dealt to folds. What sat in a person's place (a suspect that answered the same opponents, a machine that is
on record in the same match) goes with the person. Everybody of a fold is judged by sides (`own_moves`) learned from the
other folds, so that known people, suspects and participants are all strangers to the tables they are judged by, and
their evidence can be compared:

.. math:: s_i = \log \sum_k w_k \prod_{t} P_k^{(-f(i))}(a_{it}) - \log \sum_j v_j \prod_t P_j^{(-f(i))}(a_{it}),

over all rounds, matches and games of person i; suspects k against people j; f(i) is the fold. Positive for machines.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import logsumexp

from humanlike.core import Play, Streams
from humanlike.detectors.detector import Floats
from humanlike.detectors.own_moves import MovesSide, SourceConduct, learn_conduct, log_likelihoods

Integers = npt.NDArray[np.int64]
ELSEWHERE = -1  # whose: nobody's among the persons that are judged
N_FOLDS = 5


class PersonsPlay(NamedTuple):
    """Plays, and for every row the number of the person it is of, or in whose place it sat."""

    plays: Sequence[Play]
    whose: Sequence[Integers]

    def where(self, wanted: npt.NDArray[np.bool_]) -> "PersonsPlay":
        """The rows of the `wanted` persons [persons]; those of nobody among them stay."""
        parts = []
        for play, whose in zip(self.plays, self.whose, strict=True):
            rows = (whose == ELSEWHERE) | wanted[np.maximum(whose, 0)]
            if rows.any():
                parts.append((play if rows.all() else play.rows(rows), whose[rows]))
        return PersonsPlay([play for play, _ in parts], [whose for _, whose in parts])

    @property
    def is_strange(self) -> bool:
        """Whether nobody in it is among the persons that are judged."""
        return all((whose == ELSEWHERE).all() for whose in self.whose)


class Sides(NamedTuple):
    """By what somebody is judged."""

    human: MovesSide
    machine: MovesSide


class Evidence(NamedTuple):
    """The log-likelihood of each person's moves, under people and under each suspect; NaN of whom nothing is known."""

    human: Floats  # [persons]
    by_suspect: Floats  # [persons, suspects]
    weights: Floats  # [suspects] summing to 1

    def of(self, persons: npt.NDArray[np.bool_]) -> "Evidence":
        """About some persons, as far as anything is known of them."""
        kept = persons & ~np.isnan(self.human)
        return self._replace(human=self.human[kept], by_suspect=self.by_suspect[kept])

    def weighing(self, weights: Floats) -> "Evidence":
        """The same, if suspects are as likely as these weights say."""
        return self._replace(weights=weights / weights.sum())

    def against(self, suspect: int) -> Floats:
        """The log-likelihood ratio of one suspect alone, [persons]."""
        return np.asarray(self.by_suspect[:, suspect] - self.human)

    @property
    def machine(self) -> Floats:
        """Under the suspects together, [persons]."""
        return np.asarray(logsumexp(self.by_suspect, axis=1, b=self.weights))

    @property
    def score(self) -> Floats:
        """The log-likelihood ratio, [persons]: positive for machines."""
        return self.machine - self.human

    @property
    def resembles(self) -> Floats:
        """How likely each suspect is, if it was one of them, [persons, suspects]."""
        return np.asarray(self.weights * np.exp(self.by_suspect - self.machine[:, None]))


class CrossEvidence(NamedTuple):
    """Evidence about each body, and the sides of each fold."""

    about: dict[str, Evidence]
    sides: tuple[Sides, ...]
    fold: Integers  # [persons]


def deal_folds(stream: Streams, n_persons: int, n_folds: int = N_FOLDS) -> Integers:
    """A fold for each person, as even as can be."""
    dealt = np.arange(n_persons) % max(min(n_folds, n_persons), 1)
    return np.asarray(stream.generator().permutation(dealt))


def cross_evidence(
    asked: Mapping[str, PersonsPlay],
    people: Mapping[str, PersonsPlay],
    suspects: Mapping[str, PersonsPlay],
    fold: Integers,
    *,
    human_weights: Mapping[str, float],
    machine_weights: Mapping[str, float],
) -> CrossEvidence:
    """Evidence about the bodies `asked`, fold by fold."""
    n_folds = int(fold.max()) + 1
    fixed = {name: learn_conduct(_all_studied(body)) for name, body in people.items() if body.is_strange}
    sides = tuple(
        Sides(
            _side(people, fold != number, human_weights, fixed),
            _side(suspects, fold != number, machine_weights, {}),
        )
        for number in range(n_folds)
    )
    weights = np.array([machine_weights[name] for name in sides[0].machine.sources])
    about = {name: _evidence(body, sides, fold, weights / weights.sum()) for name, body in asked.items()}
    return CrossEvidence(about, sides, fold)


def _side(
    bodies: Mapping[str, PersonsPlay],
    wanted: npt.NDArray[np.bool_],
    weights: Mapping[str, float],
    fixed: Mapping[str, Mapping[str, SourceConduct]],
) -> MovesSide:
    """One side, learned from the rows of the wanted persons and of strangers."""
    conduct: dict[str, Mapping[str, SourceConduct]] = {}
    for name, body in bodies.items():
        kept = body.where(wanted)
        if name in fixed:
            conduct[name] = fixed[name]
        elif kept.plays:
            conduct[name] = learn_conduct(_all_studied(kept))
    return MovesSide(tuple(conduct), tuple(conduct.values()), tuple(weights[name] for name in conduct))


def _all_studied(body: PersonsPlay) -> list[Play]:
    """The plays with every row to be learned from."""
    return [replace(play, studied=np.ones(play.n_subjects, dtype=np.bool_), kinds=()) for play in body.plays]


def _evidence(body: PersonsPlay, sides: Sequence[Sides], fold: Integers, weights: Floats) -> Evidence:
    human = np.full(len(fold), np.nan)
    by_suspect = np.full((len(fold), len(weights)), np.nan)
    for number, pair in enumerate(sides):
        mine = body.where(fold == number)
        if not mine.plays:
            continue
        logs = pooled_logs(pair, mine, len(fold))
        seen = ~np.isnan(logs.human)
        human[seen], by_suspect[seen] = logs.human[seen], logs.by_suspect[seen]
    return Evidence(human, by_suspect, weights)


def pooled_logs(sides: Sides, body: PersonsPlay, n_persons: int) -> Evidence:
    """The evidence about the persons of a body by given sides: one player is one source in all matches and games."""
    sums = [np.zeros((n_persons, len(side.sources))) for side in sides]
    seen = np.zeros(n_persons, dtype=np.bool_)
    for play, whose in zip(body.plays, body.whose, strict=True):
        ends = [log_likelihoods(side, play)[:, :, -1].T for side in sides]
        known = (whose >= 0) & ~np.isnan(np.concatenate(ends, axis=1)).any(axis=1)
        for total, end in zip(sums, ends, strict=True):
            np.add.at(total, whose[known], end[known])
        seen[whose[known]] = True
    weights = [np.array(side.weights) / np.sum(side.weights) for side in sides]
    human = logsumexp(sums[0], axis=1, b=weights[0])
    return Evidence(
        np.where(seen, human, np.nan), np.where(seen[:, None], sums[1], np.nan), np.asarray(weights[1])
    )
