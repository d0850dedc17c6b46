"""Tables, intervals and pictures in Markdown."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

UNKNOWN = "-"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A table and the empty line after it."""
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return [*lines, *(f"| {' | '.join(map(str, row))} |" for row in rows), ""]


def number(value: float | None, digits: int = 3) -> str:
    """A number with so many decimals.

    >>> number(0.25), number(None)
    ('0.250', '-')
    """
    return UNKNOWN if value is None else f"{value:.{digits}f}"


def significant(value: float | None, digits: int = 3) -> str:
    """A number with so many digits that count."""
    return UNKNOWN if value is None else f"{value:.{digits}g}"


def interval(low: float | None, high: float | None, *, digits: int = 3) -> str:
    """`[low, high]`."""
    return f"[{number(low, digits)}, {number(high, digits)}]"


def estimate(value: float | None, low: float | None, high: float | None, *, digits: int = 3) -> str:
    """`value [low, high]`."""
    return f"{number(value, digits)} {interval(low, high, digits=digits)}"


def chance(value: float) -> str:
    """A p-value: two digits that count, and no smaller than can be believed.

    >>> chance(0.0312), chance(3e-7)
    ('0.031', '3.0e-07')
    """
    return f"{value:.2g}" if value >= 0.0001 else f"{value:.1e}"


def pictures(shown: Mapping[str, Path]) -> list[str]:
    """Every picture in a paragraph of its own, each called what it is; pages stand beside the folder of pictures."""
    return [
        line
        for name, path in shown.items()
        for line in (f"![{name.replace('_', ' ')}]({path.parent.name}/{quote(path.name)})", "")
    ]
