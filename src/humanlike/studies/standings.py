"""Who stands where on a panel, and by what: the mean score, adjusted where people answered different questions."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import Streams
from humanlike.scoring.panels import Scale, Scores, mean_scores, score_matrix, score_reach
from humanlike.scoring.panels.scoring_table import DiscreteScore
from humanlike.statistics import AdjustedScores, adjust_for_units, rank_with_uncertainty
from humanlike.studies.named_rows import known_records

PLAIN, ADJUSTED = "mean", "adjusted mean"


class RankedExpert(NamedTuple):
    """One expert's place, and the ranks that are not ruled out, for all experts at once."""

    expert: str
    questions: int  # scored
    mean: float  # over these
    adjusted: (
        float  # what it would be over all questions that compare anybody; the mean where nobody left a gap
    )
    rank: float  # by the adjusted mean; NaN for who shares no question with those ranked
    rank_lower: float
    rank_upper: float
    first: float  # share of resamples in which the expert came first


class Standings(NamedTuple):
    """A ranking and what it goes by."""

    ranking: tuple[RankedExpert, ...]  # best first
    ranked_by: str  # PLAIN or ADJUSTED
    n_common: int  # questions everybody answered
    groups: tuple[tuple[str, ...], ...]  # of people, between which no question compares
    rests_on: str  # what the ranks not ruled out rest on

    def sentence(self) -> str:
        """What the ranking goes by."""
        left = [row.expert for row in self.ranking if row.rank != row.rank]
        return ranked_by_sentence(self.ranked_by == ADJUSTED, self.n_common, left, self.groups)

    def who_is_first(self) -> str:
        """The headline of a ranking."""
        best, count = self.ranking[0], sum(row.rank == row.rank for row in self.ranking)
        tied = [row.expert for row in self.ranking if row.rank == best.rank]
        if not tied:
            return nobody_ranked(len(self.ranking), self.groups)
        if len(tied) > 1:
            return f"{', '.join(tied)} share the first place of {count}, mean score {best.adjusted:.4g}."
        return (
            f"{best.expert} ranks first of {count} (ranks not ruled out: {best.rank_lower:g} to {best.rank_upper:g}), "
            f"mean score {best.adjusted:.4g}."
        )

    def records(self) -> list[dict[str, Any]]:
        """The ranking row by row; None for what is not known."""
        return known_records(self.ranking)

    def document(self) -> dict[str, Any]:
        """The ranking and what it goes by."""
        return {
            "ranking": self.records(),
            "ranked_by": self.ranked_by,
            "common_questions": self.n_common,
            "groups": [list(group) for group in self.groups],
            "ranks_rest_on": self.rests_on,
        }


def rank_experts(stream: Streams, scored: Scores, score: DiscreteScore) -> Standings:
    """The ranking with the ranks not ruled out; `score` is what alternatives were scored by."""
    experts, _, matrix = score_matrix(scored)
    found = rank_with_uncertainty(stream, matrix, reach=score_reach(scored, score))
    level = adjust_for_units(matrix)
    counts, means = (~np.isnan(matrix)).sum(axis=1).tolist(), mean_scores(scored)
    rows = zip(
        experts, counts, map(means.__getitem__, experts), *(part.tolist() for part in found[:5]), strict=True
    )
    ranking = sorted(map(RankedExpert._make, rows), key=lambda row: (row.rank != row.rank, row.rank))
    groups = groups_of(level, experts)
    by = ADJUSTED if level.has_gaps else PLAIN
    return Standings(tuple(ranking), by, level.n_common, groups, found.rests_on)


def groups_of(level: AdjustedScores, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Who can be compared with whom: largest group first, then by name, whatever the order of rows."""
    found: dict[int, list[str]] = {}
    for name, group in sorted(zip(names, level.group.tolist(), strict=True)):
        found.setdefault(group, []).append(name)
    return tuple(sorted(map(tuple, found.values()), key=lambda group: (-len(group), group)))


def standings_document(level: AdjustedScores, names: Sequence[str]) -> dict[str, Any]:
    """What a table of means goes by, and the adjusted means."""
    return {
        "ranked_by": ADJUSTED if level.has_gaps else PLAIN,
        "common_questions": level.n_common,
        "adjusted_means": dict(zip(names, level.means.tolist(), strict=True)),
        "groups": [list(group) for group in groups_of(level, names)],
    }


def questions_text(count: int) -> str:
    """So many questions, in words.

    >>> questions_text(1), questions_text(30)
    ('1 question', '30 questions')
    """
    return f"{count} question{'s' * (count != 1)}"


def ranked_by_sentence(
    has_gaps: bool, n_common: int, left: Sequence[str], groups: Sequence[Sequence[str]]
) -> str:
    """What a ranking goes by, for people; `left` cannot be compared with the rest."""
    if not has_gaps:
        return (
            f"Ranked by mean score: everybody answered {'all ' * (n_common > 1)}{questions_text(n_common)}."
        )
    if len(left) == sum(map(len, groups)):
        return nobody_ranked(len(left), groups)
    told = [named for group in groups if (named := ", ".join(name for name in group if name in left))]
    alone = f" Not ranked, sharing no question with those ranked: {'; '.join(told)}." if left else ""
    return (
        f"Ranked by mean score adjusted for the questions answered (what makes a question easy for all is taken off): "
        f"not everybody answered everything, "
        f"{questions_text(n_common)} common to all.{alone}"
    )


def nobody_ranked(count: int, groups: Sequence[Sequence[str]]) -> str:
    """Why there is no ranking.

    >>> nobody_ranked(4, [("ann", "bob"), ("cid", "dan")])
    'None of the 4 can be ranked: no question compares ann, bob; cid, dan.'
    """
    if len(groups) in (1, count):
        return f"None of the {count} shares a question with another: nobody can be ranked."
    shown = "; ".join(", ".join(group) for group in groups)
    return f"None of the {count} can be ranked: no question compares {shown}."


def scales_sentence(scales: Mapping[str, Scale]) -> str:
    """In which units scores of quantities are averaged."""
    told = [f"{question} {scale.size:.4g} ({scale.source})" for question, scale in scales.items()]
    return (
        "Scores of quantities are averaged in units of each question's scale (stated, else the width of its range, "
        f"else the median width of the answers): {', '.join(told)}."
    )
