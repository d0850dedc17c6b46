"""What forecasts earned once the outcomes are known, and whether the leader is really ahead."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import BadParameters, BadRequest
from humanlike.naming.panels import Ranges, find_outcomes, find_panel, find_questions, find_ranges
from humanlike.naming.scoring_systems import NamedScore, find_score
from humanlike.scoring import Form, ScoringSystem
from humanlike.scoring.panels import (
    Outcomes,
    Panel,
    Questions,
    ScoredAnswer,
    Scores,
    define_alternatives,
    mean_scores,
    refuse_unasked,
    reliability_by_expert,
    score_matrix,
    score_panel,
)
from humanlike.statistics import (
    AdjustedScores,
    RivalTests,
    TwoBest,
    adjust_for_units,
    best_first,
    compare_two_best,
    lead_over_rivals,
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
    race: TwoBest | None
    rivals: RivalTests | None  # the leader against each of the forecasters

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
            "scales": {question: scale._asdict() for question, scale in self.scored.scales.items()},
            "set_aside": [one._asdict() for one in self.panel.set_aside],
            "look_alikes": [one._asdict() for one in self.panel.look_alikes],
        }

    def _rivals(self) -> list[dict[str, Any]]:
        """The leader against each rival, on the questions both answered; best first."""
        if self.race is None or self.rivals is None:
            return []
        columns = zip(self.forecasters, *(part.tolist() for part in self.rivals), strict=True)
        found = {
            name: dict(zip(("forecaster", "n", *RivalTests._fields[1:]), (name, *row), strict=True))
            for name, *row in columns
        }
        del found[self.forecasters[self.race.first]]
        return [found[name] for name in self.best_first if name in found]

    def _comparison(self) -> dict[str, Any] | None:
        race = self.race
        if race is None:
            return None
        named: dict[str, Any] = {
            "leader": self.forecasters[race.first],
            "second": self.forecasters[race.second],
            "n": race.n_common,
        }
        if race.test is None or race.sequence is None:
            return named | {"note": "no comparison: too few common questions or an infinite score"}
        return named | {
            "mean": race.test.mean,
            "lower": float(race.sequence.lower[-1]),
            "upper": float(race.sequence.upper[-1]),
            "established_after": int(race.sequence.first_exclusion()),
            "p_value_at_one_look": race.test.p_value,
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
            f"{found['lower']:.4g} to {found['upper']:.4g}: {verdict}."
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
        numbers = np.bincount(self.scored.expert, minlength=len(self.panel.experts))
        counts = dict(zip(self.panel.experts, numbers.tolist(), strict=True))
        columns = ["forecaster", "questions", f"mean, {self.direction}"]
        rows = [[name, counts[name], f"{self.means[name]:.4f}"] for name in self.best_first]
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
            leader="" if race is None else self.forecasters[race.first],
            second="" if race is None else self.forecasters[race.second],
            decided_after=-1 if sequence is None else int(sequence.first_exclusion()),
        )


def score(
    forecasts: "str | Path | pd.DataFrame | Panel",
    outcomes: "str | Path | pd.DataFrame | Outcomes",
    *,
    questions: "str | Path | pd.DataFrame | Questions | None" = None,
    system: str | ScoringSystem | Form = "quadratic",
    renormalise: bool = False,
    allow_missing: bool = False,
    ranges: Ranges | Sequence[str] = (),
    alpha: float = 0.05,
) -> ScoreResult:
    """Score probability forecasts, and compare the two best at level `alpha`, at every look.

    `questions` says which alternatives exist (else: what happened and what more than one person names); `renormalise`
    mends sums other than 1 instead of refusing, `allow_missing` scores only what was answered, `ranges`
    (`{"seats": (150, 250)}`) close the tails of quantities, which else fall off exponentially.
    """
    if not 0 < alpha < 1:
        raise BadParameters(f"alpha = {alpha:g} must lie between 0 and 1.")
    chosen, asked = find_score(system), find_questions(questions)
    own = find_ranges(ranges)
    bounds = {**(asked.ranges if asked else {}), **own}
    facts = find_outcomes(outcomes)
    panel = define_alternatives(find_panel(forecasts, renormalise=renormalise), asked, facts)
    refuse_unasked(panel, "--range", own)
    if any(panel.labels) and not all(panel.labels):
        raise BadRequest(
            f"{panel.source} mixes alternatives and quantities, whose scores have different units; "
            "score them in two files, or use delphi."
        )
    scored = score_panel(
        panel,
        facts,
        chosen.discrete,
        density_score=chosen.density,
        bounds=bounds,
        scales=asked.scales if asked else None,
        allow_missing=allow_missing,
    )
    forecasters, _, matrix = score_matrix(scored)
    level, race, rivals = adjust_for_units(matrix), None, None
    if np.count_nonzero(~np.isnan(level.means)) > 1:
        higher = chosen.sign > 0
        race = compare_two_best(matrix, higher_is_better=higher, alpha=alpha)
        rivals = lead_over_rivals(matrix, race.first, higher_is_better=higher, alpha=alpha)
    return ScoreResult(chosen, panel, facts, scored, forecasters, level, race, rivals)
