"""Rank sets and model confidence sets: equal to published programs, right at once, and not empty."""

import numpy as np
import pytest

from humanlike.core import BadRecord, Streams
from humanlike.statistics import (
    model_confidence_set,
    rank_sets_from_covariance,
    rank_sets_from_resamples,
    rank_sets_from_scores,
    ranks_from_ahead,
    surely_ahead,
    unit_draws,
)

STREAM = Streams(13)["rank sets"]
# PISA 2018, mathematics, the first sixteen members of the OECD in alphabetical order: mean and standard error
PISA_MEAN = [
    491.3600252, 498.9423138, 508.0703063, 512.0169429, 417.4065563, 390.9322732, 499.4676508, 509.3983746,
    523.4145802, 507.3013618, 495.4075794, 500.0437805, 451.3703438, 481.0826364, 495.1873762, 499.632894,
]  # fmt: skip
PISA_ERROR = [
    1.939833031, 2.970998694, 2.262662011, 2.357475749, 2.41588757, 2.989559274, 2.460661531, 1.735002337,
    1.743602224, 1.967920411, 2.320214487, 2.647083096, 3.091228197, 2.319596741, 1.953082603, 2.198621128,
]  # fmt: skip
# the other members: Israel to Mexico (23), Netherlands to the United States
OTHERS_MEAN = [
    463.0345488, 486.5898573, 526.9732502, 525.933002, 496.1263306, 481.1911884, 483.421485,
    408.8014734, 519.2309824, 494.489676, 500.9637885, 515.6478747, 492.4874062, 486.1648542,
    508.8975441, 481.3926126, 502.3877022, 515.3147131, 453.5077774, 501.7698992, 478.2447174,
]  # fmt: skip
OTHERS_ERROR = [
    3.498563228, 2.780045867, 2.471475318, 3.121394315, 1.962766789, 1.953282039, 1.097632409,
    2.493225544, 2.632277885, 1.705942856, 2.219044878, 2.602085176, 2.684570081, 2.555595707,
    1.363877596, 1.462417763, 2.654250935, 2.908003898, 2.260406789, 2.564428111, 3.235444099,
]  # fmt: skip
CHILE, COLOMBIA, GERMANY, KOREA, MEXICO, UNITED_KINGDOM = 4, 5, 11, 19, 23, 35
# for the sixteen: the step-down of R's csranks 1.2 (Mogstad, Romano, Shaikh & Wilhelm), rebuilt from its source in R,
# with 100,000 draws
CSRANKS = {
    (0.05, True): (
        [6, 3, 2, 2, 15, 16, 3, 2, 1, 2, 6, 3, 14, 13, 6, 4],
        [12, 12, 9, 5, 15, 16, 12, 8, 1, 9, 12, 12, 14, 13, 12, 12],
    ),
    (0.25, True): (
        [7, 4, 2, 2, 15, 16, 4, 2, 1, 2, 6, 4, 14, 13, 6, 4],
        [12, 12, 9, 5, 15, 16, 12, 5, 1, 9, 12, 12, 14, 13, 12, 11],
    ),
    (0.05, False): (
        [7, 4, 2, 2, 15, 16, 4, 2, 1, 2, 6, 4, 14, 13, 6, 4],
        [12, 12, 9, 5, 15, 16, 12, 5, 1, 9, 12, 12, 14, 13, 12, 11],
    ),
}


@pytest.mark.parametrize(("alpha", "together"), CSRANKS)
def test_rank_sets_equal_csranks_on_pisa(alpha, together):
    covariance = np.diag(np.square(PISA_ERROR))
    found = rank_sets_from_covariance(STREAM, PISA_MEAN, covariance, alpha=alpha, together=together)
    lower, upper = CSRANKS[alpha, together]
    assert found.lower.tolist() == lower
    assert found.upper.tolist() == upper


def test_rank_sets_are_those_that_csranks_prints_in_its_guide():
    """Its vignette "Inference for Ranks", 37 countries: the United Kingdom, 13th, may be 8th to 23rd by itself; at 95 %
    together Germany's and Korea's sets both hold 7, at 75 % they do not meet; Chile, Mexico and Colombia stand apart.
    """
    mean, covariance = PISA_MEAN + OTHERS_MEAN, np.diag(np.square(PISA_ERROR + OTHERS_ERROR))
    alone = rank_sets_from_covariance(STREAM["guide"], mean, covariance, together=False)
    assert np.sum(np.array(mean) > mean[UNITED_KINGDOM]) + 1 == 13
    assert alone.lower[UNITED_KINGDOM] in (7, 8)  # it prints 8 and writes 7: a matter of draws
    assert alone.upper[UNITED_KINGDOM] == 23
    together = rank_sets_from_covariance(STREAM["guide"], mean, covariance)
    assert together.lower[GERMANY] <= 7 <= together.upper[KOREA]
    less_sure = rank_sets_from_covariance(STREAM["guide"], mean, covariance, alpha=0.25)
    assert less_sure.upper[KOREA] < less_sure.lower[GERMANY]
    last = [CHILE, MEXICO, COLOMBIA]
    assert together.lower[last].min() == 35 and np.delete(together.upper, last).max() == 34


def test_rank_sets_equal_csranks_with_correlated_estimates():
    covariance = 0.04 * (0.6 + 0.4 * np.eye(6))
    covariance[0, 0] = 0.09
    found = rank_sets_from_covariance(STREAM, [1.9, 1.2, 1.1, 0.4, 0.35, -0.2], covariance)
    assert found.lower.tolist() == [1, 1, 2, 4, 4, 6]
    assert found.upper.tolist() == [2, 3, 3, 5, 5, 6]


def test_equal_entrants_are_seldom_told_apart_and_unequal_ones_are():
    """Of 300 tables of six equals on 40 units at most 5 %, sampling aside; the old rank intervals: more than half."""
    generator = STREAM["equal"].generator()
    told = sum(
        rank_sets_from_scores(STREAM["draws"], generator.standard_normal((6, 40)), n_draws=1000).ahead.any()
        for _ in range(300)
    )
    assert told <= 300 * 0.05 + 3 * np.sqrt(300 * 0.05 * 0.95)
    steps = np.arange(6)[:, None] * -1.0
    apart = [
        rank_sets_from_scores(STREAM["draws"], steps + generator.standard_normal((6, 40)), n_draws=1000)
        for _ in range(50)
    ]
    assert np.mean([np.array_equal(sets.lower, sets.upper) for sets in apart]) >= 0.5


def test_near_ties_keep_all_true_ranks():
    generator, truth = STREAM["ties"].generator(), np.arange(1, 9)
    missed = 0
    for _ in range(200):
        scores = -0.02 * truth[:, None] + generator.standard_normal((8, 50))
        sets = rank_sets_from_scores(STREAM["draws"], scores, n_draws=1000)
        missed += not np.all((sets.lower <= truth) & (truth <= sets.upper))
    assert missed <= 200 * 0.05 + 3 * np.sqrt(200 * 0.05 * 0.95)


def test_two_questions_rank_nobody_however_alike_the_scores():
    scores = [[0.75, 0.75], [0.51, 0.51], [0.19, 0.19]]
    found = rank_sets_from_scores(STREAM, scores)
    assert found.lower.tolist() == [1, 1, 1] and found.upper.tolist() == [3, 3, 3]
    assert rank_sets_from_scores(STREAM, np.repeat(scores, 10, axis=1)).upper.tolist() == [1, 2, 3]
    assert not rank_sets_from_scores(STREAM, [[1.0], [2.0]]).ahead.any()


def test_resamples_give_the_sets_that_scores_give():
    scores = STREAM["both"].generator().standard_normal((5, 60)) + np.array([1.5, 0.7, 0.6, 0.0, -1])[:, None]
    draws = unit_draws(STREAM["units"], 60, 4000)
    resamples = np.stack([scores[:, draw].mean(axis=1) for draw in draws], axis=1)
    by_draws = rank_sets_from_resamples(scores.mean(axis=1), resamples, n_units=60)
    by_scores = rank_sets_from_scores(STREAM, scores)
    assert by_draws.ahead.tolist() == by_scores.ahead.tolist()
    few = np.full((5, 5), 4)  # units on which they differ: no sign test of four could tell
    none = rank_sets_from_resamples(scores.mean(axis=1), resamples, n_units=60, n_apart=few)
    assert not none.ahead.any()


def test_gaps_and_infinite_scores_leave_ranks_open():
    scores = STREAM["gaps"].generator().standard_normal((3, 40)) + np.array([3.0, 0.0, -3.0])[:, None]
    scores[0, :10], scores[1, 30:] = np.nan, np.nan
    assert rank_sets_from_scores(STREAM, scores).upper.tolist() == [1, 2, 3]
    scores[2, 5] = -np.inf
    found = rank_sets_from_scores(STREAM, scores)
    assert found.lower.tolist() == [1, 2, 1] and found.upper.tolist() == [2, 3, 3]


def test_ranks_follow_from_who_is_ahead():
    ahead = np.zeros((4, 4), dtype=bool)
    ahead[0, 1:] = ahead[1, 3] = True
    found = ranks_from_ahead(ahead)
    assert found.lower.tolist() == [1, 2, 2, 3] and found.upper.tolist() == [1, 3, 4, 4]


def test_bounded_scores_rank_the_overconfident_first_in_at_most_five_percent():
    """The honest say .98, the overconfident .999, the truth is .98; a t-sequence prefers the worse in 14 %."""
    happened = STREAM["overconfident"].generator().random((600, 150)) < 0.98
    said = np.array([0.98, 0.999])
    scores = np.where(happened[:, None], np.log(said)[:, None], np.log(1 - said)[:, None])
    reach = np.maximum(np.log(said[:, None] / said), np.log((1 - said[:, None]) / (1 - said)))
    false = sum(surely_ahead(table, np.maximum(reach, 1e-9))[1, 0] for table in scores)
    assert false <= 600 * 0.05


def test_bounded_scores_are_told_apart_in_time_over_all_pairs():
    generator = STREAM["bounded"].generator()
    scores = (generator.random((4, 300)) < np.array([0.9, 0.6, 0.6, 0.2])[:, None]).astype(float)
    found = ranks_from_ahead(surely_ahead(scores, 1.0))
    assert found.lower.tolist() == [1, 2, 2, 4] and found.upper.tolist() == [1, 3, 3, 4]
    equal = (generator.random((200, 4, 100)) < 0.5).astype(float)
    assert np.mean([surely_ahead(table, 1.0).any() for table in equal]) <= 0.05
    assert not surely_ahead(scores, np.inf).any()


def test_the_model_confidence_set_equals_archs():
    """arch 8.0's MCS(method="max") on the same table and the same resamples."""
    stream = Streams(3)["model confidence set"]
    offsets = np.array([0.0, 0.02, 0.1, 0.22, 0.3, 0.55])
    losses = stream["losses"].generator().gamma(2.0, 0.5, (80, 6)) + offsets
    draws = unit_draws(stream["draws"], 80, 1500)
    resamples = np.stack([losses[draw].mean(axis=0) for draw in draws], axis=1)
    found = model_confidence_set(stream, -losses.mean(axis=0), -resamples)
    np.testing.assert_allclose(found.p_value, [1.0, 0.388, 0.74, 0.0, 0.05266667, 0.0], atol=1e-8)
    assert found.inside.tolist() == [True, True, True, False, True, False]


def test_the_best_are_in_the_set_and_the_worst_is_not():
    truth = np.array([0.0, 0.0, -0.1, -2.0])
    missed = inside = 0
    for race in range(200):
        stream = STREAM["set"][str(race)]
        scores = truth[:, None] + stream["scores"].generator().standard_normal((4, 25))
        draws = unit_draws(stream["draws"], 25, 500)
        resamples = np.stack([scores[:, draw].mean(axis=1) for draw in draws], axis=1)
        found = model_confidence_set(stream, scores.mean(axis=1), resamples, n_units=25)
        missed += not found.inside[:2].all()
        inside += found.inside[3]
    assert missed <= 200 * 0.05 + 3 * np.sqrt(200 * 0.05 * 0.95)
    assert inside <= 20


def test_entrants_that_are_all_equal_stay_in_the_set():
    same = np.full((3, 100), 0.4)
    assert model_confidence_set(STREAM, same[:, 0], same).inside.all()
    certain = np.array([0.4, 0.4, 0.1])
    lagging = model_confidence_set(STREAM, certain, np.repeat(certain[:, None], 100, axis=1))
    assert lagging.inside.tolist() == [True, True, False]


@pytest.mark.parametrize(
    "call",
    [
        lambda: rank_sets_from_covariance(STREAM, [1.0, 2.0], np.eye(3)),
        lambda: rank_sets_from_resamples([1.0, 2.0], np.zeros((3, 9)), n_units=9),
        lambda: rank_sets_from_resamples([1.0, np.inf], np.zeros((2, 9)), n_units=9),
        lambda: model_confidence_set(STREAM, [1.0, np.nan], np.zeros((2, 9))),
        lambda: model_confidence_set(STREAM, [1.0], np.zeros((2, 9))),
    ],
)
def test_tables_without_ranks_are_refused_in_a_sentence(call):
    with pytest.raises(BadRecord, match=r"need"):
        call()
