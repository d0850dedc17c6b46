"""Many bodies of play side by side, each foretold by one rule with parameters of its own, by any criteria.

A *body* is what has one parameter set: a simulated experiment, a group of choices. Bodies stand in the same plays, a
row in one of them, so that one replay and one pass over the sums serve all. Weights say how often each unit of a body
counts: once, or as often as a bootstrap draws it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from humanlike.core import BadRequest, Play, Rule, Streams
from humanlike.engine import replay
from humanlike.prediction.assessment import Settings
from humanlike.prediction.company import company_of
from humanlike.prediction.criteria import ALL_GAMES, COMPLETE, Criterion
from humanlike.prediction.forecasts import Simulations
from humanlike.prediction.grid import Frame, frame_of, parts_of
from humanlike.prediction.observations import Floats, Integers, Sample
from humanlike.prediction.simulated_sets import simulate_sets
from humanlike.prediction.values import PredictedPart, Reweighted, value

EVERY = -1  # all bodies at once


class BodyOfPlay(NamedTuple):
    """One play, with the body and the unit of each of its rows; -1 where a row is not measured."""

    play: Play
    bodies: Integers  # [subjects]
    units: Integers  # [subjects]


@dataclass(frozen=True, eq=False)
class Bodies:
    """Bodies of play and the criteria they are measured by."""

    stream: Streams  # of complete simulations: the same luck for every rule and every parameter set
    plays: tuple[BodyOfPlay, ...]
    n_bodies: int
    settings: Settings
    counts: Floats | None = None  # [units] how often each counts; once if not given

    @cached_property
    def frame(self) -> Frame:
        """What is the same for all rules: targets, criteria, and which have no meaning."""
        return frame_of(self.stream, self._samples, replace(self.settings, n_resamples=0))

    @cached_property
    def _samples(self) -> tuple[Sample, ...]:
        """The plays with pairs of body and unit as what sums are taken over."""
        return tuple(_sample(each, self._n_units) for each in self.plays)

    @cached_property
    def _n_units(self) -> int:
        return 1 + max(int(each.units.max()) for each in self.plays)

    @cached_property
    def weights(self) -> dict[str, Floats]:
        """For each game how often a pair of body and unit counts in each body, [bodies, pairs]."""
        found = {}
        for sample in self._samples:
            body, unit = np.divmod(sample.numbers, self._n_units)
            count = np.ones(len(unit)) if self.counts is None else self.counts[unit]
            found[sample.name] = np.where(body == np.arange(self.n_bodies)[:, None], count, 0.0)
        return found

    def values(self, rule: Rule, points: Floats, criteria: Sequence[Criterion] | None = None) -> Floats:
        """The rule with parameters `points` [bodies, parameters] by each criterion, [criteria, bodies]."""
        wanted = self.frame.criteria if criteria is None else criteria
        parts = self._one_step(rule, points)
        complete = [each for each in wanted if each.method in COMPLETE and each not in self.frame.undefined]
        simulations = self._complete(rule, points) if complete else {}
        joined: dict[tuple[str, str, int], Reweighted] = {}  # sums that several criteria share
        return np.stack([self._row(each, parts, simulations, joined) for each in wanted])

    def _one_step(self, rule: Rule, points: Floats) -> dict[tuple[str, str], PredictedPart]:
        parts: dict[tuple[str, str], PredictedPart] = {}
        for each, sample in zip(self.plays, self._samples, strict=True):
            own = rule.parameters(*points[_of_everybody(each)].T)
            chances = np.exp(replay(each.play, rule, own).log_probabilities)
            parts |= parts_of(self.frame, sample, chances, {})
        return parts

    def _complete(self, rule: Rule, points: Floats) -> dict[str, list[Simulations]]:
        """By game, for each body."""
        for each in self.plays:
            if company_of(self.stream["matching"], each.play, self.settings.matching, 1) is not None:
                raise BadRequest(
                    f"Complete simulations of many parameter sets let groups stay together, and in "
                    f"'{each.play.game.name}' partners change: fit by a one-step way of measuring."
                )
        return {
            each.play.game.name: simulate_sets(
                self.stream["complete"][each.play.game.name],
                each.play.game,
                rule,
                points,
                n_rounds=each.play.n_rounds,
                n_simulations=self.settings.n_simulations,
            )
            for each in self.plays
        }

    def _row(
        self,
        each: Criterion,
        parts: Mapping[tuple[str, str], PredictedPart],
        simulations: Mapping[str, Sequence[Simulations]],
        joined: dict[tuple[str, str, int], Reweighted],
    ) -> Floats:
        """One criterion for every body; those with complete simulations have some of their own each."""
        if each in self.frame.undefined:
            return np.full(self.n_bodies, np.nan)
        games = list(self.weights) if each.game == ALL_GAMES else [each.game]
        complete = each.method in COMPLETE
        found = []
        for body in range(self.n_bodies) if complete else (EVERY,):
            place = (each.game, each.level, body)
            if place not in joined:
                told, rows = [parts[game, each.level] for game in games], slice(None)
                if complete:
                    rows = slice(body, body + 1)
                    own = [getattr(simulations[game][body], each.level) for game in games]
                    told = [part._replace(simulated=one) for part, one in zip(told, own, strict=True)]
                joined[place] = Reweighted(tuple(told), tuple(self.weights[game][rows] for game in games))
            floor, block = self.settings.floor, self.settings.block
            found.append(value(each.measure, each.method, joined[place], floor=floor, block=block))
        return np.concatenate(found)


def _sample(each: BodyOfPlay, n_units: int) -> Sample:
    """What is measured; a pair of body and unit is one number."""
    tested = each.bodies >= 0
    pairs = each.bodies * n_units + each.units
    present, place = np.unique(pairs[tested], return_inverse=True)
    own = np.full(len(tested), -1, dtype=np.int64)
    own[tested] = place.reshape(-1)
    return Sample(each.play, tested, own, present, "body")


def _of_everybody(each: BodyOfPlay) -> Integers:
    """The body of every row: whoever is not measured goes with the first of those met, else with the first body."""
    partners = each.play.partners
    if partners.ndim < 2 or not partners.size:
        return np.maximum(each.bodies, 0)
    met = partners.reshape(len(partners), -1)[:, 0]
    return np.maximum(np.where(each.bodies >= 0, each.bodies, each.bodies[met]), 0)
