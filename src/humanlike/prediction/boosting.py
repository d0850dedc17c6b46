r"""Gradient boosting as a forecaster without a theory: its sizes are chosen by what it has not been shown.

The units trained on are dealt into parts (by the hash of their labels again). For each part and each size of tree,
trees are added by what the other parts say until the left-out part is foretold no better; the size with the lowest loss
over all parts is taken. What is predicted is the mean of the parts' probabilities,

.. math:: p = \frac1J \sum_{j=1}^J p_j, \qquad p \leftarrow \frac{p^{1/T}}{\sum_b p_b^{1/T}},

with the temperature T that is best for the left-out parts, so that probabilities mean what they say. Where even the
first tree makes things worse (nothing can be foretold), what is left is the frequencies of the actions.

References
----------
Friedman (2001), Annals of Statistics 29, 1189-1232; Guo, Pleiss, Sun & Weinberger (2017), ICML 34, 1321-1330.
"""

from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.prediction.observations import Floats, Integers

Matrix = npt.NDArray[np.float32]
LEAST = 1e-4  # no action is foretold with less: one surprise costs at most 9 nats


class TreeSize(NamedTuple):
    """How flexible the trees are."""

    leaves: int
    least: int  # choices in a leaf


class BoostingSettings(NamedTuple):
    """How boosting is done; all of it is chosen within the choices it is trained on."""

    sizes: tuple[TreeSize, ...] = (TreeSize(8, 40), TreeSize(24, 80))
    parts: int = 3
    learning_rate: float = 0.1
    trees: int = 600  # at most, for each action
    patience: int = 20  # trees without a gain before it stops
    shrinkage: float = 5.0  # l2 of the leaves
    columns: float = 0.3  # share of the features that a split may use
    seed: int = 0


class _Grown(NamedTuple):
    """Trees grown without one part."""

    model: Any  # of scikit-learn
    n_trees: int
    classes: Integers
    base: Floats  # [actions] frequencies in training
    left_out: Floats  # [choices left out, actions]


class Boosted(NamedTuple):
    """A trained forecaster."""

    grown: tuple[_Grown, ...]
    size: TreeSize
    temperature: float

    def chances(self, values: Matrix) -> Floats:
        """Probabilities, [choices, actions]."""
        mean = np.mean([_chances(each, values) for each in self.grown], axis=0)
        return tempered(mean, self.temperature)


def train(
    values: Matrix, actions: Integers, parts: Integers, n_actions: int, settings: BoostingSettings
) -> Boosted:
    """Foretell `actions` [choices] from `values` [choices, features]; `parts` [choices] are left out by turns."""
    best: tuple[float, TreeSize, list[_Grown]] | None = None
    for size in settings.sizes:
        grown = [
            _grow(values, actions, parts == part, n_actions, size, settings)
            for part in np.unique(parts).tolist()
        ]
        loss = _loss(np.concatenate([each.left_out for each in grown]), _sorted(actions, parts))
        if best is None or loss < best[0]:
            best = loss, size, grown
    if best is None:
        raise AssertionError("there is a size at least")
    _, size, found = best
    left_out = np.concatenate([each.left_out for each in found])
    return Boosted(tuple(found), size, best_temperature(left_out, _sorted(actions, parts)))


def _sorted(actions: Integers, parts: Integers) -> Integers:
    """The actions part by part, as the left-out predictions stand."""
    return np.concatenate([actions[parts == part] for part in np.unique(parts).tolist()])


def _grow(
    values: Matrix,
    actions: Integers,
    left: npt.NDArray[np.bool_],
    n_actions: int,
    size: TreeSize,
    settings: BoostingSettings,
) -> _Grown:
    """Trees from all but the part `left`, as many as foretell that part best."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    counts = np.bincount(actions[~left], minlength=n_actions)
    base = (counts + 1.0) / (counts.sum() + n_actions)
    classes = np.flatnonzero(counts)
    known = left & np.isin(actions, classes)
    nothing = _Grown(None, 0, classes, base, np.tile(base, (int(left.sum()), 1)))
    if len(classes) < 2 or not known.any():
        return nothing
    model = HistGradientBoostingClassifier(
        learning_rate=settings.learning_rate,
        max_iter=settings.trees,
        max_leaf_nodes=size.leaves,
        min_samples_leaf=size.least,
        l2_regularization=settings.shrinkage,
        max_features=settings.columns,
        early_stopping=True,
        n_iter_no_change=settings.patience,
        tol=0.0,
        random_state=settings.seed,
    )
    model.fit(values[~left], actions[~left], X_val=values[known], y_val=actions[known])
    n_trees = int(np.argmax(model.validation_score_))
    grown = nothing._replace(model=model, n_trees=n_trees)
    return grown._replace(left_out=_chances(grown, values[left]))


def _chances(grown: _Grown, values: Matrix) -> Floats:
    """Probabilities after the best number of trees, [choices, actions]; no action is ruled out."""
    result = np.tile(grown.base, (len(values), 1))
    if grown.n_trees:
        result[:, grown.classes] = _after(grown.model, values, grown.n_trees)
        result[:, np.setdiff1d(np.arange(len(grown.base)), grown.classes)] = 0.0
    return floored(result)


def _after(model: Any, values: Matrix, n_trees: int) -> Floats:
    """What the first trees say."""
    told = islice(model.staged_predict_proba(values), n_trees - 1, None)
    return np.asarray(next(told), dtype=np.float64)


def floored(chances: Floats) -> Floats:
    """Probabilities that rule nothing out."""
    kept = np.maximum(chances, LEAST)
    return np.asarray(kept / kept.sum(axis=1, keepdims=True))


def tempered(chances: Floats, temperature: float) -> Floats:
    """Probabilities to the power 1/T: flatter above 1, sharper below.

    >>> tempered(np.array([[0.8, 0.2]]), 0.5).round(3).tolist()
    [[0.941, 0.059]]
    """
    logs = np.log(chances) / temperature
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def best_temperature(chances: Floats, actions: Integers) -> float:
    """The temperature at which what happened was most likely, between a half and two."""
    from scipy.optimize import minimize_scalar  # takes a while to load, and only ceilings need it

    found = minimize_scalar(
        lambda log: _loss(tempered(chances, float(np.exp(log))), actions),
        bounds=(-np.log(2.0), np.log(2.0)),
        method="bounded",
    )
    return float(np.exp(found.x))


def _loss(chances: Floats, actions: Integers) -> float:
    """Nats per choice."""
    return float(-np.log(chances[np.arange(len(actions)), actions]).mean())
