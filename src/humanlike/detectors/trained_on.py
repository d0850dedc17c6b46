"""What a detector was trained on: whose play, how much of it, and whether a play to be judged was part of it.

Of each training match that tells enough to be recognised a fingerprint is kept (`fingerprints`), by source. A judge who
meets more of them again than chance allows (`recognising`) says so: its verdict is memory then, not judgement.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import humanlike
from humanlike.core import Play
from humanlike.detectors.digests import material_digest
from humanlike.detectors.fingerprints import WIDTH, match_fingerprints
from humanlike.detectors.recognising import ENOUGH, KnownMatches, Recognised
from humanlike.detectors.reliability import HeldOutReliability, read_reliability
from humanlike.detectors.sources import Source

PEOPLE, MACHINES = "human", "machine"
Fingerprints = Mapping[str, frozenset[bytes]]  # by class and source: "human ipd-lab DF"


class Overlap(NamedTuple):
    """How much of a judged play the detector was trained on."""

    n_matches: int
    n_recognisable: int  # different matches that tell enough to be recognised
    n_known: (
        int | None
    )  # of these, met in training move for move; None: the detector does not know its matches
    log10_evidence: float  # for more than chance
    sources: tuple[str, ...]  # where they were met
    is_named: bool  # the data set bears the name of training material

    @property
    def is_known(self) -> bool:
        """Whether more matches were met again than chance allows."""
        return self.log10_evidence >= ENOUGH

    @property
    def sentence(self) -> str:
        """A warning, or nothing."""
        if self.n_known and self.is_known:
            return (
                f"{self.n_known} of the {self.n_recognisable} matches that can be recognised "
                f"({self.n_known / self.n_recognisable:.0%}; {self.n_matches} matches in all) were in the training "
                f"material ({', '.join(self.sources)}): this verdict is not out of sample."
            )
        if self.is_named and not self.n_recognisable:
            return (
                "A data set of this name was in the training material, and no match tells enough to be recognised: "
                "this verdict may not be out of sample."
            )
        return ""


def together(overlaps: Sequence[Overlap]) -> Overlap:
    """The overlap of a data set from those of its games: chances multiply."""
    known = [each.n_known for each in overlaps if each.n_known is not None]
    return Overlap(
        sum(each.n_matches for each in overlaps),
        sum(each.n_recognisable for each in overlaps),
        sum(known) if known else None,
        sum(each.log10_evidence for each in overlaps),
        tuple(sorted({source for each in overlaps for source in each.sources})),
        any(each.is_named for each in overlaps),
    )


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
    studies: tuple[str, ...] = ()  # kin of its people; empty: nobody said
    families: tuple[str, ...] = ()  # kin of its machines
    matches: Fingerprints | None = field(default=None, repr=False)  # None: not kept
    reliability: HeldOutReliability | None = None  # on what was held out; None: never measured

    @property
    def sentence(self) -> str:
        """The material in words."""
        return (
            f"trained on {self.n_human_plays} plays of people ({', '.join(self.people) or '?'}) and "
            f"{self.n_machine_plays} of machines; material {self.digest or '?'}"
        )

    @property
    def caveat(self) -> str:
        """What its calibration cannot promise, because nothing could be held out."""
        single = [
            f"{kind} of one {kin}"
            for kind, kin, found in (
                ("people", "study", self.studies),
                ("machines", "family", self.families),
            )
            if len(found) == 1
        ]
        if not single:
            return ""
        return (
            f"It was trained on {' and '.join(single)} only: nothing says how it does on others, and its probabilities "
            "are too sure of themselves there."
        )

    @cached_property
    def _known(self) -> KnownMatches:
        pools: dict[str, set[bytes]] = {PEOPLE: set(), MACHINES: set()}
        for label, prints in (self.matches or {}).items():
            pools[label.partition(" ")[0]] |= prints
        return KnownMatches(list(pools.values()))

    def overlap(self, play: Play, matches: Sequence[str] | None = None) -> Overlap:
        """How much of a play, or of these matches of it, was in the training."""
        name = str(play.provenance.get("dataset", ""))
        is_named = bool(name) and any(f"{each} ".startswith(f"{name} ") for each in self.people)
        if self.matches is None:
            return Overlap(len(matches or play.labels("match").different()), 0, None, 0.0, (), is_named)
        found: Recognised = self._known.recognise(play, matches)
        sources = [
            label.partition(" ")[2]
            for label, prints in self.matches.items()
            if not prints.isdisjoint(found.known)
        ]
        return Overlap(
            found.n_matches,
            found.n_recognisable,
            len(found.known),
            found.log10_evidence,
            tuple(sorted(sources)),
            is_named,
        )

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
            "studies": ", ".join(self.studies),
            "families": ", ".join(self.families),
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
            "studies": list(self.studies),
            "families": list(self.families),
            "matches": None if self.matches is None else _packed(self.matches),
            "reliability": None if self.reliability is None else self.reliability.document(),
        }


def material_of(plays: Sequence[Play], is_human: Sequence[bool], sources: Sequence[Source]) -> TrainedOn:
    """The description of labelled plays; `sources` says which experiment or emulator is behind each."""
    labels = [
        f"{PEOPLE if own else MACHINES} {source.name}" for own, source in zip(is_human, sources, strict=True)
    ]
    people, machines = (
        [source for source, own in zip(sources, is_human, strict=True) if bool(own) is kind]
        for kind in (True, False)
    )
    return TrainedOn(
        _different(source.name for source in people),
        _different(source.name for source in machines),
        len(people),
        len(machines),
        material_digest(plays, labels),
        humanlike.__version__,
        studies=_kin(people),
        families=_kin(machines),
        matches=fingerprints_of(plays, labels),
    )


def fingerprints_of(plays: Sequence[Play], labels: Sequence[str]) -> Fingerprints:
    """The fingerprints of all matches that can be recognised, by label."""
    found: dict[str, set[bytes]] = {}
    for play, label in zip(plays, labels, strict=True):
        found.setdefault(label, set()).update(match_fingerprints(play).values())
    return {label: frozenset(prints) for label, prints in found.items() if prints}


def _kin(sources: Sequence[Source]) -> tuple[str, ...]:
    """The studies or families of some sources; nothing if some do not say theirs."""
    if not all(source.kin for source in sources):
        return ()
    return _different(kin.partition(" ")[2] for source in sources for kin in source.kin)


def _different(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))


def _packed(matches: Fingerprints) -> dict[str, str]:
    return {label: b64encode(b"".join(sorted(prints))).decode() for label, prints in sorted(matches.items())}


def read_trained_on(document: Mapping[str, Any]) -> TrainedOn:
    """The material a saved detector names; a wrong document raises KeyError, TypeError or ValueError.

    Files of version 0.1 hold texts only, and no fingerprints; `seats` of later ones were another kind.
    """
    unknown = set(document) - set(TrainedOn().document()) - {"seats"}
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
        _names(document.get("studies", ())),
        _names(document.get("families", ())),
        _unpacked(document.get("matches")),
        read_reliability(document.get("reliability")),
    )


def _names(document: Any) -> tuple[str, ...]:
    names = document.split(", ") if isinstance(document, str) else document
    return tuple(_text(name) for name in names)


def _text(document: Any) -> str:
    if not isinstance(document, str):
        raise TypeError(f"{document!r} stands where a text should")
    return document


def _unpacked(document: Any) -> Fingerprints | None:
    if document is None:
        return None
    if not isinstance(document, Mapping) or any(
        label.partition(" ")[0] not in (PEOPLE, MACHINES) for label in document
    ):
        raise ValueError("its fingerprints do not say whose they are")
    found = {}
    for label, text in document.items():
        prints = b64decode(_text(text), validate=True)
        if len(prints) % WIDTH:
            raise ValueError(f"its fingerprints of matches do not have {WIDTH} bytes each")
        found[label] = frozenset(prints[start : start + WIDTH] for start in range(0, len(prints), WIDTH))
    return found
