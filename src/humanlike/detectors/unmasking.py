r"""After how many rounds, and in which games, is a machine told from people?

Each suspect is looked for alone, by the log-likelihood ratio of its table against people's, both learned from other
folds, after every round t. The *power* of a game is the share of suspects that score higher than all but a share
:math:`\alpha` of people. Several games, or several matches of one player, add up: their ratios are summed, of a
different random seat in each, which takes people to be independent from game to game. People are not quite: whoever
looks like a machine in one game is likelier to in the next, so that a plan is on the hopeful side.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from humanlike.core import Play, Streams
from humanlike.detectors.cross_evidence import Integers
from humanlike.detectors.detector import Floats
from humanlike.detectors.own_moves import learn_side, log_likelihoods, mixed
from humanlike.statistics import Area, area_between, exact_interval

N_DRAWS = 400  # seats put together at random where games are added up


class Unmasked(NamedTuple):
    """Evidence for one suspect in one game after every round, [seats, rounds]: positive for the suspect."""

    people: Floats
    suspect: Floats

    def power(self, accused: float) -> Floats:
        """The share of suspects found at this share of people accused, after every round."""
        return np.array(
            [power_of(*each, accused) for each in zip(self.people.T, self.suspect.T, strict=True)]
        )

    def intervals(self, accused: float) -> tuple[Floats, Floats]:
        """95 % intervals of the power, as far as they come from the number of suspects' seats."""
        return exact_interval(np.round(self.power(accused) * len(self.suspect)), len(self.suspect))

    def area(self, rounds: int) -> Area:
        """How often the suspect scores higher than a person after so many rounds."""
        return area_between(self.people[:, rounds - 1], self.suspect[:, rounds - 1])


def power_of(people: Floats, suspect: Floats, accused: float) -> float:
    """The share of `suspect` above the score that only a share `accused` of people exceed.

    >>> power_of(np.arange(100.0), np.array([10.0, 96.5, 99.5, 120.0]), 0.05)
    0.75
    """
    limit = np.quantile(people, 1 - accused, method="higher")
    return float(np.mean(suspect > limit))


def unmask(play: Play, suspects: Mapping[str, Play], fold: Integers) -> dict[str, Unmasked]:
    """Evidence for each suspect in one game; its play has the rows of the people's play in whose places it sat."""
    shape = play.actions.shape
    found = {name: Unmasked(np.zeros(shape), np.zeros(shape)) for name in suspects}
    for number in np.unique(fold):
        mine = fold == number
        human = learn_side({"people": [_studied(play.rows(~mine))]})
        machine = learn_side({name: [_studied(each.rows(~mine))] for name, each in suspects.items()})
        of_people = log_likelihoods(machine, play.rows(mine)) - mixed(
            human, log_likelihoods(human, play.rows(mine))
        )
        for place, (name, each) in enumerate(suspects.items()):
            own = each.rows(mine)
            logs = log_likelihoods(machine, own)[place] - mixed(human, log_likelihoods(human, own))
            found[name].people[mine], found[name].suspect[mine] = of_people[place], logs
    return found


def _studied(play: Play) -> Play:
    return replace(play, studied=np.ones(play.n_subjects, dtype=np.bool_), kinds=())


def together(stream: Streams, parts: Sequence[Unmasked], rounds: int, n_seats: int = 1) -> Unmasked:
    """Several games of one player, `n_seats` matches of each, after `rounds` rounds of each: [draws, 1]."""
    sums = []
    for kind in ("people", "suspect"):
        generator = stream[kind].generator()
        total = np.zeros(N_DRAWS)
        for part in parts:
            scores: Floats = getattr(part, kind)[:, min(rounds, part.people.shape[1]) - 1]
            total += scores[generator.integers(0, len(scores), (n_seats, N_DRAWS))].sum(axis=0)
        sums.append(total[:, None])
    return Unmasked(*sums)
