r"""A scoring system: what a forecast earns once one of n alternatives has happened.

The forecaster reports :math:`r = (r_1 \dots r_n)` and is paid :math:`f_i(r)` if alternative *i* comes
true. Believing *p*, the expected pay is :math:`E(r, p) = \sum_i p_i f_i(r)`. The system is *reproducing*
(proper) if :math:`E(p, p) > E(r, p)` for every :math:`r \ne p`: honesty pays. Every system is
normalised so that equal probabilities earn 0; that subtracts a constant for each outcome and never
changes what is best to report. Higher is better.

Whether a system is proper is computed (`humanlike.scoring.propriety`), never declared: a generator that is named
is believed only where its house gives the same scores.

Brown (1970), Probabilistic forecasts and reproducing scoring systems, RAND RM-6299-ARPA, section 2.1, 3.1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, attempt
from humanlike.scoring.generator import Generator
from humanlike.scoring.probabilities import Floats, check_outcomes, check_probabilities

RawScore = Callable[[Floats, npt.NDArray[np.intp]], Floats]


@dataclass(frozen=True)
class ScoringSystem:
    """One way of paying forecasters: `raw(probabilities[..., n], outcome[...]) -> [...]`, normalised here."""

    name: str
    title: str
    raw: RawScore
    generator: Generator | None = None  # phi of (3.3.2), if the gambling house builds this system
    n_alternatives: int | None = None  # defined for this many alternatives only; None: any number
    citation: str = ""
    generators: tuple[
        Generator, ...
    ] = ()  # one phi for each alternative, if an asymmetric house builds this system

    def score(self, probabilities: npt.ArrayLike, outcome: npt.ArrayLike) -> Floats:
        """The normalised score of `probabilities` [..., n] once `outcome` [...] has happened."""
        values, indices = self._checked(probabilities, outcome)
        what = self._asked_for(values)
        constants = attempt(what, _raw_at_equality, self.raw, values.shape[-1])
        symmetric = bool(np.all(constants == constants[0]))
        raw = attempt(what, self.raw, values, indices)
        return np.asarray(raw - (constants[0] if symmetric else constants[indices]))

    def unnormalised_score(self, probabilities: npt.ArrayLike, outcome: npt.ArrayLike) -> Floats:
        """The score in the literature's own scale (log r, 2r - v, r/sqrt(v)): nothing subtracted."""
        values, indices = self._checked(probabilities, outcome)
        return attempt(self._asked_for(values), self.raw, values, indices)

    def score_every_outcome(self, probabilities: npt.ArrayLike) -> Floats:
        """What each forecast would earn in every event, shape [..., n] -> [..., n]."""
        values = check_probabilities(probabilities)
        outcomes = np.broadcast_to(np.arange(values.shape[-1]), values.shape)
        return self.score(values[..., None, :], outcomes)

    def expected(self, report: npt.ArrayLike, belief: npt.ArrayLike) -> Floats:
        """E(r, p): what a believer in `belief` expects from `report`; an impossible event counts 0."""
        chances = check_probabilities(belief)
        scores = self.score_every_outcome(report)
        return np.asarray((chances * np.where(chances > 0, scores, 0.0)).sum(axis=-1))

    def entropy(self, probabilities: npt.ArrayLike) -> Floats:
        """-E(p, p): how uncertain `probabilities` leaves one, in this system's currency; at most 0."""
        return -self.expected(probabilities, probabilities)

    def divergence(self, belief: npt.ArrayLike, report: npt.ArrayLike) -> Floats:
        """E(p, p) - E(r, p): what reporting `report` instead of `belief` costs (the regret)."""
        return self.expected(belief, belief) - self.expected(report, belief)

    def _asked_for(self, values: Floats) -> str:
        return f"System '{self.name}': raw(probabilities, outcome) of {values.shape[-1]} alternatives"

    def _checked(
        self, probabilities: npt.ArrayLike, outcome: npt.ArrayLike
    ) -> tuple[Floats, npt.NDArray[np.intp]]:
        values = check_probabilities(probabilities)
        if self.n_alternatives not in (None, values.shape[-1]):
            raise BadRequest(
                f"The {self.name} system is for {self.n_alternatives} alternatives; "
                f"this forecast has {values.shape[-1]}."
            )
        values = values.view()
        values.flags.writeable = False  # the caller's forecasts are no scratch paper
        return values, check_outcomes(outcome, values.shape[-1])


@dataclass(frozen=True)
class Contest:
    """Pay that is no score of one question: only the expectation of a report under a belief is known."""

    name: str
    title: str
    expected: Callable[[npt.ArrayLike, npt.ArrayLike], Floats]  # (report[..., n], belief[..., n]) -> [...]
    n_alternatives: int | None = None
    citation: str = ""


Incentive = ScoringSystem | Contest  # whatever somebody can try to lie to


@lru_cache(maxsize=256)
def _raw_at_equality(raw: RawScore, n_alternatives: int) -> Floats:
    """What equal probabilities earn before normalisation, for every outcome."""
    equal = np.full((n_alternatives, n_alternatives), 1 / n_alternatives)
    return raw(equal, np.arange(n_alternatives))
