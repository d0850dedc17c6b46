"""The learned player: equations that depend on no names, and a training that learns, repeats itself and owns up."""

from dataclasses import replace
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from humanlike.core import Game, Play, Rule, Seat, Streams, Trial, double_precision
from humanlike.engine import replay
from humanlike.games import GAMES
from humanlike.players import RULES, learned_player
from humanlike.players.networks.equations import first_weights, followed, followed_fast, seen, start
from humanlike.players.networks.training import Network, is_cut_short, told_of, train

SLIPS, N_STEPS = 0.1, 100


def tit_for_tat(n_pairs: int, seed: int, n_rounds: int = 12) -> Play:
    """Both do what the other did last, but for slips; the first move is blind."""
    generator = Streams(seed)["tit-for-tat"].generator()
    moves = generator.integers(0, 2, (2, n_pairs, 1))
    for _ in range(n_rounds - 1):
        slips = generator.random((2, n_pairs)) < SLIPS
        moves = np.concatenate([moves, (moves[::-1, :, -1] ^ slips)[..., None]], axis=2)
    return Play(GAMES["prisoners-dilemma"], np.moveaxis(moves, 0, 1).reshape(2 * n_pairs, n_rounds))


@cache
def trained() -> Network:
    return train([tit_for_tat(60, seed=1)], N_STEPS)


def made_up() -> Rule:
    """A network of weights that mean nothing, so that everything matters to what it does."""
    weights = np.stack([first_weights(Streams(part)["made up"]) for part in range(4)]).astype(np.float64)
    weights += Streams(9)["more"].generator().normal(size=weights.shape) * 0.3
    return replace(RULES["learned-player"], learned=Network(weights, np.empty(0), np.array(1.0))._asdict())


def logs_of(rule: Rule, own: np.ndarray, other: np.ndarray, rounds: list[tuple[int, int]]) -> np.ndarray:
    """Log-chances after every round, one player alone, [rounds, actions]."""
    actions, situations = map(np.array, zip(*rounds, strict=True))

    def course(tables: tuple[jax.Array, jax.Array]) -> jax.Array:
        seat = Seat(*tables, jnp.min(tables[0]), jnp.max(tables[0]), None, learned=rule.learned)

        def one_round(state: learned_player.State, row: jax.Array) -> tuple[learned_player.State, jax.Array]:
            chosen, met = (
                1.0 * (jnp.arange(own.shape[0]) == row[0]),
                1.0 * (jnp.arange(own.shape[1]) == row[1]),
            )
            trial = Trial(row[0], chosen, row[0], row[0], row[1], met, chosen)
            state = learned_player.update(rule.default, state, trial)
            return state, jax.nn.log_softmax(learned_player.log_weights(rule.default, state))

        begin = learned_player.initial_state(rule.default, seat)
        return jax.lax.scan(one_round, begin, jnp.stack([actions, situations], axis=1))[1]

    return np.asarray(jax.jit(course)((own, other)))


@double_precision()
@pytest.mark.parametrize("has_other", [True, False])
def test_relabelling_own_actions_and_the_others_relabels_choices(has_other: bool) -> None:
    generator = Streams(4)["tables"].generator()
    own, other = generator.normal(size=(3, 4)), generator.normal(size=(4, 3))
    mine, theirs = np.array([2, 0, 1]), np.array([1, 3, 0, 2])
    rounds = [(0, 1), (2, 2), (1, 0), (1, 3), (0, 0)]
    turned = [(int(np.argsort(mine)[a]), int(np.argsort(theirs)[s])) for a, s in rounds]
    none = np.empty((0, 0))
    plain = logs_of(made_up(), own, other if has_other else none, rounds)
    new_tables = own[np.ix_(mine, theirs)], other[np.ix_(theirs, mine)] if has_other else none
    relabelled = logs_of(made_up(), *new_tables, turned)
    assert np.ptp(plain, axis=0).min() > 1e-3, "what happened must matter"
    np.testing.assert_allclose(relabelled, plain[:, mine], atol=1e-12)


@double_precision()
def test_many_players_at_once_are_followed_as_each_alone_is() -> None:
    own, other = GAMES["ochs"].tables
    chosen, met = np.eye(2), np.eye(2)[::-1]

    def both(weights: jax.Array) -> tuple[Any, Any]:
        table = seen(weights, jnp.asarray(own), jnp.asarray(other))
        moving = jax.tree.map(lambda leaf: jnp.stack([leaf, leaf + 0.3]), start(table))
        return tuple(
            jax.vmap(follow, (None, 0, 0, 0))(table, moving, chosen, met)
            for follow in (followed, followed_fast)
        )

    for alone, fast in zip(*jax.jit(both)(jnp.asarray(made_up().learned["weights"][0])), strict=True):
        np.testing.assert_allclose(fast, alone, atol=1e-12)


def test_training_finds_tit_for_tat_and_foretells_strangers_by_it() -> None:
    rule = replace(RULES["learned-player"], learned=trained()._asdict())
    strangers = tit_for_tat(40, seed=2)
    nats = -replay(strangers, rule, rule.default).chosen[:, 1:].mean()
    entropy = -(SLIPS * np.log(SLIPS) + (1 - SLIPS) * np.log(1 - SLIPS))
    assert entropy - 0.05 < nats < 0.45 < np.log(2)


def test_training_repeats_itself_and_says_when_it_was_cut_short() -> None:
    short = train([tit_for_tat(60, seed=1)], 8)
    again = train([tit_for_tat(60, seed=1)], 8)
    np.testing.assert_array_equal(short.weights, again.weights)
    assert is_cut_short(short)
    assert "has not converged" in told_of(short)[0]


def test_a_training_that_learns_nothing_or_from_too_few_says_so() -> None:
    alone = train([tit_for_tat(2, seed=1)])
    assert not alone.weights.any()
    assert "Too few people" in told_of(alone)[0]
    blind = Network(alone.weights, np.array([0.7, 0.71, 0.72]), np.array(0.69))
    assert "learned nothing" in told_of(blind)[0]
    settled = Network(alone.weights, np.array([0.7, 0.5, 0.52]), np.array(0.69))
    assert told_of(settled) == ()


def test_what_was_learned_of_a_person_outlasts_a_match_and_the_match_does_not() -> None:
    rule = made_up()
    game: Game = GAMES["prisoners-dilemma"]
    first = np.array([[0, 0, 1, 1], [1, 0, 1, 0]])
    gap = np.full((2, 1), -1)
    carried = Play(game, np.concatenate([first, gap, first], axis=1))
    logs = replay(carried, rule, rule.default).log_probabilities
    assert np.abs(logs[:, 5] - logs[:, 0]).max() > 1e-4
    alike = rule.parameters(1.0, 0.0)  # adaptation 0: nobody is told apart
    logs = replay(carried, rule, alike).log_probabilities
    np.testing.assert_allclose(logs[:, 5:9], logs[:, :4], atol=1e-9)
