"""What a rule that learned by counting says of too little data, and that fit and predict pass it on."""

from dataclasses import replace

import numpy as np

import humanlike as hl
from humanlike.core import Play, Streams
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.players.people.about_the_learned import teller
from humanlike.players.people.learned import Counted

DILEMMA = GAMES["prisoners-dilemma"]


def noise(n_people: int, n_rounds: int, game=DILEMMA) -> Play:
    actions = Streams(3)["noise"].generator().integers(0, game.n_actions[0], (n_people, n_rounds))
    return Play(game, actions, matches=[str(row // 2) for row in range(n_people)])


def test_too_few_people_too_long_a_memory_and_contexts_never_visited_are_told():
    told = " ".join(RULES["kinds"].taught([noise(8, 10)]).remarks)
    assert (
        "8 people could not be cut into parts: how many kinds there are was not asked but set to one" in told
    )
    assert "memory is longer than its data: 7" in told and "of 80 choices" in told
    assert "of 85 contexts of 3 rounds were never visited" in told  # 1 + 4 + 16 + 64
    assert "kinds there are" not in " ".join(RULES["memory-3"].taught([noise(8, 10)]).remarks)


def test_enough_data_is_no_matter_for_remarks_and_an_ignorant_rule_has_none():
    assert RULES["memory-1"].remarks == ()
    assert RULES["memory-1"].taught([noise(24, 40)]).remarks == ()  # 24 contexts' worth, five there are


def test_contexts_are_counted_by_hand():
    """Two people, C C D against D D D: contexts none, CD, CD and none, DC, DC; three of five are visited."""
    play = Play(DILEMMA, np.array([[0, 0, 1], [1, 1, 1]]))
    (learned,) = RULES["memory-1"].taught([play]).learned.values()
    counted = Counted(*learned["counted"][0])
    assert counted == Counted(people=2, parts=0, memory=1, choices=6, rare=6, visited=3, possible=5)


def test_contexts_of_round_games_are_the_same_all_around():
    """Of rock, paper, scissors memory 1 tells three last rounds apart (won, lost, drawn) and none."""
    play = noise(24, 40, GAMES["rock-paper-scissors"])
    (learned,) = RULES["memory-2"].taught([play]).learned.values()
    assert Counted(*learned["counted"][1]).possible == 1 + 3 + 27
    assert Counted(*learned["counted"][0]) == Counted()


def test_a_memory_cut_short_and_collapsed_kinds_are_told():
    counted = Counted(people=10, parts=3, memory=2, choices=100, visited=5, possible=5)
    shares = np.log([[[[0.95, 0.05, np.exp(-1e3) or 1e-300]]]] * 2)
    shares[..., 2] = -1e3  # fills up the array and is no kind
    learned = {"shares": shares, "counted": np.array([counted, Counted()])}
    assert teller(3, 12)({"2 x 2": learned}) == [
        "it looks back at 2 rounds, not 3: there would be too many contexts.",
        "1 of 2 kinds collapsed: fewer than one of 10 people is of such a kind.",
    ]
    two = teller(2, 12)({"2 x 2": learned, "3 x 3": learned})
    assert [sentence.split(" 1 of")[0] for sentence in two] == [
        "in seats of 2 x 2 outcomes",
        "in seats of 3 x 3 outcomes",
    ]


def test_fit_and_predict_tell_and_keep_remarks():
    play = noise(8, 6)
    fitted = hl.fit([play], ["memory-2", "random"])
    (first, _) = fitted.document()
    assert any(f"Mind memory-2: {first['remarks'][0]}" == part for part in fitted.story())
    assert fitted.document()[1]["remarks"] == []
    foretold = hl.predict([play], ["memory-2", "random"], ceiling=False, simulations=20, resamples=0)
    (told, silent) = foretold.document()["rules"]
    assert any(f"Mind memory-2: {told['remarks'][0]}" == part for part in foretold.story())
    assert told["remarks"] and silent["remarks"] == []


def test_options_pass_remarks_on():
    from humanlike.fitting.options import with_lapse

    rule = with_lapse(replace(RULES["memory-2"])).taught([noise(8, 6)])
    assert rule.remarks == RULES["memory-2"].taught([noise(8, 6)]).remarks != ()
