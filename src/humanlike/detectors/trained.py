"""A trained detector: ready to judge, to be saved and read back, and to say what it was trained on.

One type for all of them: a detector, its model (None for one that needs no training) and the material behind it. A
saved one is a single JSON document::

    {"format": "humanlike trained detector, version 1", "detector": "logistic", "own": false,
     "trained_on": {...}, "model": {...}}

Files are data, not code: reading one runs nothing. The model is written as `plain_documents` does, or as the detector
itself says. A file names its detector; where that is a user's own, the reader must have it at hand.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from humanlike.core import (
    BadFile,
    BadRequest,
    HumanlikeError,
    Play,
    UnsuitableGame,
    look_up,
    write_atomically,
)
from humanlike.core.plain_documents import NotPlain
from humanlike.detectors.catalogue import DETECTORS
from humanlike.detectors.contract import GAMES_TRIED, small_plays
from humanlike.detectors.detector import Detector, Floats, SeatNumbers
from humanlike.detectors.model_documents import document_reader, document_writer
from humanlike.detectors.trained_on import TrainedOn, read_trained_on

FORMAT: Final = "humanlike trained detector, version 1"
FIRST_FORMAT: Final = "humanlike logistic detector, version 1"  # of version 0.1; the shipped file has it
KEYS: Final = frozenset({"format", "detector", "own", "trained_on", "model"})
SHIPPED: Final = "judge.json"
LARGEST: Final = 100_000_000  # bytes of a file


@dataclass(frozen=True, eq=False, repr=False)
class TrainedDetector:
    """A detector with what it has learned, and from what."""

    detector: Detector
    model: Any = None
    trained_on: TrainedOn = field(default_factory=TrainedOn)

    def __post_init__(self) -> None:
        if not isinstance(self.detector, Detector):
            raise BadRequest(f"A detector was expected, not {self.detector!r:.60}.")
        if self.detector.fit is not None and self.model is None:
            raise BadRequest(f"Detector '{self.name}' must be trained before it can judge.")

    def __repr__(self) -> str:
        return f"<TrainedDetector {self.name}: {self.sentence}>"

    @property
    def name(self) -> str:
        """The detector's name."""
        return self.detector.name

    @property
    def sentence(self) -> str:
        """What it was trained on, or what it is, in words."""
        if self.trained_on.digest:
            return self.trained_on.sentence
        return f"{self.detector.description or 'no description'}; looks at {self.detector.looks_at}"

    def judge(self, plays: Play | Sequence[Play]) -> Floats:
        """P(human) for each play, shape [plays]; plays of one game are shown together.

        Raises `UnsuitableGame` for a play unlike those it was trained on (`judging` judges seats and matches).
        """
        given = [plays] if isinstance(plays, Play) else list(plays)
        groups: dict[tuple[bytes, ...], list[int]] = {}
        for place, play in enumerate(given):
            self.check_familiar(play, np.flatnonzero(play.studied))
            groups.setdefault(_payoffs(play), []).append(place)
        answers = np.empty(len(given))
        for places in groups.values():
            together = [given[place] for place in places]
            answers[places] = self.detector.probabilities(self.model, together[0].game, together)
        return answers

    def check_familiar(self, play: Play, seats: SeatNumbers) -> None:
        """Refuse a game, or play, unlike those it has seen, if the detector knows what is familiar."""
        if self.detector.check_familiar is not None:
            self.detector.check_familiar(self.model, play, seats)

    def save(self, path: Path | str) -> None:
        """Write one JSON document."""
        text = json.dumps(self.document(), indent=1, ensure_ascii=False, allow_nan=False)
        write_atomically(Path(path), text + "\n")

    def document(self) -> dict[str, Any]:
        """The JSON document; refuses a model that is no plain structure, and a stranger's program."""
        try:
            model = document_writer(self.detector)(self.model)
        except NotPlain as error:
            raise BadRequest(
                f"The model of detector '{self.name}' cannot be saved: {error}; annotate what `fit` returns, or give "
                "the Detector document_of(model) and model_of(document)."
            ) from error
        return {
            "format": FORMAT,
            "detector": self.name,
            "own": DETECTORS.get(self.name) != self.detector,
            "trained_on": self.trained_on.document(),
            "model": model,
        }

    @classmethod
    def load(cls, path: Path | str, detector: Detector | None = None) -> "TrainedDetector":
        """Read a saved one; a user's own `detector` must be given, because a file holds no code."""
        place = Path(path)
        try:
            if place.stat().st_size > LARGEST:
                raise BadFile(f"'{place.name}' is larger than {LARGEST:,} bytes: no saved detector.")
            text = place.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadFile(f"Cannot read the detector file '{place}': {error}.") from error
        return parse_trained(text, place.name, detector)


def _payoffs(play: Play) -> tuple[bytes, ...]:
    """The same for plays whose payoffs may be compared."""
    return (play.game.situation_kind.encode(), *(table.tobytes() for table in play.game.tables))


def shipped_detector() -> TrainedDetector:
    """The trained detector that comes with the package."""
    place = files("humanlike.detectors") / "data" / SHIPPED
    return parse_trained(place.read_text(encoding="utf-8"), SHIPPED)


def parse_trained(text: str, name: str, detector: Detector | None = None) -> TrainedDetector:
    """A trained detector from its JSON document; `name` is what errors call it."""
    document = _parsed(text, name)
    meant = _detector_of(document, name, detector)
    try:
        model = document_reader(meant)(document["model"])
        trained = TrainedDetector(meant, model, read_trained_on(document["trained_on"]))
        _try_out(trained)
    except Exception as error:  # whatever a wrong model makes of itself
        raise BadFile(f"'{name}' holds no model of detector '{meant.name}': {_said(error)}.") from error
    return trained


def _parsed(text: str, name: str) -> dict[str, Any]:
    """The document, in the present form and with the right keys."""
    try:
        document = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadFile(f"'{name}' is no JSON document: {_said(error)}.") from error
    if not isinstance(document, dict) or document.get("format") not in (FORMAT, FIRST_FORMAT):
        raise BadFile(f"'{name}' is no trained detector; its format should be '{FORMAT}'.")
    if document["format"] == FIRST_FORMAT:
        model = {key: part for key, part in document.items() if key not in ("format", "trained_on")}
        trained_on = document.get("trained_on")
        document = {"format": FORMAT, "detector": "logistic", "own": False, "model": model}
        document |= {"trained_on": trained_on}
    if document.keys() != KEYS:
        odd = sorted(document.keys() ^ KEYS)[0]
        raise BadFile(f"'{name}' is no trained detector: '{odd}' is missing or does not belong there.")
    return document


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _detector_of(document: dict[str, Any], name: str, given: Detector | None) -> Detector:
    meant, own = document["detector"], document["own"]
    if not isinstance(meant, str) or not isinstance(own, bool):
        raise BadFile(f"'{name}' does not say which detector it is for.")
    if given is not None:
        if given.name != meant:
            raise BadRequest(f"'{name}' was saved by detector '{meant}', not by '{given.name}'.")
        return given
    if own:
        raise BadRequest(
            f"'{name}' was saved by somebody's own detector, '{meant}': a file holds no code, so give it too."
        )
    return look_up(f"detector (as '{name}' says)", meant, DETECTORS)


def _try_out(trained: TrainedDetector) -> None:
    """Let a model that was read judge a small play, so that a wrong one fails here and not in use."""
    game = GAMES_TRIED[0]
    with suppress(UnsuitableGame):
        trained.detector.probabilities(trained.model, game, small_plays(game)[:1])


def _said(error: BaseException) -> str:
    text = " ".join(str(error).split())[:200].rstrip(".")
    return text if isinstance(error, ValueError | HumanlikeError) else f"{type(error).__name__}: {text}"
