r"""What a fit found, and how sure it is.

With log-likelihood :math:`\ell`, k free parameters and n choices, AIC :math:`= 2k - 2\ell` and BIC
:math:`= k \log n - 2\ell`. A parameter on a bound has no standard error; one without influence on the
likelihood is *unidentified*: its value is where the search happened to stop, and it is never given an error.

References
----------
Akaike (1974), IEEE Trans. Automatic Control 19, 716-723; Schwarz (1978), Annals of Statistics 6, 461-464.

"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit  # scipy.stats takes a second to load

from humanlike.core import BadRequest, Play, Rule
from humanlike.fitting.seats import group_labels

Floats = npt.NDArray[np.float64]
LEAST_FREEDOM = 0.3  # below, an interval is as good as none


def t_quantile(level: float, n_units: float) -> float:
    """How many standard errors an interval over so many units of one size reaches to either side; NaN if there is one.

    >>> round(t_quantile(0.95, 21), 3)
    2.086
    """
    if not n_units > 1:
        return float("nan")
    return float(stdtrit(max(n_units - 1, LEAST_FREEDOM), 0.5 + level / 2))


def effective_units(choices: npt.ArrayLike) -> float:
    r"""How many units of one size say as much of their own spread as these, of so many choices each [units].

    :math:`(\sum c)^2 / \sum c^2` (Kish 1965): where one person made most of the choices, hardly more than one.

    >>> effective_units([4, 4, 4]), round(effective_units([40, 1, 1]), 2)
    (3.0, 1.1)
    """
    sizes = np.asarray(choices, dtype=np.float64)
    return float(sizes.sum() ** 2 / (sizes**2).sum()) if sizes.any() else 0.0


@dataclass(frozen=True, eq=False)
class Fit:
    """One rule fitted to one group of choices."""

    rule: Rule
    group: str
    parameters: Any  # the rule's NamedTuple
    log_likelihood: float  # of the choices, at the floor stated
    loss: float  # what was minimised, per choice
    n_choices: int
    covariance: (
        Floats  # [parameters, parameters] robust within units; NaN where a parameter has no standard error
    )
    model_covariance: Floats  # from the Hessian alone: right only if everybody follows this one rule
    unit: str  # what is taken as independent
    n_units: int  # how many of them made these choices; with one there is no standard error
    n_effective: float  # how many of one size would say as much of their spread
    converged: bool  # the gradient vanished at the best start (in what is not on a kink)
    at_bound: tuple[str, ...]
    at_lower: tuple[str, ...]  # those of them on their lower bound
    at_kink: tuple[str, ...]  # where the likelihood has an edge: sharp values without a standard error
    unidentified: tuple[str, ...]
    n_starts: int
    n_agreeing: int  # starts that ended within 1e-6 nats per choice of the best
    slope: float  # largest remaining derivative per choice, in the transformed parameters
    floor: float
    criterion: str  # of `losses`, or a measure

    @property
    def nats_per_choice(self) -> float:
        """Mean negative log-likelihood; log n for blind guessing among n actions."""
        return -self.log_likelihood / self.n_choices

    @property
    def standard_errors(self) -> Any:
        """Square roots of the variances, NaN where there is none, as the rule's NamedTuple."""
        return self.rule.parameters(*np.sqrt(np.diag(self.covariance)).tolist())

    def intervals(self, level: float = 0.95) -> tuple[Any, Any]:
        """Lower and upper ends, each as the rule's NamedTuple: Student's t with a degree less than effective units."""
        reach = t_quantile(level, self.n_effective) * np.array(self.standard_errors)
        centre = np.array(self.parameters, dtype=np.float64)
        return tuple(self.rule.parameters(*ends.tolist()) for ends in (centre - reach, centre + reach))

    @property
    def n_free(self) -> int:
        """How many parameters were moved by the data: all but those on a bound or unidentified."""
        held = {*self.at_bound, *self.at_kink, *self.unidentified}
        return len(self.rule.parameter_names) - len(held)

    @property
    def aic(self) -> float:
        """Akaike's criterion, counting every parameter of the rule."""
        return 2.0 * len(self.rule.parameter_names) - 2.0 * self.log_likelihood

    @property
    def bic(self) -> float:
        """Schwarz's criterion, counting every parameter of the rule."""
        return float(np.log(self.n_choices)) * len(self.rule.parameter_names) - 2.0 * self.log_likelihood


@dataclass(frozen=True, eq=False)
class Fits(Sequence[Fit]):
    """One rule fitted to every group of choices."""

    rule: Rule
    by: str
    fits: tuple[Fit, ...]

    def __len__(self) -> int:
        return len(self.fits)

    def __getitem__(self, index: Any) -> Any:
        return self.fits[index]

    def __iter__(self) -> Iterator[Fit]:
        return iter(self.fits)

    @property
    def by_group(self) -> dict[str, Fit]:
        """Fits by the label of their group."""
        return {each.group: each for each in self.fits}

    @property
    def log_likelihood(self) -> float:
        """Of all groups together."""
        return sum(each.log_likelihood for each in self.fits)

    @property
    def n_choices(self) -> int:
        """In all groups together."""
        return sum(each.n_choices for each in self.fits)

    @property
    def nats_per_choice(self) -> float:
        """Over all groups together."""
        return -self.log_likelihood / self.n_choices

    @property
    def aic(self) -> float:
        """Of the whole set of fits as one model."""
        return sum(each.aic for each in self.fits)

    @property
    def bic(self) -> float:
        """Of the whole set of fits as one model (parameters are charged the logarithm of all choices)."""
        n_parameters = len(self.fits) * len(self.rule.parameter_names)
        return float(np.log(self.n_choices)) * n_parameters - 2.0 * self.log_likelihood

    def parameters_of(self, play: Play) -> Any:
        """The fitted parameters of everybody in `play`: the rule's NamedTuple of arrays [subjects]."""
        known = self.by_group
        labels = group_labels(play, self.by)
        if not set(labels) <= set(known):  # several data sets were fitted together, and labels say which
            labels = group_labels(play, self.by, play.provenance.get("dataset", "") + ":")
        missing = sorted(set(labels) - set(known))
        if missing:
            raise BadRequest(
                f"{self.rule.name} was not fitted for {missing[0]!r}; it was for {', '.join(list(known)[:6])}."
            )
        values = np.array([known[label].parameters for label in labels], dtype=np.float64).reshape(
            len(labels), -1
        )
        return self.rule.parameters(*values.T)
