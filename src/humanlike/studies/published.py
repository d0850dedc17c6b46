"""The published tournament on what the package ships, ours beside the published tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from humanlike.core.progress import Progress, silent
from humanlike.studies.compete import CompeteResult
from humanlike.studies.telling import Part, StoryTable
from humanlike.tournament import checked_plan, run_tournament
from humanlike.tournament.crown import Crowning
from humanlike.tournament.directory import remove_run
from humanlike.tournament.ensemble import StoredEnsemble, stored_ensemble
from humanlike.tournament.verdicts import RULES, beside_the_constant, population_of, verdict_of
from humanlike.work import Effort, Workforce, holding


@dataclass(frozen=True, eq=False, repr=False)
class PublishedResult(CompeteResult):
    """The published tournament again: its tables with ours beside them, both verdicts, standings and their range."""

    @cached_property
    def sound(self) -> Crowning:
        """The other verdict on the same trials: only detectors shown to beat a coin can win."""
        return self.tournament.crowned_by("sound")

    def document(self) -> dict[str, Any]:
        """What a tournament tells, every table of the paper with its notes, the sound verdict, the ensemble's range."""
        return super().document() | {
            "published": [each._asdict() for each in self.findings.published],
            "sound": {
                "verdict": verdict_of(self.tournament, self.sound),
                "sound": list(self.sound.sound),
                "undecided": list(self.sound.undecided),
            },
            "ensemble": ensemble_document(),
        }

    def verdicts(self) -> Iterator[str]:
        """Both verdicts, the paper's first, and on whom they hold."""
        for crowning in (self.tournament.crowning, self.sound):
            yield f"Crowned {RULES[crowning.rule]}:"
            yield from (f"  {sentence}" for sentence in verdict_of(self.tournament, crowning))
        yield beside_the_constant(self.tournament)
        yield population_of(self.tournament)

    def headline(self) -> str:
        """Who won, and that it is the published tournament."""
        return f"The published tournament: {super().headline()}"

    def story(self) -> Iterator[Part]:
        """Tables 3-18, ours beside theirs, who won by both rules, the standings, and what in them is construction."""
        for table in self.findings.published:
            yield StoryTable(table.title, table.columns, table.rows)
            yield from (f"  {note}" for note in table.notes)
            yield ""
        yield from super().story()

    def beside_the_standings(self) -> Iterator[Part]:
        """How far they move when people's moves come in another order: the stored range."""
        yield ensemble_table()
        yield from (f"  {sentence}" for sentence in ensemble_sentences())


def run_published(
    *,
    out: str | Path = Path("runs/published"),
    trials: int = 60,
    workers: int = 0,
    progress: Progress = silent,
) -> PublishedResult:
    """Play it afresh, in at most `trials` trials; an earlier run that it made in `out` is replaced, nothing else."""
    plan = checked_plan(None, {"trials": trials, "crown": "published"})
    effort = Effort(Workforce.asked(workers), None, progress)
    with holding(Path(out)):
        remove_run(Path(out), plan)
        return PublishedResult(run_tournament(plan, Path(out), effort=effort, verb="run"), Path(out))


def ensemble_document() -> dict[str, Any]:
    """The stored range of the standings over all orders of people's moves, as plain values."""
    found = stored_ensemble()
    rows = [
        {"name": each.name, "first": each.first, "depends_on_order": each.depends_on_order}
        | {"place_is_construction": each.place_is_construction, "above_chance": each.above_chance}
        | {part: getattr(each, part)._asdict() for part in ("score", "balanced", "rank")}
        for each in found.detectors
    ]
    return found._asdict() | {"detectors": rows}


def ensemble_table() -> StoryTable:
    """Beside the standings: how far they move when people's moves come in another order."""
    found = stored_ensemble()
    return StoryTable(
        f"The same over {found.members} reconstructions that meet every published number (stored)",
        ["detector", "score 5-95 %", "least to most", "ranks", "first", "above a coin", "place"],
        [
            [
                each.name,
                f"{each.score.p05:.3f} to {each.score.p95:.3f}",
                f"{each.score.least:.3f} to {each.score.most:.3f}",
                _ranks(each.rank.least, each.rank.most),
                f"{100 * each.first:.0f} %",
                f"{100 * each.above_chance:.0f} %",
                "construction" if each.place_is_construction else "not construction",
            ]
            for each in found.detectors
        ],
    )


def ensemble_sentences() -> Iterator[str]:
    """Who wins how often, and where the range comes from."""
    found: StoredEnsemble = stored_ensemble()
    winners = ", ".join(f"{name} {100 * share:.0f} %" for name, share in found.emulators_first.items())
    yield f"Emulators that come first: {winners}."
    yield (
        f"Stored by version {found.version}: seed {found.seed}, {found.members} orders of people's moves, from none at "
        f"all to the one shipped, {found.trials} trials each, the same machines in all. Places that are not "
        "construction can still differ from the table above by the draw of trials: see its rank sets."
    )


def _ranks(least: float, most: float) -> str:
    return f"{least:.0f}" if least == most else f"{least:.0f}-{most:.0f}"
