"""Rankings of rules where the truth is known, by `predict`'s own comparison: equals, near ties, people who return."""

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams, find_units
from humanlike.prediction import (
    Assessment,
    CalibratedRule,
    Criterion,
    Settings,
    assess,
    compare_rules,
    ranked,
    samples_of,
)
from humanlike.statistics import rank_sets_from_covariance
from results.studies.coverage_designs.fitting import RULE, people
from results.studies.coverage_designs.outcome import Outcome

Floats = npt.NDArray[np.float64]
LOG = Criterion("LOG", "Y,P", "actions", "game")
N_UNITS, N_RESAMPLES = 60, 500
LIKENESS = 0.5  # correlation of two rules' scores in a match
STEP = float(np.sqrt(2 * (1 - LIKENESS) / N_UNITS))  # the standard error of a difference


def assessment(stream: Streams, truth: Floats, n_units: int = N_UNITS) -> Assessment:
    """Rules with these expected scores, on correlated matches, redrawn as `predict` does."""
    generator = stream.generator()
    own, common = generator.standard_normal((len(truth), n_units)), generator.standard_normal(n_units)
    scores = truth[:, None] + np.sqrt(1 - LIKENESS) * own + np.sqrt(LIKENESS) * common
    draws = generator.multinomial(n_units - 1, np.full(n_units, 1 / n_units), N_RESAMPLES)
    return Assessment(
        rules=tuple(f"rule {number}" for number in range(len(truth))),
        criteria=(LOG,),
        values=scores.mean(axis=1)[None],
        resamples=(scores @ draws.T / (n_units - 1))[None],
        undefined={},
        kuipers_undefined={},
        n_units={"game": n_units},
        n_observations={"game": n_units},
        settings=Settings(n_resamples=N_RESAMPLES),
    )


def equal_rules(stream: Streams, repetitions: int, *, n_rules: int, n_units: int = N_UNITS) -> Outcome:
    """Rules that predict equally well: is any of them called worse? Worth: those worse by five errors that are."""
    false = sum(
        bool(compare_rules(assessment(stream[str(number)], np.zeros(n_rules), n_units), LOG).apart)
        for number in range(repetitions)
    )
    error = STEP * np.sqrt(N_UNITS / n_units)
    worse = np.where(np.arange(n_rules) < 2, 0.0, -5 * error)
    found = [
        compare_rules(assessment(stream["power"][str(number)], worse, n_units), LOG)
        for number in range(max(repetitions // 5, 1))
    ]
    excluded = [len(set(each.apart) - {"rule 0", "rule 1"}) / (n_rules - 2) for each in found]
    return Outcome(
        false, repetitions, float(np.mean(excluded)), "share of rules worse by five errors that are excluded"
    )


def rank_of_the_best(stream: Streams, repetitions: int, *, n_rules: int = 12) -> Outcome:
    """Near ties, a fifth of a standard error apart: is rank 1 among the ranks of the best rule?"""
    return _near_ties(stream, repetitions, n_rules, slice(0, 1))


def all_ranks(stream: Streams, repetitions: int, *, n_rules: int = 12) -> Outcome:
    """Near ties, a fifth of a standard error apart: do the ranks of all rules hold at once?"""
    return _near_ties(stream, repetitions, n_rules, slice(None))


def _near_ties(stream: Streams, repetitions: int, n_rules: int, which: slice) -> Outcome:
    ranks: Floats = np.arange(1, n_rules + 1, dtype=np.float64)
    false = 0
    for number in range(repetitions):
        rows = ranked(assessment(stream[str(number)], -0.2 * STEP * ranks), LOG)
        held = np.array(
            [row.rank_lower <= rank <= row.rank_upper for row, rank in zip(rows, ranks, strict=True)]
        )
        false += not held[which].all()
    ours, oracle = [], []
    covariance = ((1 - LIKENESS) * np.eye(n_rules) + LIKENESS) / N_UNITS
    for number in range(max(repetitions // 10, 1)):
        found = assessment(stream["width"][str(number)], -2.0 * STEP * ranks)
        ours.append(np.mean([row.rank_upper - row.rank_lower + 1 for row in ranked(found, LOG)]))
        known = rank_sets_from_covariance(stream["oracle"], found.of(LOG), covariance, n_draws=1000)
        oracle.append(np.mean(known.upper - known.lower + 1))
    return Outcome(
        false,
        repetitions,
        float(np.mean(ours) / np.mean(oracle)),
        "ranks left open over those of an oracle who knows the covariance, rules two errors apart",
    )


def people_who_return(
    stream: Streams, repetitions: int, *, n_persons: int = 40, unit: str = "auto"
) -> Outcome:
    """Two rules that suit half of the people each, equally good in the population; everybody plays several matches.

    By match, as before, the same persons count several times. Worth: how often the rule that all the people follow on
    average is told from one that is too sure.
    """
    false = sum(
        bool(compare_rules(_predicted(stream[str(number)], n_persons, unit, (0.6, 0.4)), _CRITERION).apart)
        for number in range(repetitions)
    )
    power = [
        compare_rules(_predicted(stream["power"][str(number)], n_persons, unit, (0.5, 0.8)), _CRITERION).apart
        for number in range(max(repetitions // 5, 1))
    ]
    told = float(np.mean([each == ("chance 0.8",) for each in power]))
    return Outcome(false, repetitions, told, "a rule that says .8 told from one that says .5")


_CRITERION = Criterion("LOG", "Y,P", "actions", "chicken")


def _predicted(stream: Streams, n_persons: int, unit: str, chances: tuple[float, float]) -> Assessment:
    play = people(stream["people"], n_persons)
    names = [f"chance {chance}" for chance in chances]
    calibrations = {
        (name, play.game.name): CalibratedRule(RULE, RULE.parameters(*[chance] * 5))
        for name, chance in zip(names, chances, strict=True)
    }
    settings = Settings(("LOG",), ("Y,P",), ("actions",), n_simulations=1, n_resamples=N_RESAMPLES)
    samples = samples_of([play], units=find_units([play], unit))
    return assess(stream["assess"], samples, names, calibrations, settings)
