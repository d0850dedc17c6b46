"""What a page on a paper is made of: rows in chapters."""

from collections.abc import Mapping
from dataclasses import dataclass

FROM_RESULT = "result:"


@dataclass(frozen=True)
class Row:
    """One thing a paper has, and where it runs.

    `command` is one or more `humanlike` lines, by semicolons; they run in a folder that holds what `humanlike example
    all` writes, and the last one is asked for `--json`. `result` names a computed page of `docs/results` for what takes
    longer. `ours` says where our number stands: a path into the command's document ("detectors/name=dates/score":
    keys, numbers of list items, or KEY=VALUE for the item that has it), or after "result:" a path into the numbers of
    `result`, which begins with a part ("result:table 1/adaptive/d_O/distance"). Several paths are several numbers.
    """

    where: str  # "section 3.2", "Table 4", "footnote 15"
    what: str  # what is there, in our words
    command: str = ""
    published: str = ""  # as printed
    ours: str | tuple[str, ...] = ()
    why: str = ""  # why the two differ, or why there is none
    result: str = ""
    decimals: int = 3

    @property
    def paths(self) -> tuple[str, ...]:
        """Where our numbers stand."""
        return (self.ours,) if isinstance(self.ours, str) else self.ours


@dataclass(frozen=True)
class Paper:
    """One paper: what it is called, how it is cited, what it is about, and its rows by chapter."""

    title: str
    citation: str
    about: str
    chapters: Mapping[str, tuple[Row, ...]]

    @property
    def rows(self) -> list[Row]:
        """All rows in the paper's order."""
        return [row for rows in self.chapters.values() for row in rows]
