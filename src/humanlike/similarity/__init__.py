"""Similarity: summaries of play and distances between two bodies of play.

A metric says what is counted; a divergence says how far two counted distributions are apart. Metrics are
marked as time-collapsed or time-dependent, because agents that match the first kind may be nothing like people.

In:  two bodies of play: lists of `Play` (one a matrix game) or of `OfferTable` (one a group size).
Out: a `Likeness` for each metric: the plain distance, the corrected one with its interval, a p-value, a verdict, and
     on which units they stand.
Knows nothing of: where play comes from, files, figures.
To add a metric: its counting function and its `Metric` in `offer_metrics` or `play_metrics`, its hand-worked
counts in the tests. To add a divergence: its line in `DIVERGENCES`.
"""

from humanlike.similarity.catalogue import METRICS, OFFER_METRICS, metric_named, metrics_for
from humanlike.similarity.comparison import (
    DistanceMethod,
    DistancePart,
    Distributions,
    Likeness,
    compare_bodies,
    distance,
    distance_of_counts,
    distributions,
)
from humanlike.similarity.divergences import (
    DEFAULT_DIVERGENCE,
    DEFAULT_FLOOR,
    DIVERGENCES,
    energy,
    jensen_shannon,
    kullback_leibler,
)
from humanlike.similarity.independence import OFFER_UNITS, Footing, units_of_games
from humanlike.similarity.metric import Metric, Tally
from humanlike.similarity.offer_metrics import chain_counts, chains, recipients_by_rank
from humanlike.similarity.play_metrics import PLAY_METRICS, responses
from humanlike.similarity.reference import (
    DistanceCalibration,
    calibrate_distances,
    distances_to_reference,
    portable_counts,
)
from humanlike.similarity.sequence_distances import SEQUENCE_DISTANCES, SequenceDistance, compare_sequences

__all__ = [
    "DEFAULT_DIVERGENCE",
    "DEFAULT_FLOOR",
    "DIVERGENCES",
    "METRICS",
    "OFFER_METRICS",
    "OFFER_UNITS",
    "PLAY_METRICS",
    "SEQUENCE_DISTANCES",
    "DistanceCalibration",
    "DistanceMethod",
    "DistancePart",
    "Distributions",
    "Footing",
    "Likeness",
    "Metric",
    "SequenceDistance",
    "Tally",
    "calibrate_distances",
    "chain_counts",
    "chains",
    "compare_bodies",
    "compare_sequences",
    "distance",
    "distance_of_counts",
    "distances_to_reference",
    "distributions",
    "energy",
    "jensen_shannon",
    "kullback_leibler",
    "metric_named",
    "metrics_for",
    "portable_counts",
    "recipients_by_rank",
    "responses",
    "units_of_games",
]
