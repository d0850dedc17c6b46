"""Everybody's scores under one system, their ranks, and the race of the two best."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.naming.scoring_systems import NamedScore
from humanlike.scoring.panels import (
    Outcomes,
    Panel,
    ScoredAnswer,
    Scores,
    mean_scores,
    reliability_by_expert,
)
from humanlike.statistics import (
    AdjustedScores,
    Race,
    Ranking,
    best_first,
)
from humanlike.studies.result import Result
from humanlike.studies.set_aside import set_aside_story
from humanlike.studies.standings import (
    groups_of,
    nobody_ranked,
    questions_text,
    ranked_by_sentence,
    scales_sentence,
    standings_document,
)
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


MOST_NAMED = 5  # of those who beat the leader on common questions


@dataclass(frozen=True, eq=False, repr=False)
class ScoreResult(Result):
    """Everybody's scores, and the race of the two best (None with fewer than two who can be compared)."""

    system: NamedScore
    panel: Panel
    outcomes: Outcomes
    scored: Scores
    forecasters: tuple[str, ...]  # who was scored, in the order of the race's rows
    level: (
        AdjustedScores  # of the forecasters: what may be averaged although not everybody answered everything
    )
    ranking: Ranking  # of the forecasters
    race: Race | None
    p_value_at_one_look: (
        float  # leader against second, by Bonferroni over all pairs; NaN where it cannot be tested
    )

    @cached_property
    def means(self) -> dict[str, float]:
        """Everybody's mean score over the questions scored."""
        return mean_scores(self.scored)

    @property
    def best_first(self) -> list[str]:
        """Forecasters by their mean score, adjusted where they answered different questions; the incomparable last."""
        return [self.forecasters[row] for row in best_first(self.system.sign * self.level.means)]

    @property
    def direction(self) -> str:
        """Which way is better."""
        return "higher is better" if self.system.sign > 0 else "lower is better"

    def frame(self) -> "pd.DataFrame":
        """One row for each forecaster and question."""
        import pandas as pd

        rows = pd.DataFrame(list(self.scored), columns=ScoredAnswer._fields)
        return rows.rename(columns={"expert": "forecaster"})[["forecaster", "question", "score"]]

    def document(self) -> dict[str, Any]:
        """Scores, means and the comparison of the two best."""
        rows = [
            {"forecaster": answer.expert, "question": answer.question, "score": answer.score}
            for answer in self.scored
        ]
        return {
            "system": self.system.name,
            "scores": rows,
            "means": self.means,
            "comparison": self._comparison(),
            **standings_document(self.level, self.forecasters),
            "rivals": self._rivals(),
            "ranks": self._ranks(),
            "ranks_rest_on": self.ranking.rests_on,
            "scales": {question: scale._asdict() for question, scale in self.scored.scales.items()},
            "set_aside": [one._asdict() for one in self.panel.set_aside],
            "look_alikes": [one._asdict() for one in self.panel.look_alikes],
            "caveat": self.panel.caveat,
        }

    def _rivals(self) -> list[dict[str, Any]]:
        """The leader against each rival, on the questions both answered; best first."""
        if self.race is None:
            return []
        race, names = self.race, ("forecaster", "n", "mean", "lower", "upper", "ahead_after")
        parts = (race.n_common, race.mean, race.lower, race.upper, race.ahead_after)
        columns = zip(self.forecasters, *(part.tolist() for part in parts), strict=True)
        found = {row[0]: dict(zip(names, row, strict=True)) for row in columns}
        del found[self.forecasters[race.leader]]
        return [found[name] for name in self.best_first if name in found]

    def _ranks(self) -> list[dict[str, Any]]:
        """Everybody's rank and the ranks that are not ruled out, all at once; best first."""
        ranks = (self.ranking.rank, self.ranking.rank_lower, self.ranking.rank_upper)
        columns = zip(self.forecasters, *(part.tolist() for part in ranks), strict=True)
        found = {row[0]: row for row in columns}
        names = ("forecaster", "rank", "rank_lower", "rank_upper")
        return [dict(zip(names, found[name], strict=True)) for name in self.best_first]

    def _comparison(self) -> dict[str, Any] | None:
        race = self.race
        if race is None:
            return None
        named: dict[str, Any] = {
            "leader": self.forecasters[race.leader],
            "second": self.forecasters[race.second],
            "n": int(race.n_common[race.second]),
        }
        if race.sequence is None:
            return named | {"note": "no comparison: too few common questions or an infinite score"}
        mean, lower, upper = (float(part[race.second]) for part in (race.mean, race.lower, race.upper))
        return named | {
            "mean": mean,
            "lower": lower,
            "upper": upper,
            "established_after": race.established_after,
            "p_value_at_one_look": self.p_value_at_one_look,
            "rests_on": race.rests_on,
        }

    def headline(self) -> str:
        """Whether the leader is really ahead."""
        found = self._comparison()
        if found is None and len(self.forecasters) > 1:
            return nobody_ranked(len(self.forecasters), groups_of(self.level, self.forecasters))
        if found is None:
            ((name, mean),) = self.means.items() if self.means else (("nobody", float("nan")),)
            return f"{name} scores {mean:.4g} on average under {self.system.name}, {self.direction}."
        pair = f"{found['leader']} against {found['second']}, {questions_text(found['n'])}"
        if "note" in found:
            return f"{pair}: {found['note']}."
        after = found["established_after"]
        verdict = f"established after {after} questions" if after > 0 else "not established"
        return (
            f"{pair}: lead {found['mean']:.4g} a question, interval valid at every look "
            f"{found['lower']:.4g} to {found['upper']:.4g}: the leader is {verdict}. This {found['rests_on']}."
        )

    def story(self) -> Iterator[Part]:
        """Who leads, what the ranking goes by, then everybody's mean, best first."""
        yield self.headline()
        level = dict(zip(self.forecasters, self.level.means.tolist(), strict=True))
        left = [name for name in self.best_first if level[name] != level[name]]
        if self.race is not None:
            groups = groups_of(self.level, self.forecasters)
            yield ranked_by_sentence(self.level.has_gaps, self.level.n_common, left, groups)
        yield from self._upsets()
        if self.scored.scales:
            yield scales_sentence(self.scored.scales)
        yield from set_aside_story(self.panel.set_aside, self.panel.look_alikes)
        if self.panel.caveat:
            yield self.panel.caveat
        numbers = np.bincount(self.scored.expert, minlength=len(self.panel.experts))
        counts = dict(zip(self.panel.experts, numbers.tolist(), strict=True))
        columns = ["forecaster", "questions", f"mean, {self.direction}", "ranks not ruled out"]
        sets = [from_to(row["rank_lower"], row["rank_upper"]) for row in self._ranks()]
        rows = [
            [name, counts[name], f"{self.means[name]:.4f}", ranks]
            for name, ranks in zip(self.best_first, sets, strict=True)
        ]
        if self.level.has_gaps:
            columns.append("adjusted")
            rows = [[*row, f"{level[name]:.4f}"] for row, name in zip(rows, self.best_first, strict=True)]
        yield StoryTable(f"System: {self.system.name}", columns, rows)

    def _upsets(self) -> Iterator[str]:
        """Rivals who beat the leader on the questions both answered: no ranking of all can show that."""
        ahead = [rival for rival in self._rivals() if rival["mean"] < 0]
        if ahead:
            told = [
                f"{one['forecaster']} by {-one['mean']:.4g} (of {one['n']})" for one in ahead[:MOST_NAMED]
            ]
            more = f" and {len(ahead) - MOST_NAMED} others" if len(ahead) > MOST_NAMED else ""
            yield f"Ahead of the leader on the questions both answered: {', '.join(told)}{more}."

    def plot(self) -> "Figure":
        """Everybody's calibration, and the race of the two best."""
        from humanlike.figures.comparison import Running
        from humanlike.figures.scoring import Reliability, draw_forecasters

        diagrams = reliability_by_expert(self.panel, self.outcomes)
        race = self.race if self.race is not None and self.race.sequence is not None else None
        sequence = None if race is None else race.sequence
        return draw_forecasters(
            {name: Reliability(*diagrams[name][:3]) for name in self.best_first if name in diagrams},
            None if sequence is None else Running(sequence.mean, sequence.lower, sequence.upper),
            system=self.system.name,
            direction=self.direction,
            leader="" if race is None else self.forecasters[race.leader],
            second="" if race is None else self.forecasters[race.second],
            decided_after=-1 if sequence is None else int(sequence.first_exclusion()),
        )


def from_to(lower: float, upper: float) -> str:
    """Ranks in words; nothing for who has none."""
    if lower != lower:
        return ""
    return f"{lower:g}" if lower == upper else f"{lower:g} to {upper:g}"
