"""What a result is made of: parts, what each of them rests on, and the desk it is computed at."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from humanlike.core.progress import Progress, silent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EVERY: Final = ("*",)  # all things of a catalogue


@dataclass(frozen=True)
class Needs:
    """What a part rests on beside the files it imports.

    Things of the catalogues are named one by one, because a catalogue imports all of them: without its name here, a
    rule that is touched does not concern the part.
    """

    data: tuple[str, ...] = ()  # data sets by name
    rules: tuple[str, ...] = ()
    games: tuple[str, ...] = ()  # of the catalogue; those of data sets are data
    detectors: tuple[str, ...] = ()
    shipped: tuple[str, ...] = ()  # files of the package that are read, such as detectors/data/judge.json


@dataclass(frozen=True)
class Desk:
    """Where one part is computed: a folder of its own that outlives a kill, and whoever waits."""

    folder: Path
    workers: int = 0  # one a core
    progress: Progress = silent

    @property
    def effort(self) -> dict[str, Any]:
        """What verbs that can take long are given: who works, where pieces are kept as they finish, who is told."""
        return {"workers": self.workers, "out": self.folder / "run", "progress": self.progress}

    @property
    def pictures(self) -> Path:
        """Pictures of the part, until the whole result is there."""
        return self.folder / "pictures"

    def draw(self, name: str, figure: "Figure") -> None:
        """Keep a picture."""
        from humanlike.figures import save

        self.pictures.mkdir(parents=True, exist_ok=True)
        save(figure, self.pictures / f"{name}.svg")


@dataclass(frozen=True)
class Study:
    """One result: `compute` gives a part's numbers as plain values, `command` is what gives them to a reader."""

    title: str
    command: str
    parts: Mapping[str, Needs]
    compute: Callable[[str, Desk], Any] = field(repr=False)
    draws: bool = False  # only studies with pictures rest on the room that draws
