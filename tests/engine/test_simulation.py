"""What simulation promises: the same numbers for the same names, whatever else is going on."""

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

from humanlike.core import (
    BadRequest,
    Game,
    Information,
    NotEnoughInformation,
    Streams,
    UnsuitableGame,
)
from humanlike.engine import everybody, seated, simulate, simulate_actions
from humanlike.engine.pieces import pieces
from humanlike.games import GAMES, make_public_goods
from humanlike.players import RULES

EWA, COURNOT, RANDOM = RULES["ewa"], RULES["cournot"], RULES["random"]


def test_a_pair_plays_the_same_in_a_small_and_a_large_batch() -> None:
    game = GAMES["chicken"]
    stream = Streams(4)["trial 1"]
    small = simulate_actions(stream, game, everybody(game, [(EWA, EWA.default)], 8), n_rounds=20)
    large = simulate_actions(stream, game, everybody(game, [(EWA, EWA.default)], 8_000), n_rounds=20)
    np.testing.assert_array_equal(small, large[:16])


def test_pieces_cover_everybody_once_or_twice_and_are_equally_long() -> None:
    for n_groups in (1, 7, 4_999, 10_001, 50_001, 1_000_003):
        parts = pieces(n_groups)
        assert len({len(part) for part in parts}) == 1
        assert parts[0].start == 0 and parts[-1].stop == n_groups
        assert all(after.start <= before.stop for before, after in pairwise(parts))


def test_batches_cut_into_pieces_play_as_one() -> None:
    game = GAMES["stag-hunt-3"]
    mixed = [(EWA, EWA.default), (COURNOT, COURNOT.default), (RANDOM, RANDOM.default)] * 10_000
    large = simulate_actions(Streams(1)["pieces"], game, seated(game, mixed), n_rounds=3)
    small = simulate_actions(Streams(1)["pieces"], game, seated(game, mixed[:300]), n_rounds=3)
    np.testing.assert_array_equal(large[:300], small)


def test_same_seed_same_bytes_in_two_processes() -> None:
    code = (
        "from humanlike.core import Streams; from humanlike.engine import everybody, simulate_actions;"
        "from humanlike.games import GAMES; from humanlike.players import RULES;"
        "g = GAMES['ochs']; r = RULES['ewa'];"
        "a = simulate_actions(Streams(11)['x'], g, everybody(g, [(r, r.default)], 50), n_rounds=30);"
        "import hashlib; print(hashlib.sha256(a.tobytes()).hexdigest())"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in "ab"
    ]
    assert runs[0].stdout == runs[1].stdout and len(runs[0].stdout) > 60


def test_a_mixed_population_keeps_everybody_in_their_seat() -> None:
    """Replacing the players of other pairs changes nothing for pair 0."""
    game = GAMES["battle-of-the-sexes"]
    stream = Streams(2)["seats"]
    one = seated(game, [(EWA, EWA.default), (COURNOT, ()), (EWA, EWA.default), (EWA, EWA.default)])
    two = seated(game, [(EWA, EWA.default), (COURNOT, ()), (RANDOM, ()), (COURNOT, ())])
    first = simulate_actions(stream, game, one, n_rounds=40)
    second = simulate_actions(stream, game, two, n_rounds=40)
    np.testing.assert_array_equal(first[:2], second[:2])
    assert not np.array_equal(first[2:], second[2:])


def test_parameters_may_differ_from_player_to_player() -> None:
    game = GAMES["chicken"]
    blind = EWA.with_parameters({"sensitivity": 0.0})
    players = [(EWA, blind), (EWA, EWA.default)] * 3
    together = simulate_actions(Streams(3)["own"], game, seated(game, players), n_rounds=30)
    apart = simulate_actions(
        Streams(3)["own"], game, everybody(game, [(EWA, blind), (EWA, EWA.default)], 3), n_rounds=30
    )
    np.testing.assert_array_equal(together, apart)
    odd = seated(game, [(EWA, EWA.default), (EWA, blind), (EWA, blind), (EWA, EWA.default)])
    assert np.ndim(odd.blocks[0].parameters.sensitivity) == 1
    played = simulate_actions(Streams(3)["own"], game, odd, n_rounds=30)
    assert played.shape == (4, 30)


def test_given_first_actions_are_played() -> None:
    game = GAMES["stag-hunt-3"]
    first = np.array([[0, 2], [1, 1], [2, 0]])
    play = simulate(Streams(1)["first"], game, everybody(game, [(RANDOM, ())], 3), n_rounds=4, first=first)
    np.testing.assert_array_equal(play.actions[:, 0].reshape(-1, 2), first)
    with pytest.raises(BadRequest, match="3 groups of 2"):
        simulate(Streams(1)["first"], game, everybody(game, [(RANDOM, ())], 3), n_rounds=4, first=first[:2])
    with pytest.raises(BadRequest, match="outside the actions"):
        simulate(Streams(1)["first"], game, everybody(game, [(RANDOM, ())], 3), n_rounds=4, first=first + 1)


def test_large_groups_see_the_sum_or_the_minimum_of_the_others() -> None:
    for game in (make_public_goods("five", players=5, endowment=4, multiplier=2.0), GAMES["minimum-effort"]):
        play = simulate(Streams(1)["many"], game, everybody(game, [(EWA, EWA.default)], 4), n_rounds=6)
        groups = play.actions.reshape(4, game.n_players, 6)
        for player in range(game.n_players):
            others = np.delete(groups, player, axis=1)
            met = others.sum(axis=1) if game.situation_kind == "sum" else others.min(axis=1)
            np.testing.assert_array_equal(play.situations.reshape(4, game.n_players, 6)[:, player], met)


def test_three_players_with_unequal_actions_play_a_normal_form() -> None:
    tables = (np.arange(12.0).reshape(2, 6), np.ones((3, 4)), np.arange(12.0).reshape(2, 6) % 5)
    game = Game("odd", tables, (("a", "b"), ("c", "d", "e"), ("f", "g")))
    play = simulate(Streams(1)["odd"], game, everybody(game, [(EWA, EWA.default)], 50), n_rounds=5)
    first, second, third = (play.actions.reshape(50, 3, 5)[:, player] for player in range(3))
    np.testing.assert_array_equal(play.situations.reshape(50, 3, 5)[:, 0], second * 2 + third)
    assert second.max() == 2 and first.max() == 1


def test_best_repliers_really_reply_best_in_a_large_group() -> None:
    game = GAMES["minimum-effort"]
    play = simulate(Streams(8)["reply"], game, everybody(game, [(COURNOT, ())], 5), n_rounds=6)
    table = game.tables[0]
    for subject in range(play.n_subjects):
        for round_ in range(1, 6):
            values = table[:, play.situations[subject, round_ - 1]]
            assert play.actions[subject, round_] == values.argmax()


def test_a_rule_is_never_shown_less_than_it_needs() -> None:
    game = GAMES["chicken"]
    with pytest.raises(NotEnoughInformation, match="ewa needs the own payoff table"):
        simulate(
            Streams(1)["x"],
            game,
            everybody(game, [(EWA, EWA.default)], 1),
            n_rounds=2,
            information=Information.OWN_PAYOFF,
        )
    memory = RULES["memory-one"]
    with pytest.raises(UnsuitableGame, match="defined for 2 actions"):
        simulate(
            Streams(1)["x"],
            GAMES["stag-hunt-3"],
            everybody(GAMES["stag-hunt-3"], [(memory, memory.default)], 1),
            n_rounds=2,
        )


@pytest.mark.parametrize("bad", [0, -3])
def test_impossible_numbers_are_refused(bad: int) -> None:
    game = GAMES["chicken"]
    with pytest.raises(BadRequest, match="At least one"):
        everybody(game, [(RANDOM, ())], bad)
    with pytest.raises(BadRequest, match="At least one round"):
        simulate(Streams(1)["x"], game, everybody(game, [(RANDOM, ())], 1), n_rounds=bad)
