r"""Exhibit: Colonel Blotto's system gives one point to whoever ascribed most to what happened.

Against somebody who honestly says 1/3 each, (1/2, 1/2, 0) wins twice as often as it loses; against that,
(.6, .2, .2) does; and so on. The game's solution for three alternatives has every probability uniform
between 0 and 2/3, whatever one believes: drop a perpendicular from a random point of the hemisphere over
the triangle's inscribed circle, and read the areas (Gross & Wagner 1950).

>>> float(blotto([[1/3, 1/3, 1/3]]).unnormalised_score([0.5, 0.5, 0.0], [0, 1, 2]).sum())
2.0

Brown (1970), section 2.3 (c); Borel (1921).
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Streams
from humanlike.scoring.probabilities import Floats, check_probabilities, probability_of
from humanlike.scoring.system import ScoringSystem

SIDES = np.array([[0.0, 1.0], [np.sqrt(3) / 2, -0.5], [-np.sqrt(3) / 2, -0.5]])


def blotto(rivals: npt.ArrayLike | None = None) -> ScoringSystem:
    """A point for the highest probability on what happened, ties shared, against `rivals` [rivals, n].

    Without rivals: one rival who calls all alternatives equally likely, whatever their number.
    """
    others = None if rivals is None else check_probabilities(rivals)
    if others is not None and others.ndim != 2:
        raise BadRequest(f"Blotto's rivals are an array [rivals, alternatives], not {others.shape}.")

    def raw(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
        n_alternatives = probabilities.shape[-1]
        table = np.full((1, n_alternatives), 1 / n_alternatives) if others is None else others
        best = table.max(axis=0)
        sharers = (table == best).sum(axis=0)
        mine = probability_of(probabilities, outcome)
        return np.where(
            mine > best[outcome], 1.0, np.where(mine == best[outcome], 1 / (1 + sharers[outcome]), 0)
        )

    return ScoringSystem(
        "blotto",
        "Colonel Blotto (improper)",
        raw=raw,
        n_alternatives=None if others is None else int(others.shape[1]),
        citation="Brown (1970), 2.3 (c).",
    )


def gross_strategy(stream: Streams, n_reports: int) -> Floats:
    """Reports on three alternatives that nobody can outguess, shape [reports, 3]."""
    points = stream.generator().standard_normal((n_reports, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    return np.asarray((1 + points[:, :2] @ SIDES.T) / 3)
