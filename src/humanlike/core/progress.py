"""What long work tells those who wait."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]  # what is going on, how many are done, of how many


def silent(what: str, done: int, total: int) -> None:
    """Tell nobody."""
