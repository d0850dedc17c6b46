"""Shape only: sees how many played, how long, and with what gaps; never what they did. A second leak test.

In a fair tournament machine plays copy the shape of the human play beside them, so this detector must earn
nothing, however it was trained: its calibration on held-out sources then says one half. If it earns anything,
the shape gives people away.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Play
from humanlike.detectors.detector import Detector, Floats
from humanlike.detectors.held_out import training_rows
from humanlike.detectors.regression import CalibratedRegression, fit_regression
from humanlike.detectors.sources import signed_sources

STRENGTH: Final = 1.0


def shape_features(play: Play) -> Floats:
    """Logs of subjects and rounds, mean and spread of match lengths, share of gaps; shape [1, 5].

    >>> from humanlike.games import GAMES
    >>> print(shape_features(Play(GAMES["chicken"], np.zeros((2, 50), dtype=int))).round(2))
    [[0.69 3.91 3.91 0.   0.  ]]
    """
    made = play.actions >= 0
    lengths = np.where(made.any(axis=1), play.n_rounds - np.argmax(made[:, ::-1], axis=1), 0)
    logs = np.log(np.maximum(lengths, 1))
    inside = np.arange(play.n_rounds) < lengths[:, None]
    gaps = (inside & ~made).sum() / max(int(inside.sum()), 1)
    return np.array([[np.log(play.n_subjects), np.log(play.n_rounds), logs.mean(), logs.std(), gaps]])


def fit(plays: Sequence[Play], is_human: npt.ArrayLike) -> CalibratedRegression:
    """Train on the shapes of plays with known makers."""
    return fit_regression(training_rows(plays, is_human, shape_features, signed_sources(plays)), STRENGTH)


def judge(model: CalibratedRegression, game: Game, plays: Sequence[Play]) -> Floats:
    """P(human) of each play, by its shape."""
    scores = model.linear.log_odds(np.concatenate([shape_features(play) for play in plays]))
    return model.calibration.probabilities(scores, np.ones(len(plays)))


DETECTOR = Detector("shape-only", judge, fit, description="sees numbers, lengths and gaps only (leak test)")
