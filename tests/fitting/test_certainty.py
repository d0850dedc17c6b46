"""How strictly people follow a rule: by hand, in a plain loop, and found out of people who differ in it."""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import Play, Streams, double_precision
from humanlike.engine import check_rule, replay
from humanlike.fitting.certainty import GRID, with_certainty
from humanlike.fitting.conduct_options import with_habit
from humanlike.games import GAMES
from humanlike.players import RULES

RULE = with_certainty(with_habit(RULES["random"]))
HABIT, RATE = 1.5, 0.3
MOVES = Play(GAMES["chicken"], np.array([[0, 0, 1, 0, 0, 0], [1, 0, 0, 1, 1, 0]]))


def chances(play: Play, rule, *values: float) -> np.ndarray:
    """Of both actions, by the first player, [rounds, actions]."""
    return np.exp(replay(play, rule, rule.parameters(*values)).log_probabilities)[0]


def in_a_loop(play: Play, spread: float, memory: float) -> np.ndarray:
    """The equations as they stand in the docstring."""
    plain = chances(play, with_habit(RULES["random"]), HABIT, RATE)
    prior = np.exp(-(GRID**2) / (2 * spread**2))
    prior /= prior.sum()
    weight, found = prior, []
    for now, action in zip(plain, play.actions[0], strict=True):
        strict = now[None] ** 2.0 ** GRID[:, None]
        strict /= strict.sum(axis=1, keepdims=True)
        found.append(weight @ strict)
        weight = weight**memory * prior ** (1 - memory) * strict[:, action]
        weight /= weight.sum()
    return np.array(found)


@double_precision()
@pytest.mark.parametrize(("spread", "memory"), [(1.0, 0.9), (3.0, 1.0), (0.3, 0.0)])
def test_a_plain_loop_says_the_same(spread: float, memory: float):
    found = chances(MOVES, RULE, HABIT, RATE, spread, memory)
    np.testing.assert_allclose(found, in_a_loop(MOVES, spread, memory), atol=1e-12)


@double_precision()
def test_without_a_spread_the_rule_stands_as_it_is():
    bare = chances(MOVES, with_habit(RULES["random"]), HABIT, RATE)
    np.testing.assert_allclose(chances(MOVES, RULE, HABIT, RATE, 0.05, 0.9), bare, atol=1e-12)


@double_precision()
def test_who_somebody_is_outlasts_a_match():
    """A habit followed to the letter makes its follower more predictable in the next match, too."""
    strict = Play(GAMES["chicken"], np.array([[0] * 12 + [-1, 0], [0] * 12 + [-1, 0]]))
    bare = chances(strict, with_habit(RULES["random"]), HABIT, RATE)[-1, 0]
    assert chances(strict, RULE, HABIT, RATE, 1.0, 1.0)[-1, 0] > bare + 0.01


def test_it_keeps_the_contract():
    check_rule(with_certainty(RULES["ewa"]))


def test_people_who_differ_in_it_are_foretold_better():
    """Half follow their habit to the letter, half hardly: no single strength serves both."""
    luck, rows = Streams(4)["people"].generator(), []
    for person in range(40):
        strength, trace = (6.0, 0.5) if person % 2 else (0.5, 0.5)
        row = []
        for _ in range(40):
            action = int(luck.random() < 1 / (1 + np.exp(-strength * 2 * (2 * trace - 1))))
            trace += 0.3 * (action - trace)
            row.append(action)
        rows += [row, luck.integers(0, 2, 40).tolist()]
    play = Play(GAMES["chicken"], np.array(rows), studied=np.tile([True, False], 40))
    told = hl.fit([play], "random+habit,random+habit+certainty", starts=1, held_out="match").document()
    nats = {each["rule"]: each["held_out"]["nats_per_choice"] for each in told}
    assert nats["random+habit+certainty"] < nats["random+habit"] - 0.005
