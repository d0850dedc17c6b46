"""Text that strangers wrote, and what a checked file says is wrong with itself: one line, safe to print."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError


def harmless(text: str) -> str:
    r"""A stranger's text on one line, without what could move a terminal's cursor.

    >>> harmless("a\x1b[2Jb\n c")
    'a [2Jb c'
    """
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def what_is_wrong(error: "ValidationError") -> str:
    """All problems of a description as one sentence, each with its place."""
    problems = [
        (".".join(map(str, each["loc"])), each["msg"].removeprefix("Value error, "))
        for each in error.errors()
    ]
    return "; ".join(f"{where}: {what[0].lower()}{what[1:]}".removeprefix(": ") for where, what in problems)
