"""Who made a play, and what is left out together with it: people's whole study, a machine's whole family.

Treatments of one study share a laboratory, instructions and a pool of people; a rule, its mixtures and its fitted
variants share their conduct. A detector tested on one of them and trained on another has met what it is tested on.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from humanlike.core import Play

BETWEEN = " | "  # kin in a play's provenance


class Source(NamedTuple):
    """An experiment or an emulator, and its kin: the study of people, the families of a machine; none said: itself."""

    name: str
    kin: frozenset[str] = frozenset()

    @classmethod
    def of_people(cls, experiment: str, studies: Collection[str]) -> "Source":
        """An experiment that belongs to these studies."""
        return cls(experiment, frozenset(f"study {study}" for study in studies))

    @classmethod
    def of_machine(cls, name: str, families: Collection[str]) -> "Source":
        """A machine of these families."""
        return cls(name, frozenset(f"family {family}" for family in families))

    def is_akin(self, other: "Source") -> bool:
        """Whether what is said of one must not be learned from the other."""
        return self.name == other.name or not self.kin.isdisjoint(other.kin)

    def signed(self, play: Play) -> Play:
        """The play with the source in its provenance, where `fit` finds it."""
        return play.from_source(
            {**play.provenance, "source": self.name, "kin": BETWEEN.join(sorted(self.kin))}
        )


def as_source(given: "str | Source") -> Source:
    """A source from its name, or as it is."""
    return given if isinstance(given, Source) else Source(given)


def signed_sources(plays: Sequence[Play]) -> list[Source]:
    """The source each play is signed with; those without are sources of their own."""
    return [
        Source(
            str(play.provenance.get("source", f"play {number}")),
            frozenset(filter(None, str(play.provenance.get("kin", "")).split(BETWEEN))),
        )
        for number, play in enumerate(plays)
    ]


def told_sources(plays: Sequence[Play], is_human: Sequence[bool]) -> list[Source]:
    """The source each play tells of itself: its data set with its studies, its model with its family."""
    found = []
    for number, (play, human) in enumerate(zip(plays, is_human, strict=True)):
        name = str(play.provenance.get("source") or play.provenance.get("dataset") or f"play {number}")
        kin = [label for label in play.labels("study" if human else "family").different() if label]
        found.append(Source.of_people(name, kin) if human else Source.of_machine(name, kin))
    return found


def circles_of_kin(sources: Sequence[Source]) -> npt.NDArray[np.int64]:
    """A number for each source, the same for those that are akin, directly or through others.

    >>> mixed = Source.of_machine("mix", ["ewa", "cournot"])
    >>> circles_of_kin([Source.of_machine("ewa:fitted", ["ewa"]), mixed, Source("random")]).tolist()
    [0, 0, 1]
    """
    marks = [{f"name {source.name}", *source.kin} for source in sources]
    place = {mark: number for number, mark in enumerate(sorted(set().union(*marks)))}
    links = [(number, len(sources) + place[mark]) for number, own in enumerate(marks) for mark in sorted(own)]
    size = len(sources) + len(place)
    graph = coo_array((np.ones(len(links)), tuple(np.array(links).T)), shape=(size, size))
    return np.asarray(connected_components(graph, directed=False)[1][: len(sources)], dtype=np.int64)
