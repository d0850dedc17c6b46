"""What a rule foretold of choices held out: each row by the parameters of the folds it was not in."""

from collections.abc import Sequence

import numpy as np

from humanlike.core import BadRequest, Play
from humanlike.engine.replay import replay
from humanlike.fitting import HeldOutFit, studied_rows
from humanlike.fitting.seats import labels_of_rows
from humanlike.prediction.observations import Floats, Integers


def held_out_chances(
    plays: Sequence[Play], scored: HeldOutFit, units: Sequence[Integers], role: int | None = None
) -> list[Floats]:
    """Chances of each play [subjects, rounds, actions]; `units` number the rows by appearance, -1 elsewhere."""
    if scored.n_pieces != scored.n_units:
        raise BadRequest(
            f"The ceiling is measured with whole units held out, not by {scored.unit}: some are on both sides of it."
        )
    rows = studied_rows(plays, role)
    fold = np.empty(scored.n_units, dtype=np.int64)
    fold[scored.units] = scored.folds
    place = {label: number for number, label in enumerate(scored.labels)}
    groups = iter(labels_of_rows(plays, rows, scored.by))
    points = np.array([list(each) for each in scored.parameters], dtype=np.float64)
    found = []
    for play, here, unit in zip(plays, rows, units, strict=True):
        own = np.zeros(play.n_subjects, dtype=np.int64)
        own[here] = [place[f"fold {fold[unit[row]] + 1} / {next(groups)}"] for row in here.tolist()]
        values = points[own].reshape(play.n_subjects, -1)
        of_row = np.full(play.n_subjects, -1, dtype=np.int64)
        of_row[here] = fold[unit[here]] if scored.learned else 0
        chances = _chances(play, scored, values, of_row)
        chances[np.setdiff1d(np.arange(play.n_subjects), here)] = np.nan
        found.append(chances)
    return found


def _chances(play: Play, scored: HeldOutFit, values: Floats, fold: Integers) -> Floats:
    """Chances [subjects, rounds, actions] with `values` [subjects, parameters], by what was learned for each `fold`."""
    found = np.full((play.n_subjects, play.n_rounds, max(play.game.n_actions)), np.nan)
    for number in np.unique(fold[fold >= 0]).tolist():
        rule = scored.rule_of_fold(number)
        here = fold == number
        logs = replay(play, rule, rule.parameters(*values.T)).log_probabilities
        found[here] = np.exp(logs[here])
    return found
