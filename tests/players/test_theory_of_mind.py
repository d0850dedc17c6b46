"""Theory of mind: by hand, against the package tomsup where it is installed, and against machines of known level."""

from math import exp, log, sqrt

import jax.numpy as jnp
import numpy as np
import pytest

from humanlike.core import Game, Information, Play, UnsuitableGame, double_precision
from humanlike.engine import replay
from humanlike.games import GAMES
from humanlike.naming.plays import find_plays
from humanlike.players import RULES
from humanlike.players.minds import belief_after, first_belief, gain, log_odds_of_choice

PENNIES = GAMES["matching-pennies"]  # the row earns 1 if both play alike, the column if not
TOMS = [RULES[f"tom-{level}"] for level in range(3)]


def logistic(odds: float) -> float:
    return 1.0 / (1.0 + exp(-odds))


def second_round(rule):
    """The row's chance of B after both played A in matching pennies."""
    play = Play(PENNIES, np.array([[0, 0], [0, 0]]))
    return float(np.exp(replay(play, rule, rule.default).log_probabilities[0, 1, 1]))


def test_level_0_by_hand():
    """The belief's variance falls from 1, its mean goes half a variance towards A; the gain of B is 2p - 1."""
    variance = 1 / (1 / (1 + exp(-2)) + 1 / 4)
    chance = logistic(-variance / 2 / sqrt(1 + 0.36 * variance))
    assert second_round(TOMS[0]) == pytest.approx(logistic((2 * chance - 1) / exp(-1)), abs=1e-12)


def test_level_1_by_hand():
    """The other, a 0-ToM of volatility and temperature 1 and bias -.4, saw me play A and likes to mismatch."""
    bias_variance = 1 / (1 + 1 / 4)
    bias = -bias_variance / 2
    variance = 1 / (1 / (1 + 1) + 1 / 4)  # of what it believes of me
    root = sqrt(1 + 0.36 * variance)
    expected = logistic(-variance / 2 / root)  # my B, as it sees it
    gain = 1 - 2 * expected
    slope_of_argument = -1 / (2 * root) + variance / 2 * 0.18 / root**3
    slope_of_volatility = -2 * expected * (1 - expected) * slope_of_argument * (variance / 2) ** 2
    unsure = (1 + exp(-2)) * slope_of_volatility**2 + gain**2 + bias_variance
    chance = logistic((gain + bias) / sqrt(1 + 0.36 * unsure))
    assert second_round(TOMS[1]) == pytest.approx(logistic((2 * chance - 1) / exp(-1)), abs=1e-12)


def test_dilution_forgets_which_level_the_other_is_of():
    generator = np.random.default_rng(4)
    play = Play(PENNIES, generator.integers(0, 2, (2, 12)))
    plain, forgetful = (
        replay(play, TOMS[2], TOMS[2].with_parameters({"dilution": value})).log_probabilities
        for value in (0.0, 1.0)
    )
    np.testing.assert_allclose(
        plain[:, :2], forgetful[:, :2], atol=1e-12
    )  # levels say the same until round 2
    assert np.abs(plain[:, 3:] - forgetful[:, 3:]).max() > 1e-3


def test_both_players_need_two_actions():
    wide = Game.from_matrices("wide", [[1, 2, 3], [3, 2, 1]], [[1, 2, 3], [3, 2, 1]])
    for rule in TOMS:
        with pytest.raises(
            UnsuitableGame, match=r"tom-\d is defined for 2 actions; the column of 'wide' has 3"
        ):
            rule.check_setting(wide, 0, Information.GAME)


SETTINGS = ((-2.0, -1.0, 0.0), (-1.0, 0.3, 0.4))


def largest_gap(tomsup, name: str, level: int, values: tuple[float, ...], seat: int, n_rounds: int) -> float:
    """Between our chances of action 1 and tomsup's, over some rounds of blind play."""
    matrix = tomsup.PayoffMatrix(name=name)
    own, other = (
        [[matrix.payoff(mine, theirs, who) for theirs in (0, 1)] for mine in (0, 1)]
        for who in (seat, 1 - seat)
    )  # as tomsup reads them: everybody's own action first (seat 1 of games that are not pennies would be turned)
    tables = jnp.asarray(own, dtype=float), jnp.asarray(other, dtype=float)
    settings = dict(zip(("volatility", "b_temp", "bias"), values, strict=True))
    theirs, ours = tomsup.init_k_tom(settings, level), first_belief(level)
    gap = 0.0
    for moves in np.random.default_rng(level).integers(0, 2, (n_rounds, 2)):
        expected, _ = tomsup.decision_function(theirs, settings, seat, level, matrix)
        found = log_odds_of_choice(gain(ours, tables[0]), *values[1:])
        gap = max(gap, abs(logistic(expected) - logistic(float(found))))
        theirs = tomsup.learning_function(theirs, settings, int(moves[0]), int(moves[1]), level, seat, matrix)
        ours = belief_after(values[0], ours, tuple(map(jnp.float64, moves)), tables)
    return gap


@pytest.mark.parametrize("level", range(3))
@double_precision()
def test_tomsup_says_the_same_move_by_move(level: int):
    """To what its slopes, taken as differences over .0001, are good for; without slopes (level 0) to the last bits."""
    tomsup = pytest.importorskip("tomsup.ktom_functions", reason="tomsup is not installed")
    for name in ("penny_competitive", "staghunt"):
        for values in SETTINGS:
            for seat in (0, 1):
                gap = largest_gap(tomsup, name, level, values, seat, 20)
                assert gap < (1e-4 if level else 1e-12), (name, values, seat)


@pytest.mark.parametrize("level", [1, 2])
@double_precision()
def test_tomsup_with_finer_slopes_says_the_same_to_nine_digits(level: int, monkeypatch: pytest.MonkeyPatch):
    tomsup = pytest.importorskip("tomsup.ktom_functions", reason="tomsup is not installed")

    def fine(settings, now, estimates, old, *moves_level_seat_matrix, **_):
        own, other, lower, seat, matrix = moves_level_seat_matrix

        def odds(values):
            theirs = dict(zip(settings, values, strict=True))
            learned = tomsup.learning_function(old, theirs, own, other, lower, seat, matrix)
            return tomsup.decision_function(learned, theirs, seat, lower, matrix)[0]

        steps = 1e-3 * np.eye(len(estimates))
        return np.array(
            [
                (
                    8 * (odds(estimates + step) - odds(estimates - step))
                    - odds(estimates + 2 * step)
                    + odds(estimates - 2 * step)
                )
                / 0.012
                for step in steps
            ]
        )

    monkeypatch.setattr(tomsup, "gradient_update", fine)
    assert largest_gap(tomsup, "penny_competitive", level, SETTINGS[1], 0, 10) < 2e-9


@pytest.mark.human_data
def test_machines_of_a_known_level_are_recognised():
    """Theory-of-mind programs of matching pennies, parameters as tomsup ships them: the true level is likeliest."""
    (play,) = find_plays("pennies-vs-bots")
    for level in range(3):
        rows = play.rows([word == f"bot-{level}-tom" for word in play.labels("subject")])
        sums = [float(np.nansum(replay(rows, rule, rule.default).chosen)) for rule in TOMS]
        assert rows.actions.size == 880
        assert int(np.argmax(sums)) == level, sums
        assert max(sums) < 880 * log(2) and max(sums) - sorted(sums)[1] > 10
