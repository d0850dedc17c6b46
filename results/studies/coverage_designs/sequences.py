"""Sequences and leaders where the truth is known: rare disasters, overconfidence, ruin, and the price of looking."""

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.statistics import (
    ASSUMED,
    bounded_sequence,
    compare_sequentially,
    confidence_sequence,
    find_leader,
    log_evidence,
    run_race,
)
from results.studies.coverage_designs.outcome import Outcome

Floats = npt.NDArray[np.float64]
WORST, USUAL = float(np.log(0.001)), float(np.log(0.55))  # log scores of a disaster and of an ordinary answer
N_DETECTORS, N_TRIALS, N_DATASETS = 3, 40, 150
EFFECTS, RANGES = (0.5, 0.8, 1.2), (8, 16, 32, 64)


def rare_disasters(stream: Streams, repetitions: int, *, once_in: int, guarded: bool = True) -> Outcome:
    """Equal detectors, one with a disaster once in so many datasets: a false winner? Worth: a real lead is found.

    Forty trials of 150 datasets, looked at after every one; `guarded` uses single scores too, else trials' means only.
    """
    false = sum(
        _winner(_detectors(stream[str(one)], once_in=once_in), guarded) >= 0 for one in range(repetitions)
    )
    leads = [_detectors(stream["power"][str(one)], lead=0.15) for one in range(50)]
    return Outcome(
        false,
        repetitions,
        float(np.mean([_winner(lead, guarded) == 0 for lead in leads])),
        "a lead of .15 nats is established within 40 trials",
    )


def _detectors(stream: Streams, *, once_in: int = 0, lead: float = 0.0) -> Floats:
    """Single scores [detectors, trials, datasets]."""
    generator = stream.generator()
    spread = 0.35 if lead else 0.02
    scores = USUAL + spread * generator.uniform(-1, 1, (N_DETECTORS, N_TRIALS, N_DATASETS))
    if once_in:
        scores[0] -= (WORST - USUAL) / (once_in - 1)
        scores[0][generator.random((N_TRIALS, N_DATASETS)) < 1 / once_in] = WORST
    scores[0] += lead
    return np.clip(scores, WORST, 0.0)


def _winner(singles: Floats, guarded: bool) -> int:
    """Who is established after the last trial; -1 for nobody."""
    means = singles.mean(axis=-1)
    found = find_leader(means, single_scores=singles, reach=-WORST) if guarded else find_leader(means)
    return found.leader if found.established_after > 0 else -1


def overconfident_leader(
    stream: Streams, repetitions: int, *, n_questions: int = 100, bounded: bool = True
) -> Outcome:
    """The honest say .98, the overconfident .999, the truth is .98: is the worse established? Logarithmic scores."""
    false = sum(_race(stream[str(one)], n_questions, 0.999, bounded) == 1 for one in range(repetitions))
    found = [_race(stream["power"][str(one)], 3 * n_questions, 0.6, bounded) == 0 for one in range(100)]
    return Outcome(
        false,
        repetitions,
        float(np.mean(found)),
        "the honest established against one who says .6 in thrice the questions",
    )


def _race(stream: Streams, n_questions: int, other: float, bounded: bool) -> int:
    """Who is established: 0 the honest, 1 the other, -1 nobody."""
    said = np.array([0.98, other])
    happened = stream.generator().random(n_questions) < 0.98
    scores = np.where(happened, np.log(said)[:, None], np.log(1 - said)[:, None])
    reach = np.maximum(np.log(said[:, None] / said), np.log((1 - said[:, None]) / (1 - said)))
    race = run_race(scores, reach=reach if bounded else None)
    return race.leader if race.established_after > 0 else -1


def bounded_coverage(stream: Streams, repetitions: int, *, kind: str, n_looks: int = 300) -> Outcome:
    """Is the true mean ever outside the bounded sequence? Worth: width at the end over a fixed-n one that knows sd.

    `kind`: coin, seldom (one in fifty), uniform, or skewed (beta 1, 20).
    """
    generator = stream.generator()
    shape = (repetitions, n_looks)
    draws: dict[str, tuple[Floats, float]] = {
        "coin": (generator.integers(0, 2, shape).astype(np.float64), 0.5),
        "seldom": ((generator.random(shape) < 0.02).astype(np.float64), 0.02),
        "uniform": (generator.random(shape), 0.5),
        "skewed": (generator.beta(1, 20, shape), 1 / 21),
    }
    values, mean = draws[kind]
    above = log_evidence(values, 0.0, mean=mean).max(axis=-1)
    below = log_evidence(-values, -1.0, mean=-mean).max(axis=-1)
    false = int(np.sum(np.maximum(above, below) >= np.log(40)))
    some = bounded_sequence(values[:20], 0.0, 1.0)
    fixed = 2 * 1.959964 * values.std() / np.sqrt(n_looks)
    width = float(np.mean((some.upper - some.lower)[:, -1]) / fixed)
    return Outcome(
        false, repetitions, width, "width at the last look over the fixed-n one that knows the spread"
    )


def price_of_looking(stream: Streams, repetitions: int, *, effect: float, span: int) -> float:
    """Mean stopping time of the bounded sequence over the n of a t-test of power .8; `span` is the range over sd.

    One rival, differences normal about `effect` standard deviations, cut to plus and minus half the range.
    """
    n_looks = int(span * 60 / effect)
    values = stream.generator().normal(effect, 1.0, (repetitions, n_looks))
    found = log_evidence(np.clip(values, -span / 2, span / 2), -span / 2) >= np.log(40)
    stopped = np.where(found.any(axis=-1), found.argmax(axis=-1) + 1, n_looks)
    return float(stopped.mean()) / fixed_number(effect)


def fixed_number(effect: float) -> float:
    """The n, not rounded, of a two-sided paired t-test at .05 with power .8."""
    from scipy import optimize, stats

    def lacking(n: float) -> float:
        return float(stats.nct.sf(stats.t.ppf(0.975, n - 1), n - 1, effect * np.sqrt(n)) - 0.8)

    return float(optimize.brentq(lacking, 3.0, 20 / effect**2))


def picked_leader(stream: Streams, repetitions: int, *, n_entrants: int = 6, n_looks: int = 100) -> Outcome:
    """Equal entrants: does an interval of the leader, picked by the data, minus a rival miss 0 at the last look?"""
    false = established = 0
    for one in range(repetitions):
        lead = find_leader(stream[str(one)].generator().standard_normal((n_entrants, n_looks)))
        false += bool(lead.differences.excludes(0.0)[:, -1].any())
        established += lead.established_after > 0
    return Outcome(false, repetitions, established / repetitions, "false winners, at any look")


def ruin_within_reach(
    stream: Streams, repetitions: int, *, chance: float, size: float = 20.0, n_pairs: int = 400
) -> Outcome:
    """Equal agents, one ruined seldom, and the most that can be lost is stated: decided?

    Worth: how often a difference of .8 standard deviations is found in so many pairs.
    """
    generator = stream.generator()
    reach = size + 4.0
    struck = generator.random((repetitions, n_pairs)) < chance
    noise = np.clip(generator.standard_normal((repetitions, n_pairs)), -4.0, 4.0)
    differences = np.where(struck, -size * (1 - chance), size * chance) + noise
    evidence = [log_evidence(sign * differences, -reach).max(axis=-1) for sign in (1, -1)]
    false = int(np.sum(np.maximum(*evidence) >= np.log(40)))
    better = np.clip(generator.normal(0.8, 1.0, (200, n_pairs)), -4.0, 4.0)
    power = np.mean(log_evidence(better, -reach).max(axis=-1) >= np.log(40))
    return Outcome(false, repetitions, float(power), f"a difference of .8 sd found in {n_pairs} pairs")


def rare_ruin(
    stream: Streams, repetitions: int, *, chance: float, size: float = 20.0, n_pairs: int = 80
) -> Outcome:
    """Equal agents, one ruined seldom, profits without bound: decided? The assumption beside the verdict rules it out.

    Worth: mean pairs until a difference of .8 standard deviations is decided without ruin, over a fixed-n test.
    """
    generator = stream.generator()
    struck = generator.random((repetitions, n_pairs)) < chance
    noise = generator.standard_normal((repetitions, n_pairs))
    differences = noise + np.where(struck, -size * (1 - chance), size * chance)
    false = int(confidence_sequence(differences).excludes(0.0).any(axis=-1).sum())
    found = compare_sequentially(differences[0], np.zeros(n_pairs))
    if found.rests_on != ASSUMED:
        raise AssertionError("profits have no bound")
    usual = confidence_sequence(generator.normal(0.8, 1.0, (300, 200))).first_exclusion()
    pairs = float(usual[usual > 0].mean()) / fixed_number(0.8)
    return Outcome(false, repetitions, pairs, "pairs to decide d = .8 over a fixed-n test of power .8")
