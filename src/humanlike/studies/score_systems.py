"""The same forecasts under several scoring systems: does it matter for anybody's rank which one is chosen?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from humanlike.core import BadRequest
from humanlike.scoring.panels import score_matrix, score_reach
from humanlike.scoring.panels.comparable import on_one_scale
from humanlike.scoring.probabilities import Floats
from humanlike.statistics import adjust_for_units, best_first, spearman, surely_ahead
from humanlike.studies.named_rows import known_records, records
from humanlike.studies.result import Result
from humanlike.studies.score_result import ScoreResult, from_to
from humanlike.studies.set_aside import set_aside_story
from humanlike.studies.standings import questions_text
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MOST_SHOWN = 10  # of the pairs whose order depends on the system


class Standing(NamedTuple):
    """One forecaster under one system."""

    forecaster: str
    system: str
    mean: float  # in the system's own unit; adjusted where people answered different questions
    comparable: float  # 0: equal probabilities, 1: certainty about what happened
    rank: float  # by the mean; NaN for who cannot be compared
    rank_lower: float  # ranks not ruled out, for all at once
    rank_upper: float


class SystemAgreement(NamedTuple):
    """How alike two systems rank the forecasters."""

    first: str
    second: str
    correlation: float  # Spearman's; NaN where one system ties everybody
    reversed_pairs: int  # of forecasters whose order the two systems turn round


class Reversal(NamedTuple):
    """Two forecasters whose order depends on the system."""

    first: str
    second: str
    leads: dict[str, float]  # mean lead of the first a question both answered, by system, positive: ahead
    told_apart: dict[str, bool]  # whether who leads is surely ahead, over all pairs at once


@dataclass(frozen=True, eq=False, repr=False)
class SystemsResult(Result):
    """Everybody's scores and ranks under each system, and where they differ."""

    results: tuple[ScoreResult, ...]  # one for each system, of the same answers
    standings: tuple[Standing, ...]  # system by system, best first under the first system
    agreements: tuple[SystemAgreement, ...]
    reversals: tuple[Reversal, ...]

    @property
    def systems(self) -> list[str]:
        """The systems, in the order asked for."""
        return [result.system.name for result in self.results]

    @property
    def forecasters(self) -> list[str]:
        """Everybody, best first under the first system."""
        return self.results[0].best_first

    def frame(self) -> "pd.DataFrame":
        """One row for each forecaster and system."""
        import pandas as pd

        return pd.DataFrame(list(self.standings), columns=Standing._fields)

    def document(self) -> dict[str, Any]:
        """Standings by system, rank correlations, and the pairs whose order depends on the system."""
        panel = self.results[0].panel
        return {
            "systems": self.systems,
            "standings": known_records(self.standings),
            "agreements": known_records(self.agreements),
            "reversals": records(self.reversals),
            "set_aside": records(panel.set_aside),
            "look_alikes": records(panel.look_alikes),
        }

    def headline(self) -> str:
        """Whether the choice of system matters for the order, and whether that can be told."""
        n_people = len(self.forecasters)
        listed = ", ".join(self.systems)
        if not self.reversals:
            return f"{listed}: all rank the {n_people} forecasters in the same order."
        told = [pair for pair in self.reversals if any(pair.told_apart.values())]
        of = n_people * (n_people - 1) // 2
        sure = (
            f"{len(told)} of them told apart by a system at all"
            if told
            else "none of them told apart by any system: the choice decides what the questions do not"
        )
        return f"{listed}: the order of {len(self.reversals)} of {of} pairs of forecasters depends on it, {sure}."

    def story(self) -> Iterator[Part]:
        """The verdict, everybody under each system, how alike the rankings are, and whose order depends."""
        yield self.headline()
        yield from set_aside_story(self.results[0].panel.set_aside, self.results[0].panel.look_alikes)
        by_name = {(row.forecaster, row.system): row for row in self.standings}
        rows = [
            [name, *(_cell(by_name[name, system]) for system in self.systems)] for name in self.forecasters
        ]
        asked = questions_text(len({answer.question for answer in self.results[0].scored}))
        title = f"Mean of {asked} (0: equal probabilities, 1: certainty about what happened), rank [not ruled out]"
        yield StoryTable(title, ["forecaster", *self.systems], rows)
        alike = [
            [pair.first, pair.second, f"{pair.correlation:.2f}", pair.reversed_pairs]
            for pair in self.agreements
        ]
        yield StoryTable(
            "How alike systems rank",
            ["system", "system", "rank correlation", "pairs in another order"],
            alike,
        )
        if self.reversals:
            columns = ["first", "second", *(f"lead, {system}" for system in self.systems), "told apart by"]
            told = [
                [
                    pair.first,
                    pair.second,
                    *(f"{lead:.4f}" for lead in pair.leads.values()),
                    ", ".join(name for name, surely in pair.told_apart.items() if surely) or "none",
                ]
                for pair in self.reversals[:MOST_SHOWN]
            ]
            more = f", the first {MOST_SHOWN} of {len(self.reversals)}" * (len(self.reversals) > MOST_SHOWN)
            yield StoryTable(f"Pairs whose order depends on the system{more}", columns, told)

    def plot(self) -> "Figure":
        """Everybody's mean under each system on the common scale."""
        from humanlike.figures.scoring_systems import draw_systems

        places = {name: row for row, name in enumerate(self.forecasters)}
        means = np.full((len(places), len(self.systems)), np.nan)
        for row in self.standings:
            means[places[row.forecaster], self.systems.index(row.system)] = row.comparable
        moved = {name for pair in self.reversals for name in (pair.first, pair.second)}
        return draw_systems(self.systems, self.forecasters, means, [name in moved for name in places])


def _cell(row: Standing) -> str:
    ranks = from_to(row.rank_lower, row.rank_upper)
    return (
        f"{row.comparable:.4f}, {row.rank:g} [{ranks}]"
        if row.rank == row.rank
        else f"{row.comparable:.4f}, not ranked"
    )


def compare_systems(results: Sequence[ScoreResult], alpha: float) -> SystemsResult:
    """The same answers under several systems, side by side."""
    if any(result.scored.scales for result in results):
        raise BadRequest(
            "Systems are set side by side on questions with alternatives; scores of a quantity share no scale: "
            "name one --system."
        )
    standings = tuple(row for result in results for row in _standings(result))
    ranks = np.array([result.ranking.rank for result in results])  # [systems, forecasters]
    order = np.sign(ranks[:, None, :] - ranks[:, :, None])  # 1 where the row is ahead of the column
    names = [result.system.name for result in results]
    agreements = tuple(
        SystemAgreement(
            names[a], names[b], spearman(ranks[a], ranks[b]), int((order[a] * order[b] < 0).sum()) // 2
        )
        for a, b in combinations(range(len(results)), 2)
    )
    return SystemsResult(tuple(results), standings, agreements, tuple(_reversals(results, order, alpha)))


def _standings(result: ScoreResult) -> Iterator[Standing]:
    """Everybody under one system, best first."""
    system, ranking = result.system, result.ranking
    common = on_one_scale(result.scored, result.outcomes, system.discrete, system.name)
    level = adjust_for_units(score_matrix(common)[2]).means
    parts = (result.level.means, level, ranking.rank, ranking.rank_lower, ranking.rank_upper)
    for row in best_first(system.sign * result.level.means):
        yield Standing(result.forecasters[row], system.name, *(float(part[row]) for part in parts))


def _reversals(results: Sequence[ScoreResult], order: Floats, alpha: float) -> Iterator[Reversal]:
    """Pairs that one system orders one way and another the other, those of the best under the first system first."""
    turned = ((order > 0).any(axis=0) & (order < 0).any(axis=0)) & (order[0] >= 0)
    pairs = [(a, b) for a, b in np.argwhere(turned).tolist() if order[0, a, b] > 0 or a < b]
    if not pairs:
        return
    people, names = results[0].forecasters, [result.system.name for result in results]
    tables = [result.system.sign * score_matrix(result.scored)[2] for result in results]
    ahead = [_surely(result, table, alpha) for result, table in zip(results, tables, strict=True)]
    place = {
        row: rank
        for rank, row in enumerate(best_first(results[0].system.sign * results[0].level.means).tolist())
    }
    for a, b in sorted(pairs, key=lambda pair: (place[pair[0]], place[pair[1]])):
        with np.errstate(invalid="ignore"):  # infinite against infinite is no lead
            leads = [float(np.nanmean(table[a] - table[b])) for table in tables]
        told = [bool(surely[a, b] or surely[b, a]) for surely in ahead]
        yield Reversal(
            people[a], people[b], dict(zip(names, leads, strict=True)), dict(zip(names, told, strict=True))
        )


def _surely(result: ScoreResult, table: Floats, alpha: float) -> "np.ndarray[Any, np.dtype[np.bool_]]":
    """Who is surely ahead of whom, [k, k]; nobody where the reach of scores is unknown."""
    reach = score_reach(result.scored, result.system.higher_is_better)
    return (
        np.zeros((len(table),) * 2, dtype=np.bool_)
        if reach is None
        else surely_ahead(table, reach, alpha=alpha)
    )
