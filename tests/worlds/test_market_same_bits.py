"""One seed, one game: the same bits whatever vector instructions and linear algebra the processor has."""

import math
import os
import subprocess
import sys
from decimal import Decimal

import numpy as np
import pytest

from humanlike.work import machine
from humanlike.worlds.market.agents.demand_filter import _likelihoods
from humanlike.worlds.market.catalogue import BILL
from humanlike.worlds.market.same_bits import (
    components_in,
    exponential,
    geometric,
    power,
    sum_of_parts,
    total,
)

PLAY = """
import hashlib, sys
import numpy as np
from humanlike.work import Effort, Workforce
from humanlike.worlds.market import PROFILE, Rules, Seeds
from humanlike.worlds.market.series import Job, run_job

games, days, workers = map(int, sys.argv[1:])
jobs = [Job(PROFILE, Seeds.same(seed), Rules(days=days)) for seed in range(1, games + 1)]
digest = hashlib.sha256()
for game in Effort(Workforce(workers)).carry_out("games", run_job, jobs):
    for part in game[:4]:
        digest.update(np.ascontiguousarray(part).tobytes())
print(digest.hexdigest(), np.show_config(mode="dicts")["SIMD Extensions"].get("found"))
"""


def switched_off():
    """The vector instructions beyond the baseline that NumPy uses here."""
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    if not found:
        pytest.skip(
            "NumPy uses no vector instructions beyond its baseline here: there is nothing to switch off"
        )
    return {"NPY_DISABLE_CPU_FEATURES": " ".join(found), "OPENBLAS_CORETYPE": "Haswell"}


def played(games, days, workers, **environment):
    """The digest of all profits, balances, prices and requests, and which instructions were used."""
    words = [sys.executable, "-W", "ignore", "-c", PLAY, *map(str, (games, days, workers))]
    done = subprocess.run(
        words, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    digest, used = done.stdout.strip().split(" ", 1)
    return digest, used


def test_games_are_the_same_bits_without_the_newest_vector_instructions():
    off = switched_off()
    (ours, used), (plain, unused) = played(5, 60, 1), played(5, 60, 1, **off)
    assert used != unused  # they were really switched off
    assert plain == ours


@pytest.mark.slow
def test_twenty_games_are_the_same_bits_with_one_worker_and_with_two():
    assert played(20, 40, 1)[0] == played(20, 40, 2, **switched_off())[0]


def test_exponentials_are_right_to_the_last_place_or_so():
    x = np.linspace(-60, 60, 20_001)
    exact = np.array([math.exp(each) for each in x])
    assert np.abs(exponential(x) / exact - 1).max() < 4e-16


def test_powers_and_geometric_steps_are_right():
    assert power(0.95, Decimal(5)) == pytest.approx(0.95**5, rel=1e-15)
    np.testing.assert_allclose(geometric(25, 100, 26), np.geomspace(25, 100, 26), rtol=1e-15)


def test_sums_of_parts_are_the_bill_of_materials():
    generator = np.random.default_rng(1)
    units, values = generator.random(16), generator.random(10)
    np.testing.assert_allclose(components_in(units), units @ BILL, rtol=1e-14)
    np.testing.assert_allclose(sum_of_parts(values), BILL @ values, rtol=1e-14)
    assert total(np.array([1e16, 1.0, -1e16])) == 0.0  # one after the other


def test_likelihoods_of_counts_are_poisson():
    from scipy.stats import poisson

    levels = geometric(30, 120, 26)
    for count in (0, 40, 199):
        exact = poisson(levels).logpmf(count)
        np.testing.assert_allclose(_likelihoods()[1, count], np.exp(exact - exact.max()), rtol=1e-11)


def test_the_processor_is_kept_with_results():
    assert set(machine()) == {"processor", "instructions", "linear algebra"} and machine()["instructions"]
