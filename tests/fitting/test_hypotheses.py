"""Hypotheses in words become linear equations; tests of them are what covariances say by hand."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

import humanlike as hl
from humanlike.core import BadRequest, HumanlikeError, Play
from humanlike.fitting import (
    find_hypothesis,
    fit_groups,
    fit_one,
    profile_interval,
    profile_intervals,
    wald_test,
)
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.statistics import holm

EWA, MEMORY = RULES["ewa"], RULES["memory-one"]


@pytest.fixture(scope="module")
def play():
    chance = np.random.default_rng(5)
    return Play(GAMES["prisoners-dilemma"], (chance.random((24, 20)) < chance.random((24, 1))).astype(int))


@pytest.fixture(scope="module")
def found(play):
    return fit_one(play, MEMORY, n_starts=1, unit="match")


@pytest.mark.parametrize(
    ("words", "matrix", "values"),
    [
        ("delta=0", [[0, 0, 0, 1, 0]], [0]),
        ("rho=phi", [[0, 1, -1, 0, 0]], [0]),
        ("2*delta - rho = .5", [[0, -1, 0, 2, 0]], [0.5]),
        ("1 - delta = phi", [[0, 0, -1, -1, 0]], [-1]),
        ("delta=0, phi=1", [[0, 0, 0, 1, 0], [0, 0, 1, 0, 0]], [0, 1]),
        ("delta=rho=phi", [[0, -1, 0, 1, 0], [0, 1, -1, 0, 0]], [0, 0]),
        ("lambda=1e-1", [[0, 0, 0, 0, 1]], [0.1]),
    ],
)
def test_words_are_equations(words, matrix, values):
    said = find_hypothesis(EWA, words)
    np.testing.assert_array_equal(said.matrix, matrix)
    np.testing.assert_array_equal(said.values, values)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("gamma=1", "No parameter of ewa is called 'gamma'"),
        ("delta=7", "ewa has its delta between 0 and 1"),
        ("delta", "is no equation"),
        ("delta=delta", "say nothing"),
        ("delta=0,delta=1", "contradict"),
        ("delta=rho,rho=delta", "follow from"),
        ("delta==0", "not understood"),
        ("delta=0*", "not understood"),
        ("2 delta=1", "not understood"),
        ("delta rho=1", "No parameter of ewa"),
        ("", "not understood"),
        ("delta=0,", "not understood"),
    ],
)
def test_what_is_no_hypothesis_is_told_so(words, sentence):
    with pytest.raises(HumanlikeError, match=sentence):
        find_hypothesis(EWA, words)


def test_a_difference_is_tested_by_students_t_over_units(found):
    """By hand: t = (a - b) / sqrt(Va + Vb - 2 Cab) with a degree less than there are units."""
    first, second = (MEMORY.parameter_names.index(name) for name in ("after_00", "after_11"))
    variance = found.covariance
    spread = sqrt(variance[first, first] + variance[second, second] - 2 * variance[first, second])
    t = (found.parameters[first] - found.parameters[second]) / spread
    test = wald_test(found, find_hypothesis(MEMORY, "after_00 = after_11"))
    assert test.statistic == pytest.approx(t**2)
    assert test.p_value == pytest.approx(2 * stats.t.sf(abs(t), found.n_units - 1))


def test_a_chain_says_the_same_as_its_equations_in_any_order(found):
    chain = wald_test(found, find_hypothesis(MEMORY, "after_00=after_01=after_11"))
    pairs = wald_test(found, find_hypothesis(MEMORY, "after_11=after_01,2*after_00=2*after_11"))
    assert chain.degrees == pairs.degrees == 2
    assert chain.statistic == pytest.approx(pairs.statistic) and chain.p_value == pytest.approx(pairs.p_value)


def test_a_groups_profile_is_that_of_its_own_choices(play):
    fits = fit_groups(play, MEMORY, by="role", n_starts=1, unit="match")
    both = profile_intervals(play, fits)
    alone = fit_one(play, MEMORY, role=1, n_starts=1, unit="match")
    for own in both[1]:
        other = profile_interval(play, MEMORY, alone, own.parameter, role=1)
        assert own[1:3] == pytest.approx(other[1:3], abs=1e-4) and own[3:] == other[3:]
        value = getattr(fits[1].parameters, own.parameter)
        assert own.lower <= value <= own.upper


def test_the_study_corrects_for_all_tests_and_shows_open_ends(play):
    tests = ["after_00=after_11", "after_01=.5"]
    result = hl.fit(play, MEMORY, by="role", profile=True, tests=tests, starts=1, unit="match")
    raw = [each["p_value"] for one in result.document() for each in one["tests"]]
    corrected = [each["p_holm"] for one in result.document() for each in one["tests"]]
    assert len(raw) == 4 and corrected == pytest.approx(holm(raw).tolist())
    profiles = [one["profile"] for one in result.document()]
    assert all(set(each) == set(MEMORY.parameter_names) for each in profiles)
    assert "Holm over 4 tests" in str(result) and "profile intervals" in str(result)
    assert "tests" not in hl.fit(play, MEMORY, starts=1).document()[0]


def test_what_cannot_be_tested_is_told_and_counts_among_the_tests():
    """Whoever never moves has every probability on its bound."""
    still = Play(GAMES["prisoners-dilemma"], np.zeros((8, 6), dtype=int))
    result = hl.fit(still, RULES["memory-one"], tests="after_00=.5", profile=True, starts=1)
    (test,) = result.document()[0]["tests"]
    assert test["p_value"] is None and test["p_holm"] is None and "no standard error" in test["remark"]
    (profile,) = (one["profile"] for one in result.document())
    assert any(each["open_below"] or each["open_above"] for each in profile.values())
    assert " open" in str(result)


def test_a_supposed_bound_is_called_conservative(play):
    result = hl.fit(play, "cross", tests="alpha=0", starts=2)
    (test,) = result.document()[0]["tests"]
    assert "conservative" in test["remark"] or "no standard error" in test["remark"]


def test_bad_requests_are_refused_before_anything_is_fitted(play):
    told = []
    with pytest.raises(HumanlikeError, match="No parameter of memory-one"):
        hl.fit(play, "cross,memory-one", tests=["alpha=0"], progress=lambda *words: told.append(words))
    with pytest.raises(BadRequest, match="Profile intervals are of the likelihood"):
        hl.fit(play, "cross", criterion="msd", profile=True)
    assert not told
