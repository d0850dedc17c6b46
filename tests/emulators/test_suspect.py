"""Suspects sit in participants' seats: same opponents, same rounds, own moves."""

import numpy as np
import pytest

from humanlike.core import BadRequest, Play
from humanlike.core.streams import Streams
from humanlike.emulators import Cast, Member
from humanlike.emulators.suspect import others_of, suspect_of_cast
from humanlike.games import GAMES
from humanlike.players.automata import STRATEGY_RULES

CHICKEN = GAMES["chicken"]
TIT_FOR_TAT = STRATEGY_RULES["tit-for-tat"]
NEVER = TIT_FOR_TAT.with_parameters({TIT_FOR_TAT.parameter_names[0]: 0.0})


def test_in_place_of_a_participant_a_suspect_answers_what_the_partner_did():
    play = Play(CHICKEN, np.array([[0, 0, 0, 0], [1, 0, 1, 1], [1, 1, 1, -1], [0, 1, 0, -1]]))
    suspect = suspect_of_cast("tit-for-tat", Cast((Member(TIT_FOR_TAT, NEVER),)))
    answered = suspect.in_place_of(Streams(1), play)
    assert answered.actions.tolist() == [[0, 1, 0, 1], [0, 0, 0, 0], [0, 0, 1, -1], [0, 1, 1, -1]]
    assert answered.situations.tolist() == play.situations.tolist()
    assert list(answered.matches) == list(play.matches)


def test_a_mixture_keeps_each_seat_to_one_member():
    defect, cooperate = STRATEGY_RULES["always-defect"], STRATEGY_RULES["always-cooperate"]
    members = tuple(Member(rule, rule.with_parameters({"tremble": 0.0})) for rule in (defect, cooperate))
    suspect = suspect_of_cast("half and half", Cast(members))
    moves = suspect.answer(Streams(1), CHICKEN, 0, np.zeros((20, 5, 1), dtype=int))
    assert (moves == moves[:, :1]).all()
    assert moves[:, 0].sum() == 10


def test_in_larger_groups_the_others_stand_in_role_order():
    effort = GAMES["minimum-effort"]
    moves = np.arange(effort.n_players)[:, None] % 3 * np.ones((1, 2), dtype=int)
    play = Play(effort, moves)
    for row in range(effort.n_players):
        expected = np.delete(moves[:, 0], row)
        assert others_of(play, np.array([row]))[0, 0].tolist() == expected.tolist()


def test_without_partners_on_record_a_larger_group_cannot_be_answered():
    effort = GAMES["minimum-effort"]
    play = Play(effort, np.zeros((effort.n_players, 2), dtype=int)).rows([0])
    with pytest.raises(BadRequest, match="not what each did"):
        others_of(play, np.array([0]))
