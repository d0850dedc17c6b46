"""Answers to the others' patterns: worked by hand, against a plain loop, and with slopes that are those of the loss."""

from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import Game, Information, Play, Streams, double_precision
from humanlike.engine import check_rule, replay
from humanlike.fitting.anticipation import MEMORY, with_anticipation
from humanlike.fitting.losses import Losses
from humanlike.fitting.seats import seats_of
from humanlike.games import GAMES
from humanlike.players import RULES

RULE = with_anticipation(RULES["random"])
LUCK = Streams(17)["anticipation"]


def chances_in_a_loop(play: Play, weight: float, fading: float, strength: float) -> np.ndarray:
    """The same by dictionaries, for the first player; contexts are the moves, `around` relative to the own last."""
    payoffs = play.game.tables[0]
    scaled = (payoffs - payoffs.min()) / np.ptp(payoffs)
    n_actions, n_met = scaled.shape
    around = n_actions == n_met and np.allclose(np.roll(scaled, (1, 1), axis=(0, 1)), scaled)
    counts: dict[tuple[object, ...], np.ndarray] = defaultdict(lambda: np.zeros(n_met))
    found, past = [], []
    for own, met in play.actions[:2].T:
        levels = _contexts(past, n_actions, n_met, around)
        chances = np.full(n_met, 1 / n_met)
        for context, shift in levels:
            seen = np.roll(counts[context], shift)
            chances = (seen + strength * chances) / (seen.sum() + strength)
        weights = np.exp(weight * scaled @ chances)
        found.append(weights / weights.sum())
        for context, shift in levels:
            counts[context] = fading * counts[context] + np.roll(np.eye(n_met)[met], -shift)
        past.insert(0, (own, met))
    return np.array(found)


def _contexts(past, n_actions, n_met, around):
    """Every level's context and by how much moves are shifted there, coarse to fine."""
    last = past[0][0] if past else 0
    found = [(("none",), 0)]
    if around:
        found.append(((1, _shifted(past[:1], last, n_actions, n_met)), last))
    found.append((("plain", tuple(past[:1])), 0))
    for memory in range(2, MEMORY + 1):
        shift = last if around else 0
        found.append(((memory, _shifted(past[:memory], shift, n_actions, n_met)), shift))
    return found


def _shifted(rounds, shift, n_actions, n_met):
    return tuple(((own - shift) % n_actions, (met - shift) % n_met) for own, met in rounds)


@double_precision()
def test_the_first_answer_by_hand():
    """Matching pennies, both did 1: with one count and strength 1 memory 0 expects (1/4, 3/4).

    The contexts of longer memories are new and say the same. Matching pays all: weights exp(2 x 1/4), exp(2 x 3/4).
    """
    play = Play(GAMES["matching-pennies"], np.array([[1, 0], [1, 0]]))
    values = RULE.parameters(anticipation=2.0, expectation_fading=0.5, expectation_strength=1.0)
    found = np.exp(replay(play, RULE, values).log_probabilities)[0, :, 1]
    np.testing.assert_allclose(found, [0.5, 1 / (1 + np.exp(-1.0))], atol=1e-12)


@double_precision()
@pytest.mark.parametrize(
    "game",
    [
        GAMES["chicken"],
        GAMES["matching-pennies"],
        GAMES["rock-paper-scissors"],
        Game.from_matrices("wide", [[3, 0, 1], [1, 2, 0]], [[0, 1, 2], [2, 0, 1]]),
    ],
    ids=lambda game: game.name,
)
def test_a_plain_loop_answers_alike(game: Game):
    moves = np.array([LUCK[game.name].generator().integers(0, count, 60) for count in game.n_actions])
    moves[1, 20:] = moves[0, 19:-1]  # patterns to be found
    play = Play(game, moves)
    values = 3.0, 0.8, 0.7
    found = np.exp(replay(play, RULE, RULE.parameters(*values)).log_probabilities)[0, :, : game.n_actions[0]]
    np.testing.assert_allclose(found, chances_in_a_loop(play, *values), atol=1e-12)
    assert np.ptp(found) > 0.25


@double_precision()
def test_slopes_are_those_of_the_loss():
    """Counts fade without a way back through the table; the slope in their fading is exact all the same."""
    moves = LUCK["slopes"].generator().integers(0, 2, (2, 40))
    seats = seats_of([Play(GAMES["chicken"], moves)], RULE, information=Information.GAME)
    losses = Losses(seats, RULE, np.zeros(2, dtype=np.int64), np.arange(2))
    here, step = np.array([[2.0, 0.8, 0.7]]), 1e-6
    one = np.zeros(1, dtype=np.int64)
    slopes = losses.evaluate(here, one)[1]
    for place, slope in enumerate(slopes[0]):
        ends = [losses.evaluate(here + sign * step * np.eye(3)[place], one)[0][0] for sign in (-1.0, 1.0)]
        assert slope == pytest.approx((ends[1] - ends[0]) / (2 * step), rel=1e-5)


@double_precision()
def test_nothing_is_expected_of_somebody_new():
    play = Play(GAMES["matching-pennies"], np.array([[1, 1, -1, 1], [1, 1, -1, 1]]))
    found = np.exp(replay(play, RULE, RULE.default).log_probabilities)[0, :, 1]
    assert found[1] != pytest.approx(0.5)
    assert found[3] == pytest.approx(0.5)


def test_it_keeps_the_contract_and_is_said_once():
    check_rule(with_anticipation(RULES["ewa"]))
    assert RULE.needs is Information.ACTIONS


def test_whoever_answers_patterns_is_recognised():
    """The other goes round in circles; who finds out wins, and anticipation foretells that."""
    circles = np.tile([0, 1, 2], 14)[:40]
    answers = np.array([(now + 1) % 3 for _, now in pairwise([0, *circles])])
    luck = LUCK["wins"].generator()
    rows = []
    for _ in range(6):
        own = np.where(luck.random(40) < 0.2, luck.integers(0, 3, 40), answers)
        rows += [own, circles]
    play = Play(GAMES["rock-paper-scissors"], np.array(rows), studied=np.tile([True, False], 6))
    found = {each["rule"]: each for each in hl.fit([play], "ewa,random+anticipation", starts=1).document()}
    assert found["random+anticipation"]["nats_per_choice"] < 0.85
    assert found["random+anticipation"]["nats_per_choice"] < found["ewa"]["nats_per_choice"] - 0.1
