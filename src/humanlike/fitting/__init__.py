"""Fitting: which parameters make a rule find what people did most likely, and how sure is that?

In:  Plays and a Rule.    Out: Fits: parameters, log-likelihood, covariance and flags for each group of choices.
Knows nothing of: files, particular rules, predictions beyond the next round.
To add a criterion: its loss per choice in `losses`; an option any rule can take: a wrapper in `options`.
"""

from humanlike.fitting.bayes import hierarchical
from humanlike.fitting.fits import Fit, Fits, t_quantile
from humanlike.fitting.hashed_folds import NamedUnits, fold_of_label, hashed_folds, named_units
from humanlike.fitting.intervals import ProfileInterval, WaldTest, profile_interval, wald_test
from humanlike.fitting.losses import CRITERIA, criterion_named
from humanlike.fitting.many_rules import FitRequest, FittedGroups, fit_rules
from humanlike.fitting.maximum_likelihood import fit_groups, fit_one
from humanlike.fitting.mixture import Mixture, fit_mixture
from humanlike.fitting.on_bounds import ReachedBound, bounds_sentence, reached_bounds
from humanlike.fitting.options import with_lapse, with_stickiness
from humanlike.fitting.recovery import Confusion, Recovery, confusion_matrix, recover_parameters
from humanlike.fitting.seats import studied_rows
from humanlike.fitting.suitable import applicable, left_out_sentence, suitable
from humanlike.fitting.validation import HeldOutFit, held_out, held_out_difference

__all__ = [
    "CRITERIA",
    "Confusion",
    "Fit",
    "FitRequest",
    "Fits",
    "FittedGroups",
    "HeldOutFit",
    "Mixture",
    "NamedUnits",
    "ProfileInterval",
    "ReachedBound",
    "Recovery",
    "WaldTest",
    "applicable",
    "bounds_sentence",
    "confusion_matrix",
    "criterion_named",
    "fit_groups",
    "fit_mixture",
    "fit_one",
    "fit_rules",
    "fold_of_label",
    "hashed_folds",
    "held_out",
    "held_out_difference",
    "hierarchical",
    "left_out_sentence",
    "named_units",
    "profile_interval",
    "reached_bounds",
    "recover_parameters",
    "studied_rows",
    "suitable",
    "t_quantile",
    "wald_test",
    "with_lapse",
    "with_stickiness",
]
