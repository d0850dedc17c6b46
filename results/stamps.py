"""Stamps: what a committed part was made from, and whether that is still so."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from humanlike import __version__
from humanlike.work import machine


@dataclass(frozen=True)
class Origin:
    """What a part is made from; a part is stale as soon as one of these differs."""

    command: str
    sources: str
    data: str  # empty where there is none


@dataclass(frozen=True)
class Stamp:
    """Where the numbers of a part came from."""

    version: str
    origin: Origin | None  # none: from before there were stamps
    seconds: float | None  # of processor time
    accepted: Origin | None = None  # kept by hand although this was its origin by then
    machine: Mapping[str, str] | None = None  # none: from before it was kept

    @classmethod
    def now(cls, origin: Origin, seconds: float) -> "Stamp":
        """The stamp of what was just computed."""
        return cls(__version__, origin, round(seconds, 1), machine=machine())

    def holds_for(self, origin: Origin) -> bool:
        """Whether the part need not be computed again."""
        return origin in (self.origin, self.accepted)

    def accept(self, origin: Origin) -> "Stamp":
        """The same numbers, kept for this origin too."""
        return replace(self, accepted=origin)

    def document(self) -> dict[str, Any]:
        """Plain values; what was accepted says so."""
        plain = asdict(self)
        if self.machine is None:
            del plain["machine"]
        if self.accepted is not None:
            plain["accepted"] = {"reason": "accepted", **plain["accepted"]}
        return plain

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> "Stamp":
        """The stamp that `document` wrote."""
        origin, accepted = (
            None
            if document[key] is None
            else Origin(*(document[key][name] for name in Origin.__annotations__))
            for key in ("origin", "accepted")
        )
        return cls(document["version"], origin, document["seconds"], accepted, document.get("machine"))
