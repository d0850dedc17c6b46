"""What a stranger's program may use: time, memory of the whole process tree, processes, bytes written."""

from dataclasses import dataclass, fields, replace
from pathlib import Path

from humanlike.core import BadRequest

MEGABYTE = 2**20


@dataclass(frozen=True)
class Limits:
    """The organiser's caps for one run of a program (for a player: one match), and what it must not see.

    Memory is counted over all processes together (proportional set size, so shared pages count once); each
    process alone may map `ADDRESS_FACTOR` times as much, because runtimes reserve what they never touch.
    """

    seconds: float = 30.0  # by the wall clock
    cpu_seconds: float = 30.0  # of all processes together
    memory_bytes: int = 1024 * MEGABYTE
    processes: int = 64
    output_bytes: int = 16 * MEGABYTE  # the output directory as a whole
    scratch_bytes: int = 64 * MEGABYTE  # the private /tmp as a whole
    printed_bytes: int = MEGABYTE  # standard output and error of a program that answers by file
    files: int = 1000  # in the output directory, and again in /tmp
    training_seconds: float = 60.0  # by the clock and of processor time, for a detector to learn once
    unseen: tuple[
        Path, ...
    ] = ()  # what the organiser reads: covered where it lies in a place programs are shown

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name != "unseen" and not value > 0:
                raise BadRequest(f"The limit '{field.name}' must be above 0, not {value}.")

    @property
    def for_training(self) -> "Limits":
        """The same limits with the time there is for learning."""
        return replace(self, seconds=self.training_seconds, cpu_seconds=self.training_seconds)

    def within(self, asked_seconds: float | None) -> "Limits":
        """The same limits with the time an entry asked for, which may not exceed the organiser's."""
        if asked_seconds is None:
            return self
        if asked_seconds > self.seconds:
            raise BadRequest(
                f"The entry asks for {asked_seconds:g} s a run; the organiser allows {self.seconds:g} s."
            )
        return replace(self, seconds=asked_seconds, cpu_seconds=min(self.cpu_seconds, 2 * asked_seconds))


ADDRESS_FACTOR = 4
OPEN_FILES = 64  # per process
