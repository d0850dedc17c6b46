r"""Likelihood ratio: is the play better explained by rules fitted to people, or by rules fitted to machines?

For every training source s (an experiment, or an emulator) a learning rule is fitted to its plays. The evidence
of a play is

.. math::

    \Lambda = \log \frac1H \sum_{s\ \mathrm{human}} e^{\bar\ell_s}
             - \log \frac1M \sum_{s\ \mathrm{machine}} e^{\bar\ell_s}

with :math:`\bar\ell_s` the mean log-likelihood per choice, one step ahead. One such number for each rule enters a
calibrated logistic regression; the numbers of training plays are computed without their own study or family. A
machine that passes is only known to be as predictable as people are, by these rules.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Play, Rule
from humanlike.detectors.detector import Detector, Floats
from humanlike.detectors.digests import material_digest, play_digest
from humanlike.detectors.held_out import training_rows
from humanlike.detectors.regression import CalibratedRegression, fit_regression
from humanlike.detectors.sources import Source, signed_sources
from humanlike.engine import replay
from humanlike.fitting import fit_groups as fit_rule
from humanlike.players import RULES

FAMILIES: Final = ("ewa", "bush-mosteller")  # any number of actions and players
STRENGTH: Final = 1.0
KEPT: Final = 4096
FittedParameters = tuple[float, ...]
_fits: OrderedDict[tuple[str, str], FittedParameters] = OrderedDict()
_values: OrderedDict[tuple[str, bytes, FittedParameters], float] = OrderedDict()


class FittedSource(NamedTuple):
    """What was fitted to one training source."""

    is_human: bool
    parameters: tuple[FittedParameters, ...]  # by family


class Model(NamedTuple):
    """Fitted sources and the regression on their evidence."""

    sources: Mapping[str, FittedSource]
    regression: CalibratedRegression


def fit(plays: Sequence[Play], is_human: npt.ArrayLike) -> Model:
    """Fit every source, then weigh the evidence of each training play without its own source."""
    human = np.asarray(is_human, dtype=np.bool_)
    signed = signed_sources(plays)
    sources = _fitted_sources(plays, human, [source.name for source in signed])
    evidence_of = {
        id(play): evidence(_without_kin(sources, own, signed), play)
        for play, own in zip(plays, signed, strict=True)
    }
    rows = training_rows(plays, human, lambda play: evidence_of[id(play)], signed)
    return Model(sources, fit_regression(rows, STRENGTH))


def _without_kin(
    sources: Mapping[str, FittedSource], own: Source, signed: Sequence[Source]
) -> Mapping[str, FittedSource]:
    """The sources that are not akin to one, if both kinds are left; else those of another name."""
    akin = {each.name for each in signed if each.is_akin(own)}
    left: dict[str, FittedSource] = {}
    for without in (akin, {own.name}):
        left = {name: each for name, each in sources.items() if name not in without}
        if len({each.is_human for each in left.values()}) == 2:
            break
    return left or sources


def _fitted_sources(
    plays: Sequence[Play], human: npt.NDArray[np.bool_], names: Sequence[str]
) -> dict[str, FittedSource]:
    """Parameters of every source and family; those fitted before are not fitted again."""
    own = {name: [play for play, each in zip(plays, names, strict=True) if each == name] for name in names}
    keys = {
        name: material_digest(parts, [f"{name} {_payoffs(play.game).hex()}" for play in parts])
        for name, parts in own.items()
    }
    for family in FAMILIES:
        missing = [name for name in own if (family, keys[name]) not in _fits]
        if missing:
            labelled = [
                replace(play, sessions=(str(number),) * play.n_subjects, provenance={})
                for number, name in enumerate(missing)
                for play in own[name]
            ]
            for each in fit_rule(labelled, RULES[family], by="session", n_starts=2):
                _keep(_fits, (family, keys[missing[int(each.group)]]), tuple(map(float, each.parameters)))
    kind = dict(zip(names, human.tolist(), strict=True))
    return {
        name: FittedSource(kind[name], tuple(_fits[family, keys[name]] for family in FAMILIES))
        for name in own
    }


def _payoffs(game: Game) -> bytes:
    """The payoffs as they are: to a rule their unit matters, to a play's digest it does not."""
    summary = hashlib.blake2b(digest_size=16)
    for table in game.tables:
        summary.update(table.tobytes())
    return summary.digest()


def _keep(cache: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    cache[key] = value
    while len(cache) > KEPT:
        cache.popitem(last=False)


def evidence(sources: Mapping[str, FittedSource], play: Play) -> Floats:
    """For each family the log-ratio of people's to machines' mean likelihood per choice, shape [1, families]."""
    ratios = []
    for place, family in enumerate(FAMILIES):
        logs = _mean_logs(RULES[family], play, [each.parameters[place] for each in sources.values()])
        human = np.array([each.is_human for each in sources.values()])
        both = [
            np.logaddexp.reduce(logs[part]) - np.log(part.sum()) for part in (human, ~human) if part.any()
        ]
        ratios.append(both[0] - both[1] if len(both) == 2 else 0.0)
    return np.array([ratios])


def _mean_logs(rule: Rule, play: Play, fitted: Sequence[FittedParameters]) -> Floats:
    """Mean log-likelihood per choice of a play under each fitted parameter set, all in one replay."""
    digest = play_digest(play) + _payoffs(play.game)
    keys = {values: (rule.name, digest, values) for values in fitted}
    known = {
        values: _values[key] for values, key in keys.items() if key in _values
    }  # keeping others may drop some
    missing = [values for values in keys if values not in known]
    if missing:
        copies, count = len(missing), play.n_subjects
        many = play.rows(np.tile(np.arange(count), copies))
        columns = np.repeat(np.array(missing, dtype=np.float64), count, axis=0).T
        chosen = replay(many, rule, rule.parameters(*columns)).chosen.reshape(copies, -1)
        for values, mean in zip(missing, np.nanmean(chosen, axis=1), strict=True):
            known[values] = float(mean)
            _keep(_values, keys[values], known[values])
    return np.array([known[values] for values in fitted])


def judge(model: Model, game: Game, plays: Sequence[Play]) -> Floats:
    """P(human) of each play, by what explains it better."""
    features = np.concatenate(list(map(partial(evidence, model.sources), plays)))
    scores = model.regression.linear.log_odds(features)
    return model.regression.calibration.probabilities(scores, np.ones(len(plays)))


DETECTOR = Detector(
    "likelihood-ratio", judge, fit, description="rules fitted to people against rules fitted to machines"
)
