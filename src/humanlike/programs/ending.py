"""What became of a program: one word, one reason, what it used.

A program that fails is the entrant's affair and is reported (`EntryFailed`), with a mark beside the answer or game it
owed; what that costs is the tournament's rule. A sandbox that does not start is the organiser's affair
(`SandboxTrouble`) and is never scored.
"""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from humanlike.core import HumanlikeError

Outcome = Literal["ok", "failed", "timed out", "out of memory", "bad output", "sandbox trouble"]


@dataclass(frozen=True)
class Ending:
    """How a run ended; `sandboxed` is False where the organiser chose to trust the program."""

    outcome: Outcome
    reason: str = ""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory_bytes: int = 0  # as sampled: a program that lives for an instant may show 0
    sandboxed: bool = True
    stage: str = ""  # empty for a run; "build" or "training" before the first

    @property
    def is_ok(self) -> bool:
        """The program did what it should."""
        return self.outcome == "ok"

    @property
    def mark(self) -> str:
        """The ending as it stands beside a score.

        >>> Ending("timed out", "after 2 s", sandboxed=False).mark
        'timed out: after 2 s (unsandboxed)'
        >>> Ending("timed out", "after 60 s", stage="training").mark
        'training: timed out: after 60 s'
        """
        text = ": ".join(filter(None, (self.stage, self.outcome, self.reason)))
        return text if self.sandboxed else f"{text} (unsandboxed)"

    def as_document(self) -> dict[str, Any]:
        """The ending for a JSON document or a table of results."""
        return {**asdict(self), "mark": self.mark}


class EntryFailed(HumanlikeError):
    """A program that did not do what its kind of entry has to do; `ending` says how."""

    def __init__(self, entry: str, ending: Ending) -> None:
        super().__init__(entry, ending)  # both, so that the error survives a journey between processes
        self.entry = entry
        self.ending = ending

    def __str__(self) -> str:
        return f"Entry '{self.entry}' {self.ending.mark}."


class SandboxTrouble(HumanlikeError):
    """The sandbox itself did not open, several times; says nothing about the entry."""

    def __init__(self, entry: str, ending: Ending) -> None:
        super().__init__(entry, ending)
        self.entry = entry
        self.ending = ending

    def __str__(self) -> str:
        return f"Entry '{self.entry}' could not be run, which is not its fault; {self.ending.mark}."
