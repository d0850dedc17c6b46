"""Learning about repeated-game strategies: what machines there are, and the rule again, machine by machine."""

from math import exp

import numpy as np
import pytest

from humanlike.core import Play
from humanlike.engine import replay
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.players.two_state_machines import GOES, MEETINGS, PLAYS

RULE = RULES["repeated-game-strategies"]
DILEMMA = GAMES["prisoners-dilemma"]
TIT_FOR_TAT, GRIM, STAY_OR_SHIFT = (
    ((0, 1), ((0, 1), (0, 1))),
    ((0, 1), ((0, 1), (1, 1))),
    ((0, 1), ((0, 1), (1, 0))),
)


def place(machine) -> int:
    return next(
        number for number in range(26) if (tuple(PLAYS[number]), tuple(map(tuple, GOES[number]))) == machine
    )


def test_there_are_26_machines_and_the_famous_ones_are_among_them():
    behaviour = {(tuple(PLAYS[number]), GOES[number].tobytes()) for number in range(26)}
    assert len(behaviour) == 26 and PLAYS[:, 0].sum() == 13
    for machine in (TIT_FOR_TAT, GRIM, STAY_OR_SHIFT):
        place(machine)


def test_long_run_meetings():
    """Tit-for-tat cooperates with itself, alternates with one that begins by defecting, and defects with defectors."""
    suspicious = place(((1, 0), ((1, 0), (1, 0))))
    tit_for_tat, defector = place(TIT_FOR_TAT), 1
    np.testing.assert_allclose(MEETINGS.sum(axis=(2, 3)), 1.0)
    assert MEETINGS[tit_for_tat, tit_for_tat, 0, 0] == MEETINGS[tit_for_tat, defector, 1, 1] == 1.0
    np.testing.assert_allclose(MEETINGS[tit_for_tat, suspicious], [[0, 0.5], [0.5, 0]])


def test_a_round_by_hand_without_learning():
    """13 machines begin with 0; after the other's 0, 8 of them go on to play 1, and 8 of the others to play 0."""
    slips = RULE.with_parameters({"sensitivity": 0.0, "review_rate": 0.0, "tremble": 0.2})
    chances = np.exp(
        replay(Play(DILEMMA, np.zeros((2, 2), dtype=int)), RULE, slips).log_probabilities[0, :, 0]
    )
    believed = (5 * 0.9 + 8 * 0.1) / 13
    np.testing.assert_allclose(chances, [0.5, 0.8 * believed + 0.1], atol=1e-10)


def logit(values, slope):
    weights = [exp(slope * value) for value in values]
    return [weight / sum(weights) for weight in weights]


def long_run(first, second):
    """What a machine earns against another, from 0 to 1, by letting them play."""
    states, earned = [0, 0], []
    for _ in range(36):
        moves = [int(PLAYS[first][states[0]]), int(PLAYS[second][states[1]])]
        earned.append((DILEMMA.tables[0][moves[0], moves[1]] - 1) / 8)
        states = [int(GOES[first][states[0]][moves[1]]), int(GOES[second][states[1]][moves[0]])]
    return sum(earned[12:]) / 24


def test_the_rule_again_machine_by_machine():
    """A dictionary of weights for (machine, state) does what the rule does with arrays."""
    own, other = (0, 1, 1, 0, 0), (0, 0, 1, 0, 1)
    slope, learning, review, tremble = RULE.default
    machines = range(26)
    payoffs = [[long_run(first, second) for second in machines] for first in machines]
    mix = [1 / 26] * 26
    for _ in range(8):
        promised = [sum(payoffs[first][second] * mix[second] for second in machines) for first in machines]
        mix = [(old + new) / 2 for old, new in zip(mix, logit(promised, slope), strict=True)]
    attractions = [sum(payoffs[first][second] * mix[second] for second in machines) for first in machines]
    held = {(machine, 0): weight for machine, weight in enumerate(logit(attractions, slope))}
    expected = []
    for mine, theirs in zip(own, other, strict=True):
        agrees = {key: 1 - tremble / 2 if PLAYS[key] == 1 else tremble / 2 for key in held}
        expected.append(sum(held[key] * agrees[key] for key in held))
        likely = {key: held[key] * (agrees[key] if mine else 1 - agrees[key]) for key in held}
        reward, held_now = (DILEMMA.tables[0][mine, theirs] - 1) / 8, sum(likely.values())
        for machine in machines:
            credit = (likely.get((machine, 0), 0.0) + likely.get((machine, 1), 0.0)) / held_now
            attractions[machine] += learning * credit * (reward - attractions[machine])
        held = {(machine, 0): review * weight for machine, weight in enumerate(logit(attractions, slope))}
        for (machine, state), weight in likely.items():
            after = machine, int(GOES[machine][state][theirs])
            held[after] = held.get(after, 0.0) + (1 - review) * weight / held_now
    found = np.exp(
        replay(Play(DILEMMA, np.array([own, other])), RULE, RULE.default).log_probabilities[0, :, 1]
    )
    assert found == pytest.approx(expected, abs=1e-9)
