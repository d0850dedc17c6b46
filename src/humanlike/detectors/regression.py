"""A logistic regression that knows what its scores are worth: fitted to rows, calibrated on rows held out."""

from typing import NamedTuple

from threadpoolctl import threadpool_limits

from humanlike.detectors.calibration import ScoreCalibration, calibrate_scores
from humanlike.detectors.held_out import TrainingRows, held_out_scores
from humanlike.detectors.linear import LinearModel, fit_linear


class CalibratedRegression(NamedTuple):
    """A regression with its calibration."""

    linear: LinearModel
    calibration: ScoreCalibration


def fit_regression(rows: TrainingRows, strength: float) -> CalibratedRegression:
    """A regression on `rows`, calibrated on held-out ones."""

    def fit_rows(some: TrainingRows) -> LinearModel:
        return fit_linear(some.features, some.is_human, some.groups, strength=strength)

    with threadpool_limits(limits=1):  # matrices this small lose time to threads
        return CalibratedRegression(fit_rows(rows), calibrate_scores(held_out_scores(rows, fit_rows)))
