"""Entrants who met different units: what is choice of units and what is skill."""

import numpy as np
import pytest

from humanlike.core import BadRecord, Streams
from humanlike.statistics import adjust_for_units, rank_with_uncertainty, run_race

STREAM = Streams(11)["unequal units"]


def choosy(n_others=0):
    """A meets thirty easy units, B is better on each of them and meets thirty hard ones too; others meet all."""
    ease = np.repeat([0.8, -0.8], 30)
    skill = np.array([0.0, 0.02, *np.linspace(0.1, 0.4, n_others)])
    noise = 0.005 * STREAM["noise"].generator().uniform(-1, 1, (len(skill), 60))
    scores = skill[:, None] + ease + noise
    scores[0, 30:] = np.nan
    return scores


@pytest.mark.parametrize("n_others", [0, 1, 4])
def test_choosing_easy_units_does_not_lead(n_others):
    scores = choosy(n_others)
    assert np.nanmean(scores[0]) > np.nanmean(scores[1])  # which is what a plain mean rewards
    adjusted = adjust_for_units(scores)
    assert adjusted.means[1] > adjusted.means[0] and adjusted.n_common == 30 and adjusted.has_gaps
    ranking = rank_with_uncertainty(STREAM["ranking"], scores, n_resamples=200)
    assert ranking.rank.tolist() == list(range(n_others + 2, 0, -1))
    race = run_race(scores)
    assert race.leader == n_others + 1 and race.n_common[race.second] == (60 if n_others else 30)


def test_the_additive_model_is_solved_exactly():
    generator = STREAM["additive"].generator()
    for shape in ((4, 30), (30, 4), (12, 12)):
        skill, ease = generator.normal(size=shape[0]), generator.normal(size=shape[1])
        scores = skill[:, None] + ease
        scores[generator.random(shape) < 0.3] = np.nan
        scores[0], scores[:, 0] = skill[0] + ease, skill + ease[0]  # holds everybody together
        adjusted = adjust_for_units(scores)
        met = (~np.isnan(scores)).sum(axis=0) > 1
        assert np.allclose(adjusted.means, skill + ease[met].mean(), atol=1e-10)
        shared = ~np.isnan(adjusted.scores)
        assert np.allclose(np.where(shared, adjusted.scores - adjusted.means[:, None], 0), 0, atol=1e-10)


def test_noisy_scores_are_fitted_as_by_a_plain_regression():
    generator = STREAM["regression"].generator()
    scores = generator.normal(size=(5, 9))
    scores[generator.random((5, 9)) < 0.3] = np.nan
    row, column = np.nonzero(~np.isnan(scores))
    design = np.hstack([np.eye(5)[row], np.eye(9)[column]])
    fitted = np.linalg.lstsq(design, scores[row, column], rcond=None)[0]
    means = adjust_for_units(scores).means
    assert np.allclose(means - means[0], fitted[:5] - fitted[0], atol=1e-10)


@pytest.mark.parametrize("shape", [(3, 60), (12, 60), (20, 14)])
def test_resampling_knows_that_the_ease_of_units_was_estimated(shape):
    """The first-order move of the adjusted means is that of fitting every resample anew."""
    generator = STREAM["resampling"][str(shape)].generator()
    scores = generator.normal(size=shape)
    if len(scores) == 3:  # two who never meet, compared through a third
        scores[0, : shape[1] // 2], scores[1, shape[1] // 2 :] = np.nan, np.nan
    else:
        scores[generator.random(shape) < 0.4] = np.nan
        scores[0] = generator.normal(size=shape[1])
    level = adjust_for_units(scores)
    again, moved = [], []
    for _ in range(300):
        draw = generator.integers(0, shape[1], shape[1])
        if np.isnan(scores[:, draw]).all(axis=1).any():
            continue
        again.append(adjust_for_units(scores[:, draw]).means)
        moved.append(level.levels + np.bincount(draw, minlength=shape[1]) @ level.pull.T)
    leads = [np.array(means) - np.array(means)[:, [0]] for means in (again, moved)]
    spread = [np.nanstd(lead, axis=0)[1:] for lead in leads]
    assert np.mean(spread[1] / spread[0]) == pytest.approx(1.0, abs=0.12)


def test_without_gaps_the_resampled_means_are_exact():
    scores = STREAM["exact"].generator().normal(size=(4, 9))
    level, times = adjust_for_units(scores), np.array([3, 0, 1, 1, 1, 1, 0, 2, 0])
    assert np.allclose(level.levels + times @ level.pull.T, scores @ times / 9, atol=1e-14)


def test_without_gaps_nothing_is_adjusted():
    scores = STREAM["whole"].generator().normal(size=(4, 7))
    adjusted = adjust_for_units(scores)
    assert adjusted.scores is scores and not adjusted.has_gaps and adjusted.n_common == 7
    assert adjusted.means.tolist() == pytest.approx(scores.mean(axis=1).tolist(), abs=1e-15)


def test_who_shares_nothing_has_no_rank():
    nan = np.nan
    scores = [[1.0, 2.0, nan, nan], [0.0, 1.5, nan, nan], [nan, nan, 9.0, nan], [nan, nan, nan, -np.inf]]
    ranking = rank_with_uncertainty(STREAM["alone"], scores, n_resamples=50)
    assert ranking.rank.tolist()[:2] == [1, 2] and np.isnan(ranking.rank[2])
    assert ranking.mean[3] == -np.inf and ranking.rank[3] == 3
    nobody = rank_with_uncertainty(STREAM["nobody"], [[1.0, nan], [nan, 2.0]], n_resamples=50)
    assert np.isnan(nobody.rank).all()
    with pytest.raises(BadRecord, match="at least one score from every entrant"):
        adjust_for_units([[1.0], [nan]])
    with pytest.raises(BadRecord, match="not shape"):
        adjust_for_units(np.zeros(3))
