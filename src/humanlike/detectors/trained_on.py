"""What a detector was trained on: whose play, how much of it, and whether a play to be judged was part of it.

Of each training seat long and varied enough to be recognised a short fingerprint is kept (`digests`), from which no
move can be had. A judge who meets a seat again, move for move, says so: its verdict is memory then, not judgement.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import humanlike
from humanlike.core import Play
from humanlike.detectors.detector import SeatNumbers
from humanlike.detectors.digests import SEAT_BYTES, material_digest, seat_digests


class Overlap(NamedTuple):
    """How much of a judged play the detector was trained on."""

    n_seats: int | None  # met in training, move for move; None: the detector does not know its training seats
    n_recognisable: int  # of the judged seats, those long and varied enough to be recognised
    is_named: bool  # the data set bears the name of training material

    @property
    def sentence(self) -> str:
        """A warning, or nothing."""
        if self.n_seats:
            return (
                f"{self.n_seats} of the {self.n_recognisable} seats long and varied enough to be recognised are, "
                "move for move, in the detector's own training data; their verdict flatters it."
            )
        if self.is_named and self.n_seats is None:
            return (
                "A data set of this name is in the detector's own training data; the verdict may flatter it."
            )
        return ""


@dataclass(frozen=True)
class TrainedOn:
    """The material of a training; empty for a detector that needs none."""

    people: tuple[str, ...] = ()  # data sets, or experiments in them
    machines: tuple[str, ...] = ()
    n_human_plays: int = 0
    n_machine_plays: int = 0
    digest: str = ""  # of all plays and labels
    version: str = ""  # of the package
    script: str = ""  # the command that made it, if one did
    run: str = ""  # the tournament it comes from, if it does
    seats: frozenset[str] | None = None  # fingerprints of training seats; None: not kept

    @property
    def sentence(self) -> str:
        """The material in words."""
        return (
            f"trained on {self.n_human_plays} plays of people ({', '.join(self.people) or '?'}) and "
            f"{self.n_machine_plays} of machines; material {self.digest or '?'}"
        )

    def overlap(self, play: Play, seats: SeatNumbers) -> Overlap:
        """How much of these seats of a play was in the training."""
        name = str(play.provenance.get("dataset", ""))
        is_named = bool(name) and any(f"{each} ".startswith(f"{name} ") for each in self.people)
        if self.seats is None:
            return Overlap(None, 0, is_named)
        digests = seat_digests(play)
        here = [digests[seat] for seat in seats.tolist() if seat in digests]
        return Overlap(sum(digest in self.seats for digest in here), len(here), is_named)

    def summary(self) -> dict[str, str]:
        """What `--json` prints: texts, those that are known."""
        if not self.digest:
            return {}
        texts = {
            "script": self.script,
            "run": self.run,
            "people": ", ".join(self.people),
            "machines": ", ".join(self.machines),
            "human plays": str(self.n_human_plays),
            "machine plays": str(self.n_machine_plays),
            "hash": self.digest,
            "version": self.version,
        }
        return {key: text for key, text in texts.items() if text}

    def document(self) -> dict[str, Any]:
        """What a saved detector holds: all of it."""
        return {
            "people": list(self.people),
            "machines": list(self.machines),
            "human plays": self.n_human_plays,
            "machine plays": self.n_machine_plays,
            "hash": self.digest,
            "version": self.version,
            "script": self.script,
            "run": self.run,
            "seats": None if self.seats is None else "".join(sorted(self.seats)),
        }


def material_of(plays: Sequence[Play], is_human: Sequence[bool], sources: Sequence[str]) -> TrainedOn:
    """The description of labelled plays; `sources` names the experiment or emulator behind each."""
    labels = [
        f"{'human' if own else 'machine'} {source}" for own, source in zip(is_human, sources, strict=True)
    ]
    people, machines = (
        tuple(sorted({source for source, own in zip(sources, is_human, strict=True) if bool(own) is kind}))
        for kind in (True, False)
    )
    n_human = sum(map(bool, is_human))
    return TrainedOn(
        people,
        machines,
        n_human,
        len(plays) - n_human,
        material_digest(plays, labels),
        humanlike.__version__,
        seats=frozenset(digest for play in plays for digest in seat_digests(play).values()),
    )


def read_trained_on(document: Mapping[str, Any]) -> TrainedOn:
    """The material a saved detector names; a wrong document raises KeyError, TypeError or ValueError.

    Files of version 0.1 hold texts only, and no seats.
    """
    unknown = set(document) - set(TrainedOn().document())
    if unknown:
        raise KeyError(f"'{sorted(unknown)[0]}' is nothing a detector is trained on")
    return TrainedOn(
        _names(document.get("people", ())),
        _names(document.get("machines", ())),
        int(document.get("human plays", 0)),
        int(document.get("machine plays", 0)),
        _text(document.get("hash", "")),
        _text(document.get("version", "")),
        _text(document.get("script", "")),
        _text(document.get("run", "")),
        _fingerprints(document.get("seats")),
    )


def _names(document: Any) -> tuple[str, ...]:
    names = document.split(", ") if isinstance(document, str) else document
    return tuple(_text(name) for name in names)


def _text(document: Any) -> str:
    if not isinstance(document, str):
        raise TypeError(f"{document!r} stands where a text should")
    return document


def _fingerprints(document: Any) -> frozenset[str] | None:
    if document is None:
        return None
    width = 2 * SEAT_BYTES
    if len(_text(document)) % width or not set(document) <= set("0123456789abcdef"):
        raise ValueError("its fingerprints of seats are no hexadecimal digits")
    return frozenset(document[start : start + width] for start in range(0, len(document), width))
