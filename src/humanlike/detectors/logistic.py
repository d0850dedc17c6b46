"""Logistic: calibrated linear models of documented features of play; needs training, transfers across games.

Every seat is described by features of its own conduct (`features`). Two logistic regressions (`linear`) read
them. One judges single seats; its scores are averaged over a match (`calibration` says what several seats are
worth). The other judges whole plays of four or more seats by the mean of each feature over the seats and its
*spread* between them: people differ from each other, players that follow one rule much less. Both are fitted to
plays with known makers and calibrated on sources and games held out; `training` leaves out the game, experiment
and emulator to be judged. A machine that passes is known only to match people on these features.

The source of a training play is read from `Play.provenance["source"]`; without one every play is a source.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from humanlike.core import Game, Play
from humanlike.detectors.calibration import Calibration, calibrate
from humanlike.detectors.detector import Detector, Floats
from humanlike.detectors.familiarity import Familiarity, familiarity_of
from humanlike.detectors.features import OWN_FEATURES, own_features, studied_features
from humanlike.detectors.held_out import Rows, held_out_scores, rows_of
from humanlike.detectors.linear import LinearModel, fit_linear

SEAT_STRENGTH: Final = 0.1  # both chosen by held-out scores on ipd-lab, bos-conventions and rps-dyads
PLAY_STRENGTH: Final = 1.0
LEAST_SEATS: Final = 4  # fewer have no spread worth the name
PLAY_FEATURES: Final = (*OWN_FEATURES, *(f"spread of {name}" for name in OWN_FEATURES))


class Part(NamedTuple):
    """A regression with its calibration."""

    linear: LinearModel
    calibration: Calibration


@dataclass(frozen=True, eq=False)
class LogisticModel:
    """A trained detector: one part for seats, one for whole plays, and what it has seen."""

    seats: Part
    plays: Part
    familiarity: Familiarity
    trained_on: Mapping[str, str] = field(default_factory=dict)


class Verdict(NamedTuple):
    """P(human) of some seats taken together, and what each feature adds to its log odds."""

    probability: float
    terms: Mapping[str, float]


def fit(plays: Sequence[Play], is_human: npt.ArrayLike) -> LogisticModel:
    """Train on plays with known makers."""
    sources = sources_of(plays)
    seats = rows_of(plays, is_human, studied_features, sources)
    whole = rows_of(plays, is_human, lambda play: summary_of(studied_features(play)), sources)
    return LogisticModel(
        fit_part(seats, SEAT_STRENGTH),
        fit_part(whole, PLAY_STRENGTH),
        familiarity_of([play.game for play in plays], seats.features),
    )


def sources_of(plays: Sequence[Play]) -> list[str]:
    """The named source of each play; those without are sources of their own."""
    return [str(play.provenance.get("source", f"play {number}")) for number, play in enumerate(plays)]


def fit_part(rows: Rows, strength: float) -> Part:
    """A regression on `rows`, calibrated on held-out ones."""

    def fit_rows(some: Rows) -> LinearModel:
        return fit_linear(some.features, some.is_human, some.groups, strength=strength)

    with threadpool_limits(limits=1):  # matrices this small lose time to threads
        return Part(fit_rows(rows), calibrate(held_out_scores(rows, fit_rows)))


def summary_of(features: Floats) -> Floats:
    """Mean and spread (sample standard deviation) of each feature over seats, shape [1, 2 features]."""
    known = np.isfinite(features)
    count = known.sum(axis=0)
    mean = np.where(known, features, 0.0).sum(axis=0) / np.maximum(count, 1)
    squares = np.where(known, features - mean, 0.0) ** 2
    spread = np.sqrt(squares.sum(axis=0) / np.maximum(count - 1, 1))
    defined = np.concatenate([count > 0, count > 1])
    return np.where(defined, np.concatenate([mean, spread]), np.nan)[None]


def judge(model: LogisticModel, game: Game, plays: Sequence[Play]) -> Floats:
    """P(human) of each play, from all its seats under study."""
    return np.array([verdict(model, studied_features(play)).probability for play in plays])


def judge_seats(model: LogisticModel, play: Play, seats: npt.NDArray[np.int64]) -> Verdict:
    """The verdict on some seats of a play, taken together."""
    return verdict(model, own_features(play)[seats])


def verdict(model: LogisticModel, features: Floats) -> Verdict:
    """P(human) of seats with these features, shape [seats, features], with what speaks for and against."""
    if len(features) >= LEAST_SEATS:
        return _verdict(model.plays, summary_of(features), 1, PLAY_FEATURES)
    return _verdict(model.seats, features, len(features), OWN_FEATURES)


def _verdict(part: Part, features: Floats, n_seats: int, names: Sequence[str]) -> Verdict:
    terms = part.linear.terms(features).mean(axis=0)
    score = float(terms.sum()) + part.linear.intercept
    probability = float(part.calibration.probabilities(score, n_seats))
    weight = part.calibration.slope * float(part.calibration.evidence(n_seats))
    return Verdict(probability, dict(zip(names, (weight * terms).tolist(), strict=True)))


DETECTOR = Detector(
    "logistic", judge, fit, description="calibrated logistic models of documented features of play"
)
