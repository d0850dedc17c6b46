"""Our doubles are those of a JAX switched to doubles altogether; the user's JAX is not switched at all."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from digests import every_digest
from jax.extend.core import jaxprs_in_params

from humanlike.core import Game, HumanlikeError, Information, Rule, Streams, double_precision
from humanlike.engine import everybody, simulate_actions
from humanlike.engine.pieces import SMALLEST
from humanlike.engine.rounds import observe
from humanlike.engine.seats import seat_of
from humanlike.games import GAMES
from humanlike.players import RULES


@pytest.mark.slow
def test_moves_and_likelihoods_equal_those_of_a_jax_in_doubles() -> None:
    settings = dict(jax.config.values)
    script = Path(__file__).with_name("digests.py")
    afresh = {
        **os.environ,
        "HUMANLIKE_CACHE": "off",
    }  # kept programs would be ours, not those of the other JAX
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, env=afresh)
    assert done.returncode == 0, done.stderr
    assert every_digest() == json.loads(done.stdout)
    assert dict(jax.config.values) == settings


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
@double_precision()
def test_no_rule_holds_numbers_in_single_precision(rule: Rule) -> None:
    """An array made on import would be one; every number on the way of a rule through a round is looked at."""
    game = next(game for game in GAMES.values() if _is_defined(rule, game))
    seat = seat_of(game, 0, rule)

    def course(parameters: Any, action: Any, met: Any) -> Any:
        state = rule.initial_state(parameters, seat)
        after = rule.update(parameters, state, observe(seat, action, met))
        return state, rule.log_weights(parameters, after)

    closed = jax.make_jaxpr(course)(rule.default, jnp.int32(0), jnp.int32(0))
    assert not {"float32", "float16", "bfloat16"} & set(_types(closed.jaxpr))


def _is_defined(rule: Rule, game: Game) -> bool:
    try:
        rule.check_setting(game, 0, Information.GAME)
    except HumanlikeError:
        return False
    return True


def _types(jaxpr: Any) -> Iterator[str]:
    """Of every number in a traced function, in those it calls, too."""
    for each in (*jaxpr.constvars, *jaxpr.invars):
        yield str(each.aval.dtype)
    for equation in jaxpr.eqns:
        for each in equation.outvars:
            yield str(each.aval.dtype)
        for inner in jaxprs_in_params(equation.params):
            yield from _types(inner)


def test_double_precision_ends_with_the_block_even_when_it_raises() -> None:
    with pytest.raises(ZeroDivisionError), double_precision():
        assert jnp.ones(3).dtype == jnp.float64
        raise ZeroDivisionError
    assert jnp.ones(3).dtype == jnp.float32


def test_double_precision_is_for_one_thread_alone() -> None:
    with double_precision(), ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: str(jnp.ones(3).dtype)).result() == "float32"
        assert pool.submit(double_precision()(lambda: str(jnp.ones(3).dtype))).result() == "float64"


def test_every_thread_of_a_large_simulation_computes_in_doubles() -> None:
    seen = set()

    def log_weights(parameters: Any, state: Any) -> jax.Array:
        seen.add(str(jnp.ones(()).dtype))
        return RULES["random"].log_weights(parameters, state)

    game, rule = GAMES["chicken"], replace(RULES["random"], name="watching", log_weights=log_weights)
    population = everybody(game, [(rule, rule.default)], 4 * SMALLEST)
    simulate_actions(Streams(1), game, population, n_rounds=2)
    assert seen == {"float64"}  # a thread in single precision would have traced the rule once more
