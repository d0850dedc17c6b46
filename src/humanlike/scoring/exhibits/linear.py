r"""Exhibit: the linear system pays the probability itself, :math:`f_i(r) = r_i`.

Believing *p*, the best report is certainty in the most probable alternative: it benefits the incautious.

>>> float(LINEAR.expected([1.0, 0.0], [0.6, 0.4]).round(12)), float(LINEAR.expected([0.6, 0.4], [0.6, 0.4]).round(12))
(0.1, 0.02)

Brown (1970), section 2.3 (a).
"""

from humanlike.scoring.probabilities import probability_of
from humanlike.scoring.system import ScoringSystem

LINEAR = ScoringSystem("linear", "Linear (improper)", raw=probability_of, citation="Brown (1970), 2.3 (a).")
