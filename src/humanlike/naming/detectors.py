"""Detectors: by name, an entry directory, a user's own; and those that are ready to judge."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from humanlike.core import BadRequest
from humanlike.detectors import (
    DETECTORS,
    Detector,
    TrainedDetector,
    check_detector,
    first_that_knows,
    members_of,
    shipped_detector,
)
from humanlike.detectors.program import detector_from_entry, is_program
from humanlike.naming.bringing import no_setting
from humanlike.naming.entries import is_entry
from humanlike.naming.grammar import parse_first, parts_of
from humanlike.naming.kinds import Kind, refuse_tie
from humanlike.programs import Limits

DETECTOR = Kind("detector", DETECTORS, lambda thing: isinstance(thing, Detector), check_detector)
JUDGE = Kind(
    "detector",
    DETECTORS,
    lambda thing: isinstance(thing, Detector | TrainedDetector),
    lambda thing: DETECTOR.check_once(thing.detector if isinstance(thing, TrainedDetector) else thing),
)
SHIPPED = ("", "logistic")  # what names the trained detector that ships
SINGLE = tuple(name for name, each in DETECTORS.items() if len(members_of(each)) == 1)
DETECTOR_SETS: Mapping[str, Sequence[str]] = {
    "published": (
        "random",
        "dates",
        "ninety-percent-tables",
        "payoff-change",
        "high-payoffs",
        "coordination",
    ),
    "untrained": tuple(name for name in SINGLE if DETECTORS[name].fit is None),
    "all": SINGLE,  # combinations only repeat what their members say: they are entered by name
}


def find_detector(word: str | Detector, *, trust: bool = False, limits: Limits | None = None) -> Detector:
    """The detector a word names, trained or not; a stranger's program has `limits`, and no sandbox if `trust`."""
    if not isinstance(word, str):
        given: Detector = DETECTOR.given(word)
        return given
    members = parse_first(word)
    if members is not None:
        return _combined([find_detector(each, trust=trust, limits=limits) for each in members])
    refuse_tie("detector", word, word in DETECTORS, is_entry(word))
    if is_entry(word):
        return detector_from_entry(word, limits, trust=trust)
    found, parsed = DETECTOR.find(word)
    no_setting("detector", parsed.name, parsed.setting, parsed.options)
    chosen: Detector = found
    return chosen


def find_judge(
    word: str | Path | Detector | TrainedDetector | None = None, *, trust: bool = False
) -> TrainedDetector:
    """The detector a word names, ready to judge; none: the one that ships.

    `FILE.json` is a saved one, `NAME:FILE.json` and `my_detector.py:DETECTOR:FILE.json` say whose code the model is
    for; an entry directory is run in its sandbox unless `trust`. One that needs training and has none is refused.
    """
    if word is None or word in SHIPPED:
        return shipped_detector()
    if not isinstance(word, str | Path):
        return _ready(JUDGE.given(word))
    text = str(word)
    if parse_first(text) is not None:
        return _judges_together([find_judge(each, trust=trust) for each in parts_of(text)])
    if is_entry(text):
        return _ready(find_detector(text, trust=trust))
    if is_saved(text):
        refuse_tie("detector", text, text in DETECTORS, Path(text).exists())
        return TrainedDetector.load(text)
    found, parsed = JUDGE.find(text)
    if not parsed.setting or parsed.options or isinstance(found, TrainedDetector):
        no_setting("detector", parsed.name, parsed.setting, parsed.options)
        return _ready(found)
    return TrainedDetector.load(parsed.setting, found)


def _combined(members: Sequence[Detector]) -> Detector:
    """First that knows; a program is asked about one play at a time, so nobody beside it may need the set."""
    comparing = [each.name for each in members if each.looks_at == "the whole set"]
    programs = [each.name for each in members if is_program(each)]
    if comparing and programs:
        raise BadRequest(
            f"'{programs[0]}' is a program and '{comparing[0]}' compares plays with each other: a program is shown one "
            "play at a time, so in first(...) it can stand only beside detectors of single plays."
        )
    return first_that_knows(members)


def _judges_together(members: Sequence[TrainedDetector]) -> TrainedDetector:
    """First that knows, of detectors that are ready; what it was trained on is what its first learner was."""
    combined = _combined([each.detector for each in members])
    learned = [each for each in members if each.detector.fit is not None]
    if not learned:
        return TrainedDetector(combined)
    return TrainedDetector(combined, tuple(each.model for each in members), learned[0].trained_on)


def is_saved(text: str) -> bool:
    """Whether a word is the file of a saved detector, and not `my_detector.py` or a word with its file."""
    path = Path(text)
    return (path.is_file() and path.suffix != ".py") or (path.suffix == ".json" and ":" not in text)


def _ready(found: Detector | TrainedDetector) -> TrainedDetector:
    if isinstance(found, TrainedDetector):
        return found
    if found.fit is not None:
        raise BadRequest(
            f"Detector '{found.name}' needs training and none is saved for it; give a saved detector file (.json, or "
            f"{found.name}:FILE.json), the run directory of a tournament it won, or leave --detector out for the one "
            f"that ships; ready without training are {', '.join(DETECTOR_SETS['untrained'])}."
        )
    return TrainedDetector(found)
