"""What replay promises: missing moves teach nothing, lengths may differ, gradients are exact."""

import numpy as np
import pytest

from humanlike.core import Play, Streams
from humanlike.engine import everybody, replay, simulate
from humanlike.engine.replay import CHUNK, log_likelihood_and_gradient, records_of
from humanlike.games import GAMES
from humanlike.players import RULES

EWA = RULES["ewa"]
GAME = GAMES["chicken"]


@pytest.fixture(scope="module")
def play() -> Play:
    return simulate(Streams(1)["replay"], GAME, everybody(GAME, [(EWA, EWA.default)], 6), n_rounds=12)


def test_a_shorter_match_is_judged_as_if_it_stood_alone(play: Play) -> None:
    cut = play.actions.copy()
    cut[:2, 7:] = -1
    whole = replay(play, EWA, EWA.default).chosen
    short = replay(Play(GAME, cut), EWA, EWA.default).chosen
    np.testing.assert_allclose(short[:2, :7], whole[:2, :7], rtol=1e-12)
    assert np.isnan(short[:2, 7:]).all()
    np.testing.assert_allclose(short[2:], whole[2:], rtol=1e-12)


def test_a_gap_teaches_nothing(play: Play) -> None:
    """With round 4 missing, round 5 is judged by what was known after round 3."""
    gap = play.actions.copy()
    gap[0, 3] = -1  # the row's move; the column then learns nothing from the round either
    result = replay(Play(GAME, gap), EWA, EWA.default)
    assert np.isnan(result.chosen[0, 3])
    np.testing.assert_allclose(result.log_probabilities[0, 4], result.log_probabilities[0, 3], rtol=1e-12)
    np.testing.assert_allclose(result.log_probabilities[1, 4], result.log_probabilities[1, 3], rtol=1e-12)
    assert np.isfinite(result.chosen[1, 3])


def test_the_floor_is_where_it_was_put(play: Play) -> None:
    rule = RULES["win-stay-lose-change"]
    for floor in (1e-10, 1e-3):
        chosen = replay(play, rule, rule.default, floor=floor).chosen
        assert chosen.min() == pytest.approx(np.log(floor))


def test_likelihood_over_many_chunks_is_the_sum_of_its_parts() -> None:
    many = simulate(
        Streams(2)["many"], GAME, everybody(GAME, [(EWA, EWA.default)], 2 * CHUNK + 17), n_rounds=5
    )
    records = records_of(many, 0, EWA)
    value, _ = log_likelihood_and_gradient(EWA, EWA.default, records)
    assert value == pytest.approx(replay(many, EWA, EWA.default).chosen[many.roles == 0].sum(), rel=1e-12)


def test_parameters_may_differ_from_subject_to_subject(play: Play) -> None:
    values = np.linspace(0.1, 1.0, play.n_subjects)
    varied = EWA.default._replace(sensitivity=values)
    together = replay(play, EWA, varied).chosen
    for subject in (0, 5, 11):
        alone = replay(play, EWA, EWA.default._replace(sensitivity=float(values[subject]))).chosen
        np.testing.assert_allclose(together[subject], alone[subject], rtol=1e-12)
