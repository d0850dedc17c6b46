"""What the paper says about how people played each game, as numbers the reconstruction can use.

Every number in this file is a choice of ours: it decides which of the many plays with the published means and
deviations is shipped, and in which order its moves come. None of it is measured. Cells are named as in Table 1.

Arifovic, McKelvey & Pevnitskaya (2006), sections 4.1 and 4.2.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pattern:
    """How often each cell is visited before the published moments have their say, and how play settles.

    `weights` are relative and in the order of the game's cells (UL, UR, DL, DR; or UL, UM, UR, ML, ...).
    `settling` is how strongly rounds with a high joint payoff come late: 0 means in any order.
    `alternating` are the two cells (as positions in `weights`) people took in turn, odd rounds first.
    """

    weights: tuple[float, ...]
    settling: float
    alternating: tuple[int, int] | None = None


PATTERNS = {
    # The only equilibrium is mixed and no pattern is reported: nothing to settle on.
    "ochs": Pattern((1, 1, 1, 1), settling=0.0),
    # "Frequently played the payoff dominant equilibrium."
    "stag-hunt-2": Pattern((3, 1, 1, 12), settling=4.0),
    "stag-hunt-3": Pattern((2, 1, 1, 1, 4, 2, 1, 2, 24), settling=4.0),
    # "Tend to divide the pie more evenly": (3,3) most, then (4,2); refusals are needed for the low totals.
    "ultimatum-3": Pattern((3, 3, 3, 4, 4, 3, 2, 2, 1), settling=2.0),
    # Human totals come from the two last cells; taking early is the equilibrium.
    "centipede-3": Pattern((2, 2, 1, 2, 3, 2, 1, 4, 4), settling=2.0),
    # "Concentrated close to the cooperative outcome (although there is some noticeable dispersion)."
    "prisoners-dilemma": Pattern((10, 2, 2, 4), settling=4.0),
    # "On odd moves they would go to the equilibrium preferred by one, and on even moves" to the other's.
    # Off the equilibria both more often insist (UR) than both give way (DL).
    "battle-of-the-sexes": Pattern((4, 2, 1, 4), settling=4.0, alternating=(0, 3)),
    # "Playing symmetric payoff cell (5, 5) gives greater payoffs than alternating."
    "chicken": Pattern((10, 3, 3, 1), settling=4.0),
}
