"""Each of the thirty-seven processes alone: hold all, vary one, and the others' paths keep every bit."""

import numpy as np
import pytest
from scipy import stats

from humanlike.worlds.market import PROCESSES, Rules, Seeds, draw_world, play_market, seat_agents
from humanlike.worlds.market.agents import MARKET_AGENTS
from humanlike.worlds.market.chance import MOST_A_DAY, block_shape, draw_chance, poisson_counts

RULES = Rules(days=40)
BASE, OTHER = Seeds.same(7), 1234


class Recorded:
    """Passes every draw of a generator on and keeps it."""

    def __init__(self, generator, drawn):
        self.generator, self.drawn = generator, drawn

    def __getattr__(self, name):
        method = getattr(self.generator, name)

        def draw(*given):
            found = method(*given)
            self.drawn.append(np.array(found))
            return found

        return draw


def drawn_in_a_game(monkeypatch, seeds, *, play=False):
    """All numbers each process has drawn, in order, by its number; `play` has two agents play the game too."""
    paths = {}
    stream = Seeds.stream

    class Watched:
        def __init__(self, stream, drawn):
            self.stream, self.drawn = stream, drawn

        def generator(self):
            return Recorded(self.stream.generator(), self.drawn)

    def watched(self, process):
        number = next(each.number for each in PROCESSES if each.name == process)
        return Watched(stream(self, process), paths.setdefault(number, []))

    with monkeypatch.context() as patch:
        patch.setattr(Seeds, "stream", watched)
        if play:
            play_market(seat_agents([MARKET_AGENTS["buffered"]] * 2), seeds, RULES)
        else:
            draw_world(seeds, RULES)
    return {
        number: np.concatenate([np.ravel(part) for part in path] or [np.zeros(0)]).tobytes()
        for number, path in paths.items()
    }


@pytest.fixture(scope="module")
def base_paths():
    with pytest.MonkeyPatch.context() as patch:
        yield drawn_in_a_game(patch, BASE)


@pytest.mark.parametrize("number", range(37))
def test_varying_one_process_leaves_the_paths_of_the_other_thirty_six(number, base_paths, monkeypatch):
    paths = drawn_in_a_game(monkeypatch, BASE.with_varied([number], OTHER))
    assert len(paths) == 37
    assert [each for each in range(37) if paths[each] != base_paths[each]] == [number]


def test_nothing_that_agents_do_draws_from_a_process(base_paths, monkeypatch):
    """Two equal agents tie all the time; ties are broken by what was drawn before the game."""
    assert drawn_in_a_game(monkeypatch, BASE, play=True) == base_paths


def test_start_levels_do_not_move_the_walks():
    """Steps of the trend follow from consecutive levels while these stay off their bounds."""
    steps = []
    for seeds in (BASE, BASE.with_varied([26], OTHER)):
        level = draw_world(seeds, RULES).level[:, 1:]
        steps.append(np.diff(level[:, 1:] / level[:, :-1], axis=1))
    free = np.abs(steps[0]) + np.abs(steps[1]) < 0.02  # a bound resets the trend
    assert free.mean() > 0.5
    agree = np.isclose(steps[0], steps[1], atol=1e-12)
    assert agree[free].mean() > 0.9


def test_a_request_keeps_its_details_wherever_the_numbers_of_requests_go():
    base = draw_world(BASE, RULES)
    other = draw_world(BASE.with_varied([28], OTHER), RULES)  # more or fewer of the middle segment
    assert (base.counts[1] != other.counts[1]).mean() > 0.5
    for day, (one, two) in enumerate(zip(base.requests, other.requests, strict=True)):
        high, mid = base.counts[0, day], slice(base.counts[0, day], None)
        shared = min(base.counts[1, day], other.counts[1, day])
        for before, after in zip(one, two, strict=True):
            np.testing.assert_array_equal(before[:high], after[:high])
            np.testing.assert_array_equal(before[mid][:shared], after[mid][:shared])


def test_blocks_have_one_shape_for_every_seed():
    for process, block in draw_chance(Seeds.same(3), RULES).items():
        assert block.shape == block_shape(process, RULES.days)


@pytest.mark.parametrize("mean", [25.0, 61.7, 120.0])
def test_one_uniform_makes_one_poisson_number(mean):
    uniform = (np.arange(4000) + 0.5) / 4000
    counts = poisson_counts(np.full(4000, mean), uniform)
    np.testing.assert_array_equal(counts, stats.poisson(mean).ppf(uniform))
    assert poisson_counts(np.array([120.0]), np.array([1 - 2.0**-53])) < MOST_A_DAY
