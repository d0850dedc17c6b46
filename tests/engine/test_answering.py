"""Answering recorded opponents: the engine's own moves again, if the record is its own."""

import numpy as np
import pytest

from humanlike.core import UnsuitableGame
from humanlike.core.streams import Streams
from humanlike.engine import answer, everybody, simulate
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.players.automata import STRATEGY_RULES

CHICKEN = GAMES["chicken"]


@pytest.mark.parametrize("name", ["ewa", "memory-one"])
def test_against_the_others_it_would_have_met_a_rule_plays_what_it_would_have_played(name):
    rule = RULES[name]
    stream = Streams(3)["choice"]
    play = simulate(stream, CHICKEN, everybody(CHICKEN, [(rule, rule.default)], 20), n_rounds=12)
    everybody_alike = np.zeros(play.n_subjects, dtype=int)
    for role in range(2):
        moves = answer(stream, CHICKEN, role, [(rule, rule.default)], everybody_alike, play.situations)
        mine = play.roles == role
        np.testing.assert_array_equal(moves[mine], play.actions[mine])


def test_tit_for_tat_repeats_what_was_recorded_one_round_later():
    """Without trembling; where nothing is known of the other no move is made, and nothing is learned."""
    rule = STRATEGY_RULES["tit-for-tat"]
    never = rule.with_parameters({rule.parameter_names[0]: 0.0})
    met = np.array([[1, 0, 0, 1, 1], [1, -1, 0, 1, -1]])
    moves = answer(Streams(1), CHICKEN, 0, [(rule, never)], np.zeros(2, dtype=int), met)
    assert moves.tolist() == [[0, 1, 0, 0, 1], [0, -1, 1, 0, -1]]


def test_each_seat_follows_its_own_player_whoever_else_is_asked():
    ewa, random = RULES["ewa"], RULES["random"]
    players = [(ewa, ewa.default), (random, random.default)]
    met = np.random.default_rng(1).integers(0, 2, (40, 9))
    who = np.arange(40) % 2
    both = answer(Streams(1), CHICKEN, 0, players, who, met)
    alone = answer(Streams(1), CHICKEN, 0, players[:1], np.zeros(40, dtype=int), met)
    np.testing.assert_array_equal(both[::2], alone[::2])
    assert (both[1::2] != alone[1::2]).any()


def test_a_rule_that_is_not_defined_for_a_game_does_not_answer():
    rule = STRATEGY_RULES["grim"]
    with pytest.raises(UnsuitableGame, match="grim is defined for 2 actions"):
        answer(
            Streams(1),
            GAMES["rock-paper-scissors"],
            0,
            [(rule, rule.default)],
            np.zeros(1, dtype=int),
            np.zeros((1, 3), dtype=int),
        )
