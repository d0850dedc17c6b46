"""Fits where the truth is known and persons differ: do intervals hold the parameters that fit the population best?

Persons meet a machine that plays blindly, in several matches each. A person chooses action 0 with a chance of its own,
evenly spread around one half, whatever happened. Of memory-one's parameters the chance after the cell 00 has then the
population value :math:`E p^2 / E p`, since persons come to that cell as often as they choose 0.
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import Play, Streams
from humanlike.fitting import Fits, fit_groups, held_out
from humanlike.fitting.fits import Fit, effective_units, t_quantile
from humanlike.fitting.validation import mean_per_choice
from humanlike.games import GAMES
from humanlike.players import RULES
from results.studies.coverage_designs.outcome import Outcome

Floats = npt.NDArray[np.float64]
GAME, RULE, PARAMETER = GAMES["chicken"], RULES["memory-one"], 1  # the chance after the cell 00
N_MATCHES, N_ROUNDS = 4, 20
SPREAD = 0.35  # persons' chances run from .15 to .85
TRUTH = (0.25 + SPREAD**2 / 3) / 0.5
BATCH = 25  # repetitions fitted side by side


def people(stream: Streams, n_persons: int, *, n_repetitions: int = 1) -> Play:
    """Persons with chances of their own, each against a machine in several matches; a repetition is a session."""
    generator = stream.generator()
    count = n_repetitions * n_persons
    chances = 0.5 + SPREAD * (2 * generator.random(count) - 1)
    shape = (count * N_MATCHES, N_ROUNDS)
    own = generator.random(shape) >= np.repeat(chances, N_MATCHES)[:, None]
    met = generator.random(shape) < 0.5
    places = np.repeat(np.arange(count), 2 * N_MATCHES)
    return Play(
        GAME,
        np.stack([own, met], axis=1).reshape(-1, N_ROUNDS).astype(np.int16),
        subjects=tuple(f"{('person', 'machine')[row % 2]} {place}" for row, place in enumerate(places)),
        sessions=tuple(str(place // n_persons) for place in places),
        kinds=("human", "program") * shape[0],
        studied=np.tile([True, False], shape[0]),
    )


def persons_differ(stream: Streams, repetitions: int, *, n_persons: int) -> Outcome:
    """The interval of `fit`: over persons, whom the data tell apart."""
    fits = _fitted(stream, repetitions, n_persons)
    lower, upper = (np.array([fit.intervals()[end][PARAMETER] for fit in fits]) for end in (0, 1))
    return _outcome(fits, lower, upper)


def persons_taken_as_alike(stream: Streams, repetitions: int, *, n_persons: int) -> Outcome:
    """The interval that `fit` gave before: from the Hessian alone, as if everybody followed one parameter set."""
    fits = _fitted(stream, repetitions, n_persons)
    reach = np.array([1.96 * np.sqrt(fit.model_covariance[PARAMETER, PARAMETER]) for fit in fits])
    centre = np.array([fit.parameters[PARAMETER] for fit in fits])
    return _outcome(fits, centre - reach, centre + reach)


def unequal_persons(stream: Streams, repetitions: int, *, choices: tuple[int, ...]) -> Outcome:
    """The 95 % interval of a mean score per choice, where a few persons made most of the choices."""
    sizes, units = np.array(choices, dtype=np.float64), np.arange(len(choices))
    own = stream.generator().standard_normal((repetitions, len(choices)))
    quantile = t_quantile(0.95, effective_units(sizes))
    means, errors = np.array([mean_per_choice(each * sizes, sizes, units) for each in own]).T
    false = int((np.abs(means) > quantile * errors).sum())
    return Outcome(false, repetitions, float(quantile * errors.mean() / (1.96 * means.std())), WIDTH)


def held_out_score(stream: Streams, repetitions: int, *, n_persons: int, unit: str = "auto") -> Outcome:
    """The 95 % interval of the held-out score, against its mean over all repetitions; by match persons are ignored."""
    found = [
        held_out(people(stream[str(number)], n_persons), RULE, unit=unit, n_starts=1)
        for number in range(repetitions)
    ]
    scores, reach = (
        np.array([each.nats_per_choice for each in found]),
        np.array([each.reach for each in found]),
    )
    false = int((np.abs(scores - scores.mean()) > reach).sum())
    return Outcome(false, repetitions, float(reach.mean() / (1.96 * scores.std(ddof=1))), WIDTH)


WIDTH = "mean width over that of an oracle who knows the sampling error"


def _fitted(stream: Streams, repetitions: int, n_persons: int) -> list[Fit]:
    found: list[Fits] = []
    for start in range(0, repetitions, BATCH):
        count = min(BATCH, repetitions - start)
        play = people(stream[str(start)], n_persons, n_repetitions=count)
        found.append(fit_groups(play, RULE, by="session", n_starts=1))
    return [fit for fits in found for fit in fits]


def _outcome(fits: list[Fit], lower: Floats, upper: Floats) -> Outcome:
    estimates = np.array([fit.parameters[PARAMETER] for fit in fits])
    false = int((~((lower <= TRUTH) & (upper >= TRUTH))).sum())
    return Outcome(
        false, len(fits), float(np.mean(upper - lower) / (2 * 1.96 * estimates.std(ddof=1))), WIDTH
    )
