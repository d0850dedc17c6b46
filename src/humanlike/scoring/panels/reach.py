"""By how much one forecaster's score on a question can exceed another's: known from what they said beforehand.

A difference of scores that lies between known bounds can be judged without assuming anything about rare outcomes. The
bounds of a system (-1 to 1 for the quadratic one, none for the logarithm) are far wider than those that two particular
forecasts leave open: whoever says .98 cannot beat .999 by more than log(.02/.001), and cannot lose more than
log(.999/.98), whatever happens.
"""

import numpy as np

from humanlike.scoring.panels.columns import Integers
from humanlike.scoring.panels.scoring_table import DiscreteScore, Scores
from humanlike.scoring.probabilities import Floats


def score_reach(scored: Scores, score: DiscreteScore) -> Floats | None:
    """The most by which a's score can exceed b's on a question both answered, [a, b], in the order of `score_matrix`.

    Infinite where somebody called something impossible in a system that punishes it without limit, -inf where two share
    no question; None where quantities were asked for, or the system has no score for what could have happened.
    """
    if not len(scored) or bool(scored.is_quantity.any()):
        return None
    experts = _in_order(scored.expert)
    reach = np.full((len(experts), len(experts)), -np.inf)
    row_of = np.empty(experts.max() + 1, dtype=np.int64)
    row_of[experts] = np.arange(len(experts))
    for together in scored.panel.by_size(scored.answer):
        table = np.asarray(scored.panel.table(together))
        earned = np.stack(
            [score(table, np.full(len(table), outcome)) for outcome in range(table.shape[-1])], axis=-1
        )
        if np.isnan(earned).any():
            return None
        rows, questions = row_of[scored.panel.expert[together]], scored.panel.question[together]
        _widen(reach, rows, np.unique(questions, return_inverse=True)[1], earned)
    return reach


def _widen(reach: Floats, rows: Integers, columns: Integers, earned: Floats) -> None:
    """Let `reach` hold what answers of these rows to these questions could earn, [answers, outcomes]."""
    everything = np.full((len(reach), int(columns.max()) + 1, earned.shape[-1]), np.nan)
    everything[rows, columns] = earned
    flat = everything.reshape(len(reach), -1)
    with np.errstate(invalid="ignore"):  # infinite against infinite is no number, and no difference
        for row, own in enumerate(flat):
            reach[row] = np.fmax(reach[row], np.fmax.reduce(own - flat, axis=1))


def _in_order(numbers: Integers) -> Integers:
    """The numbers that occur, in order of first appearance."""
    present, first = np.unique(numbers, return_index=True)
    return np.asarray(present[np.argsort(first)])
