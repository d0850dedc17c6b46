r"""Whether a posterior sample can be used, and how well it foretells choices it has not seen.

*Converged* is what has R-hat at most 1.01 and effective sample sizes of at least 400 for the bulk and the tails of
every quantity (rank-normalised, split chains), and no divergent transition. What cannot be known (one chain has no
R-hat) is not converged.

*Foretold*: PSIS-LOO, :math:`\sum_i \log p(y_i \mid y_{-i})`, by importance weights whose largest are fitted by a Pareto
distribution. Values with a shape k above :math:`\min(1 - 1/\log_{10} S, .7)`, S the number of draws, are not to be
relied on. The standard error is over independent units, not over choices: those of one person are alike.

References
----------
Vehtari, Gelman, Simpson, Carpenter & Bürkner (2021), Bayesian Analysis 16, 667-718 (R-hat, ESS); Vehtari, Gelman &
Gabry (2017), Statistics and Computing 27, 1413-1432; Vehtari, Simpson, Gelman, Yao & Gabry (2024), JMLR 25(72).

"""

import warnings
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Units
from humanlike.fitting.bayes import LIKELIHOOD, Posterior, extra

Floats = npt.NDArray[np.float64]
MOST_R_HAT, LEAST_SIZE = 1.01, 400.0
WORST_K = 0.7


class Extreme(NamedTuple):
    """The worst value among all quantities, and whose it is."""

    value: float
    name: str


class ChainDiagnosis(NamedTuple):
    """What a sample says of itself."""

    r_hat: Extreme
    bulk: Extreme  # effective sample sizes
    tail: Extreme
    divergences: int
    n_draws: int  # in all chains

    @property
    def failures(self) -> tuple[str, ...]:
        """Why the sample must not be used; empty if it may."""
        told = []
        if not self.r_hat.value <= MOST_R_HAT:
            found = "unknown" if np.isnan(self.r_hat.value) else f"{self.r_hat.value:.4f} ({self.r_hat.name})"
            told.append(f"R-hat {found} instead of at most {MOST_R_HAT}")
        for kind, extreme in (("bulk", self.bulk), ("tail", self.tail)):
            if not extreme.value >= LEAST_SIZE:
                found = "unknown" if np.isnan(extreme.value) else f"{extreme.value:.0f} ({extreme.name})"
                told.append(f"{kind} ESS {found} instead of at least {LEAST_SIZE:.0f}")
        if self.divergences:
            told.append(f"{self.divergences} divergent of {self.n_draws} draws")
        return tuple(told)


class Foretold(NamedTuple):
    """How well what was left out is foretold."""

    elpd: float  # expected log predictive density, summed
    standard_error: float  # over units; NaN if there is one
    effective_parameters: float
    n_values: int
    n_choices: int
    n_unreliable: int  # values whose Pareto k is too large
    worst_k: float
    good_k: float
    what: str  # choice or match
    units: Units

    @property
    def nats_per_choice(self) -> float:
        """As fits are told."""
        return -self.elpd / self.n_choices


def converged(posterior: Posterior) -> ChainDiagnosis:
    """The worst R-hat and effective sample sizes of all parameters of groups and population, and divergences."""
    by_name = diagnostics(posterior)
    worst = {
        kind: _worst({name: found[kind] for name, found in by_name.items()}, largest=kind == "r_hat")
        for kind in ("r_hat", "bulk", "tail")
    }
    divergent = np.asarray(posterior.data.sample_stats["diverging"])
    return ChainDiagnosis(**worst, divergences=int(divergent.sum()), n_draws=divergent.size)


def diagnostics(posterior: Posterior) -> dict[str, dict[str, Any]]:
    """R-hat and both effective sample sizes of every variable, as arrays over groups where it has groups."""
    _, arviz = extra()
    drawn = posterior.data.posterior
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # few draws and constant values are told by what is found
        found = {
            "r_hat": arviz.rhat(drawn),
            "bulk": arviz.ess(drawn, method="bulk"),
            "tail": arviz.ess(drawn, method="tail"),
        }
    return {str(name): {kind: found[kind][name] for kind in found} for name in drawn.data_vars}


def _worst(by_name: Mapping[str, Any], *, largest: bool) -> Extreme:
    """The worst of all; what is unknown is worse than anything."""
    extremes = []
    for name, found in by_name.items():
        values = np.atleast_1d(np.asarray(found, dtype=np.float64))
        hard = np.where(np.isnan(values), np.inf, values if largest else -values)
        place = int(np.argmax(hard))
        label = f"{name} of {found['group'].values[place]}" if found.ndim else name
        extremes.append((float(hard[place]), Extreme(float(values[place]), label)))
    return max(extremes, key=lambda each: each[0])[1]


def foretold(posterior: Posterior, units: Units) -> Foretold:
    """PSIS-LOO of the stored log-likelihoods, with a standard error over `units`."""
    _, arviz = extra()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # large k are counted below
        found = arviz.loo(posterior.data, pointwise=True, var_name=LIKELIHOOD)
    nats = np.asarray(posterior.data.log_likelihood[LIKELIHOOD])
    varies = np.ptp(nats, axis=(0, 1)) > 0.0  # what every draw foretells alike needs no weights, and has no k
    k = np.where(varies, np.asarray(found.pareto_k), -np.inf)
    good = float(min(1.0 - 1.0 / np.log10(posterior.n_draws), WORST_K))
    unit = posterior.seats.of_rows(units.numbers)[posterior.value_seat]
    return Foretold(
        elpd=float(found.elpd_loo),
        standard_error=_error_over(np.asarray(found.loo_i), unit),
        effective_parameters=float(found.p_loo),
        n_values=len(k),
        n_choices=posterior.n_choices,
        n_unreliable=int((~(k <= good)).sum()),
        worst_k=float(k.max()),
        good_k=good,
        what=posterior.single,
        units=units,
    )


def _error_over(values: Floats, unit: npt.NDArray[np.int64]) -> float:
    """Standard error of a sum of values whose units are independent of each other; NaN if there is one.

    >>> _error_over(np.array([1.0, 1.0, 3.0]), np.array([0, 0, 4]))
    1.0
    """
    _, place = np.unique(unit, return_inverse=True)
    sums = np.bincount(place.reshape(-1), values)
    return float(np.sqrt(len(sums) * sums.var(ddof=1))) if len(sums) > 1 else float("nan")
