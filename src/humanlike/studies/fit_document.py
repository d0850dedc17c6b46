"""Fits as plain Python: what `humanlike fit --json` prints."""

from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.fitting import Fit, FittedGroups, HeldOutFit, reached_bounds
from humanlike.fitting.resampled import bootstrap_interval
from humanlike.studies.fit_tests import profile_document


def documents_of_groups(found: FittedGroups, caveat: str) -> list[dict[str, Any]]:
    """One entry for each group."""
    told = {"remarks": list(found.fits.rule.remarks)}
    documents = [document_of_fit(fit, found.held_out, caveat) | told for fit in found.fits]
    if found.draws is not None:
        for document, fit, draws in zip(documents, found.fits, found.draws, strict=True):
            document["bootstrap"] = document_of_bootstrap(fit, draws)
    if found.profiles is not None:
        for document, own in zip(documents, found.profiles, strict=True):
            document["profile"] = profile_document(own)
    return documents


def document_of_bootstrap(fit: Fit, draws: npt.NDArray[np.float64]) -> dict[str, Any]:
    """What redrawing the units says of each parameter, from [resamples, parameters]."""
    errors, *ends = bootstrap_interval(draws, fit.n_units)
    names = fit.rule.parameter_names
    known = fit.n_units > 1
    return {
        "resamples": len(draws),
        "standard_errors": dict(zip(names, errors.tolist() if known else [None] * len(names), strict=True)),
        "intervals": {
            name: [float(low), float(high)] if known else None
            for name, low, high in zip(names, *ends, strict=True)
        },
    }


def document_of_fit(fit: Fit, scored: HeldOutFit | None = None, caveat: str = "") -> dict[str, Any]:
    """Everything about one fit; a parameter without a standard error has none."""
    errors = dict(zip(fit.rule.parameter_names, fit.standard_errors, strict=True))
    ends = zip(fit.rule.parameter_names, *fit.intervals(), strict=True)
    document = {
        "rule": fit.rule.name,
        "group": fit.group,
        "choices": fit.n_choices,
        "nats_per_choice": fit.nats_per_choice,
        "parameters": dict(zip(fit.rule.parameter_names, fit.parameters, strict=True)),
        "standard_errors": {name: error if isfinite(error) else None for name, error in errors.items()},
        "intervals": {name: [low, high] if isfinite(low) else None for name, low, high in ends},
        "unit": fit.unit,
        "n_units": fit.n_units,
        "caveat": caveat,
        "log_likelihood": fit.log_likelihood,
        "criterion": fit.criterion,
        "loss_per_choice": fit.loss,
        "aic": fit.aic,
        "bic": fit.bic,
        "converged": fit.converged,
        "at_bound": list(fit.at_bound),
        "bounds": [each._asdict() for each in reached_bounds(fit)],
        "at_kink": list(fit.at_kink),
        "unidentified": list(fit.unidentified),
        "starts": fit.n_starts,
        "starts_agreeing": fit.n_agreeing,
        "clusters": fit.n_units,
        "floor": fit.floor,
    }
    if scored is not None:
        document["held_out"] = {
            "unit": scored.unit,
            "folds": scored.n_folds,
            "units": scored.n_held,
            "over": scored.over,
            "n_units": scored.n_units,
            "caveat": scored.caveat,
            "sentence": scored.sentence,
            "nats_per_choice": scored.nats_per_choice,
            "standard_error": scored.standard_error if isfinite(scored.standard_error) else None,
            "blind_guessing": scored.guessing_per_choice,
            "by_fold": scored.fold_nats.tolist(),
            "blind_folds": list(scored.blind_folds),
        }
    return document
