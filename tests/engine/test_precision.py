"""Our doubles are those of a JAX switched to doubles altogether; the user's JAX is not switched at all."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest
from digests import every_digest

from humanlike.core import double_precision


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
