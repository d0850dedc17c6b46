"""Strategic EWA against straightforward loops: kinds of players, equilibrium among the sophisticated, teaching."""

import numpy as np
from scipy.special import softmax

from humanlike.core import Play, Streams
from humanlike.engine import everybody, replay, simulate
from humanlike.games import GAMES, logit_equilibrium
from humanlike.players import RULES
from humanlike.players.strategic_ewa import RULE

GAME = GAMES["ochs"]
ROW, COLUMN = GAME.matrices
RANDOM = RULES["random"]
PLAY = simulate(Streams(4)["blind"], GAME, everybody(GAME, [(RANDOM, RANDOM.default)], 20), n_rounds=10)


def logs(play: Play, **changes: float) -> np.ndarray:
    return replay(play, RULE, RULE.with_parameters(changes)).chosen


def test_nobody_sophisticated_is_plain_ewa():
    plain = replay(PLAY, RULES["ewa"], RULES["ewa"].default).chosen
    np.testing.assert_allclose(logs(PLAY, share=0.0), plain, atol=1e-12)


def test_a_seat_is_of_one_kind_for_the_whole_match():
    one, other = (logs(PLAY, share=share).sum(axis=1) for share in (1.0, 0.0))
    mixed = np.logaddexp(np.log(0.3) + one, np.log(0.7) + other)
    np.testing.assert_allclose(logs(PLAY, share=0.3).sum(axis=1), mixed, atol=1e-9)


def test_sophisticated_among_themselves_reach_the_logit_equilibrium():
    """Half-steps halve the distance: after eight, less than a hundredth is left."""
    slope = 0.1
    found = np.exp(
        replay(
            PLAY, RULE, RULE.with_parameters({"sensitivity": slope, "perceived_share": 1.0})
        ).log_probabilities
    )
    row, column = logit_equilibrium(GAME, slope)
    np.testing.assert_allclose(found[PLAY.roles == 0][:, -1], np.tile(row, (20, 1)), atol=4e-3)
    np.testing.assert_allclose(found[PLAY.roles == 1][:, -1], np.tile(column, (20, 1)), atol=4e-3)


def test_a_teacher_weighs_what_the_other_learns():
    """Before round 1 of Ochs: N = 10, the column's attractions (4, 4); each cell taught, answered best next round."""
    n, rho, phi, delta, slope = RULE.default[:5]
    worth = ROW.copy()
    for own in (0, 1):
        for met in (0, 1):
            learned = [
                (phi * n * 4.0 + (1.0 if about == met else delta) * COLUMN[own, about]) / (rho * n + 1)
                for about in (0, 1)
            ]
            chance = softmax(slope * np.array(learned))
            worth[own, met] += 5.0 * max(ROW[answer] @ chance for answer in (0, 1))
    expected = softmax(slope * worth @ [0.5, 0.5])
    found = np.exp(replay(PLAY, RULE, RULE.published["teacher"]).log_probabilities[0, 0])
    np.testing.assert_allclose(found, expected, atol=1e-12)
