"""Whether two bodies of play hold the same matches, whatever they are called."""

from collections.abc import Sequence
from typing import NamedTuple

from humanlike.core import Play
from humanlike.detectors.fingerprints import match_fingerprints
from humanlike.detectors.judging import dataset_of
from humanlike.detectors.recognising import ENOUGH, KnownMatches


class SharedMatches(NamedTuple):
    """Matches of one body that are in another, too."""

    dataset: str
    other: str
    n_recognisable: int  # matches of the first that tell enough to be recognised
    n_shared: int

    @property
    def sentence(self) -> str:
        """In words."""
        return (
            f"{self.n_shared} of the {self.n_recognisable} matches of {self.dataset} that can be recognised are in "
            f"{self.other} too: they are not independent of each other."
        )


def shared_matches(plays: Sequence[Play]) -> list[SharedMatches]:
    """Every pair of data sets that share more matches than chance allows; the smaller one is told about the larger."""
    bodies: dict[str, list[Play]] = {}
    for play in plays:
        bodies.setdefault(dataset_of(play), []).append(play)
    if len(bodies) < 2:
        return []
    pools = {
        name: {each for play in body for each in match_fingerprints(play).values()}
        for name, body in bodies.items()
    }
    names = sorted(bodies, key=lambda name: (len(pools[name]), name))
    found = []
    for place, name in enumerate(names):
        for other in names[place + 1 :]:
            known = KnownMatches([pools[other]])
            parts = [known.recognise(play) for play in bodies[name]]
            if sum(part.log10_evidence for part in parts) >= ENOUGH:
                n_shared = sum(len(part.known) for part in parts)
                found.append(SharedMatches(name, other, sum(part.n_recognisable for part in parts), n_shared))
    return found
