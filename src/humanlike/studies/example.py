"""Working sample files to start from."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from humanlike.samples import SAMPLES, write_sample
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable


@dataclass(frozen=True, eq=False, repr=False)
class ExampleResult(Result):
    """The samples there are, or the files that were written."""

    name: str  # empty: only listed
    written: tuple[Path, ...]

    def document(self) -> dict[str, Any]:
        """Names, what they are, a command that takes them; and what was written."""
        return {
            "sample": self.name or None,
            "written": [str(path) for path in self.written],
            "samples": [
                {"name": name, "what": sample.what, "command": sample.command}
                for name, sample in SAMPLES.items()
            ],
        }

    def story(self) -> Iterator[Part]:
        """The files, and what to do with them."""
        if not self.name:
            rows = [[name, sample.what, sample.command] for name, sample in SAMPLES.items()]
            yield StoryTable("Samples: humanlike example NAME, or all", ["name", "what", "then"], rows)
            return
        for path in self.written:
            yield f"Wrote {path}"
        for name in SAMPLES if self.name == "all" else [self.name]:
            yield f"Try: {SAMPLES[name].command}"


def example(name: str = "", *, to: Path | str = ".") -> ExampleResult:
    """Write the files of a sample (or of `all`) into the folder `to`; without a name, list them."""
    return ExampleResult(name, tuple(write_sample(name, to)) if name else ())
