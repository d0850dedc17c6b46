"""Panels and what goes with them: files or DataFrames of answers, outcomes and payoffs, ranges, known questions."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from humanlike.core import BadRequest
from humanlike.datasets.predictions import holds_predictions, read_predictions
from humanlike.naming.predictions import outcomes_of_predictions, panel_of_predictions
from humanlike.scoring.panels import (
    Outcomes,
    Panel,
    Payoffs,
    Questions,
    Rationality,
    read_outcomes,
    read_panel,
    read_payoffs,
    read_questions,
)

if TYPE_CHECKING:
    import pandas as pd

Ranges = Mapping[str, tuple[float, float]]


def find_panel(source: "str | Path | pd.DataFrame | Panel", *, renormalise: bool = False) -> Panel:
    """The answers in a file or DataFrame; `renormalise` mends incoherent ones instead of refusing.

    Predictions of choices (`humanlike predict --save-predictions`) are forecasts too.
    """
    if isinstance(source, Panel):
        return source
    if holds_predictions(source):
        return panel_of_predictions(read_predictions(source, renormalise=renormalise))
    return read_panel(source, renormalise=renormalise)


def outcomes_in(source: "str | Path | pd.DataFrame | Panel") -> Outcomes | None:
    """What happened, where the forecasts themselves say so, as predictions of choices do; None for all others."""
    if isinstance(source, Panel) or not holds_predictions(source):
        return None
    return outcomes_of_predictions(read_predictions(source, renormalise=True))


def find_outcomes(source: "str | Path | pd.DataFrame | Outcomes") -> Outcomes:
    """What happened, from a file or DataFrame."""
    return source if isinstance(source, Outcomes) else read_outcomes(source)


def find_payoffs(source: "str | Path | pd.DataFrame | Payoffs") -> Payoffs:
    """What actions pay, from a file or DataFrame."""
    return source if isinstance(source, Payoffs) else read_payoffs(source)


def find_questions(source: "str | Path | pd.DataFrame | Questions | None") -> Questions | None:
    """What was asked, from a file or DataFrame; None where nobody says."""
    return source if source is None or isinstance(source, Questions) else read_questions(source)


def find_ranges(ranges: Ranges | Sequence[str]) -> Ranges:
    """Where quantities end, by question: words `QUESTION=LOW:HIGH`, or the mapping itself.

    >>> find_ranges(["seats=150:250"])
    {'seats': (150.0, 250.0)}
    """
    if isinstance(ranges, Mapping):
        return ranges
    found = {}
    for text in [ranges] if isinstance(ranges, str) else ranges:
        question, _, limits = text.rpartition("=")
        try:
            low, high = (float(limit) for limit in limits.split(":"))
        except ValueError:
            raise BadRequest(f"--range '{text}' is not of the form QUESTION=LOW:HIGH.") from None
        found[question] = (low, high)
    return found


def find_rationality(known: Sequence[str | Rationality]) -> list[Rationality]:
    """Questions whose probability everybody knows: words `QUESTION:ALTERNATIVE=PROBABILITY`, or the records.

    >>> find_rationality(["coin:heads=0.5"])
    [Rationality(question='coin', alternative='heads', probability=0.5)]
    """
    return [
        _rationality(one) if isinstance(one, str) else one
        for one in ([known] if isinstance(known, str) else known)
    ]


def _rationality(text: str) -> Rationality:
    words, _, value = text.rpartition("=")
    question, _, alternative = words.rpartition(":")
    try:
        probability = float(value)
    except ValueError:
        probability = -1.0
    if not (question and alternative and 0 <= probability <= 1):
        raise BadRequest(f"--rationality '{text}' is not of the form QUESTION:ALTERNATIVE=PROBABILITY.")
    return Rationality(question, alternative, probability)
