"""Boosting on conduct: trees on the features of a seat's own conduct, none of which counts beyond what people do.

Every form of seat (`seat_forms`) has trees of its own, for the same conduct means something else in another game. A
feature is first drawn back to the range of the people in training (their middle 99 %): what nobody does is no better
proof of a machine, and no better proof of a person, than the most extreme thing that people do. So no single feature
carries a verdict beyond anything that was learned. Undefined features stay undefined; the trees learn where to send
them. Both kinds weigh the same, and within a kind every source.

Who passes is only known to match people on these features, at these lengths of play.

References
----------
Friedman (2001), Annals of Statistics 29, 1189-1232; Ke et al. (2017), NeurIPS 30 (histograms).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import HistGradientBoostingClassifier

from humanlike.detectors.detector import Floats
from humanlike.detectors.linear import balanced_weights

Booleans = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]
Texts = npt.NDArray[np.str_]
TAIL = 0.005  # of people on either side of the range that counts
SETTINGS: dict[str, Any] = {
    "learning_rate": 0.06,
    "max_iter": 120,
    "max_leaf_nodes": 8,
    "min_samples_leaf": 20,
    "l2_regularization": 5.0,
    "random_state": 0,
}


class Trees(NamedTuple):
    """Trees for seats of one form, and the range of people in them."""

    trees: HistGradientBoostingClassifier
    telling: Integers  # the features that differ in training
    lowest: Floats  # [telling]
    highest: Floats

    def log_odds(self, features: Floats) -> Floats:
        """The log odds of a person, [rows]."""
        within = np.clip(features[:, self.telling], self.lowest, self.highest)
        return np.asarray(self.trees.decision_function(within), dtype=np.float64)


ConductBoosting = Mapping[str, Trees]  # by form of seat


def fit_boosting(features: Floats, is_human: Booleans, sources: Integers, forms: Texts) -> ConductBoosting:
    """Trees that tell people's rows from machines', for every form of seat in which both are known."""
    found = {}
    for form in np.unique(forms):
        rows = forms == form
        known = is_human[rows].any() and not is_human[rows].all()
        if known and (trees := _trees(features[rows], is_human[rows], sources[rows])) is not None:
            found[str(form)] = trees
    return found


def boosted_log_odds(boosting: ConductBoosting, features: Floats, forms: Texts) -> Floats:
    """The log odds of a person, [rows]; 0 in seats of a form for which there are no trees."""
    result = np.zeros(len(features))
    for form, trees in boosting.items():
        rows = forms == form
        if rows.any():
            result[rows] = trees.log_odds(features[rows])
    return result


def _trees(features: Floats, is_human: Booleans, sources: Integers) -> Trees | None:
    """Trees; None where people do not differ in anything."""
    people = features[is_human]
    defined = np.flatnonzero(np.isfinite(people).any(axis=0))
    lowest, highest = np.nanquantile(people[:, defined], [TAIL, 1 - TAIL], axis=0)
    differ = highest > lowest
    telling, lowest, highest = defined[differ], lowest[differ], highest[differ]
    if not len(telling):
        return None
    weights = balanced_weights(is_human, sources) * len(is_human) / 2
    trees = HistGradientBoostingClassifier(**SETTINGS)
    trees.fit(np.clip(features[:, telling], lowest, highest), is_human, sample_weight=weights)
    return Trees(trees, telling, lowest, highest)
