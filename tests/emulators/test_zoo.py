"""The zoo: every machine answers, families are told, copies are copies and strategies slip as often as they should."""

import numpy as np
import pytest

from humanlike.core import Play, Streams, UnsuitableGame
from humanlike.emulators.copies import CopiedHabits, CopiedMoves, DrawnStrategy
from humanlike.emulators.suspect import SUSPECT_KINDS
from humanlike.emulators.zoo import SLIP, zoo
from humanlike.games import GAMES

DILEMMA, ROCK = GAMES["prisoners-dilemma"], GAMES["rock-paper-scissors"]
STREAM = Streams(3)["zoo"]


def met(rows, rounds, n_actions=2, seed=1):
    return np.random.default_rng(seed).integers(n_actions, size=(rows, rounds, 1))


def test_names_are_different_and_families_and_kinds_are_told():
    machines = zoo()
    assert len({machine.name for machine in machines}) == len(machines)
    assert {"memory-one", "automaton", "memory-two", "bandit", "q-learning"} <= {m.family for m in machines}
    assert {machine.kind for machine in machines} <= set(SUSPECT_KINDS)


def test_tit_for_tat_repeats_the_other_but_for_its_slips():
    machine = next(each for each in zoo() if each.name == "memory-one:tit-for-tat, slips")
    others = met(200, 20)
    moves = machine.answer(STREAM, DILEMMA, 0, others)
    missed = (moves[:, 1:] != others[:, :-1, 0]).mean()
    assert missed == pytest.approx(SLIP, abs=0.015)


def test_a_drawn_strategy_has_one_answer_to_the_same_two_rounds():
    others = np.repeat(met(1, 30, 3), 5, axis=0)
    exact = DrawnStrategy(Streams(1)["drawn"], 1e-9)(STREAM, ROCK, 0, others)
    assert (exact == exact[0]).all() and set(np.unique(exact)) <= {0, 1, 2}
    slipping = DrawnStrategy(Streams(1)["drawn"], 0.3)(STREAM, ROCK, 0, others)
    assert not (slipping == slipping[0]).all()


def people():
    return Play(DILEMMA, np.array([[0, 0, 0, 1], [1, 1, 1, 0], [0, 0, 1, -1], [1, 1, 0, -1]]))


def test_copied_moves_are_a_persons_moves_over_again_in_the_same_role():
    moves = CopiedMoves((people(),))(STREAM, DILEMMA, 0, met(20, 6))
    told = {(0, 0, 0, 1, 0, 0), (0, 0, 1, 0, 0, 1)}
    assert set(map(tuple, moves.tolist())) == told


def test_no_move_is_made_where_nobody_was_met_and_strange_games_are_refused():
    others = met(3, 4)
    others[1, 2:] = -1
    moves = CopiedMoves((people(),))(STREAM, DILEMMA, 1, others)
    assert (moves[1, 2:] == -1).all() and (moves[0] >= 0).all()
    with pytest.raises(UnsuitableGame, match="Nobody is on record"):
        CopiedMoves((people(),))(STREAM, ROCK, 0, others)


def test_copied_habits_do_what_their_person_usually_did():
    always = Play(DILEMMA, np.array([[0] * 60, [1] * 60]))
    moves = CopiedHabits((always,))(STREAM, DILEMMA, 0, met(4, 30))
    assert (moves == 0).mean() > 0.8
