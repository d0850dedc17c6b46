"""Strategies in writing do what their definitions say of whole histories, and rules made of them do the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from humanlike.core import BadRequest, Play, Streams, UnsuitableGame
from humanlike.engine import check_rule, everybody, replay, simulate
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.players.automata import (
    SHORT,
    STRATEGIES,
    STRATEGY_RULES,
    STRATEGY_SETS,
    Automaton,
    automaton,
    gamma_of,
    rule_of,
    tremble_of,
)

PRISONERS = GAMES["prisoners-dilemma"]


def either(own, other):
    return [int(a or b) for a, b in zip(own, other, strict=True)]


def running(moves, length):
    """Whether `moves` hold so many 1s in a row."""
    return "1" * length in "".join(map(str, moves))


def two_rounds_of_punishment(own, other):
    """T2, told round by round: a defection in a round that is no punishment costs the next two rounds."""
    left = 0
    for a, b in zip(own, other, strict=True):
        left = left - 1 if left else 2 * (a or b)
    return int(left > 0)


def perfect_twice(own, other):
    """Fudenberg, Rand & Dreber's 2-PTFT; rounds before the first count as mutual cooperation."""
    last = [(0, 0), (0, 0), *zip(own, other, strict=True)][-2:]
    return int(last not in ([(0, 0), (0, 0)], [(1, 1), (1, 1)], [(1, 1), (0, 0)]))


DEFINITIONS = {  # the next move after what both did so far
    "always-defect": lambda own, other: 1,
    "always-cooperate": lambda own, other: 0,
    "tit-for-tat": lambda own, other: int(other[-1:] == [1]),
    "suspicious-tit-for-tat": lambda own, other: int(not other or other[-1] == 1),
    "tit-for-two-tats": lambda own, other: int(other[-2:] == [1, 1]),
    "tit-for-three-tats": lambda own, other: int(other[-3:] == [1, 1, 1]),
    "two-tits-for-tat": lambda own, other: int(1 in other[-2:]),
    "two-tits-for-two-tats": lambda own, other: int(running(other[-3:], 2)),
    "suspicious-tit-for-two-tats": lambda own, other: int(not other or other[-2:] == [1, 1]),
    "suspicious-tit-for-three-tats": lambda own, other: int(not other or other[-3:] == [1, 1, 1]),
    "grim": lambda own, other: int(running(either(own, other), 1)),
    "lenient-grim-2": lambda own, other: int(running(either(own, other), 2)),
    "lenient-grim-3": lambda own, other: int(running(either(own, other), 3)),
    "win-stay-lose-shift": lambda own, other: int(bool(own) and own[-1] != other[-1]),
    "win-stay-lose-shift-2": perfect_twice,
    "trigger-2": two_rounds_of_punishment,
    "false-cooperator": lambda own, other: int(bool(own)),
    "alternator": lambda own, other: int(len(own) % 2 == 0),
}
UNCERTAIN = {"coin": 0.5, "generous-tit-for-tat": 2 / 3}  # the chance of 1 after the other's 1


def state_after(machine, own, other):
    state = 0
    for a, b in zip(own, other, strict=True):
        state = machine.after[state][a][b]
    return state


def test_every_strategy_has_a_definition_here_and_a_name_of_its_own():
    assert set(DEFINITIONS) | set(UNCERTAIN) == set(STRATEGIES)
    assert not set(STRATEGIES) & set(RULES) and not set(SHORT) & (set(RULES) | set(STRATEGIES))
    assert set(SHORT.values()) <= set(STRATEGIES)
    assert all(set(names) <= set(STRATEGIES) for names in STRATEGY_SETS.values())


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), max_size=9))
def test_states_do_what_the_history_asks_for(history):
    own, other = [a for a, _ in history], [b for _, b in history]
    for name, definition in DEFINITIONS.items():
        machine = STRATEGIES[name]
        assert machine.prescribed(state_after(machine, own, other)) == definition(own, other), name


@pytest.mark.parametrize("name", ["trigger-2", "two-tits-for-two-tats", "generous-tit-for-tat"])
def test_a_rule_plays_what_its_automaton_prescribes_up_to_the_tremble(name):
    own, other = [0, 0, 1, 0, 0, 1, 0, 0], [0, 1, 1, 0, 1, 0, 0, 0]
    machine, rule = STRATEGIES[name], STRATEGY_RULES[name]
    logs = replay(Play(PRISONERS, np.array([own, other])), rule, rule.parameters(0.1)).log_probabilities
    for now in range(len(own)):
        state = state_after(machine, own[:now], other[:now])
        wanted = machine.prescribed(state)
        chance = UNCERTAIN[name] if wanted is None else (0.9 if wanted else 0.1)
        assert np.exp(logs[0, now, 1]) == pytest.approx(chance, abs=1e-12)


def test_rules_of_automata_keep_the_contract_and_are_simulated():
    for name in ("always-defect", "generous-tit-for-tat"):
        check_rule(STRATEGY_RULES[name], [PRISONERS])
    rule = STRATEGY_RULES["grim"]
    everyone = everybody(PRISONERS, [(rule, rule.parameters(0.2))], 400)
    play = simulate(Streams(1)["grim"], PRISONERS, everyone, n_rounds=6)
    assert (play.actions[:, 0] == 1).mean() == pytest.approx(0.2, abs=0.06)
    fallen = (play.actions[:, 0] | play.situations[:, 0]) == 1
    assert (play.actions[fallen, 1] == 1).mean() == pytest.approx(0.8, abs=0.08)


def test_a_strategy_of_three_actions_is_written_in_python():
    copy = Automaton(
        "copy",
        ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
        tuple(tuple((0, 1, 2) for _ in range(3)) for _ in range(3)),
    )
    rule = rule_of(copy)
    play = Play(GAMES["rock-paper-scissors"], np.array([[0, 2, 1], [2, 1, 0]]))
    chances = np.exp(replay(play, rule, rule.parameters(0.1)).log_probabilities[0])
    np.testing.assert_allclose(chances, [[0.9, 0.05, 0.05], [0.05, 0.05, 0.9], [0.05, 0.9, 0.05]], atol=1e-12)
    assert copy.text == "" and automaton("C0101-D0101").text == "C0101-D0101"
    with pytest.raises(UnsuitableGame, match="2 actions"):
        replay(play, STRATEGY_RULES["grim"], STRATEGY_RULES["grim"].default)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: automaton("C010"), "no automaton"),
        (lambda: automaton("C0202"), "states 0-0"),
        (lambda: automaton(""), "no automaton"),
        (lambda: Automaton("mine", ((0.5, 0.4),), (((0, 0), (0, 0)),)), "sum to 1"),
        (lambda: Automaton("mine", ((1.0, 0.0),), (((0, 0),),)), "2 x 2 cells"),
        (lambda: Automaton("mine", (), ()), "needs chances"),
    ],
)
def test_a_broken_automaton_is_refused_in_a_sentence(make, said):
    with pytest.raises(BadRequest, match=said):
        make()


@given(st.floats(0.01, 20))
def test_trembles_and_published_gammas_say_the_same(gamma):
    assert gamma_of(tremble_of(gamma)) == pytest.approx(gamma, rel=1e-6)
    assert 1 - tremble_of(gamma) == pytest.approx(1 / (1 + np.exp(-1 / gamma)))
