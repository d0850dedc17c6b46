"""The search for lies finds every exhibit's flaw and clears every proper system."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from humanlike.core import BadParameters, BadRequest, Streams, UnknownName
from humanlike.naming.scoring_systems import find_incentive
from humanlike.scoring import (
    LOGARITHMIC,
    QUADRATIC,
    SPHERICAL,
    SYSTEMS,
    Contest,
    Generator,
    ScoringSystem,
    asymmetric_gambling_house,
    check_propriety,
    gambling_house,
    locality_gap,
    log_likelihood,
    power_generator,
    reproducing_condition,
    shannon_entropy,
    truncated_logarithmic,
    under_utility,
)
from humanlike.scoring.exhibits import (
    EXHIBITS,
    LINEAR,
    blotto,
    certainty_on_everything,
    distance_based,
    gross_strategy,
    winner_take_all,
)

CLEAN = [
    *SYSTEMS,
    "truncated-logarithmic:K=10",
    "power:exponent=0.5",
    "power:exponent=3",
    "beta:left=1,right=1",
]


@pytest.mark.parametrize("name", CLEAN)
def test_proper_systems_are_cleared(name):
    verdict = check_propriety(find_incentive(name))
    assert verdict.proper and verdict.gain < 0


@pytest.mark.parametrize("n", [5, 8, 10])
def test_proper_systems_are_cleared_with_many_alternatives(n):
    assert all(check_propriety(system, n).proper for system in SYSTEMS.values())


def test_an_asymmetric_house_is_cleared():
    assert check_propriety(
        asymmetric_gambling_house([power_generator(0.0), power_generator(1.0, 2.0), power_generator(0.5)])
    ).proper


@pytest.mark.parametrize("name", EXHIBITS)
def test_every_exhibit_is_caught_and_its_lie_is_real(name):
    incentive = find_incentive(name)
    verdict = check_propriety(incentive)
    assert not verdict.proper
    belief, report = np.array(verdict.belief), np.array(verdict.report)
    gained = incentive.expected(report, belief) - incentive.expected(belief, belief)
    assert gained == pytest.approx(verdict.gain, abs=1e-12) and verdict.gain > 0


def test_true_false_marking_between_two_lets_one_lie_for_free():
    verdict = check_propriety(find_incentive("true-false"), 2)
    assert not verdict.proper and verdict.gain == 0.0
    assert max(abs(a - b) for a, b in zip(verdict.belief, verdict.report, strict=True)) >= 0.02


PROVED = [
    "power:exponent=10",
    "power:exponent=20",
    "power:exponent=100",
    "power:exponent=400",
    "beta:left=10,right=10",
    "beta:left=50,right=1",
    "beta:left=200,right=200",
    "beta:left=0,right=50",
    "power:exponent=1e300",
]


@pytest.mark.parametrize("name", PROVED)
def test_what_is_proper_by_theorem_is_never_accused(name):
    """Their smallest regrets vanish in rounding; the generator is positive all the same."""
    verdict = check_propriety(find_incentive(name))
    assert verdict.proper is True and verdict.gain <= 0 and "generator is positive" in verdict.reason


def test_a_generator_is_believed_only_where_it_builds_the_system():
    """The linear system with a positive generator to its name stays improper, a proper one of one's own undecided."""
    steep = gambling_house(power_generator(30.0))
    posing = ScoringSystem("posing", "Linear in disguise", LINEAR.raw, generator=power_generator(30.0))
    assert check_propriety(posing).proper is False
    nameless = ScoringSystem("steep", "No generator known", steep.raw)
    undecided = check_propriety(nameless)
    assert undecided.proper is None and "rounding" in undecided.reason
    named = ScoringSystem("steep", "Generator known", steep.raw, generator=power_generator(30.0))
    assert check_propriety(named).proper is True
    several = asymmetric_gambling_house([power_generator(30.0), power_generator(25.0)])
    assert check_propriety(several).proper is True


def test_a_generator_that_vanishes_on_a_stretch_lets_one_lie_there():
    flat = gambling_house(Generator("flat", lambda x: np.where((x > 0.3) & (x < 0.7), 0.0, 1.0)))
    verdict = check_propriety(flat, 2)
    assert verdict.proper is False and verdict.gain == pytest.approx(0.0, abs=1e-12)
    assert all(0.3 <= part <= 0.7 for part in (*verdict.belief, *verdict.report))


def quadratic_and(odd):
    """The quadratic system, but `odd` for forecasts that rule something out."""

    def raw(probabilities, outcome):
        ruled_out = (probabilities == 0).any(axis=-1) & np.ones(outcome.shape, dtype=bool)
        return np.where(ruled_out, odd, QUADRATIC.raw(probabilities, outcome))

    return ScoringSystem("odd", "Not always a number", raw)


def test_what_is_not_a_number_is_never_proper():
    verdict = check_propriety(quadratic_and(np.nan))
    assert verdict.proper is None and np.isnan(verdict.gain) and "not a number" in verdict.reason
    assert min(verdict.report) == 0 or min(verdict.belief) == 0
    everywhere = ScoringSystem("nan", "Never a number", lambda p, y: quadratic_and(np.nan).raw(0 * p, y))
    assert check_propriety(everywhere).proper is None
    assert check_propriety(quadratic_and(5.0)).proper is False  # a lie that pays is found beside gaps too


def test_paying_nothing_is_not_proper():
    nothing = ScoringSystem("nothing", "Nothing", lambda p, y: 0 * QUADRATIC.raw(p, y))
    wage = Contest(
        "wage", "The same for all", lambda report, belief: 0 * QUADRATIC.expected(report, belief) + 3
    )
    for incentive in (nothing, wage):
        verdict = check_propriety(incentive)
        assert verdict.proper is False and verdict.gain == 0.0


def test_the_linear_system_rewards_certainty_in_the_most_probable():
    verdict = check_propriety(LINEAR, 2)
    assert verdict.gain == pytest.approx(0.125) and max(verdict.report) == 1.0
    assert max(verdict.belief) == pytest.approx(0.75)


@pytest.mark.parametrize(("exponent", "best"), [(1.0, "median"), (2.0, "mean")])
def test_distance_rewards_all_mass_on_the_median_or_mean(exponent, best):
    belief = np.array([0.35, 0.0, 0.25, 0.0, 0.4])  # median 2, mean 2.1
    points = np.eye(5)
    expected = distance_based(exponent).expected(points, belief)
    assert int(np.argmax(expected)) == 2, best
    assert expected.max() > distance_based(exponent).expected(belief, belief)


def test_colonel_blotto_in_the_papers_case():
    third = [1 / 3, 1 / 3, 1 / 3]
    foolish, counter = [0.5, 0.5, 0.0], [0.6, 0.2, 0.2]
    outcomes = [0, 1, 2]
    assert blotto([third]).unnormalised_score(foolish, outcomes).tolist() == [
        1,
        1,
        0,
    ]  # twice as likely to win
    assert blotto([foolish]).unnormalised_score(counter, outcomes).tolist() == [1, 0, 1]  # odds switched back
    with pytest.raises(BadRequest):
        blotto([0.5, 0.5])


def test_gross_strategy_makes_every_probability_uniform_up_to_two_thirds():
    reports = gross_strategy(Streams(3)["blotto"], 4000)
    np.testing.assert_allclose(reports.sum(axis=1), 1.0)
    assert stats.kstest(reports[:, 1], stats.uniform(0, 2 / 3).cdf).pvalue > 0.001


def test_top_dog_in_the_papers_case():
    assert certainty_on_everything(5) == (2.5, 1 / 32, -2.5)
    contest = winner_take_all(5, 999)
    half = [0.5, 0.5]
    assert contest.expected(half, half) == pytest.approx(1 / 1000)
    assert contest.expected([1.0, 0.0], half) == pytest.approx(
        6 / 32
    )  # all five, or four of them: 2 - 1.5 > 0
    assert contest.expected([0.51, 0.49], half) == pytest.approx(0.5)


def test_the_floor_invites_denial_and_the_truncated_logarithm_does_not():
    belief, denial = [0.005, 0.995], [0.0, 1.0]
    floored = find_incentive("floored-logarithm")
    assert floored.expected(denial, belief) > floored.expected(belief, belief)
    truncated = truncated_logarithmic(50.0)
    assert truncated.expected(denial, belief) < truncated.expected(belief, belief)


def test_the_cautious_shade_and_the_bold_exaggerate():
    reports = np.linspace(0, 1, 1001)
    pairs = np.stack([reports, 1 - reports], axis=-1)
    belief = [0.8, 0.2]
    cautious = find_incentive("risk-averse-quadratic").expected(pairs, belief)
    bold = find_incentive("risk-averse-quadratic:aversion=-1").expected(pairs, belief)
    assert 0.5 < reports[np.argmax(cautious)] < 0.79 and reports[np.argmax(bold)] > 0.81
    linear = under_utility(QUADRATIC, lambda pay: 3 * pay + 1, "linear utility")
    assert check_propriety(linear).proper


@settings(deadline=None, derandomize=True, max_examples=15)
@given(levels=st.lists(st.floats(0.2, 2.0), min_size=2, max_size=4), n=st.integers(2, 4))
def test_random_generators_are_cleared(levels, n):
    steps = np.array(levels)
    last = len(steps) - 1
    phi = Generator("steps", lambda x: steps[np.minimum((x * (last + 1)).astype(int), last)])
    assert check_propriety(gambling_house(phi), n).proper


@pytest.mark.parametrize("system", [LOGARITHMIC, QUADRATIC, SPHERICAL, truncated_logarithmic(10.0)])
def test_condition_3_4_1_holds_for_the_proper(system):
    for forecast in ([0.5, 0.3, 0.2], [0.7, 0.2, 0.05, 0.05], [0.6, 0.4]):
        assert np.ptp(reproducing_condition(system, forecast)) < 1e-7


def test_condition_3_4_1_fails_for_the_improper():
    assert np.ptp(reproducing_condition(LINEAR, [0.5, 0.3, 0.2])) > 0.1
    with pytest.raises(BadParameters):
        reproducing_condition(LINEAR, [1.0, 0.0])


def test_only_the_logarithm_is_local():
    assert locality_gap(LOGARITHMIC, 5) == 0.0
    for system in (QUADRATIC, SPHERICAL, gambling_house(power_generator(0.5))):
        assert locality_gap(system) > 0.01
    with pytest.raises(BadParameters):
        locality_gap(LOGARITHMIC, 2)


def test_the_logarithm_measures_information_and_likelihood():
    r = np.array([0.5, 0.3, 0.2])
    assert LOGARITHMIC.expected(r, r) == pytest.approx(np.log(3) - shannon_entropy(r))
    assert LOGARITHMIC.divergence(r, [0.2, 0.3, 0.5]) == pytest.approx(0.3 * np.log(2.5))  # Kullback-Leibler
    forecasts = np.random.default_rng(1).dirichlet(np.ones(3), 20)
    outcomes = np.random.default_rng(2).integers(0, 3, 20)
    product = np.prod(forecasts[np.arange(20), outcomes])
    assert log_likelihood(forecasts, outcomes) == pytest.approx(np.log(product))


def test_requests_that_make_no_sense_are_refused():
    with pytest.raises(BadRequest, match="3 alternatives"):
        check_propriety(find_incentive("top-dog"), 3)
    with pytest.raises(UnknownName, match="linear"):
        find_incentive("linnear")
