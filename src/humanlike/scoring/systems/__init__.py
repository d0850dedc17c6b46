"""Systems: one reproducing scoring system per file.

In:  probabilities and what happened.    Out: a score, higher is better, equal probabilities earn 0.
Knows nothing of: files, forecasters, money.
To add a system: its file, its line in `humanlike.scoring.catalogue`, its worked example in `tests/scoring`.
"""

from humanlike.scoring.systems.gambling_house import asymmetric_gambling_house, gambling_house
from humanlike.scoring.systems.logarithmic import LOGARITHMIC
from humanlike.scoring.systems.quadratic import QUADRATIC
from humanlike.scoring.systems.spherical import SPHERICAL
from humanlike.scoring.systems.threshold import threshold_system
from humanlike.scoring.systems.truncated_logarithmic import truncated_generator, truncated_logarithmic

__all__ = [
    "LOGARITHMIC",
    "QUADRATIC",
    "SPHERICAL",
    "asymmetric_gambling_house",
    "gambling_house",
    "threshold_system",
    "truncated_generator",
    "truncated_logarithmic",
]
