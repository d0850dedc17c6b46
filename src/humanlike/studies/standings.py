"""Who stands where on a panel, and by what: the mean score, adjusted where people answered different questions."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import Streams
from humanlike.scoring.panels import Scale, Scores, mean_scores, score_matrix
from humanlike.statistics import AdjustedScores, adjust_for_units, rank_with_uncertainty

PLAIN, ADJUSTED = "mean", "adjusted mean"


class RankedExpert(NamedTuple):
    """One expert's place; the interval is a bootstrap over questions."""

    expert: str
    questions: int  # scored
    mean: float  # over these
    adjusted: (
        float  # what it would be over all questions that compare anybody; the mean where nobody left a gap
    )
    rank: float  # by the adjusted mean; NaN for who shares no question with the others
    rank_lower: float
    rank_upper: float
    first: float  # share of resamples in which the expert came first


class Standings(NamedTuple):
    """A ranking and what it goes by."""

    ranking: tuple[RankedExpert, ...]  # best first
    ranked_by: str  # PLAIN or ADJUSTED
    n_common: int  # questions everybody answered

    def sentence(self) -> str:
        """What the ranking goes by."""
        left = [row.expert for row in self.ranking if row.rank != row.rank]
        return ranked_by_sentence(self.ranked_by == ADJUSTED, self.n_common, left)

    def records(self) -> list[dict[str, Any]]:
        """The ranking row by row; None for what is not known."""
        return [
            {name: None if value != value else value for name, value in row._asdict().items()}
            for row in self.ranking
        ]

    def document(self) -> dict[str, Any]:
        """The ranking and what it goes by."""
        return {
            "ranking": self.records(),
            "ranked_by": self.ranked_by,
            "common_questions": self.n_common,
        }


def rank_experts(stream: Streams, scored: Scores) -> Standings:
    """The ranking with bootstrap intervals over questions."""
    experts, _, matrix = score_matrix(scored)
    level, found = adjust_for_units(matrix), rank_with_uncertainty(stream, matrix)
    counts, means = (~np.isnan(matrix)).sum(axis=1).tolist(), mean_scores(scored)
    rows = zip(
        experts, counts, map(means.__getitem__, experts), *(part.tolist() for part in found), strict=True
    )
    ranking = sorted(map(RankedExpert._make, rows), key=lambda row: (row.rank != row.rank, row.rank))
    return Standings(tuple(ranking), ADJUSTED if level.has_gaps else PLAIN, level.n_common)


def standings_document(level: AdjustedScores, names: Sequence[str]) -> dict[str, Any]:
    """What a table of means goes by, and the adjusted means."""
    return {
        "ranked_by": ADJUSTED if level.has_gaps else PLAIN,
        "common_questions": level.n_common,
        "adjusted_means": dict(zip(names, level.means.tolist(), strict=True)),
    }


def questions_text(count: int) -> str:
    """So many questions, in words.

    >>> questions_text(1), questions_text(30)
    ('1 question', '30 questions')
    """
    return f"{count} question{'s' * (count != 1)}"


def ranked_by_sentence(has_gaps: bool, n_common: int, left: Sequence[str]) -> str:
    """What a ranking goes by, for people; `left` cannot be compared."""
    if not has_gaps:
        return (
            f"Ranked by mean score: everybody answered {'all ' * (n_common > 1)}{questions_text(n_common)}."
        )
    alone = f" Not ranked, sharing no question with the others: {', '.join(left)}." if left else ""
    return (
        f"Ranked by mean score adjusted for the questions answered (what makes a question easy for all is taken off): "
        f"not everybody answered everything, "
        f"{questions_text(n_common)} common to all.{alone}"
    )


def scales_sentence(scales: Mapping[str, Scale]) -> str:
    """In which units scores of quantities are averaged."""
    told = [f"{question} {scale.size:.4g} ({scale.source})" for question, scale in scales.items()]
    return (
        "Scores of quantities are averaged in units of each question's scale (stated, else the width of its range, "
        f"else the median width of the answers): {', '.join(told)}."
    )
