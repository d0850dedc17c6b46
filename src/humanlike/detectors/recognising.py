r"""Whether matches met again are too many for chance.

Two matches can be alike because people are: in ten rounds of a prisoner's dilemma many pairs do the same. So what is
met again is weighed. If nothing was copied, a match i is found among the :math:`N_i` known ones of its length with
probability at most

.. math:: q_i = \min\big(1,\; N_i\, 2^{\,6 - b_i}\big),

with :math:`b_i` the bits the match tells (`information`): to somebody who knows nothing of it, or to somebody who has
counted what all other matches of this play did after the same, whichever is less. Six bits are taken off because people
are more alike than such counts say. If a share :math:`\phi` was copied,
the likelihood ratio of copying to chance is

.. math:: E = \int_0^1 \prod_{i\,\text{found}} \Big(\frac{\phi}{q_i} + 1 - \phi\Big)
          \prod_{i\,\text{not}} (1 - \phi)\; d\phi ,

whose expectation without copying is at most 1: it reaches 1,000 in at most one of 1,000 fresh bodies of play (Markov's
inequality; Grunwald, de Heide & Koolen 2024, "Safe testing", JRSS B 86). Matches that say the same count once.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from humanlike.core import Play
from humanlike.detectors.detector import Floats
from humanlike.detectors.fingerprints import match_fingerprints, rounds_of
from humanlike.detectors.information import Foretelling, seat_bits

ENOUGH: Final = 3.0  # log10 of the evidence from which matches are called known
UNCOUNTED: Final = 6.0  # bits by which people may be more alike than the counts say
SHARES: Final = (np.arange(200) + 0.5) / 200


class Recognised(NamedTuple):
    """How many matches of a play are known from elsewhere, and how surely that is no chance."""

    n_matches: int
    n_recognisable: int  # different ones, long and varied enough
    known: frozenset[bytes]  # the fingerprints of those met before
    log10_evidence: float  # for copying against chance

    @property
    def is_known(self) -> bool:
        """Whether the play is, in part, one that was met before."""
        return self.log10_evidence >= ENOUGH


class KnownMatches:
    """Fingerprints of matches in one or several pools, found by what they are."""

    def __init__(self, pools: Sequence[Iterable[bytes]]) -> None:
        self._pools = [frozenset(pool) for pool in pools]

    @cached_property
    def _lengths(self) -> list[Counter[int]]:
        return [Counter(map(rounds_of, pool)) for pool in self._pools]

    def recognise(self, play: Play, matches: Sequence[str] | None = None) -> Recognised:
        """How much of a play (or of these matches of it) is in one of the pools."""
        wanted = set(play.labels("match").different() if matches is None else matches)
        here = {print_: match for match, print_ in match_fingerprints(play).items() if match in wanted}
        known = {each: count for each in here if (count := self._alike(each))}
        chances = _chances(play, {here[each]: count for each, count in known.items()})
        evidence = log10_evidence(chances, len(here) - len(known)) if here else 0.0
        return Recognised(len(wanted), len(here), frozenset(known), evidence)

    def _alike(self, fingerprint: bytes) -> int:
        """How many matches of its length the pool holds in which it is found, times the number of pools; 0: none."""
        sizes = [
            lengths[rounds_of(fingerprint)]
            for pool, lengths in zip(self._pools, self._lengths, strict=True)
            if fingerprint in pool
        ]
        return len(self._pools) * min(sizes, default=0)


def log10_evidence(chances: Floats, n_not_found: int) -> float:
    """Log10 of the likelihood ratio of copying to chance, from q of the matches found and the number of the others."""
    shares = SHARES[:, None]
    found = np.log(shares / np.maximum(chances, 1e-300) + 1 - shares).sum(axis=1)
    logs = found + n_not_found * np.log1p(-SHARES)
    return float((np.logaddexp.reduce(logs) - np.log(len(logs))) / np.log(10))


def _chances(play: Play, known: Mapping[str, int]) -> Floats:
    """Q of these matches, each with the number of matches it could have been like."""
    if not known:
        return np.zeros(0)
    places, own, foretelling = play.labels("match").places(), seat_bits(play), Foretelling(play)
    bits = [
        min(float(own[rows].sum()), foretelling.bits(rows)) for rows in (places[match] for match in known)
    ]
    return np.minimum(1.0, np.array(list(known.values())) * 2.0 ** (UNCOUNTED - np.array(bits)))
