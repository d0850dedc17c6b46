"""Re-matched play equals a plain loop over rounds and subjects, move for move."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import jax
import numpy as np
import pytest

from humanlike.core import (
    BadRequest,
    Game,
    Meetings,
    Play,
    Rule,
    Streams,
    Trial,
    double_precision,
    draw_meetings,
)
from humanlike.engine import Population, check_size, everybody, seated, simulate, simulate_actions
from humanlike.engine.draws import uniforms
from humanlike.engine.seats import seat_of
from humanlike.games import GAMES, make_public_goods
from humanlike.naming.matchings import find_matching
from humanlike.players import RULES

ROUNDS = 12
STREAM = Streams(3)["loop"]
Players = Sequence[tuple[Rule, Any]]


@cache
def of_one_player(rule: Rule) -> tuple[Any, Any, Any]:
    return rule.initial_state, jax.jit(rule.log_weights), jax.jit(rule.update)


@double_precision()
def plain_loop(game: Game, players: Players, partners: np.ndarray) -> np.ndarray:
    """Everybody chooses by the own uniform number, looks at whom they meet in this round, and learns."""
    n, seats = len(players), game.n_players
    tables = [seat_of(game, q % seats, players[q][0]) for q in range(n)]
    states = [of_one_player(rule)[0](values, tables[q]) for q, (rule, values) in enumerate(players)]
    key = tuple(np.uint32(word) for word in STREAM.words())
    actions = np.zeros((n, ROUNDS), dtype=int)
    for t in range(ROUNDS):
        luck = np.asarray(uniforms(key, np.arange(n, dtype=np.uint32), np.uint32(t)))
        for q, (rule, values) in enumerate(players):
            logs = np.asarray(of_one_player(rule)[1](values, states[q]))
            weights = np.exp(logs - logs.max())
            actions[q, t] = int((luck[q] * weights.sum() >= np.cumsum(weights)[:-1]).sum())
        for q, (rule, values) in enumerate(players):
            met = int(game.situations(q % seats, actions[partners[q, :, t], t][:, None])[0])
            seen = trial_of(game.tables[q % seats], actions[q, t], met)
            states[q] = of_one_player(rule)[2](values, states[q], seen)
    return actions


def trial_of(payoffs: np.ndarray, own: int, met: int) -> Trial:
    paid, low, high = payoffs[own, met], payoffs.min(), payoffs.max()
    chosen, there = np.eye(len(payoffs))[own], np.eye(payoffs.shape[1])[met]
    return Trial(own, chosen, paid, (paid - low) / (high - low), met, there, payoffs[:, met])


def drawn(word: str, game: Game, n_subjects: int, n_rounds: int = ROUNDS) -> Meetings:
    found = draw_meetings(STREAM["matching"], find_matching(word), game, n_subjects, n_rounds)
    assert found is not None
    return found


MIXED = [
    (RULES[name], RULES[name].default)
    for name in ("ewa", "cournot", "roth-erev", "fictitious-play", "random")
]
CASES = [
    ("chicken", "strangers", "ewa"),
    ("ochs", "zipper", "fictitious-play"),
    ("stag-hunt-3", "groups:size=4,roles=any", "roth-erev"),
    ("battle-of-the-sexes", "strangers:spell=5", "bush-mosteller"),
    ("chicken", "groups:size=10", "mixed"),
    ("chicken", "strangers:roles=any", "mixed"),
]


@pytest.mark.parametrize(("game", "matching", "who"), CASES)
def test_re_matched_play_is_a_plain_loop_move_for_move(game: str, matching: str, who: str) -> None:
    stage, n_subjects = GAMES[game], 20
    choices = MIXED if who == "mixed" else [(RULES[who], RULES[who].default)]
    players = [choices[q % len(choices)] for q in range(n_subjects)]
    meetings = drawn(matching, stage, n_subjects)
    play = simulate(STREAM, stage, seated(stage, players), n_rounds=ROUNDS, meetings=meetings)
    expected = plain_loop(stage, players, meetings.partners)
    np.testing.assert_array_equal(play.actions, expected)
    np.testing.assert_array_equal(play.partners, meetings.partners)
    for q in range(n_subjects):
        for t in range(ROUNDS):
            assert play.situations[q, t] == expected[meetings.partners[q, 0, t], t]


def test_larger_groups_are_re_matched_too() -> None:
    game = make_public_goods("three", players=3, endowment=2, multiplier=2.0)
    players = [MIXED[q % 3] for q in range(15)]
    meetings = drawn("zipper", game, 15)
    play = simulate(STREAM, game, seated(game, players), n_rounds=ROUNDS, meetings=meetings)
    np.testing.assert_array_equal(play.actions, plain_loop(game, players, meetings.partners))


def population(n_groups: int) -> Population:
    return everybody(GAMES["chicken"], [MIXED[0]], n_groups)


def test_pools_are_played_apart_as_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces hold whole pools, and what they play is what all play together."""
    game, meetings = GAMES["chicken"], drawn("groups:size=8", GAMES["chicken"], 240)
    whole = simulate_actions(STREAM, game, population(120), n_rounds=ROUNDS, meetings=meetings)
    monkeypatch.setattr("humanlike.engine.pieces.LARGEST", 50)
    again = Meetings(
        meetings.by_round, meetings.pool
    )  # index arrays are kept by meetings: these are new ones
    np.testing.assert_array_equal(
        whole, simulate_actions(STREAM, game, population(120), n_rounds=ROUNDS, meetings=again)
    )


def test_the_same_meetings_serve_other_lengths_and_populations() -> None:
    game, meetings = GAMES["chicken"], drawn("strangers", GAMES["chicken"], 20, 40)
    long = simulate_actions(STREAM, game, population(10), n_rounds=40, meetings=meetings)
    short = simulate_actions(STREAM, game, population(10), n_rounds=ROUNDS, meetings=meetings)
    np.testing.assert_array_equal(long[:, :ROUNDS], short)
    mixed = seated(game, [MIXED[q % 5] for q in range(20)])
    first = simulate_actions(STREAM, game, mixed, n_rounds=ROUNDS, meetings=meetings)
    fresh = Meetings(meetings.by_round, meetings.pool)
    np.testing.assert_array_equal(
        first, simulate_actions(STREAM, game, mixed, n_rounds=ROUNDS, meetings=fresh)
    )


def test_who_never_changes_partners_plays_as_fixed() -> None:
    game = GAMES["chicken"]
    neighbours = np.arange(20)[:, None, None] ^ np.ones((1, 1, ROUNDS), dtype=int)
    kept = simulate(STREAM, game, population(10), n_rounds=ROUNDS, meetings=Meetings.of(neighbours, game))
    fixed = simulate(STREAM, game, population(10), n_rounds=ROUNDS)
    np.testing.assert_array_equal(kept.actions, fixed.actions)
    assert isinstance(fixed, Play) and fixed.partners.ndim == 2


def test_meetings_of_other_people_are_refused() -> None:
    game = GAMES["chicken"]
    check_size(20, ROUNDS)
    with pytest.raises(BadRequest, match="whom 8 subjects meet in 12 rounds, but 20 play 12"):
        simulate(STREAM, game, population(10), n_rounds=ROUNDS, meetings=drawn("strangers", game, 8))
    with pytest.raises(BadRequest, match="but 20 play 13"):
        simulate(STREAM, game, population(10), n_rounds=13, meetings=drawn("strangers", game, 20))
