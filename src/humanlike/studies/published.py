"""The published tournament on what the package ships, ours beside the published tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from humanlike.core.progress import Progress, silent
from humanlike.studies.compete import CompeteResult
from humanlike.studies.telling import Part, StoryTable
from humanlike.tournament import checked_plan, run_tournament
from humanlike.tournament.directory import remove_run
from humanlike.work import Effort, Workforce


@dataclass(frozen=True, eq=False, repr=False)
class PublishedResult(CompeteResult):
    """The published tournament again: its tables with ours beside them, then our standings."""

    def document(self) -> dict[str, Any]:
        """What a tournament tells, and under `published` every table with its notes."""
        return super().document() | {"published": [each._asdict() for each in self.findings.published]}

    def headline(self) -> str:
        """Who won, and that it is the published tournament."""
        return f"The published tournament: {super().headline()}"

    def story(self) -> Iterator[Part]:
        """Tables 4-18, ours beside theirs, then who won and the standings."""
        for table in self.findings.published:
            yield StoryTable(table.title, table.columns, table.rows)
            yield from (f"  {note}" for note in table.notes)
            yield ""
        yield from super().story()


def run_published(
    *,
    out: str | Path = Path("runs/published"),
    trials: int = 60,
    workers: int = 0,
    progress: Progress = silent,
) -> PublishedResult:
    """Play it afresh, in at most `trials` trials; an earlier run of it in `out` is replaced, nothing else touched."""
    plan = checked_plan(None, {"trials": trials})
    remove_run(Path(out), plan)
    effort = Effort(Workforce.asked(workers), None, progress)
    return PublishedResult(run_tournament(plan, Path(out), effort=effort), Path(out))
