"""Answers that are not counted, and spellings to doubt, for people."""

from collections.abc import Iterator, Sequence

from humanlike.scoring.panels import LookAlike, SetAside
from humanlike.studies.telling import Part, StoryTable


def set_aside_story(aside: Sequence[SetAside], alike: Sequence[LookAlike]) -> Iterator[Part]:
    """Which alternatives may be one, and who named which one that nobody defined, where; nothing where nobody did."""
    for pair in alike:
        yield pair.sentence()
    if aside:
        yield StoryTable("Set aside, not counted", SetAside._fields, aside)
