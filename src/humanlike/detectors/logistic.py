"""Logistic: calibrated linear models of documented features of play; needs training, transfers across games.

Every seat is described by features of its own conduct (`features`). Two logistic regressions (`linear`) read
them. One judges single seats; its scores are averaged over a match (`calibration` says what several seats are
worth). The other judges whole plays of four or more seats by the mean of each feature over the seats and its
*spread* between them: people differ from each other, players that follow one rule much less. Both are fitted to
plays with known makers and calibrated on studies, families and games held out; `training` leaves out the game, study
and family to be judged. A machine that passes is known only to match people on these features.

The source of a training play is what it is signed with (`sources`); without a signature every play is a source.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Play
from humanlike.detectors.detector import Detector, Floats, SeatNumbers, Verdict
from humanlike.detectors.familiarity import familiarity_of
from humanlike.detectors.features import OWN_FEATURES, own_features, studied_features
from humanlike.detectors.held_out import training_rows
from humanlike.detectors.logistic_model import PLAY_FEATURES, LogisticModel, document_of, model_of
from humanlike.detectors.regression import CalibratedRegression, fit_regression
from humanlike.detectors.sources import signed_sources

SEAT_STRENGTH: Final = 0.1  # both chosen by held-out scores on ipd-lab, bos-conventions and rps-dyads
PLAY_STRENGTH: Final = 1.0
LEAST_SEATS: Final = 4  # fewer have no spread worth the name


def fit(plays: Sequence[Play], is_human: npt.ArrayLike) -> LogisticModel:
    """Train on plays with known makers."""
    sources = signed_sources(plays)
    seats = training_rows(plays, is_human, studied_features, sources)
    whole = training_rows(plays, is_human, lambda play: summary_of(studied_features(play)), sources)
    return LogisticModel(
        fit_regression(seats, SEAT_STRENGTH),
        fit_regression(whole, PLAY_STRENGTH),
        familiarity_of([play.game for play in plays], seats.features),
    )


def summary_of(features: Floats) -> Floats:
    """Mean and spread (sample standard deviation) of each feature over seats, [..., seats, f] -> [..., 1, 2 f]."""
    known = np.isfinite(features)
    count = known.sum(axis=-2, keepdims=True)
    mean = np.where(known, features, 0.0).sum(axis=-2, keepdims=True) / np.maximum(count, 1)
    squares = np.where(known, features - mean, 0.0) ** 2
    spread = np.sqrt(squares.sum(axis=-2, keepdims=True) / np.maximum(count - 1, 1))
    defined = np.concatenate([count > 0, count > 1], axis=-1)
    return np.where(defined, np.concatenate([mean, spread], axis=-1), np.nan)


def judge(model: LogisticModel, game: Game, plays: Sequence[Play]) -> Floats:
    """P(human) of each play, from all its seats under study."""
    return np.array([verdict(model, studied_features(play)).probability for play in plays])


def judge_seats(model: LogisticModel, play: Play, units: Sequence[SeatNumbers]) -> list[Verdict]:
    """The verdicts on some groups of seats of a play; groups of one size are judged together."""
    features, sizes = own_features(play), np.array([len(unit) for unit in units])
    found: list[Verdict | None] = [None] * len(units)
    for size in np.unique(sizes):
        places = np.flatnonzero(sizes == size).tolist()
        together = verdicts(model, features[np.stack([units[place] for place in places])])
        for place, answer in zip(places, together, strict=True):
            found[place] = answer
    return [answer for answer in found if answer is not None]


def check_familiar(model: LogisticModel, play: Play, seats: SeatNumbers) -> None:
    """Refuse a game, or play, unlike those of the training material."""
    model.familiarity.check_game(play.game)
    model.familiarity.check_play(play.game.name, own_features(play)[seats])


def verdict(model: LogisticModel, features: Floats) -> Verdict:
    """P(human) of seats with these features, shape [seats, features], with what speaks for and against."""
    return verdicts(model, features[None])[0]


def verdicts(model: LogisticModel, features: Floats) -> list[Verdict]:
    """The verdicts on groups of equally many seats, features [groups, seats, features]."""
    if features.shape[1] >= LEAST_SEATS:
        return _verdicts(model.plays, summary_of(features), PLAY_FEATURES)
    return _verdicts(model.seats, features, OWN_FEATURES)


def _verdicts(part: CalibratedRegression, features: Floats, names: Sequence[str]) -> list[Verdict]:
    n_seats = features.shape[1]
    terms = part.linear.terms(features).mean(axis=1)  # [groups, features]
    answers = part.calibration.probabilities(terms.sum(axis=1) + part.linear.intercept, n_seats)
    weighed = part.calibration.slope * float(part.calibration.evidence(n_seats)) * terms
    return [
        Verdict(answer, dict(zip(names, row, strict=True)))
        for answer, row in zip(answers.tolist(), weighed.tolist(), strict=True)
    ]


DETECTOR = Detector(
    "logistic",
    judge,
    fit,
    description="calibrated logistic models of documented features of play",
    judge_seats=judge_seats,
    check_familiar=check_familiar,
    document_of=document_of,
    model_of=model_of,
)
