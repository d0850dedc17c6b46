"""Sensitivity indices of the market in short: by factor, averaged over days or agents, and by agent for profits."""

from typing import Any

from humanlike.studies.sensitivity_result import SensitivityResult


def index_document(found: SensitivityResult) -> dict[str, Any]:
    """For each output and factor: the total index and its limits; profits also agent by agent."""
    outputs = {
        word: {
            factor: [float(part[row]) for part in found.means(word)]
            for row, factor in enumerate(found.factors)
        }
        for word in found.outputs
    }
    by_agent = {
        factor: dict(zip(found.names, found.indices("scores").total[row].tolist(), strict=True))
        for row, factor in enumerate(found.factors)
    }
    return {"outputs": outputs, "profit_by_agent": by_agent}
