"""Feedback between the rounds of a Delphi panel: what the group said, question by question.

Brown (1970), section 4.4: participants are given, say, the median estimate and asked whether they would like to
change their own. Who does not answer again keeps the earlier answer: it is carried forward, or the panel would seem
to agree as soon as all but one had left.
"""

from typing import NamedTuple

import numpy as np

from humanlike.scoring.consensus import distances_from_consensus, pool_many
from humanlike.scoring.panels.columns import Integers
from humanlike.scoring.panels.panel import Panel, group_starts, quantiles


class Feedback(NamedTuple):
    """What the group said about one question in one round."""

    round: int
    question: str
    n_answers: int
    n_carried: int  # of these, given in an earlier round and not changed since
    median: dict[str, float]  # alternative -> median probability; for a quantity: level -> median value
    consensus: dict[str, float]  # alternative -> pooled probability; empty for a quantity
    disagreement: (
        float  # mean total variation from the consensus; for a quantity the mean interquartile range
    )


def give_feedback(panel: Panel, method: str = "average") -> list[Feedback]:
    """One record for each round and question, with the consensus by `method`."""
    records: dict[tuple[int, int], Feedback] = {}
    for round_ in panel.rounds:
        answers = panel.standing(round_)
        for together in panel.by_size(answers):
            records |= _alternatives(panel, round_, together, method)
        records |= _quantities(panel, round_, answers[panel.n_alternatives[answers] == 0])
    return [records[key] for key in sorted(records)]


Records = dict[tuple[int, int], Feedback]  # by round and number of the question


def _alternatives(panel: Panel, round_: int, answers: Integers, method: str) -> Records:
    """The questions with one number of alternatives."""
    said, starts = panel.table(answers), group_starts(panel.question[answers])
    pooled = pool_many(said, starts, method)
    middle = np.column_stack([quantiles(column, starts, 0.5) for column in said.T])
    apart = distances_from_consensus(said, starts, pooled)
    numbers, sizes = panel.question[answers[starts]], np.diff(starts, append=len(answers))
    carried = np.add.reduceat(panel.round[answers] < round_, starts, dtype=np.int64)
    parts = (numbers, sizes, carried, middle, pooled, apart)
    return {
        (round_, number): Feedback(
            round_,
            panel.questions[number],
            count,
            n_carried,
            dict(zip(panel.labels[number], medians, strict=True)),
            dict(zip(panel.labels[number], consensus, strict=True)),
            distance,
        )
        for number, count, n_carried, medians, consensus, distance in zip(
            *(part.tolist() for part in parts), strict=True
        )
    }


def _quantities(panel: Panel, round_: int, answers: Integers) -> Records:
    """The median value at each level somebody gave, and how wide the middle half of the panel is on average."""
    if not len(answers):
        return {}
    entry, owner = panel.entries(answers)
    question, level, value = panel.question[answers][owner], panel.probability[entry], panel.value[entry]
    order = np.lexsort((level, question))
    question, level, value = question[order], level[order], value[order]
    starts = np.flatnonzero((np.diff(question, prepend=-1) != 0) | (np.diff(level, prepend=-1.0) != 0))
    low, middle, high = (quantiles(value, starts, share) for share in (0.25, 0.5, 0.75))
    asked, first = np.unique(question[starts], return_index=True)
    widths = np.add.reduceat(high - low, first) / np.diff(first, append=len(starts))
    counts, carried = (
        np.bincount(panel.question[some], minlength=len(panel.questions))
        for some in (answers, answers[panel.round[answers] < round_])
    )
    names = [f"{each:g}" for each in level[starts].tolist()]
    ends = [*first[1:].tolist(), len(starts)]
    return {
        (round_, number): Feedback(
            round_,
            panel.questions[number],
            int(counts[number]),
            int(carried[number]),
            dict(zip(names[begin:end], middle[begin:end].tolist(), strict=True)),
            {},
            width,
        )
        for number, begin, end, width in zip(
            asked.tolist(), first.tolist(), ends, widths.tolist(), strict=True
        )
    }
