"""What every study returns: a frozen result that is a table, a document, a picture and a story.

::

    result.frame()      a tidy pandas table, one fact a row
    result.document()   plain Python, what `--json` prints
    result.plot()       a matplotlib Figure; no backend is switched
    result.story()      sentences and tables, the verdict first: what a terminal or a notebook shows
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from humanlike.core import BadRequest
from humanlike.studies.telling import Part, StoryTable, html_of, text_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Result(ABC):
    """Base of all results; subclasses are frozen dataclasses with `eq=False, repr=False`."""

    def headline(self) -> str:
        """The verdict in one line: the first sentence of the story, or the title of its first table."""
        for part in self.story():
            return part if isinstance(part, str) else part.title
        return type(self).__name__

    @abstractmethod
    def story(self) -> Iterator[Part]:
        """Sentences and tables for people, the verdict first."""

    @abstractmethod
    def document(self) -> Any:
        """Plain Python values for programs."""

    def frame(self) -> "pd.DataFrame":
        """A tidy table, one fact a row: by default the first table of the story."""
        import pandas as pd

        for part in self.story():
            if isinstance(part, StoryTable):
                return pd.DataFrame([list(row) for row in part.rows], columns=list(part.columns))
        raise BadRequest(f"{type(self).__name__} holds no table.")

    def plot(self) -> "Figure":
        """The picture of this result."""
        raise BadRequest(f"There is no picture of this: {self.headline()}")

    def plots(self) -> "dict[str, Figure]":
        """Every picture of this result, by name, for a folder: by default the one."""
        return {"figure": self.plot()}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.headline()}>"

    def __str__(self) -> str:
        return text_of(self.story())

    def _repr_html_(self) -> str:
        return html_of(self.story())
