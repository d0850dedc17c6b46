r"""Which of the suspects are among those who took part, and how much each counts.

A share rests on how machines score, and suspects score differently: if a hard one that is not there counted as much as
the one that is, the share would come out too large. So the suspects' weights are estimated from everybody's evidence,
verified people and participants alike (nobody's label is looked at, so that ranks among verified people stay what they
are): a mixture of people and suspects by EM, each suspect's log-likelihood ratio calibrated on its own, with a few
persons' worth of the weights before anything was seen.

Dempster, Laird & Rubin (1977), JRSS B 39, 1-38.
"""

import numpy as np
import numpy.typing as npt
from scipy.special import logsumexp

from humanlike.detectors.cross_evidence import Evidence
from humanlike.statistics import Calibration

Floats = npt.NDArray[np.float64]

PRIOR = 2.0  # persons that count as the weights before
N_STEPS = 300
MACHINES = 0.2  # share of machines with which EM begins


def weights_present(everybody: Evidence, calibrations: dict[int, Calibration]) -> Floats:
    """The weights of suspects [suspects], summing to 1; those without a calibration get none, unless none has one."""
    places = sorted(calibrations)
    if not places:
        return everybody.weights
    prior = everybody.weights[places] / everybody.weights[places].sum()
    ratios = np.column_stack([calibrations[place].log_ratio(everybody.against(place)) for place in places])
    logs = np.column_stack([np.zeros(len(ratios)), ratios])
    shares = np.concatenate([[1 - MACHINES], MACHINES * prior])
    for _ in range(N_STEPS):
        weighted = logs + np.log(shares)
        counts = np.exp(weighted - logsumexp(weighted, axis=1, keepdims=True)).sum(axis=0)
        counts[1:] += PRIOR * prior
        shares = counts / counts.sum()
    found = np.zeros(len(everybody.weights))
    found[places] = shares[1:] / shares[1:].sum()
    return found
