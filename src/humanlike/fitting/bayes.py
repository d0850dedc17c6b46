r"""Hierarchical Bayes: every group its own parameters, drawn from a population that is learned along.

For group g and parameter j with bounds [l, u], on the probit scale,

.. math:: \theta_{gj} = l_j + (u_j - l_j)\,\Phi(\mu_j + \sigma_j z_{gj}), \qquad
          z \sim N(0,1), \quad \mu_j \sim N(0,1), \quad \sigma_j \sim N^+(0, 1/2),

so that a population with small :math:`\sigma` is spread evenly over the admissible range before the data
speak (the parametrisation of Ahn, Haines & Zhang). Any rule serves: the likelihood is the engine's replay of the
same three functions. What the population is on the scale of the parameter follows without simulation,

.. math:: E\,\theta = l + (u - l)\,\Phi(a), \quad
          \mathrm{sd}\,\theta = (u - l) \sqrt{\Phi(a)(1 - \Phi(a)) - 2\,T(a, 1/\sqrt{1 + 2\sigma^2})}, \quad
          a = \mu / \sqrt{1 + \sigma^2},

with T Owen's function. Every chain of NumPyro's NUTS is a piece of work; the result is an ArviZ InferenceData that
holds the log-likelihood choice by choice (or match by match), as `arviz.loo` wants it. Extra `bayes`.

References
----------
Ahn, Haines & Zhang (2017), Computational Psychiatry 1, 24-57; Hoffman & Gelman (2014), JMLR 15, 1593-1623; Owen
(1956), Annals of Mathematical Statistics 27, 1075-1090.

"""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, owens_t  # scipy.stats takes a second to load

from humanlike.core import BadRequest, MissingExtra, Play, Rule, Streams, double_precision
from humanlike.engine.replay import FLOOR
from humanlike.fitting.losses import Losses
from humanlike.fitting.maximum_likelihood import Groups, bounds_for, bounds_of, grouped, taught_seats
from humanlike.fitting.pointwise import (
    CHOICE,
    MATCH,
    MOST_NUMBERS,
    laid_out,
    pointwise,
    single_values,
    summed,
)
from humanlike.fitting.seats import Seats
from humanlike.work import ALONE, Effort

Floats = npt.NDArray[np.float64]
LIKELIHOOD = "choices"  # the name of the log-likelihood in the InferenceData
SPREAD = 0.5  # scale of the half-normal prior of sigma
EXTRA = ("diverging", "energy", "num_steps", "accept_prob")
COMPILED, STEPPED = 4.0, 3e-6  # seconds: before the first draw; a draw, choice and parameter


class SampleSize(NamedTuple):
    """How much is drawn."""

    n_chains: int = 4
    n_warmup: int = 1000
    n_draws: int = 1000

    def check(self) -> None:
        """Refuse what is no sample."""
        if self.n_chains < 1 or self.n_warmup < 1 or self.n_draws < 4:
            raise BadRequest(
                f"At least one chain, one draw of warm-up and four draws are needed, not {self.n_chains}, "
                f"{self.n_warmup} and {self.n_draws}."
            )


class Chain(NamedTuple):
    """One chain, as it is kept; arrays run over its draws."""

    mean: Floats  # [draws, parameters] mu
    spread: Floats  # [draws, parameters] sigma
    offset: Floats  # [draws, parameters, groups] z
    diverging: npt.NDArray[np.bool_]
    energy: Floats
    n_steps: npt.NDArray[np.int64]
    acceptance: Floats


@dataclass(frozen=True, eq=False)
class Posterior:
    """A posterior sample and what it is of."""

    rule: Rule
    data: Any  # ArviZ InferenceData
    seats: Seats
    groups: Groups
    single: str  # choice or match: what each log-likelihood is of
    value_seat: npt.NDArray[np.int64]  # the seat that each is of
    size: SampleSize
    one_scale: bool  # whether all groups have the same bounds; else population values suppose payoffs that range over 1

    @property
    def n_choices(self) -> int:
        """How many choices the rule was fitted to."""
        return int(self.seats.n_choices.sum())

    @property
    def n_draws(self) -> int:
        """How many draws there are in all chains."""
        return self.size.n_chains * self.size.n_draws


def hierarchical(
    stream: Streams,
    plays: Sequence[Play] | Play,
    rule: Rule,
    *,
    by: str = "subject",
    role: int | None = None,
    n_chains: int = 2,
    n_warmup: int = 500,
    n_draws: int = 500,
    floor: float = FLOOR,
) -> Any:
    """Posterior of the population's and every group's parameters, as an ArviZ InferenceData.

    Group parameters carry the coordinate `group`; of the population there are `_mean` and `_spread` (probit scale) and
    `_population_mean` and `_population_spread` (the parameter's own).
    """
    size = SampleSize(n_chains, n_warmup, n_draws)
    return sample_posterior(stream, plays, rule, by=by, role=role, size=size, floor=floor).data


def sample_posterior(
    stream: Streams,
    plays: Sequence[Play] | Play,
    rule: Rule,
    *,
    by: str = "subject",
    role: int | None = None,
    size: SampleSize | None = None,
    single: str = "",
    floor: float = FLOOR,
    effort: Effort = ALONE,
) -> Posterior:
    """Sample, one chain a piece of work; `single` log-likelihoods are kept by choice or match (empty: what fits)."""
    extra()
    size = size or SampleSize()
    size.check()
    if not rule.parameter_names:
        raise BadRequest(f"{rule.name} has no parameters to learn.")
    if single not in ("", CHOICE, MATCH):
        raise BadRequest(f"Log-likelihoods are kept by {CHOICE} or {MATCH}, not by '{single}'.")
    plays = (plays,) if isinstance(plays, Play) else tuple(plays)
    shared = (stream, plays, rule, by, role, size, floor)
    rule, seats = taught_seats(plays, rule, role=role)
    groups = grouped(seats, by)
    if len(groups.labels) < 2:
        raise BadRequest(
            f"A population is learned from at least two groups; grouped by {by} there is only '{groups.labels[0]}'."
        )
    work = size.n_chains * (size.n_warmup + size.n_draws) * int(seats.n_choices.sum())
    chains = effort.worthwhile(size.n_chains * COMPILED + STEPPED * work * len(rule.bounds)).carry_out(
        "sampling",
        sample_chain,
        range(size.n_chains),
        shared=shared,
    )
    return _assembled(rule, seats, groups, chains, size, single, floor)


@double_precision()
def sample_chain(
    stream: Streams,
    plays: tuple[Play, ...],
    rule: Rule,
    by: str,
    role: int | None,
    size: SampleSize,
    floor: float,
    number: int,
) -> Chain:
    """One chain of NUTS."""
    sampler, shape = _sampler(plays, rule, by, role, size, floor)
    chance = stream[f"chain {number}"]
    start = chance["start"].generator().uniform(-1.0, 1.0, (shape[0], shape[1] + 2))
    sampler.run(chance.jax_key(), init_params=jnp.asarray(start), extra_fields=EXTRA)
    drawn, told = np.asarray(sampler.get_samples(), dtype=np.float64), sampler.get_extra_fields()
    return Chain(
        drawn[..., 0],
        np.exp(drawn[..., 1]),
        drawn[..., 2:],
        np.asarray(told["diverging"], dtype=np.bool_),
        np.asarray(told["energy"], dtype=np.float64),
        np.asarray(told["num_steps"], dtype=np.int64),
        np.asarray(told["accept_prob"], dtype=np.float64),
    )


@lru_cache(maxsize=1)
def _sampler(
    plays: tuple[Play, ...], rule: Rule, by: str, role: int | None, size: SampleSize, floor: float
) -> tuple[Any, tuple[int, int]]:
    """NUTS for these data, traced and compiled once in a process; and how many parameters and groups there are."""
    numpyro, _ = extra()
    rule, seats = taught_seats(plays, rule, role=role)
    groups = grouped(seats, by)
    bounds = bounds_of(Losses(seats, rule, groups.problem, groups.seat))
    potential = _potential(jax.jit(summed(rule, laid_out(seats, groups), floor)), bounds)
    sampler = numpyro.infer.MCMC(
        numpyro.infer.NUTS(potential_fn=potential),
        num_warmup=size.n_warmup,
        num_samples=size.n_draws,
        num_chains=1,
        progress_bar=False,
    )
    return sampler, (len(rule.bounds), len(groups.labels))


def _potential(
    log_likelihood: Callable[[Any], jax.Array], bounds: tuple[Floats, Floats]
) -> Callable[[jax.Array], jax.Array]:
    r"""Minus the log-posterior up to a constant, of mu, log sigma and z side by side, [parameters, 2 + groups].

    :math:`-\log\sigma` is there because :math:`\log\sigma` is what moves; bounds are [groups, parameters].
    """
    lower, width = jnp.asarray(bounds[0].T), jnp.asarray((bounds[1] - bounds[0]).T)

    def potential(point: jax.Array) -> jax.Array:
        centre, log_spread, own = point[:, 0], point[:, 1], point[:, 2:]
        spread = jnp.exp(log_spread)
        share = jax.scipy.stats.norm.cdf(centre[:, None] + spread[:, None] * own)
        prior = (centre**2).sum() + (own**2).sum() + ((spread / SPREAD) ** 2).sum()
        return 0.5 * prior - log_spread.sum() - log_likelihood(tuple(lower + width * share))

    return potential


def _assembled(
    rule: Rule,
    seats: Seats,
    groups: Groups,
    chains: Sequence[Chain],
    size: SampleSize,
    single: str,
    floor: float,
) -> Posterior:
    """Chains as InferenceData, with what follows from them."""
    _, arviz = extra()
    lower, upper = bounds_of(Losses(seats, rule, groups.problem, groups.seat))
    mean, spread, offset = (np.stack(arrays) for arrays in list(zip(*chains, strict=True))[:3])
    share = ndtr(mean[..., None] + spread[..., None] * offset)
    own = lower.T + (upper - lower).T * share  # [chains, draws, parameters, groups]
    one_scale = bool((lower == lower[0]).all() and (upper == upper[0]).all())
    scale = (lower[0], upper[0]) if one_scale else tuple(each[0] for each in bounds_for(rule, np.ones(1)))
    parts = laid_out(seats, groups)
    kind = single or _finest(int(seats.n_choices.sum()), mean[..., 0].size)
    points = pointwise(parts, kind)
    nats = single_values(rule, parts, points, own.reshape(-1, *own.shape[2:]), floor)
    data = arviz.from_dict(
        posterior=_named(rule, mean, spread, own, *scale),
        log_likelihood={LIKELIHOOD: nats.reshape(*mean.shape[:2], -1)},
        sample_stats=_statistics(chains),
        constant_data=_told(seats, groups, points.seat, points.round),
        coords={"group": list(groups.labels), "value": np.arange(len(points.seat))},
        dims={name: ["group"] for name in rule.parameter_names}
        | {name: ["value"] for name in (LIKELIHOOD, "group_of_value", "match_of_value", "round_of_value")},
    )
    _sign(data, rule, kind)
    return Posterior(rule, data, seats, groups, kind, points.seat, size, one_scale)


def _finest(n_choices: int, n_draws: int) -> str:
    """Choice by choice where that is not too much to keep."""
    return CHOICE if n_choices * n_draws <= MOST_NUMBERS else MATCH


def _named(
    rule: Rule, mean: Floats, spread: Floats, own: Floats, lower: Floats, upper: Floats
) -> dict[str, Floats]:
    """The posterior by names: every group's parameter, and the population's on both scales."""
    found = {}
    centre, deviation = population_values(mean, spread, lower, upper)
    for place, name in enumerate(rule.parameter_names):
        found[name] = own[:, :, place]
        found[f"{name}_mean"], found[f"{name}_spread"] = mean[..., place], spread[..., place]
        found[f"{name}_population_mean"] = centre[..., place]
        found[f"{name}_population_spread"] = deviation[..., place]
    return found


def population_values(
    mean: npt.ArrayLike, spread: npt.ArrayLike, lower: npt.ArrayLike, upper: npt.ArrayLike
) -> tuple[Floats, Floats]:
    """Mean and standard deviation of a parameter among people, from both on the probit scale.

    >>> print(*population_values(0.0, 1.0, 0.0, 1.0))  # probits of a standard normal are uniform
    0.5 0.28867513459481287
    """
    centre, deviation = np.asarray(mean, dtype=np.float64), np.asarray(spread, dtype=np.float64)
    low, high = np.asarray(lower, dtype=np.float64), np.asarray(upper, dtype=np.float64)
    at = centre / np.sqrt(1.0 + deviation**2)
    middle = ndtr(at)
    variance = middle * (1.0 - middle) - 2.0 * owens_t(at, 1.0 / np.sqrt(1.0 + 2.0 * deviation**2))
    return low + (high - low) * middle, (high - low) * np.sqrt(np.maximum(variance, 0.0))


def _statistics(chains: Sequence[Chain]) -> dict[str, Any]:
    """What the sampler says of itself, by ArviZ's names."""
    return {
        "diverging": np.stack([chain.diverging for chain in chains]),
        "energy": np.stack([chain.energy for chain in chains]),
        "n_steps": np.stack([chain.n_steps for chain in chains]),
        "acceptance_rate": np.stack([chain.acceptance for chain in chains]),
    }


def _told(seats: Seats, groups: Groups, seat: npt.NDArray[np.int64], when: npt.NDArray[np.int64]) -> Any:
    """Whose each single log-likelihood is: group, match and round (-1: a whole match)."""
    return {
        "group_of_value": np.array(groups.labels)[groups.problem[seat]],
        "match_of_value": np.array(seats.labels("match"))[seat],
        "round_of_value": when,
    }


def _sign(data: Any, rule: Rule, kind: str) -> None:
    """Say in every part what it is of, and nothing of when it was made: equal samples are equal files."""
    for part in data.groups():
        data[part].attrs = {"rule": rule.name, "log_likelihood_of": f"each {kind}"}


def extra() -> tuple[Any, Any]:
    """NumPyro (with what is needed of it loaded) and ArviZ, or a sentence."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # once a day ArviZ speaks of its own future
            import arviz
            import numpyro
            import numpyro.distributions
            import numpyro.infer
    except ImportError as error:
        raise MissingExtra("numpyro and arviz", "bayes", "Hierarchical Bayes") from error
    return numpyro, arviz
