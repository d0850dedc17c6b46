r"""Hierarchical Bayes: every group its own parameters, drawn from a population that is learned along.

For group g and parameter j with bounds [l, u], on the probit scale,

.. math:: \theta_{gj} = l_j + (u_j - l_j)\,\Phi(\mu_j + \sigma_j z_{gj}), \qquad
          z \sim N(0,1), \quad \mu_j \sim N(0,1), \quad \sigma_j \sim N^+(0, 1/2),

so that a population with small :math:`\sigma` is spread evenly over the admissible range before the data
speak (the parametrisation of Ahn, Haines & Zhang). Any rule serves: the likelihood is the engine's replay of the
same three functions. Sampling is NumPyro's NUTS; the result is an ArviZ InferenceData. Extra `bayes`.

References
----------
Ahn, Haines & Zhang (2017), Computational Psychiatry 1, 24-57; Hoffman & Gelman (2014), JMLR 15, 1593-1623.

"""

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from humanlike.core import BadRequest, MissingExtra, Play, Rule, Streams, double_precision
from humanlike.engine.replay import FLOOR, Records, chosen_log_probabilities
from humanlike.fitting.losses import Losses
from humanlike.fitting.maximum_likelihood import bounds_of, grouped
from humanlike.fitting.seats import Seats, seats_of


@double_precision()
def hierarchical(
    stream: Streams,
    plays: Sequence[Play] | Play,
    rule: Rule,
    *,
    by: str = "subject",
    n_chains: int = 2,
    n_warmup: int = 500,
    n_draws: int = 500,
    floor: float = FLOOR,
) -> Any:
    """Posterior of the population's and every group's parameters, as an ArviZ InferenceData.

    Group parameters carry the coordinate `group`, population values end in `_mean` and `_spread` (probit scale).
    """
    numpyro, arviz = _extra()
    if not rule.parameter_names:
        raise BadRequest(f"{rule.name} has no parameters to learn.")
    seats = seats_of(plays, rule)
    groups = grouped(seats, by)
    log_likelihood = _log_likelihood(seats, rule, groups.problem, floor)
    lower, upper = bounds_of(Losses(seats, rule, groups.problem, groups.seat))
    names = rule.parameter_names

    def model() -> None:
        values = []
        for index, name in enumerate(names):
            centre = numpyro.sample(f"{name}_mean", numpyro.distributions.Normal(0.0, 1.0))
            spread = numpyro.sample(f"{name}_spread", numpyro.distributions.HalfNormal(0.5))
            with numpyro.plate(f"groups_{name}", len(groups.labels)):
                own = numpyro.sample(f"{name}_offset", numpyro.distributions.Normal(0.0, 1.0))
            share = jax.scipy.stats.norm.cdf(centre + spread * own)
            width = jnp.asarray(upper[:, index] - lower[:, index])
            values.append(numpyro.deterministic(name, lower[:, index] + width * share))
        numpyro.factor("choices", log_likelihood(rule.parameters(*values)))

    sampler = numpyro.infer.MCMC(
        numpyro.infer.NUTS(model),
        num_warmup=n_warmup,
        num_samples=n_draws,
        num_chains=n_chains,
        chain_method="sequential",
        progress_bar=False,
    )
    sampler.run(stream.jax_key())
    return arviz.from_numpyro(
        sampler,
        coords={"group": list(groups.labels)},
        dims={name: ["group"] for name in names},
        log_likelihood=False,
    )


def _log_likelihood(seats: Seats, rule: Rule, group: Any, floor: float) -> Callable[[Any], jax.Array]:
    """The summed log-likelihood as a function of the groups' parameters, [groups] each.

    Seats with equal records in one group are replayed once and counted.
    """
    parts = []
    for number, block in enumerate(seats.blocks):
        here = np.flatnonzero(seats.block == number)
        pairs, counts = np.unique(np.stack([group[here], seats.record[here]]), axis=1, return_counts=True)
        owner, record = pairs
        seat = block.seat if block.shared else jax.tree.map(lambda leaf, r=record: leaf[..., r], block.seat)
        records = Records(seat, block.actions[:, record], block.situations[:, record], rule.learned)
        parts.append((owner, jnp.asarray(counts, dtype=jnp.float64), jax.tree.map(jnp.asarray, records)))

    def total(parameters: Any) -> jax.Array:
        value = jnp.zeros(())
        for owner, counts, records in parts:
            own = rule.parameters(*(each[owner] for each in parameters))
            value = value + (counts * chosen_log_probabilities(rule, own, records, floor).sum(axis=0)).sum()
        return value

    return total


def _extra() -> tuple[Any, Any]:
    """NumPyro (with what is needed of it loaded) and ArviZ, or a sentence."""
    try:
        import numpyro
        import numpyro.distributions
        import numpyro.infer

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # once a day ArviZ speaks of its own future
            import arviz
    except ImportError as error:
        raise MissingExtra("numpyro and arviz", "bayes", "Hierarchical Bayes") from error
    return numpyro, arviz
