r"""Transfer: a rule fitted in one place (a game or a study) predicts another.

The loss of rule r, fitted in place h, in place t with choices c is

.. math:: L_r(h, t) = -\frac1{n_t} \sum_{c \in t} \log p_c\bigl(a_c;\ \hat\theta_r(h)\bigr),

nats a choice. At home, h = t, it is held out too: half of the units predict the other half and the other way round.
Beside it stand :math:`L_r(h, t) - \log n` (blind guessing among n actions; below 0 is better) and
:math:`L_r(h, t) - L_r(t, t)` (what it costs to come from elsewhere), with intervals over the units of t, whose choices
are the same in all. Parameters that multiply payoffs are fitted and carried in units of each game's range of payoffs.

Erev & Roth (1998), American Economic Review 88, 848-881 (parameters that hold across games).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from humanlike.core import AUTO, BadRequest, HumanlikeError, Information, Play, Rule, find_units
from humanlike.engine.replay import replay
from humanlike.fitting import applicable, fit_one
from humanlike.fitting.options import in_payoff_units
from humanlike.prediction.observations import Floats, Integers
from humanlike.prediction.scored_chances import IntervalEstimate, UnitScores, per_choice, score_chances

FEWEST = 2  # places, and units of a place to be halved


class FittingPlace(NamedTuple):
    """A game, or a study with all its games: where rules are fitted and what they predict."""

    name: str
    plays: tuple[Play, ...]
    numbers: tuple[Integers, ...]  # for each play the unit of each row; -1 where a row does not count
    unit: str
    n_units: int
    caveat: str


class Cell(NamedTuple):
    """One rule, fitted in one place, predicting one place."""

    rule: str
    fitted_in: str
    predicts: str
    nats: IntervalEstimate  # per choice
    against_blind: IntervalEstimate  # less blind guessing; below 0 is better than it
    against_home: (
        IntervalEstimate | None
    )  # less the same rule fitted where it predicts; None at home, or where that is unknown


class Carried(NamedTuple):
    """One rule over all places it did not come from: means over places, each counting once."""

    rule: str
    nats: IntervalEstimate
    against_blind: IntervalEstimate
    against_home: IntervalEstimate | None
    n_cells: int


Scores = dict[tuple[str, str], UnitScores]  # by where it was fitted and what it predicts


class TransferredRule(NamedTuple):
    """What one rule earned everywhere, and where it does not apply."""

    scores: Scores
    refused: dict[str, str]  # by place, why


@dataclass(frozen=True, eq=False)
class Transfer:
    """All rules, from everywhere to everywhere."""

    places: tuple[FittingPlace, ...]
    rules: Mapping[str, TransferredRule]

    def cells(self, rule: str) -> list[Cell]:
        """Every pair of places for which this rule has a loss."""
        scores = self.rules[rule].scores
        return [_cell(rule, *key, each, scores.get((key[1], key[1]))) for key, each in scores.items()]

    @property
    def summary(self) -> list[Carried]:
        """Rules by what they lose away from home; those that were carried everywhere come first."""
        found = [each for rule in self.rules if (each := self._carried(rule)) is not None]
        return sorted(found, key=lambda each: (-each.n_cells, each.nats.value))

    def _carried(self, rule: str) -> Carried | None:
        scores = self.rules[rule].scores
        away = {key: each for key, each in scores.items() if key[0] != key[1]}
        if not away:
            return None
        homes = [
            (each.nats - scores[to, to].nats, each.choices, to)
            for (_, to), each in away.items()
            if (to, to) in scores
        ]
        return Carried(
            rule,
            _mean([(each.nats, each.choices, to) for (_, to), each in away.items()]),
            _mean([(each.nats - each.guessing, each.choices, to) for (_, to), each in away.items()]),
            _mean(homes) if len(homes) == len(away) else None,
            len(away),
        )


def _cell(rule: str, home: str, target: str, away: UnitScores, own: UnitScores | None) -> Cell:
    blind = per_choice(away.nats - away.guessing, away.choices)
    cost = None if own is None or home == target else per_choice(away.nats - own.nats, away.choices)
    return Cell(rule, home, target, away.nats_per_choice, blind, cost)


def _mean(parts: Sequence[tuple[Floats, Floats, str]]) -> IntervalEstimate:
    """The mean over places of sums per choice; what comes from several homes to one place is averaged unit by unit."""
    by_place: dict[str, list[tuple[Floats, Floats]]] = {}
    for total, choices, place in parts:
        by_place.setdefault(place, []).append((total, choices))
    found = [
        per_choice(np.mean([total for total, _ in each], axis=0), each[0][1]) for each in by_place.values()
    ]
    value = float(np.mean([each.value for each in found]))
    reach = float(np.sqrt(sum((each.upper - each.value) ** 2 for each in found)) / len(found))
    return IntervalEstimate(value, value - reach, value + reach)


def places_of(plays: Sequence[Play], unit: str = AUTO) -> tuple[FittingPlace, ...]:
    """The studies if there are several, else the games."""
    studies = [play.provenance.get("dataset", "") for play in plays]
    names = studies if len(set(studies)) > 1 and all(studies) else [play.game.name for play in plays]
    grouped = {
        name: tuple(play for play, own in zip(plays, names, strict=True) if own == name)
        for name in dict.fromkeys(names)
    }
    if len(grouped) < FEWEST:
        raise BadRequest(
            f"What is fitted in one game or study predicts another, but there is one only: '{names[0]}'. "
            "Name several data sets, or one with several games."
        )
    return tuple(_place(name, each, unit) for name, each in grouped.items())


def _place(name: str, plays: tuple[Play, ...], unit: str) -> FittingPlace:
    units = find_units(plays, unit)
    numbers = tuple(
        np.where(play.studied & (play.actions >= 0).any(axis=1), own, -1)
        for play, own in zip(plays, units.numbers, strict=True)
    )
    present = np.unique(np.concatenate(numbers))
    return FittingPlace(name, plays, numbers, units.unit, int((present >= 0).sum()), units.caveat)


def transferred(
    places: Sequence[FittingPlace], information: Information, unit: str, rule: Rule
) -> TransferredRule:
    """Fit one rule in every place where it applies, and let it predict all those places."""
    refused: dict[str, str] = {}
    for place in places:
        try:
            applicable(place.plays, [rule], information=information)
        except HumanlikeError as reason:
            refused[place.name] = str(reason)
    good = [place for place in places if place.name not in refused]
    carried = in_payoff_units(rule) if rule.per_payoff else rule
    scores: Scores = {}
    for home in good:
        found = _fitted(carried, home.plays, unit)
        for target in good:
            if target is not home:
                scores[home.name, target.name] = _scored(carried, found, target)
        if (own := _at_home(carried, home, unit)) is not None:
            scores[home.name, home.name] = own
    return TransferredRule(scores, refused)


def _fitted(rule: Rule, plays: Sequence[Play], unit: str) -> tuple[float, ...]:
    """The parameters that fit these plays; a rule without any has none to carry."""
    if not rule.parameter_names:
        return tuple(map(float, rule.default))
    return tuple(map(float, fit_one(plays, rule, unit=unit).parameters))


def _chances(rule: Rule, found: tuple[float, ...], plays: Sequence[Play]) -> list[Floats]:
    return [np.exp(replay(play, rule, rule.parameters(*found)).log_probabilities) for play in plays]


def _scored(rule: Rule, found: tuple[float, ...], target: FittingPlace) -> UnitScores:
    return score_chances(target.plays, _chances(rule, found, target.plays), target.numbers)


def _at_home(rule: Rule, home: FittingPlace, unit: str) -> UnitScores | None:
    """Half of the units predict the other half, both ways; None where one unit is all there is."""
    if home.n_units < FEWEST:
        return None
    present = np.unique(np.concatenate(home.numbers))
    first = present[present >= 0][::2]
    chances: list[Floats] | None = None
    for side in (True, False):
        rows = [(own >= 0) & (np.isin(own, first) == side) for own in home.numbers]
        learned = tuple(replace(play, studied=here) for play, here in zip(home.plays, rows, strict=True))
        told = _chances(rule, _fitted(rule, learned, unit), home.plays)
        if chances is None:
            chances = told
        else:
            chances = [
                np.where(here[:, None, None], old, new)
                for here, old, new in zip(rows, chances, told, strict=True)
            ]
    return score_chances(home.plays, chances or [], home.numbers)
