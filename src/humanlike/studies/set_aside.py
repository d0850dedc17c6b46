"""Answers that are not counted, as a table for people."""

from collections.abc import Iterator, Sequence

from humanlike.scoring.panels import SetAside
from humanlike.studies.telling import StoryTable


def set_aside_story(aside: Sequence[SetAside]) -> Iterator[StoryTable]:
    """Who named which alternative that nobody defined, where; nothing where nobody did."""
    if aside:
        yield StoryTable("Set aside, not counted", SetAside._fields, aside)
