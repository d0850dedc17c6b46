"""The bootstrap of parameters against a computation that needs no fit: the estimate of a coin is a share."""

import numpy as np
import pytest
from coin import RULE

from humanlike.core import BadRequest, Labels, Play, Streams
from humanlike.fitting import fit_groups
from humanlike.fitting.maximum_likelihood import STREAM
from humanlike.fitting.resampled import bootstrap_fits, bootstrap_interval, unit_counts
from humanlike.games import GAMES

GAME = GAMES["matching-pennies"]
N_PAIRS, N_ROUNDS, N_RESAMPLES = 30, 12, 60


@pytest.fixture(scope="module")
def play():
    generator = Streams(3)["coins"].generator()
    own = np.repeat(generator.beta(4, 2, N_PAIRS), 2)[:, None]  # pairs differ
    moves = (generator.random((2 * N_PAIRS, N_ROUNDS)) < own).astype(np.int16)
    return Play(GAME, moves, sessions=Labels(np.repeat([0, 1], N_PAIRS)))


@pytest.mark.parametrize("criterion", ["likelihood", "msd"])
def test_every_resample_is_the_share_of_b_among_what_was_drawn(play, criterion):
    fits = fit_groups(play, RULE, criterion=criterion, unit="match", n_starts=1)
    draws = bootstrap_fits([play], fits, role=None, unit="match", n_resamples=N_RESAMPLES)
    counts = unit_counts(
        STREAM["bootstrap"], np.repeat(np.arange(N_PAIRS), 2), np.zeros(2 * N_PAIRS, int), N_RESAMPLES
    )
    assert (counts.sum(axis=1) == N_PAIRS).all()
    of_pairs = play.actions.reshape(N_PAIRS, -1).mean(axis=1)
    np.testing.assert_allclose(draws[0, :, 0], counts @ of_pairs / N_PAIRS, atol=1e-5)


def test_the_interval_agrees_with_students_over_pairs(play):
    fits = fit_groups(play, RULE, unit="match", n_starts=1)
    draws = bootstrap_fits([play], fits, role=None, unit="match", n_resamples=400)[0]
    error, lower, upper = bootstrap_interval(draws, N_PAIRS)
    of_pairs = play.actions.reshape(N_PAIRS, -1).mean(axis=1)
    spread = of_pairs.std(ddof=1) / np.sqrt(N_PAIRS)
    np.testing.assert_allclose(error, spread, rtol=0.15)
    np.testing.assert_allclose(
        [lower[0], upper[0]], of_pairs.mean() + np.array([-2.045, 2.045]) * spread, atol=0.02
    )


def test_groups_keep_their_units(play):
    fits = fit_groups(play, RULE, by="session", unit="match", n_starts=1)
    draws = bootstrap_fits([play], fits, role=None, unit="match", n_resamples=N_RESAMPLES)
    assert draws.shape == (2, N_RESAMPLES, 1)
    units, groups = np.repeat(np.arange(N_PAIRS), 2), play.labels("session").numbers()
    counts = unit_counts(STREAM["bootstrap"], units, groups, N_RESAMPLES)
    assert (counts[:, :15].sum(axis=1) == 15).all() and (counts[:, 15:].sum(axis=1) == 15).all()
    of_pairs = play.actions.reshape(N_PAIRS, -1).mean(axis=1)
    np.testing.assert_allclose(draws[1, :, 0], counts[:, 15:] @ of_pairs[15:] / 15, atol=1e-5)


def test_one_unit_or_few_resamples_are_refused():
    with pytest.raises(BadRequest, match="only one"):
        unit_counts(STREAM, np.zeros(4, int), np.zeros(4, int), 100)
    with pytest.raises(BadRequest, match="at least 20 resamples, not 5"):
        unit_counts(STREAM, np.arange(4), np.zeros(4, int), 5)
