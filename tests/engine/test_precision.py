"""Our doubles are those of a JAX switched to doubles altogether; the user's JAX is not switched at all."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from digests import every_digest

from humanlike.core import Streams, double_precision
from humanlike.engine import everybody, simulate_actions
from humanlike.engine.pieces import SMALLEST
from humanlike.games import GAMES
from humanlike.players import RULES


@pytest.mark.slow
def test_moves_and_likelihoods_of_every_rule_equal_those_of_a_jax_in_doubles() -> None:
    settings = dict(jax.config.values)
    script = Path(__file__).with_name("digests.py")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert every_digest() == json.loads(done.stdout)
    assert dict(jax.config.values) == settings


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
