r"""Parameters that make a rule best by a measure itself.

.. math:: \hat\theta = \arg\min_\theta M(Y, \cdot(\theta))

for any measure and method of Table 1, at any level, over all games of a body together. The likelihood, MSD(Y,P),
MAD(Y,P) and SPH(Y,P) are sums over choices with gradients and are left to `fitting`; so are MAD, POI and SPH of M(Y,X),
which equal MAD(Y,P) up to a factor. The others have steps (POI, KS), compare shares per round, or are averages over
complete simulations: they are minimised without derivatives (`fitting.derivative_free`), complete simulations under
common random numbers, so that two parameter sets differ by their effect and not by luck.

Mitropoulos (2001), section 7: "measures may as well be used for estimation purposes".
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import BadRequest, Rule, Streams, look_up
from humanlike.fitting import CRITERIA
from humanlike.fitting.derivative_free import Searched, search
from humanlike.prediction.bodies import Bodies
from humanlike.prediction.criteria import (
    LEVELS,
    MEASURES,
    METHODS,
    Criterion,
    undefined_because,
)
from humanlike.prediction.observations import Floats

PUBLISHED = "published"  # the estimator that estimates nothing
SMOOTH = {  # ways of measuring that are sums of losses with gradients, by the criterion of `fitting`
    ("LOG", "Y,P"): "likelihood",
    ("MSD", "Y,P"): "msd",
    ("MAD", "Y,P"): "mad",
    ("SPH", "Y,P"): "sph",
    ("MAD", "Y,X"): "mad",
    ("POI", "Y,X"): "mad",
    ("SPH", "Y,X"): "mad",
}
WORD = re.compile(r"(?P<measure>[A-Za-z]+)(\((?P<method>[^()]+)\))?( (?P<level>\w+))?$")
N_SIMULATIONS = 500  # complete ones at every parameter set that is tried


class Estimator(NamedTuple):
    """A way of choosing parameters: published, a criterion of `fitting`, or a measure itself."""

    name: str
    smooth: str = ""  # the criterion of `fitting`
    measure: str = ""
    method: str = ""
    level: str = ""

    def criterion(self, game: str) -> Criterion:
        """What is minimised, over a game or all of them."""
        return Criterion(self.measure, self.method, self.level, game)


def estimator_named(word: str) -> Estimator:
    """The estimator of a word: published, likelihood, msd, mad, sph, poi, ks, or 'MSD(mY,mQ)', 'POI(Y,P) outcomes'.

    >>> estimator_named("msd(y,p)").name, estimator_named("KS").name, estimator_named("MSD(mY,mQ) outcomes").name
    ('msd', 'KS(Y,P)', 'MSD(mY,mQ) outcomes')
    """
    plain = word.strip()
    if plain.lower() in (PUBLISHED, *CRITERIA):
        return Estimator(plain.lower(), "" if plain.lower() == PUBLISHED else plain.lower())
    match = WORD.match(plain)
    if match is None or match["measure"].upper() not in MEASURES:
        known = ", ".join(
            (PUBLISHED, *CRITERIA, "or a measure with its method, such as POI(Y,P), KS(Y,P), MSD(mY,mQ)")
        )
        raise BadRequest(
            f"Nothing is estimated by '{word}'. Known: {known}; measures: {', '.join(MEASURES)}."
        )
    measure = match["measure"].upper()
    method = _one("method", match["method"] or "Y,P", METHODS)
    level = _one("level", match["level"] or "actions", LEVELS)
    if level == "actions" and (measure, method) in SMOOTH:
        return Estimator(SMOOTH[measure, method], SMOOTH[measure, method])
    name = f"{measure}({method})" + (f" {level}" if level != "actions" else "")
    if why := undefined_because(Criterion(measure, method, level, ""), 2 if level == "actions" else 4):
        raise BadRequest(f"Nothing can be estimated by {name}. {why}")
    return Estimator(name, measure=measure, method=method, level=level)


def _one(kind: str, word: str, catalogue: Mapping[str, str]) -> str:
    """The catalogue's own name for a word, in any case; words for several ('all') are refused."""
    name = next((each for each in catalogue if each.lower() == word.lower()), word)
    look_up(kind, name, catalogue)
    return name


def estimators_named(words: Sequence[str]) -> list[Estimator]:
    """Several, each once."""
    found = {each.name: each for each in map(estimator_named, words)}
    if not found:
        raise BadRequest("No estimator was named; for example likelihood, or published.")
    return list(found.values())


def estimate(
    stream: Streams,
    bodies: Bodies,
    rule: Rule,
    estimator: Estimator,
    bounds: tuple[Floats, Floats],
    start: Floats,
    *,
    n_runs: int = 2,
    around: bool = False,
) -> Searched:
    """For each body the parameters that make `rule` best by the estimator's measure.

    `bounds` and `start` have shape [bodies, parameters]; `around` searches near `start` only. The bodies' settings hold
    the estimator's measure, method and level.
    """
    where = bodies.frame.criteria[-1].game
    criterion = estimator.criterion(where)
    if why := bodies.frame.undefined.get(criterion):
        raise BadRequest(f"Nothing can be estimated by {estimator.name}. {why}")
    sign = -1.0 if MEASURES[estimator.measure].higher_is_better else 1.0

    def evaluate(points: Floats) -> Floats:
        return np.asarray(sign * bodies.values(rule, points, [criterion])[0])

    if np.isnan(evaluate(start)).any():
        raise BadRequest(
            f"{estimator.name} has no value here, so nothing can be estimated by it: {_why_none(estimator)}"
        )
    return search(evaluate, rule.bounds, *bounds, start, n_runs=n_runs, stream=stream, around=around)


def _why_none(estimator: Estimator) -> str:
    if estimator.measure == "KS":
        return "the Kuipers score needs players, or shares per round, that are now on one side and now on the other."
    if estimator.level != "actions":
        return "what a group did goes with its first member, others have nothing of their own; fit pooled or by match."
    return "there is nothing to compare."
