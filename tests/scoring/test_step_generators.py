"""Generators with steps: their houses have closed forms, and the quadrature must meet them wherever a step lies."""

import numpy as np
import pytest

from humanlike.scoring import Generator, beta_generator, gambling_house
from humanlike.scoring.quadrature import ANCHORS, odds_and_stakes

NEAR = np.exp(ANCHORS[(ANCHORS > np.log(1e-5)) & (ANCHORS < 0)])


def staircase(edges, heights, closed):
    """Phi is `heights[k]` between the edges; `closed` says to which side the value at an edge belongs."""
    return Generator("stairs", lambda x: heights[np.searchsorted(edges, x, side=closed)])


def integral(edges, heights, antiderivative, start, end):
    """Of phi times the derivative of `antiderivative`, from start to end."""
    corners = np.concatenate([[1e-12], edges, [1.0]])
    reached = [antiderivative(np.clip(limit, corners[:-1], corners[1:])) for limit in (start, end)]
    return float((heights * (reached[1] - reached[0])).sum())


@pytest.mark.parametrize("closed", ["left", "right"])
@pytest.mark.parametrize("seed", range(150))
def test_steps_just_past_an_anchor_are_seen(seed, closed):
    """One limit at a time: nothing but the rule itself can notice the step."""
    generator = np.random.default_rng(seed)
    count = int(generator.integers(1, 4))
    anchors = generator.choice(NEAR, count)
    edges = np.sort(anchors * (1 + generator.choice([-1, 1]) * 10.0 ** -generator.uniform(1, 7, count)))
    edges = np.minimum(edges, 1 - 1e-9)
    heights = generator.uniform(0.1, 3.0, count + 1)
    limit = float(generator.choice([generator.uniform(0.001, 1.0), edges[0], edges[-1] * (1 - 1e-9), 1.0]))
    odds, stakes = odds_and_stakes(staircase(edges, heights, closed), np.array([limit]), start=0.5)
    assert odds[0] == pytest.approx(integral(edges, heights, np.log, 0.5, limit), abs=1e-9)
    assert stakes[0] == pytest.approx(integral(edges, heights, lambda x: x, 0.5, limit), abs=1e-9)


@pytest.mark.parametrize("step", [0.1003, 0.10001, 0.5002, 0.0100004])
def test_the_house_of_one_step_scores_exactly(step):
    edges, heights = np.array([step]), np.array([1.0, 3.0])
    house = gambling_house(staircase(edges, heights, "right"))
    said = np.array([0.3, 0.7])
    stakes = sum(integral(edges, heights, lambda x: x, 0.5, part) for part in said)
    expected = [integral(edges, heights, np.log, 0.5, part) - stakes for part in said]
    assert house.score(said, [0, 1]).tolist() == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("left", "right"), [(1, 1), (10, 10), (0.5, 3)])
def test_beta_generators_agree_with_the_quadrature(left, right):
    closed = beta_generator(left, right)
    open_ = Generator("open", closed.phi)
    said = np.array([[0.2, 0.3, 0.5], [0.0, 0.01, 0.99]])
    pair = [gambling_house(each).score_every_outcome(said) for each in (closed, open_)]
    np.testing.assert_allclose(pair[0], pair[1], atol=1e-11)


@pytest.mark.parametrize("width", [0.004, 0.001, 0.0005])
def test_two_steps_close_together_are_seen(width):
    for low in np.random.default_rng(7).uniform(0.011, 0.97, 40):
        edges, heights = np.array([low, low + width]), np.array([1.0, 2.0, 1.0])
        generator = staircase(edges, heights, "right")
        odds, stakes = odds_and_stakes(generator, np.array([0.01, 0.99]), start=0.5)
        for place, limit in enumerate((0.01, 0.99)):
            assert odds[place] == pytest.approx(integral(edges, heights, np.log, 0.5, limit), abs=1e-9)
            assert stakes[place] == pytest.approx(integral(edges, heights, lambda x: x, 0.5, limit), abs=1e-9)


@pytest.mark.parametrize("height", [100.0, 1e3, 1e4, 1e6])
def test_high_steps_are_integrated_to_a_share_of_their_height(height):
    for step in np.random.default_rng(8).uniform(0.01, 0.99, 20):
        edges, heights = np.array([step]), np.array([1.0, 1.0 + height])
        odds, _ = odds_and_stakes(staircase(edges, heights, "right"), np.array([0.9]), start=0.5)
        assert odds[0] == pytest.approx(integral(edges, heights, np.log, 0.5, 0.9), abs=1e-9 * height)
