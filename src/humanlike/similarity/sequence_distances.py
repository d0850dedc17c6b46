r"""Direct distances of sequences: what the paper says is not appropriate here, so that it can be seen.

A trajectory is what one player did in one game, round by round: a recipient (others are numbered in the order in which
they are first addressed), an offer q, the answer d. Of two trajectories x and y with L rounds (the longer one for edit
and warping, the shorter one for Euclid, which has no other way to line them up):

- ``euclidean``: :math:`\sqrt{\tfrac1L \sum_k [R_k \ne R'_k] + (q_k - q'_k)^2/e^2 + [d_k \ne d'_k]}`;
- ``edit``: insertions, deletions and substitutions of whole rounds, over L;
- ``warping``: dynamic time warping, the cheapest way through both, rounds costing
  :math:`[R \ne R'] + |q - q'|/e + [d \ne d']`, over L.

Of two bodies: the *mean* over pairs of one trajectory of each, and the *energy* distance
:math:`2 E\,d(X, Y) - E\,d(X, X') - E\,d(Y, Y')`, 0 for equal populations, which takes out that people differ from each
other, too.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011), "Metrics" and "Related Work"; Mitsa (2010), Temporal Data Mining; Sakoe &
Chiba (1978), IEEE Transactions on Acoustics, Speech, and Signal Processing 26, 43-49 (warping); Wagner & Fischer
(1974), Journal of the ACM 21, 168-173 (edit); Szekely & Rizzo (2013) (energy).
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, OfferTable, Streams
from humanlike.similarity.metric import Floats

MOST: Final = 60  # trajectories of a body that are paired, drawn at random if there are more
AT_ONCE: Final = 512  # pairs
Integers = npt.NDArray[np.int64]


class Trajectories(NamedTuple):
    """What single players did in single games."""

    moves: Floats  # [trajectories, rounds, (recipient, offer / endowment, accepted)]
    lengths: Integers  # [trajectories] rounds that count; the rest is filled up

    def take(self, which: Integers) -> "Trajectories":
        """Some of them."""
        return Trajectories(self.moves[which], self.lengths[which])


class SequenceDistance(NamedTuple):
    """How far two bodies are apart by one direct distance of their sequences."""

    name: str
    mean: float  # over pairs of one trajectory of each
    energy: float  # without what each body differs from itself
    within: float  # the mean over pairs of the first body


def trajectories(body: Sequence[OfferTable]) -> Trajectories:
    """Everything every player did, rounds that were left out being left out."""
    moves, lengths = [], []
    longest = max(table.n_rounds for table in body)
    for table in body:
        for game in range(table.n_games):
            rounds = table.recorded[game]
            for player in range(table.n_players):
                own = np.zeros((longest, 3))
                n_rounds = int(rounds.sum())
                whom = table.recipients[game, rounds, player]
                _, first, place = np.unique(whom, return_index=True, return_inverse=True)
                own[:n_rounds, 0] = np.argsort(np.argsort(first))[place]
                own[:n_rounds, 1] = table.offers[game, rounds, player] / table.endowment
                own[:n_rounds, 2] = table.accepted[game, rounds, player]
                moves.append(own)
                lengths.append(n_rounds)
    return Trajectories(np.array(moves), np.array(lengths, dtype=np.int64))


def euclidean(first: Trajectories, second: Trajectories) -> Floats:
    """Round against round, as far as both go; trajectories paired one by one, [pairs]."""
    both = np.minimum(first.lengths, second.lengths)
    shared = min(first.moves.shape[1], second.moves.shape[1])
    gap = first.moves[:, :shared] - second.moves[:, :shared]
    squares = (gap[..., 0] != 0) + gap[..., 1] ** 2 + (gap[..., 2] != 0)
    counted = np.arange(shared) < both[:, None]
    return np.asarray(np.sqrt((squares * counted).sum(axis=1) / both))


def edit(first: Trajectories, second: Trajectories) -> Floats:
    """The fewest changes that make one trajectory of the other, [pairs]."""
    differs = np.any(first.moves[:, :, None] != second.moves[:, None], axis=-1).astype(np.float64)
    return _cheapest(differs, first.lengths, second.lengths, gap=1.0)


def warping(first: Trajectories, second: Trajectories) -> Floats:
    """The cheapest way through both, either of which may wait, [pairs]."""
    gap = np.abs(first.moves[:, :, None] - second.moves[:, None])
    cost = (gap[..., 0] > 0).astype(np.float64) + gap[..., 1] + gap[..., 2]
    return _cheapest(cost, first.lengths, second.lengths, gap=None)


def _cheapest(cost: Floats, first: Integers, second: Integers, *, gap: float | None) -> Floats:
    """The dynamic programme both share: `gap` is the price of a round left out; without one, a round waits at cost."""
    pairs, rows, columns = cost.shape
    least = np.full((pairs, rows + 1, columns + 1), np.inf)
    least[:, 0, 0] = 0.0
    if gap is not None:
        least[:, :, 0], least[:, 0, :] = gap * np.arange(rows + 1), gap * np.arange(columns + 1)
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            here = cost[:, row - 1, column - 1]
            aside = here if gap is None else gap
            least[:, row, column] = np.minimum(
                least[:, row - 1, column - 1] + here,
                np.minimum(least[:, row - 1, column], least[:, row, column - 1]) + aside,
            )
    ends = least[np.arange(pairs), first, second]
    return np.asarray(ends / np.maximum(first, second))


Distance = Callable[[Trajectories, Trajectories], Floats]
SEQUENCE_DISTANCES: dict[str, Distance] = {
    "euclidean": euclidean,
    "edit": edit,
    "warping": warping,
}


def compare_sequences(
    stream: Streams, first: Sequence[OfferTable], second: Sequence[OfferTable], most: int = MOST
) -> tuple[SequenceDistance, ...]:
    """Both bodies by every direct distance; of more than `most` trajectories as many are drawn from each."""
    one, other = (
        _drawn(stream[which], trajectories(body), most)
        for which, body in (("first", first), ("second", second))
    )
    if min(len(one.lengths), len(other.lengths)) < 2:
        raise BadRequest("Direct distances need two trajectories in each body.")
    found = []
    for name, distance in SEQUENCE_DISTANCES.items():
        across, own, others = _mean(distance, one, other), _within(distance, one), _within(distance, other)
        found.append(SequenceDistance(name, across, 2 * across - own - others, own))
    return tuple(found)


def _drawn(stream: Streams, whole: Trajectories, most: int) -> Trajectories:
    if len(whole.lengths) <= most:
        return whole
    return whole.take(stream.generator().choice(len(whole.lengths), most, replace=False))


def _mean(distance: Distance, one: Trajectories, other: Trajectories) -> float:
    """Over all pairs of one of each."""
    left, right = np.indices((len(one.lengths), len(other.lengths))).reshape(2, -1)
    return _over_pairs(distance, one, other, left, right)


def _within(distance: Distance, body: Trajectories) -> float:
    """Over all pairs of different trajectories of one body."""
    left, right = np.triu_indices(len(body.lengths), 1)
    return _over_pairs(distance, body, body, left, right)


def _over_pairs(
    distance: Distance, one: Trajectories, other: Trajectories, left: Integers, right: Integers
) -> float:
    """The mean over pairs, some at a time: all at once would not fit into memory."""
    parts = [
        distance(one.take(left[start : start + AT_ONCE]), other.take(right[start : start + AT_ONCE]))
        for start in range(0, len(left), AT_ONCE)
    ]
    return float(np.concatenate(parts).mean())
