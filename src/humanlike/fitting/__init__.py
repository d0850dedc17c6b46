"""Fitting: which parameters make a rule find what people did most likely, and how sure is that?

In:  Plays and a Rule.    Out: Fits: parameters, log-likelihood, covariance and flags for each group of choices.
Knows nothing of: files, particular rules, predictions beyond the next round.
To add a criterion: its loss per choice in `losses`; an option any rule can take: a wrapper in `options`.
"""

from humanlike.fitting.bayes import hierarchical
from humanlike.fitting.fits import Fit, Fits
from humanlike.fitting.intervals import ProfileInterval, Test, profile_interval, wald
from humanlike.fitting.losses import CRITERIA, criterion_named
from humanlike.fitting.maximum_likelihood import applicable, fit, fit_one
from humanlike.fitting.mixture import Mixture, fit_mixture
from humanlike.fitting.options import rule_named, with_lapse, with_stickiness
from humanlike.fitting.recovery import Confusion, Recovery, confuse, recover
from humanlike.fitting.validation import HeldOut, difference, held_out

__all__ = [
    "CRITERIA",
    "Confusion",
    "Fit",
    "Fits",
    "HeldOut",
    "Mixture",
    "ProfileInterval",
    "Recovery",
    "Test",
    "applicable",
    "confuse",
    "criterion_named",
    "difference",
    "fit",
    "fit_mixture",
    "fit_one",
    "held_out",
    "hierarchical",
    "profile_interval",
    "recover",
    "rule_named",
    "wald",
    "with_lapse",
    "with_stickiness",
]
