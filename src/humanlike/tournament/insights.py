r"""What a finished tournament says beyond its standings: how sure, how well the schemes agree, what gave whom away.

*Balanced scores* get two intervals over trials: a percentile bootstrap, right if the number of trials was fixed
beforehand, and the anytime-valid confidence sequence, right however the run was stopped and for all detectors at once.
Both say what other draws of the machines would have given; people's plays that are the same in every trial do not vary
in them. A third one redraws experiments and games (`redrawing.py`).

*Features*: in each game the seats of an emulator are compared with people's seats,

.. math:: d = \frac{\bar x_m - \bar x_h}{\sqrt{(s_m^2 + s_h^2) / 2}},

and summed up over games by the mean of d (which way) and its root mean square (how much), from the first trial. Where
hardly anybody varies, a small difference would become dozens of deviations: the denominator is at least the feature's
deviation among people in games on average (root of the mean variance).

*Calibration*: answers are binned by P(human); since detectors answer at even prior odds, the share of people in a bin
is taken with people and machines weighted to one half each (the raw share is kept beside it).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core import Streams
from humanlike.detectors.features import FEATURES, features_of
from humanlike.statistics import bootstrap, midranks
from humanlike.tournament.brought import is_unsandboxed
from humanlike.tournament.plan import Plan
from humanlike.tournament.result import TournamentResult
from humanlike.tournament.standings import balanced_trials
from humanlike.tournament.trial import Dataset

Floats = npt.NDArray[np.float64]
CHANCE = float(np.log(0.5))
N_BINS = 10
TOP_TRAITS = 3
PEOPLE = "people"


class DetectorEstimate(NamedTuple):
    """A detector's scores; NaN where there are too few trials for an interval."""

    name: str
    score: float
    balanced: float
    lower: float  # bootstrap over trials
    upper: float
    anytime_lower: float  # for all detectors at once
    anytime_upper: float
    redrawn_lower: float  # other experiments, other games
    redrawn_upper: float
    above_chance: bool  # balanced score, with its anytime-valid interval: the detector is sound
    above_constant: bool


class Difference(NamedTuple):
    """The leader's score minus one rival's, per trial, with its simultaneous interval; apart if that leaves out 0."""

    rival: str
    mean: float  # above 0 is a lead of detectors, below 0 one of emulators: their lowest score wins
    lower: float
    upper: float
    apart: bool


class Belief(NamedTuple):
    """The P(human) a source was given by the leading detector, mean over games."""

    source: str
    is_human: bool
    probability: float
    lower: float  # bootstrap over games; NaN for a single game
    upper: float


class Trait(NamedTuple):
    """A feature in which an emulator differs from people."""

    feature: str
    meaning: str
    size: float  # root mean square over games, in standard deviations
    game: str  # where it differs most
    difference: float  # there, signed


class Giveaway(NamedTuple):
    """What tells an emulator from people: high scores are against it."""

    emulator: str
    believed: float  # mean P(human) it was given
    detector: str
    detector_score: float
    easiest: str
    easiest_score: float
    hardest: str
    hardest_score: float
    traits: tuple[Trait, ...]


class Bin(NamedTuple):
    """Answers of about the same P(human)."""

    predicted: float
    observed: float  # share of people at even odds
    raw: float
    answers: int


def is_logarithmic(plan: Plan) -> bool:
    """Whether the reference bars, which are logarithms, belong to this plan's scores."""
    ours = not is_unsandboxed(plan, "system", plan.system)
    return plan.zero_constant is not None or (ours and "logarithmic" in plan.system)


def estimates(result: TournamentResult) -> list[DetectorEstimate]:
    """Every detector's balanced score with intervals, in the order of the standings."""
    trials, sound = balanced_trials(result.table), {each.detector: each for each in result.crowning.soundness}
    found = []
    for row in result.detectors.to_dict("records"):
        name, score, balanced = str(row["name"]), float(row["score"]), float(row["balanced_score"])
        low = high = float("nan")
        values = trials[name].dropna().to_numpy() if name in trials else np.empty(0)
        if len(values) > 1:
            stream = Streams(result.plan.seed)["balanced"][name]
            interval = bootstrap(stream, values, alpha=1 - result.plan.confidence)
            low, high = float(interval.lower), float(interval.upper)
        own, redrawn = sound[name], result.redrawing.balanced[name]
        found.append(
            DetectorEstimate(
                name,
                score,
                balanced,
                low,
                high,
                own.lower,
                own.upper,
                redrawn.lower,
                redrawn.upper,
                own.is_sound,
                score > result.best_constant,
            )
        )
    return found


def earns_something(estimate: DetectorEstimate) -> bool:
    """Whether a leak test is above log(1/2): by its bootstrap interval, or plainly where there is none."""
    least = estimate.lower if np.isfinite(estimate.lower) else estimate.balanced
    return bool(least > CHANCE + 1e-9)


def differences(result: TournamentResult, side: str) -> list[Difference]:
    """The leader of a side against each rival, in the scores of the standings; closest first."""
    leadership = result.leaderships[side]
    leader = leadership.leader
    sign = 1 if side == "detectors" else -1  # emulators are raced with negated scores: their lowest wins
    standings = result.detectors if side == "detectors" else result.emulators
    scores = standings.set_index("name")["score"]
    found = []
    for rival, behind, ahead in zip(leadership.rivals, leadership.lower, leadership.upper, strict=True):
        lower, upper = (behind, ahead) if sign > 0 else (-ahead, -behind)
        found.append(Difference(rival, float(scores[leader] - scores[rival]), lower, upper, behind > 0))
    return sorted(found, key=lambda each: (abs(each.mean), each.rival))


def beliefs(result: TournamentResult) -> list[Belief]:
    """What the leading detector believed of people and of each emulator; an interval says how it varies over games."""
    given = result.table[result.table["mark"] == ""]
    own = given[given["detector"] == result.leaderships["detectors"].leader]
    alpha, stream = 1 - result.plan.confidence, Streams(result.plan.seed)["beliefs"]
    found = []
    for name, is_human in ((PEOPLE, True), *((str(each), False) for each in result.emulators["name"])):
        mine = own[own["is_human"]] if is_human else own[~own["is_human"] & (own["source"] == name)]
        games = mine.groupby("game", sort=False)["probability"].mean().to_numpy(dtype=float)
        low = high = float("nan")
        if len(games) > 1:
            interval = bootstrap(stream[name], games, alpha=alpha)
            low, high = float(interval.lower), float(interval.upper)
        if len(games):
            found.append(Belief(name, is_human, float(games.mean()), low, high))
    return found


def scheme_agreement(standings: pd.DataFrame, schemes: Sequence[str]) -> pd.DataFrame:
    """Spearman's rank correlation between schemes; NaN where a scheme ranks all alike."""
    ranks = np.stack([midranks(standings[scheme].to_numpy(dtype=float).round(9)) for scheme in schemes])
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    lengths = np.sqrt((centred**2).sum(axis=1))
    products = np.outer(lengths, lengths)
    values = np.divide(centred @ centred.T, products, out=np.full(products.shape, np.nan), where=products > 0)
    return pd.DataFrame(values, index=list(schemes), columns=list(schemes))


def mean_scores_by(table: pd.DataFrame, rows: str, columns: str) -> pd.DataFrame:
    """Mean score by two of game, source and detector, in the order of appearance."""
    wide = table.pivot_table(index=rows, columns=columns, values="score", aggfunc="mean", sort=False)
    return wide.reindex(index=list(dict.fromkeys(table[rows])), columns=list(dict.fromkeys(table[columns])))


def feature_differences(result: TournamentResult) -> pd.DataFrame:
    """Standardised differences to people: one row an emulator and game, one column a feature."""
    humans = {game: _human_features(datasets) for game, datasets in result.first_trial.items()}
    people = {game: _moments(values) for game, values in humans.items() if len(values)}
    variances = np.array([variance for _, variance in people.values()]).reshape(-1, len(FEATURES))
    least = np.sqrt(_moments(variances)[0])
    rows = {
        (each.source, game): _standardised(_moments(features_of(each.play)), human, least)
        for game, human in people.items()
        for each in result.first_trial[game]
        if not each.is_human
    }
    values = np.array(list(rows.values())).reshape(len(rows), len(FEATURES))
    index = pd.MultiIndex.from_tuples(list(rows) or [("", "")], names=["source", "game"])
    return pd.DataFrame(values, index[: len(rows)], list(FEATURES))


def _human_features(datasets: Sequence[Dataset]) -> Floats:
    seats = [features_of(each.play) for each in datasets if each.is_human]
    return np.concatenate(seats) if seats else np.empty((0, len(FEATURES)))


def _moments(values: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of each column over its known values; NaN where nothing is known."""
    known = np.isfinite(values)
    count = known.sum(axis=0)
    some = np.where(count > 0, count, 1)
    mean = np.where(known, values, 0.0).sum(axis=0) / some
    variance = np.where(known, (values - mean) ** 2, 0.0).sum(axis=0) / some
    return np.where(count > 0, mean, np.nan), np.where(count > 0, variance, np.nan)


def _standardised(
    machine: tuple[Floats, Floats], human: tuple[Floats, Floats], least: Floats | float = 0.0
) -> Floats:
    spread = np.fmax(np.sqrt((machine[1] + human[1]) / 2), least)
    gap = machine[0] - human[0]
    return np.divide(gap, spread, out=np.where(gap == 0, 0.0, np.nan), where=spread > 1e-9)


def giveaways(result: TournamentResult, features: pd.DataFrame) -> list[Giveaway]:
    """For every emulator: the detector and game it fares worst in, and the features that differ most."""
    machines = result.scores.games
    found = []
    for name in (str(each) for each in result.emulators["name"]):
        own = machines[machines["source"] == name]
        judges, games = _means(own, "detector"), _means(own, "game")
        detector = max(judges, key=judges.__getitem__)
        easiest, hardest = (choose(games, key=games.__getitem__) for choose in (max, min))
        found.append(
            Giveaway(
                name,
                float(own.loc[own["mark"] == "", "probability"].mean()),
                detector,
                judges[detector],
                easiest,
                games[easiest],
                hardest,
                games[hardest],
                _traits(features, name),
            )
        )
    return found


def _means(table: pd.DataFrame, by: str) -> dict[str, float]:
    groups = table.groupby(by, sort=False)["score"].mean()
    return {str(name): float(value) for name, value in groups.items()}


def _traits(features: pd.DataFrame, emulator: str) -> tuple[Trait, ...]:
    own = features[features.index.get_level_values("source") == emulator]
    sizes = root_mean_square(own).dropna().to_dict()
    largest = sorted((str(name) for name in sizes), key=lambda name: -sizes[name])[:TOP_TRAITS]
    return tuple(Trait(name, FEATURES[name], float(sizes[name]), *_widest(own[name])) for name in largest)


def _widest(values: "pd.Series[float]") -> tuple[str, float]:
    """The game in which an emulator differs most, and by how much."""
    numbers = values.to_numpy(dtype=float)
    place = int(np.nanargmax(np.abs(numbers)))
    return str(values.index.get_level_values("game")[place]), float(numbers[place])


def root_mean_square(values: pd.DataFrame) -> "pd.Series[float]":
    """Of each column over its known values."""
    return (values**2).mean().pow(0.5)


def reliability(table: pd.DataFrame, detector: str) -> list[Bin]:
    """How often those given about the same P(human) were people."""
    own = table[(table["detector"] == detector) & (table["mark"] == "")]
    chance, human = own["probability"].to_numpy(dtype=float), own["is_human"].to_numpy(dtype=bool)
    people, machines = max(int(human.sum()), 1), max(int((~human).sum()), 1)
    weights = np.where(human, 0.5 / people, 0.5 / machines)
    places = np.minimum((chance * N_BINS).astype(int), N_BINS - 1)
    found = []
    for place in range(N_BINS):
        here = places == place
        if here.any():
            share = float((weights * human)[here].sum() / weights[here].sum())
            found.append(Bin(float(chance[here].mean()), share, float(human[here].mean()), int(here.sum())))
    return found
