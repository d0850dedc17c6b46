"""The posterior of a population, from the same rule files."""

import importlib.util
import sys

import numpy as np
import pytest

from humanlike.core import MissingExtra, Play, Streams
from humanlike.engine import seated, simulate
from humanlike.fitting import hierarchical
from humanlike.games import GAMES
from humanlike.players import RULES

GAME, RULE = GAMES["matching-pennies"], RULES["bush-mosteller"]
present = importlib.util.find_spec("numpyro") is not None and importlib.util.find_spec("arviz") is not None


def _two_kinds():
    truths = [RULE.parameters(0.8, 0.1) if seat < 8 else RULE.parameters(0.1, 0.1) for seat in range(16)]
    population = seated(GAME, [(RULE, truth) for truth in truths])
    return simulate(Streams(4)["bayes"], GAME, population, n_rounds=60)


@pytest.mark.slow
@pytest.mark.skipif(not present, reason="numpyro and arviz are not installed (extra bayes)")
@pytest.mark.filterwarnings("ignore")
def test_fast_and_slow_learners_are_told_apart_and_shrunk_towards_each_other():
    play = _two_kinds()
    found = hierarchical(Streams(1)["nuts"], play, RULE, n_chains=1, n_warmup=200, n_draws=200)
    means = np.asarray(found.posterior["alpha"].mean(("chain", "draw")))
    assert found.posterior["alpha"].dims == ("chain", "draw", "group")
    assert type(found.posterior["alpha"].data) is np.ndarray and found.posterior["alpha"].dtype == np.float64
    assert means[:8].mean() > means[8:].mean() + 0.3
    assert 0.0 < means.min() and means.max() < 1.0
    again = hierarchical(Streams(1)["nuts"], play, RULE, n_chains=1, n_warmup=200, n_draws=200)
    np.testing.assert_array_equal(found.posterior["alpha"], again.posterior["alpha"])


def test_without_the_extra_a_sentence_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpyro", None)
    with pytest.raises(MissingExtra, match=r"humanlike\[bayes\]"):
        hierarchical(Streams(1), Play(GAME, np.zeros((2, 3), dtype=np.int16)), RULE)
