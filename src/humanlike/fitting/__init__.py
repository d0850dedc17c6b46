"""Fitting: which parameters make a rule find what people did most likely, and how sure is that?

In:  Plays and a Rule.    Out: Fits: parameters, log-likelihood, covariance and flags for each group of choices.
Knows nothing of: files, particular rules, predictions beyond the next round.
To add a criterion: its loss per choice in `losses`; an option any rule can take: a wrapper in `options`.
"""

from humanlike.core.precision import prepare_jax
from humanlike.fitting.fits import Fit, Fits
from humanlike.fitting.maximum_likelihood import applicable, fit, fit_one
from humanlike.fitting.options import rule_named, with_lapse, with_stickiness

prepare_jax()

__all__ = ["Fit", "Fits", "applicable", "fit", "fit_one", "rule_named", "with_lapse", "with_stickiness"]
