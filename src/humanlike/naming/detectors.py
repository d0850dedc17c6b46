"""Detectors: by name, an entry directory, a user's own."""

from collections.abc import Mapping, Sequence

from humanlike.detectors import DETECTORS, Detector, check_detector
from humanlike.detectors.program import detector_from_entry
from humanlike.naming.bringing import no_setting
from humanlike.naming.entries import is_entry
from humanlike.naming.kinds import Kind, refuse_tie

DETECTOR = Kind("detector", DETECTORS, lambda thing: isinstance(thing, Detector), check_detector)
DETECTOR_SETS: Mapping[str, Sequence[str]] = {
    "published": (
        "random",
        "dates",
        "ninety-percent-tables",
        "payoff-change",
        "high-payoffs",
        "coordination",
    ),
    "untrained": tuple(name for name, each in DETECTORS.items() if each.fit is None),
    "all": tuple(DETECTORS),
}


def find_detector(word: str | Detector, *, trust: bool = False) -> Detector:
    """The detector a word names, trained or not; `trust` runs a stranger's program without its sandbox."""
    if not isinstance(word, str):
        given: Detector = DETECTOR.given(word)
        return given
    refuse_tie("detector", word, word in DETECTORS, is_entry(word))
    if is_entry(word):
        return detector_from_entry(word, trust=trust)
    found, parsed = DETECTOR.find(word)
    no_setting("detector", parsed.name, parsed.setting, parsed.options)
    chosen: Detector = found
    return chosen
