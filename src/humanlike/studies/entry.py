"""Does a contestant's program stand a tournament? A rehearsal says."""

import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from humanlike.studies.compete import plan_of
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable
from humanlike.tournament import CheckReport, Plan, rehearse

if TYPE_CHECKING:
    import pandas as pd

SEED_BITS = 31


@dataclass(frozen=True, eq=False, repr=False)
class EntryResult(Result):
    """Everything that was looked at in one entry."""

    report: CheckReport

    @property
    def is_ok(self) -> bool:
        """Nothing was wrong."""
        return self.report.is_ok

    def frame(self) -> "pd.DataFrame":
        """One row for each check."""
        import pandas as pd

        return pd.DataFrame([asdict(each) for each in self.report.checks])

    def document(self) -> dict[str, Any]:
        """The entry, the seed and the limits it was rehearsed with, and every check."""
        return {**asdict(self.report), "ok": self.is_ok}

    def headline(self) -> str:
        """Whether it may be sent in."""
        return "All well." if self.is_ok else "Not ready to be sent in."

    def story(self) -> Iterator[Part]:
        """The verdict, check by check, and how to repeat it."""
        report = self.report
        yield self.headline()
        where = "in the sandbox" if report.sandboxed else "UNSANDBOXED"
        rows = [
            ["ok" if each.passed else "PROBLEM", each.check, each.detail, f"{each.seconds:.2f}"]
            for each in report.checks
        ]
        title = f"{report.kind} '{report.entry}' by {report.author}, {where}"
        yield StoryTable(title, ["", "check", "detail", "seconds"], rows)
        limits = report.limits
        yield (
            f"Rehearsed with seed {report.seed} (--seed {report.seed} repeats it) within {limits['seconds']:g} s, "
            f"{limits['memory']} MB of memory and {limits['output']} MB of output a run."
        )


def check_entry(
    directory: Path | str,
    *,
    plan: str | Path | Plan | None = None,
    seed: int | None = None,
    **settings: Any,
) -> EntryResult:
    """Rehearse a tournament with the entry in a directory, on games and people drawn anew each time.

    `plan` (a plan or its file) is the organiser's, `settings` are on top of it: with `humans` or `games`, or a plan,
    those are used. `seconds`, `memory` and `output` (MB) are what a run may use; `trust` runs the program without a
    sandbox: it can do what you can. `seed` repeats a rehearsal; without it the operating system draws one.
    """
    drawn = secrets.randbits(SEED_BITS) if seed is None else seed
    chosen = plan_of(plan, {**settings, "seed": drawn})
    own = plan is not None or any(settings.get(name) is not None for name in ("humans", "games"))
    return EntryResult(rehearse(Path(directory), chosen, own=own))
