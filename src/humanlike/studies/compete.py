"""Man or machine, decided: emulators play, detectors judge, until the winner is established."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import BadRequest
from humanlike.core.progress import Progress, silent
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable
from humanlike.tournament import (
    Plan,
    TournamentFindings,
    TournamentResult,
    checked_plan,
    document_of_run,
    resume_tournament,
    run_tournament,
    tournament_findings,
)
from humanlike.tournament.brought import told
from humanlike.tournament.directory import PAGE
from humanlike.tournament.humans import RECONSTRUCTION
from humanlike.tournament.objects import KINDS, Objects, words_and_objects
from humanlike.tournament.recitation import told as recitations
from humanlike.tournament.redrawing import Redrawn
from humanlike.tournament.verdicts import (
    beside_the_constant,
    disqualified,
    population_of,
    redrawn_sentences,
    rests_on,
    verdict_of,
)
from humanlike.work import Effort, Workforce

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class CompeteResult(Result):
    """A finished tournament and the directory that keeps it."""

    tournament: TournamentResult
    run: Path

    @property
    def page(self) -> Path:
        """Where the command writes the report."""
        return self.run / PAGE

    @cached_property
    def findings(self) -> TournamentFindings:
        """All that follows from the tournament: what a report shows."""
        return tournament_findings(self.tournament)

    def frame(self) -> "pd.DataFrame":
        """One row for each answer: trial, game, source, detector, probability, score."""
        return self.tournament.table.copy()

    def document(self) -> dict[str, Any]:
        """Standings, winners, references, checks, and where the run is kept."""
        return document_of_run(self.tournament) | {
            "run": str(self.run),
            "report": str(self.page) if self.page.exists() else None,
        }

    def headline(self) -> str:
        """Who leads each side, whether that is established, and whether a constant would have done."""
        verdict = verdict_of(self.tournament, self.tournament.crowning)
        return " ".join([*verdict, beside_the_constant(self.tournament)])

    def verdicts(self) -> Iterator[str]:
        """Who is crowned by the plan's rule, and on whom that holds."""
        yield from verdict_of(self.tournament, self.tournament.crowning)
        yield beside_the_constant(self.tournament)
        yield population_of(self.tournament)

    def beside_the_standings(self) -> Iterator[Part]:
        """What is known of these standings from elsewhere: nothing, unless the design is the published one."""
        yield from ()

    def disqualified(self, side: str) -> Iterator[str]:
        """Below the standings of a side: who cannot win, and why."""
        yield from (f"  {sentence}" for sentence in disqualified(self.tournament.crowning, side))

    def story(self) -> Iterator[Part]:
        """The winners, both standings, what the organiser should know, and where to look further."""
        yield from self.verdicts()
        if not self.tournament.terms.are_bounded:
            yield f"The verdict {rests_on(self.tournament.terms)}."
        yield _detectors(self.tournament)
        yield from self.disqualified("detectors")
        yield (
            f"  references: knowing nothing (one half) {self.tournament.chance:.4f}; "
            f"best constant in hindsight {self.tournament.best_constant:.4f} (it knows the share of people, "
            "which detectors are not told)"
        )
        yield from (f"  {sentence}" for sentence in redrawn_sentences(self.tournament))
        yield _emulators(self.tournament)
        yield from self.disqualified("emulators")
        yield from self.beside_the_standings()
        yield from recitations(self.tournament.audit)
        yield from told(self.tournament.material.unsandboxed)
        yield from self.tournament.notes
        report = f"   Report: {self.page}" if self.page.exists() else ""
        yield f"Run directory: {self.run}{report}"

    def plot(self) -> "Figure":
        """Who passes for human with the leading detector: people and every emulator."""
        from humanlike.figures.judgement import draw_passing

        beliefs = self.findings.beliefs
        people = "people (reconstruction)" if RECONSTRUCTION in self.tournament.plan.humans else "people"
        return draw_passing(
            [people if each.is_human else each.source for each in beliefs],
            [each.is_human for each in beliefs],
            np.array([each.probability for each in beliefs]),
            np.array([each.lower for each in beliefs]),
            np.array([each.upper for each in beliefs]),
            measure=f"P(human) said by {self.tournament.leaderships['detectors'].leader}",
            data=f"games: {len(self.tournament.material.games)}; trials: {self.tournament.trials}",
        )


def compete(
    plan: str | Path | Plan | None = None,
    *,
    out: str | Path | None = None,
    resume: str | Path | None = None,
    workers: int = 0,
    cluster: str = "",
    progress: Progress = silent,
    **settings: Any,
) -> CompeteResult:
    """Hold a tournament in the directory `out` (`runs/tournament-SEED`), or continue the one in `resume`.

    `settings` are those of a plan, on top of the plan or plan file given: `humans`, `emulators`, `detectors`, `games`
    (words by commas, objects, or lists of both), `unpublished` (people for the audit only, given as `humans`),
    `trials`, `until` ("fixed": exactly that many trials), `seed`, `salt`, `crown` ("sound", or "published": as the
    paper did), `system`, `redraw_humans`, `mode`, `confidence`, `pairs`, `humans_per_game`, `zipper`, `matching`
    (only people who were matched so: fixed, strangers, zipper, groups), `information` (what machines see), `trust`,
    `zero_constant`; for strangers' programs `seconds`, `memory`, `output` (MB), `training_seconds`, `strikes`,
    `quota`, `asked_again`. A call repeated with the same settings continues where it was interrupted. `workers` 0 takes
    every core; `cluster` is the address of a Dask scheduler.

    Rules, emulators, detectors, games, plays (or tables of play) and a scoring system given as objects enter under
    their own names. Code that is given so, or comes from users' files, runs unsandboxed, and the result says so.
    """
    effort = Effort(Workforce.asked(workers, cluster), None, progress)
    changes, objects = entered(settings)
    if resume is not None:
        if plan is not None or changes:
            raise BadRequest(
                f"A resumed run goes by its own plan; leave out {', '.join(changes) or 'the plan'}."
            )
        found = resume_tournament(Path(resume), effort=effort)
        return CompeteResult(found, Path(resume))
    chosen = plan_of(plan, settings)
    target = Path(out) if out is not None else Path("runs") / f"tournament-{chosen.seed}"
    found = run_tournament(chosen, target, objects=objects, effort=effort)
    return CompeteResult(found, target)


def entered(settings: Mapping[str, Any]) -> tuple[dict[str, Any], list[object]]:
    """Settings in words, as a plan holds them, and the objects that were given among them."""
    changes: dict[str, Any] = {}
    objects: list[object] = []
    for name, value in settings.items():
        if value is None:
            continue
        changes[name] = value
        kind = "humans" if name == "unpublished" else name
        if kind in KINDS and not (name == "system" and isinstance(value, str)):
            words, things = words_and_objects(kind, value)
            changes[name] = words[0] if name == "system" and words else words
            objects += things
    return changes, objects


def plan_of(plan: str | Path | Plan | None, settings: Mapping[str, Any]) -> Plan:
    """The plan with the settings on top; all that is wrong with it is told at once."""
    changes, things = entered(settings)
    objects = Objects.of(things)
    if isinstance(plan, Plan):
        return checked_plan(None, plan.model_dump(exclude_unset=True) | changes, objects)
    return checked_plan(Path(plan) if plan is not None else None, changes, objects)


def _detectors(result: TournamentResult) -> StoryTable:
    return StoryTable(
        "Detectors (highest wins; redrawn: the balanced score with other people and games)",
        ["detector", "score", "balanced", "redrawn", "minimax", "median game", "rank", "rank set", "failed"],
        [
            [
                row["name"],
                row["score"],
                row["balanced_score"],
                _ends(result.redrawing.balanced[row["name"]]),
                row["minimax"],
                row["median game"],
                row["rank mean"],
                _rank_set(row),
                _failed(row),
            ]
            for row in result.detectors.to_dict("records")
        ],
    )


def _emulators(result: TournamentResult) -> StoryTable:
    schemes = [
        each
        for each in ("winning detector", "sound detectors", "unweighted mean", "weighted mean")
        if each in result.emulators
    ]
    by = result.crowning.scheme
    return StoryTable(
        f"Emulators (lowest wins; ranks by {by})",
        ["emulator", *(each.removesuffix(" mean") for each in schemes), "rank", "rank set", "failed"],
        [
            [row["name"], *(row[each] for each in schemes), row[f"rank {by}"], _rank_set(row), _failed(row)]
            for row in result.emulators.to_dict("records")
        ],
    )


def _ends(redrawn: Redrawn) -> str:
    return f"[{redrawn.lower:.3f}, {redrawn.upper:.3f}]" if redrawn.lower == redrawn.lower else "[unknown]"


def _rank_set(row: Mapping[Hashable, Any]) -> str:
    return f"{row['rank_lower']}-{row['rank_upper']}"


def _failed(row: Mapping[Hashable, Any]) -> str:
    return f"{row['failed']} of {row['asked']}"
