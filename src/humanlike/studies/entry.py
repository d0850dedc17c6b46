"""Does a contestant's program do what its kind of entry has to do?"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from humanlike.programs import CheckReport, Limits, examine_entry
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd


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
        """The entry and every check."""
        return {**asdict(self.report), "ok": self.is_ok}

    def headline(self) -> str:
        """Whether it may be sent in."""
        return "All well." if self.is_ok else "Not ready to be sent in."

    def story(self) -> Iterator[Part]:
        """The verdict, then check by check."""
        report = self.report
        yield self.headline()
        where = "in the sandbox" if report.sandboxed else "UNSANDBOXED"
        rows = [
            ["ok" if each.passed else "PROBLEM", each.check, each.detail, f"{each.seconds:.2f}"]
            for each in report.checks
        ]
        title = f"{report.kind} '{report.entry}' by {report.author}, {where}"
        yield StoryTable(title, ["", "check", "detail", "seconds"], rows)


def check_entry(
    directory: Path | str, *, seconds: float = 30.0, memory: int = 1024, trust: bool = False
) -> EntryResult:
    """Build and run the entry in a directory on a few games, within `seconds` and `memory` (MB) a run.

    `trust` runs it without a sandbox: the program can do what you can.
    """
    limits = Limits(seconds=seconds, cpu_seconds=seconds, memory_bytes=memory * 2**20)
    return EntryResult(examine_entry(Path(directory), limits, trust=trust))
