"""What long work tells those who wait: counts, and now and then a sentence."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]  # what is going on, how many are done, of how many


def silent(what: str, done: int, total: int) -> None:
    """Tell nobody."""


def announce(progress: Progress, sentence: str) -> None:
    """A sentence to be read now: told as 0 of 0, since nothing is counted."""
    progress(sentence, 0, 0)
