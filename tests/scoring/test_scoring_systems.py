"""Every system: the worked numbers of Brown (1970), honesty pays, and the identities of the memo."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from humanlike.core import BadParameters, BadRecord, BadRequest, HumanlikeError, UnknownName
from humanlike.naming.scoring_systems import find_system
from humanlike.scoring import (
    LOGARITHMIC,
    QUADRATIC,
    SPHERICAL,
    SYSTEMS,
    Generator,
    asymmetric_gambling_house,
    beta_generator,
    gambling_house,
    power_generator,
    spherical_pair,
    symmetrised,
    truncated_generator,
    truncated_logarithmic,
    verdict_score,
)

careful = settings(deadline=None, derandomize=True, max_examples=60)
every_system = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS.keys())


@st.composite
def two_forecasts(draw, smallest=2, largest=10):
    """A belief and a report over the same 2 to 10 alternatives, zeros included."""
    n = draw(st.integers(smallest, largest))
    weights = st.lists(st.floats(0.0, 1.0), min_size=n, max_size=n).filter(lambda w: sum(w) > 0.01)
    belief, report = np.array(draw(weights)), np.array(draw(weights))
    return belief / belief.sum(), report / report.sum()


def test_worked_example_of_three_alternatives():
    r = [0.5, 0.3, 0.2]
    np.testing.assert_allclose(
        QUADRATIC.score(r, [0, 1, 2]), [0.2866666667, -0.1133333333, -0.3133333333], atol=5e-11
    )
    np.testing.assert_allclose(
        LOGARITHMIC.score(r, [0, 1, 2]), [0.4054651081, -0.1053605157, -0.5108256238], atol=5e-11
    )


def test_spherical_worked_example():
    np.testing.assert_allclose(SPHERICAL.score([0.7, 0.3], 0), 0.2120382488, atol=5e-11)
    np.testing.assert_allclose(SPHERICAL.score([0.9, 0.1], 0), 0.2867769535, atol=5e-11)


def test_truncated_logarithm_worked_example():
    system = truncated_logarithmic(10.0)
    got = system.score([0.5, 0.48, 0.02], [0, 1, 2])
    np.testing.assert_allclose(got, [0.4027984414, 0.3619764469, -2.7052517597], atol=5e-11)
    got = system.score([1, 0, 0], [0, 1, 2])
    np.testing.assert_allclose(got, [1.0652789553, -3.3359184263, -3.3359184263], atol=5e-11)


def test_truncated_logarithm_is_what_its_generator_builds():
    house = gambling_house(truncated_generator(10.0, 3))
    r = np.array([[0.5, 0.48, 0.02], [1, 0, 0], [0.2, 0.7, 0.1], [0.033, 0.9, 0.067]])
    np.testing.assert_allclose(
        house.score_every_outcome(r), truncated_logarithmic(10.0).score_every_outcome(r), atol=1e-11
    )


def test_verdicts_score_log_z_exactly_in_the_tournaments_scale():
    r = np.arange(1, 100) / 100
    assert np.array_equal(verdict_score(r, np.ones(99, bool)), np.log(r))
    assert np.array_equal(verdict_score(r, np.zeros(99, bool)), np.log(1 - r))
    assert verdict_score(0.5, True) == np.log(0.5)
    assert np.isfinite(verdict_score(0.0, True)) and verdict_score(0.0, True) < np.log(1 / 2000)
    assert verdict_score(0.0, True, zero_constant=-50.0) == -50.0
    with pytest.raises(BadRecord, match="between 0 and 1"):
        verdict_score([0.2, np.nan], [True, False])


@pytest.mark.parametrize(
    ("generator", "system", "n"),
    [
        (Generator("constant", np.ones_like), LOGARITHMIC, 4),
        (Generator("linear", lambda x: 2 * x), QUADRATIC, 5),
        (power_generator(0.0), LOGARITHMIC, 3),
        (power_generator(1.0, 2.0), QUADRATIC, 2),
        (spherical_pair(), SPHERICAL, 2),
    ],
    ids=["log by quadrature", "quadratic by quadrature", "log", "quadratic", "spherical pair"],
)
def test_the_gambling_house_rebuilds_the_named_systems(generator, system, n):
    r = np.random.default_rng(3).dirichlet(np.ones(n), size=50)
    r[0] = np.eye(n)[0]
    np.testing.assert_allclose(
        gambling_house(generator).score_every_outcome(r), system.score_every_outcome(r), atol=1e-11
    )


def test_generators_are_not_unique_but_the_symmetric_one_builds_the_same_system():
    phi = Generator("1+t^2", lambda t: 1 + t**2)
    for generator in (phi, symmetrised(phi)):
        got = gambling_house(generator).score([[0.1, 0.9], [0.9, 0.1]], [0, 0])
        np.testing.assert_allclose(got, [-1.8894379124, 0.7077866649], atol=5e-11)
    t = np.linspace(0, 1, 11)
    np.testing.assert_allclose(symmetrised(phi).phi(t), symmetrised(phi).phi(1 - t), atol=1e-14)


def test_closed_forms_agree_with_quadrature():
    r = np.random.default_rng(4).dirichlet([0.3, 1, 2, 1], size=40)
    for exponent in (0.0, 0.5, 1.0, 2.5):
        closed = power_generator(exponent)
        open_ = Generator("same", closed.phi)
        np.testing.assert_allclose(
            gambling_house(open_).score_every_outcome(r),
            gambling_house(closed).score_every_outcome(r),
            rtol=1e-11,
            atol=1e-11,
        )


@every_system
@pytest.mark.parametrize("n", [2, 3, 10])
def test_equal_probabilities_earn_nothing(system, n):
    assert np.array_equal(system.score(np.full((n, n), 1 / n), np.arange(n)), np.zeros(n))


@every_system
@careful
@given(pair=two_forecasts())
def test_honesty_is_the_best_policy(system, pair):
    belief, report = pair
    honest, lying = system.expected(belief, belief), system.expected(report, belief)
    assert lying <= honest + 1e-12
    if np.abs(belief - report).max() > 0.05:
        assert lying < honest


@careful
@given(
    pair=two_forecasts(2, 10),
    levels=st.lists(st.floats(0.05, 3.0), min_size=2, max_size=5),
    exponent=st.just(0.0) | st.floats(0.1, 3.0),
)
def test_honesty_pays_under_random_generators(pair, levels, exponent):
    """A random positive step function times a power: nothing smooth, nothing symmetric."""
    belief, report = pair
    steps = np.array(levels)
    phi = Generator(
        "random", lambda x: steps[np.minimum((x * len(steps)).astype(int), len(steps) - 1)] * x**exponent
    )
    house = gambling_house(phi)
    assert house.expected(report, belief) <= house.expected(belief, belief) + 1e-10


@careful
@given(pair=two_forecasts(3, 3))
def test_honesty_pays_under_an_asymmetric_system(pair):
    belief, report = pair
    house = asymmetric_gambling_house([power_generator(0.0), power_generator(1.0, 2.0), power_generator(2.0)])
    assert house.expected(report, belief) <= house.expected(belief, belief) + 1e-12


def test_an_asymmetric_system_tells_labels_apart():
    house = asymmetric_gambling_house([power_generator(0.0), power_generator(1.0, 2.0)])
    assert not np.isclose(house.score([0.7, 0.3], 0), house.score([0.3, 0.7], 1))
    np.testing.assert_allclose(house.score([[0.5, 0.5], [0.5, 0.5]], [0, 1]), 0.0, atol=1e-15)
    with pytest.raises(BadRequest, match="2 alternatives"):
        house.score([0.2, 0.3, 0.5], 0)


@every_system
def test_scores_rise_with_the_probability_of_what_happens(system):
    """Appendix A: f1 increases, and the expected score falls on either side of the truth."""
    r = np.linspace(0, 1, 201)
    pair = np.stack([r, 1 - r], axis=-1)
    assert np.all(np.diff(system.score(pair, np.zeros(201, int))) > 0)
    assert np.all(np.diff(system.score(pair, np.ones(201, int))) < 0)
    for truth in (0.1, 0.37, 0.5):
        expected = system.expected(pair, np.array([truth, 1 - truth]))
        top = int(np.argmax(expected))
        assert abs(r[top] - truth) <= 0.005
        assert np.all(np.diff(expected[: top + 1]) > 0) and np.all(np.diff(expected[top:]) < 0)


@careful
@given(p=st.floats(0, 1), r=st.floats(0, 1))
def test_quadratic_regret_depends_on_the_error_only(p, r):
    """Appendix C: E(p,p) - E(r,p) = 2 (p-r)^2."""
    assert np.isclose(QUADRATIC.divergence([p, 1 - p], [r, 1 - r]), 2 * (p - r) ** 2, atol=1e-12)


def test_other_systems_regret_depends_on_more_than_the_error():
    for system in (LOGARITHMIC, SPHERICAL):
        near = system.divergence([0.5, 0.5], [0.6, 0.4])
        far = system.divergence([0.9, 0.1], [0.8, 0.2])
        assert not np.isclose(near, far, rtol=1e-3)


def test_a_zero_on_what_happened_is_minus_infinity_and_never_hidden():
    assert LOGARITHMIC.score([1.0, 0.0], 1) == -np.inf
    assert LOGARITHMIC.expected([1.0, 0.0], [1.0, 0.0]) == np.log(2)  # an impossible event costs nothing
    assert LOGARITHMIC.expected([1.0, 0.0], [0.9, 0.1]) == -np.inf


@pytest.mark.parametrize(
    ("forecast", "outcome", "sentence"),
    [
        ([0.5, 0.4], 0, "sums to 0.9"),
        ([1.5, -0.5], 0, "negative"),
        ([np.nan, 0.5], 0, "not a number"),
        ([0.5, 0.5], 2, "Outcome 2"),
        ([0.5, 0.5], -1, "Outcome -1"),
        ([0.5, 0.5], 0.5, "whole numbers"),
        ([1.0], 0, "two alternatives"),
    ],
)
def test_bad_forecasts_are_refused_in_a_sentence(forecast, outcome, sentence):
    with pytest.raises(BadRecord, match=sentence):
        QUADRATIC.score(forecast, outcome)


def test_the_tolerance_is_kept():
    QUADRATIC.score([0.5, 0.5 + 0.9e-6], 0)
    with pytest.raises(BadRecord):
        QUADRATIC.score([0.5, 0.5 + 1.1e-6], 0)


def test_names_lead_to_systems_or_to_help():
    assert find_system("truncated-logarithmic:K=10").score([1, 0, 0], 1) == pytest.approx(-3.3359184263)
    assert find_system("power:exponent=1,factor=2").score([0.5, 0.3, 0.2], 0) == pytest.approx(0.2866666667)
    assert find_system("beta:left=1,right=2").generator is not None
    with pytest.raises(UnknownName, match="Did you mean 'quadratic'"):
        find_system("quadratics")
    for bad in (
        "quadratic:K=2",
        "power:banana=2",
        "power:exponent=x",
        "truncated-logarithmic:K=0.5",
        "power:exponent=-1",
    ):
        with pytest.raises(HumanlikeError):
            find_system(bad)


def test_impossible_generators_are_refused():
    with pytest.raises(BadParameters, match="positive"):
        gambling_house(Generator("negative", lambda x: x - 0.5)).score([0.3, 0.7], 0)
    with pytest.raises(BadParameters, match="at least 0"):
        beta_generator(-1.0, 0.0)


def test_leading_axes_broadcast():
    forecasts = np.random.default_rng(1).dirichlet(np.ones(3), size=(4, 5))
    outcomes = np.random.default_rng(2).integers(0, 3, size=(4, 5))
    for system in SYSTEMS.values():
        one_by_one = [[system.score(forecasts[i, j], outcomes[i, j]) for j in range(5)] for i in range(4)]
        np.testing.assert_allclose(system.score(forecasts, outcomes), one_by_one, atol=1e-14)
        np.testing.assert_allclose(
            system.score(forecasts[0, 0], outcomes),
            system.score(np.broadcast_to(forecasts[0, 0], (4, 5, 3)), outcomes),
            atol=1e-14,
        )
