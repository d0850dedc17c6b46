"""Estimated strategies as plain Python: what `humanlike strategies --json` prints, and rows of its frames."""

from typing import Any

import numpy as np

from humanlike.fitting.strategy_classes import StrategyFit, bic_of
from humanlike.players.automata import gamma_of
from humanlike.studies.strategies_remarks import remark_on, remarks_on


def document_of_group(fit: StrategyFit) -> dict[str, Any]:
    """Everything about one group."""
    return {
        "group": fit.counts.group,
        "n_persons": len(fit.counts.persons),
        "person_matches": int(fit.counts.n_matches.sum()),
        "choices": fit.n_choices,
        "slips": fit.counts.n_slips,
        "log_likelihood": fit.log_likelihood,
        "bic": bic_of([fit]),
        "parameters": fit.n_parameters,
        "converged": fit.converged,
        "starts": fit.n_starts,
        "starts_agreeing": fit.n_agreeing,
        "independent_units": fit.n_independent,
        "resamples": fit.n_resamples,
        "remarks": remarks_on(fit),
        "classes": [
            {key: value for key, value in row.items() if key != "group"} | {"written": _written(fit, place)}
            for place, row in enumerate(rows_of_group(fit))
        ],
        "persons": [
            {key: value for key, value in row.items() if key != "group"} for row in rows_of_persons(fit)
        ],
    }


def rows_of_group(fit: StrategyFit) -> list[dict[str, Any]]:
    """One row for each class."""
    likeliest = np.bincount(fit.responsibilities.argmax(axis=1), minlength=len(fit.shares))
    return [
        {
            "group": fit.counts.group,
            "strategy": name,
            "share": float(fit.shares[place]),
            "standard_error": _known(fit.share_errors[place]),
            "lower": _known(fit.share_intervals[place, 0]),
            "upper": _known(fit.share_intervals[place, 1]),
            "persons": int(likeliest[place]),
            "tremble": _known(fit.trembles[place]),
            "tremble_error": _known(fit.tremble_errors[place]),
            "tremble_lower": _known(fit.tremble_intervals[place, 0]),
            "tremble_upper": _known(fit.tremble_intervals[place, 1]),
            "gamma": _known(gamma_of(float(fit.trembles[place]))) if _known(fit.trembles[place]) else None,
            "empty": bool(fit.empty[place]),
            "remark": remark_on(fit, place),
        }
        for place, name in enumerate(fit.counts.names)
    ]


def rows_of_persons(fit: StrategyFit) -> list[dict[str, Any]]:
    """One row for each person."""
    best = fit.responsibilities.argmax(axis=1)
    return [
        {
            "group": fit.counts.group,
            "person": person,
            "matches": int(fit.counts.n_matches[row]),
            "choices": int(fit.counts.n_choices[row]),
            "strategy": fit.counts.names[best[row]],
            "probability": float(fit.responsibilities[row, best[row]]),
            "probabilities": dict(zip(fit.counts.names, fit.responsibilities[row].tolist(), strict=True)),
        }
        for row, person in enumerate(fit.counts.persons)
    ]


def _written(fit: StrategyFit, place: int) -> list[str]:
    return [each.text for each in fit.counts.classes[place]]


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
