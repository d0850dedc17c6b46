"""How accurate a panel was after each round, once outcomes are known: its members, its consensus, and how far apart.

Brown (1970), section 4.4: would forecasts improve from round to round? Agreement alone cannot say: a panel can agree on
what is wrong. As in feedback, who does not answer again keeps the earlier answer.
"""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from humanlike.scoring.consensus import distances_from_consensus, pool_many
from humanlike.scoring.panels.columns import Booleans
from humanlike.scoring.panels.outcomes import Outcomes
from humanlike.scoring.panels.panel import Panel, group_starts
from humanlike.scoring.panels.scoring_table import DiscreteScore
from humanlike.scoring.probabilities import Floats


class RoundScores(NamedTuple):
    """What stood after each round; arrays [rounds, questions], NaN until a question is first asked.

    Questions are those with alternatives and one outcome.
    """

    rounds: tuple[int, ...]
    questions: tuple[str, ...]
    experts: Floats  # mean score of everybody's standing answer
    founders: (
        Floats  # the same of those who answered when the question was first asked: newcomers change no mean
    )
    consensus: Floats  # score of the pooled forecast
    disagreement: Floats  # mean total variation from the consensus


def score_rounds(
    panel: Panel, outcomes: Outcomes, score: DiscreteScore, method: str, leave_out: Collection[str] = ()
) -> RoundScores:
    """Every round's standing answers and their consensus by `method`, scored; questions to `leave_out` are not."""
    happened = outcomes.by_question(panel)
    settled = (happened >= 0) & np.array([question not in leave_out for question in panel.questions])
    founder = _is_founder(panel)
    parts = np.full((4, len(panel.rounds), len(panel.questions)), np.nan)
    for place, round_ in enumerate(panel.rounds):
        standing = panel.up_to(round_)
        for answers in panel.by_size(standing[settled[panel.question[standing]]]):
            said, starts = panel.table(answers), group_starts(panel.question[answers])
            sizes, numbers = np.diff(starts, append=len(answers)), panel.question[answers[starts]]
            pooled = pool_many(said, starts, method)
            earned = score(said, np.repeat(happened[numbers], sizes))
            first = founder[answers]
            parts[:, place, numbers] = (
                np.add.reduceat(earned, starts) / sizes,
                np.add.reduceat(np.where(first, earned, 0.0), starts)
                / np.add.reduceat(first, starts, dtype=np.int64),
                score(pooled, happened[numbers]),
                distances_from_consensus(said, starts, pooled),
            )
    names = tuple(panel.questions[number] for number in np.flatnonzero(settled))
    return RoundScores(panel.rounds, names, *parts[:, :, settled])


def _is_founder(panel: Panel) -> Booleans:
    """Whether each answer's author answered its question in the first round in which anybody did."""
    latest = np.iinfo(np.int64).max
    begun = np.full(len(panel.questions), latest)
    np.minimum.at(begun, panel.question, panel.round)
    pair = panel.question * len(panel.experts) + panel.expert
    joined = np.full(len(panel.questions) * len(panel.experts), latest)
    np.minimum.at(joined, pair, panel.round)
    return np.asarray(joined[pair] == begun[panel.question])
