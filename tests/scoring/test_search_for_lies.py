"""What a search can and cannot say: flaws off the grid, at the edges and within rounding; sizes; systems that fail."""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest, BrokenContract
from humanlike.naming.scoring_systems import find_incentive
from humanlike.scoring import QUADRATIC, Generator, ScoringSystem, check_propriety, gambling_house
from humanlike.scoring.exhibits import LINEAR


def own(raw):
    return ScoringSystem("own", "Own", raw)


@pytest.mark.parametrize(("low", "high"), [(0.501, 0.509), (0.5022, 0.5028)])
def test_a_bonus_between_the_grid_points_is_found(low, high):
    def raw(probabilities, outcome):
        inside = ((probabilities > low) & (probabilities < high)).any(axis=-1)
        return QUADRATIC.raw(probabilities, outcome) + 0.5 * inside

    verdict = check_propriety(own(raw))
    assert verdict.proper is False and verdict.gain > 0.4


@pytest.mark.parametrize("epsilon", ["1e-6", "1e-9", "1e-12", "1e-13"])
def test_no_floor_is_too_low_to_be_doubted(epsilon):
    verdict = check_propriety(find_incentive(f"floored-logarithm:epsilon={epsilon}"))
    assert verdict.proper is not True and verdict.gain > 0


@pytest.mark.parametrize(("share", "verdict"), [(1e-3, False), (1e-5, None), (1e-6, None)])
def test_a_little_of_the_linear_system_is_seen_down_to_rounding(share, verdict):
    mixed = own(lambda r, i: QUADRATIC.raw(r, i) + share * LINEAR.raw(r, i))
    assert check_propriety(mixed).proper is verdict


@pytest.mark.parametrize("constant", [1e5, 1e6, 1e8, 3e8, 123456789.1, 1e10, 1e13, 1e15])
def test_rounding_of_large_scores_accuses_nobody(constant):
    large = check_propriety(own(lambda r, i: constant + QUADRATIC.raw(r, i)))
    assert large.proper is (True if constant < 1e7 else None)
    assert large.resolution > 1e-14 * constant


@pytest.mark.parametrize(
    "raw",
    [
        lambda r, i: np.log(np.maximum(LINEAR.raw(r, i), 1e-320)),
        lambda r, i: LINEAR.raw(r, i) / np.sqrt((r**2).sum(axis=-1)),
        lambda r, i: 3 * LINEAR.raw(r, i) ** 2 - 2 * (r**3).sum(axis=-1),
        lambda r, i: 1e300 * QUADRATIC.raw(r, i),
    ],
)
def test_ordinary_systems_of_ones_own_are_cleared_without_a_theorem(raw):
    verdict = check_propriety(own(raw))
    assert verdict.proper is True and verdict.tried == (2, 3, 4)


def test_a_generator_said_to_be_positive_is_not_taken_on_trust():
    def flat(x):
        return np.where((x > 0.3) & (x < 0.7), 0.0, 1.0)

    declared = gambling_house(Generator("flat", flat, log_phi=lambda x: 0 * x))
    assert check_propriety(declared).proper is False


def test_a_house_is_only_its_generators_if_it_pays_the_same():
    house = gambling_house(find_incentive("power:exponent=10").generator)
    bent = ScoringSystem(
        "bent", "Bent", lambda r, i: house.raw(r, i) + 4e-11 * LINEAR.raw(r, i), generator=house.generator
    )
    assert check_propriety(house).proper is True and check_propriety(bent).proper is not True


def test_the_text_says_how_many_alternatives_were_tried():
    five = own(lambda r, i: (QUADRATIC if r.shape[-1] < 5 else LINEAR).raw(r, i))
    result = hl.propriety(five)
    assert result.verdict.proper is True
    assert "Tried with 2, 3 and 4 alternatives: none of the lies tried gains more than" in str(result)
    assert result.document()["alternatives_tried"] == [2, 3, 4] and result.document()["resolution"] > 0
    assert hl.propriety(five, alternatives=5).verdict.proper is False


@pytest.mark.parametrize("count", [0, 1, -3, 101, 10**9])
def test_impossible_numbers_of_alternatives_are_refused(count):
    with pytest.raises(BadRequest, match=f"with {count} alternatives"):
        check_propriety(QUADRATIC, count)


def test_a_hundred_alternatives_fit_into_memory():
    assert check_propriety(QUADRATIC, 100).proper is True
    assert check_propriety(LINEAR, 100).proper is False


@pytest.mark.parametrize("error", [ValueError("late"), SystemExit(3)])
def test_a_system_that_fails_on_many_forecasts_gets_a_sentence(error):
    def raw(probabilities, outcome):
        if np.size(outcome) > 50:
            raise error
        return QUADRATIC.raw(probabilities, outcome)

    with pytest.raises(BrokenContract, match=rf"System 'own': raw.* raises {type(error).__name__}"):
        hl.propriety(own(raw))


def test_a_system_that_changes_the_forecasts_it_is_given_is_refused():
    def raw(probabilities, outcome):
        probabilities[...] = 0.5
        return LINEAR.raw(probabilities, outcome)

    for verb in (hl.propriety, check_propriety):
        with pytest.raises(BrokenContract, match="read-only"):
            verb(own(raw))
    assert check_propriety(QUADRATIC).proper is True
