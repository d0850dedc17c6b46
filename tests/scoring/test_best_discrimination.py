"""The system that best tells two forecasters apart: appendix D's bounds approached, never passed, and simulated."""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadParameters, BadRequest
from humanlike.naming.scoring_systems import find_system
from humanlike.scoring import (
    SYSTEMS,
    best_discriminator,
    check_propriety,
    discrimination_bounds,
    mean_ratio,
    reachable_ratios,
    tell_apart,
    threshold_system,
)
from humanlike.scoring.forecasts_to_try import candidate_forecasts
from humanlike.scoring.theorem import by_theorem


def ratio(closeness, p=0.9, y1=0.95, y2=0.6):
    return tell_apart(best_discriminator(p, y1, y2, closeness).system, p, y1, y2, 1).ratio


def test_the_sequence_approaches_the_bound_of_appendix_d():
    """Bounds at (.9, .95, .6) are -1/6 and 1; half way (closeness 1) it is the quadratic system's .41667."""
    values = [ratio(closeness) for closeness in (1.0, 0.1, 0.01, 1e-3, 1e-5)]
    assert values[0] == pytest.approx(0.4166666667, abs=5e-11)
    assert np.all(np.diff(values) > 0) and values[-1] < 1 < values[-1] + 2e-5
    assert all(
        value > tell_apart(system, 0.9, 0.95, 0.6, 1).ratio
        for value in values[1:]
        for system in SYSTEMS.values()
    )


def test_no_system_passes_the_bounds_and_the_best_comes_near_them_on_one_side_of_a_half():
    generator = np.random.default_rng(3)
    for p, y1, y2 in generator.uniform(0.52, 0.98, (60, 3)):
        found = best_discriminator(p, y1, y2, 1e-4)
        low, high = discrimination_bounds(p, y1, y2)
        own = tell_apart(found.system, p, y1, y2, 1).ratio
        assert found.reachable == pytest.approx((low, high))
        assert low < own < high
        assert abs(own) == pytest.approx(max(abs(low), abs(high)), rel=2e-3)


def test_on_either_side_of_a_half_symmetric_systems_reach_one_end_at_most():
    generator = np.random.default_rng(4)
    below, above, truth = (
        generator.uniform(*ends, 60) for ends in ((0.05, 0.49), (0.51, 0.95), (0.05, 0.95))
    )
    for p, low, high in zip(truth, below, above, strict=True):
        ends = reachable_ratios(low, high)
        assert 0.5 in ends
        for system in (*SYSTEMS.values(), best_discriminator(p, high, low, 1e-3).system):
            assert ends[0] - 1e-9 <= mean_ratio(system, high, low) <= ends[1] + 1e-9
    assert all(mean_ratio(system, 0.7, 0.3) == pytest.approx(0.5) for system in SYSTEMS.values())


def test_the_best_system_is_strictly_proper_and_can_be_named():
    system = best_discriminator(0.9, 0.95, 0.6).system
    assert check_propriety(system, 2).proper and by_theorem(system, candidate_forecasts(3)).proper
    again = find_system(system.name)
    np.testing.assert_allclose(
        again.score_every_outcome([0.61, 0.39]), system.score_every_outcome([0.61, 0.39]), rtol=1e-9
    )


@pytest.mark.parametrize(("p", "y1", "y2"), [(0.9, 0.95, 0.6), (0.5, 0.5, 0.6), (0.3, 0.2, 0.45)])
def test_simulated_forecasters_are_misranked_as_often_as_computed(p, y1, y2):
    """Twenty thousand contests of twenty questions, scored question by question."""
    system = best_discriminator(p, y1, y2).system
    happened = np.random.default_rng(7).random((20_000, 20)) < p
    yes, no = np.subtract(*system.score_every_outcome([[y1, 1 - y1], [y2, 1 - y2]]))
    lead = np.where(happened, yes, no).sum(axis=1)
    found = tell_apart(system, p, y1, y2, 20)
    behind = lead < -1e-9 if found.better == 1 else lead > 1e-9
    chance = found.worse_leads_exact
    assert behind.mean() == pytest.approx(chance, abs=4 * np.sqrt(chance * (1 - chance) / 20_000) + 1e-9)


def test_fewer_questions_are_needed_than_under_any_shipped_system():
    result = hl.discriminate(0.5, 0.5, 0.6, best=True, closeness=0.001)
    needed = {row.system: row.needed for row in result.rivals}
    assert needed["quadratic"] == 281 and result.found.needed == 76
    document = result.document()
    assert document["best"]["limit_of_mean_ratio"] == 0.6 and document["better"] == 1
    assert "threshold:at=" in str(result) and len(result.plot().axes[0].lines) > 6


def test_two_who_cannot_be_told_apart_are_refused():
    with pytest.raises(BadRequest, match="nothing to tell apart"):
        hl.discriminate(0.9, 0.6, 0.6, best=True)
    with pytest.raises(BadRequest, match="halfway"):
        best_discriminator(0.7, 0.6, 0.8)
    with pytest.raises(BadRequest, match="nothing to chance"):
        best_discriminator(1.0, 0.6, 0.8)
    with pytest.raises(BadParameters, match="closeness = 0"):
        hl.discriminate(0.9, 0.6, 0.7, best=True, closeness=0.0)
    with pytest.raises(BadParameters, match="between 0 and 1"):
        threshold_system(0.001, 0.01, 1.0)
