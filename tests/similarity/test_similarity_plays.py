"""Metrics of repeated matrix games: counts by hand, properties over all of them."""

import numpy as np
import pytest

from humanlike.core import BadRequest, Game, Play, Streams, UnsuitableGame
from humanlike.similarity import (
    PLAY_METRICS,
    DistanceMethod,
    compare_bodies,
    distance,
    distributions,
    metric_named,
    responses,
)

DILEMMA = Game.from_matrices("pd", [[3, 0], [5, 1]], [[3, 5], [0, 1]], labels=("CD", "CD"))
PENNIES = Game.from_matrices("pennies", [[1, 0], [0, 1]], [[0, 1], [1, 0]], labels=("HT", "HT"))
QUICK = DistanceMethod(n_resamples=60)
every_metric = pytest.mark.parametrize("metric", PLAY_METRICS, ids=lambda metric: metric.name)


def random_play(seed, game=DILEMMA, matches=200, n_rounds=12, chance=0.5):
    generator = np.random.default_rng(seed)
    return Play(game, (generator.random((2 * matches, n_rounds)) < chance).astype(np.int16))


def seen_in(play, name):
    (seen,) = distributions([play], metric_named(name))
    return seen


def shares(play, name, table):
    seen = seen_in(play, name)
    return dict(zip(seen.cells, seen.probabilities[seen.tables.index(table)].tolist(), strict=True))


BY_HAND = Play(DILEMMA, np.array([[0, 0, 1, 0, 1, 1], [0, 1, 1, 0, 0, -1]]))


def test_cells_by_hand():
    """Both seats of CC, CD, DD, CC, DC; the sixth round has no second move."""
    assert shares(BY_HAND, "cells", "cells") == {"C/C": 0.4, "C/D": 0.2, "D/C": 0.2, "D/D": 0.2}


def test_responses_by_hand():
    after = shares(BY_HAND, "responses-1", "after C/C")  # followed by C, D; then D, C
    assert after == {"C": 0.5, "D": 0.5}
    assert shares(BY_HAND, "responses-1", "after D/C") == {"C": 0.0, "D": 1.0}
    assert shares(BY_HAND, "responses-2", "after C/C C/D") == {"C": 0.0, "D": 1.0}
    assert seen_in(BY_HAND, "responses-2").cases.sum() == 7  # rounds 3-6 of one, 3-5 of the other


def test_runs_by_hand():
    """2 1 1 2 and 1 2 2."""
    found = seen_in(BY_HAND, "runs")
    assert (found.probabilities[0, :2] * found.cases[0]).tolist() == [3, 4]


def test_alternation_by_hand():
    """CCD CDC DCD CDD and CDD DDC DCC."""
    assert shares(BY_HAND, "alternation", "triples") == pytest.approx(
        {"same": 0, "there and back": 2 / 7, "other": 5 / 7}
    )


def test_switching_by_hand():
    """Mean payoff 2.25: 3 and 5 win, 0 and 1 lose."""
    after_win = shares(BY_HAND, "switching", "after a win")
    after_loss = shares(BY_HAND, "switching", "after a loss")
    # player 1: CC stay, CD is a loss and switches, DD loss switches, CC switches, DC stays
    # player 2: CC switches, DC win stays, DD loss switches, CC stays
    assert after_win == pytest.approx({"stay": 4 / 6, "switch": 2 / 6})
    assert after_loss == pytest.approx({"stay": 0, "switch": 1})


def test_learning_by_hand():
    play = Play(DILEMMA, np.array([[0] * 5 + [1] * 5, [0] * 5 + [1] * 5]))
    seen = seen_in(play, "learning")
    assert seen.tables == ("rounds 1-2", "rounds 3-4", "rounds 5-6", "rounds 7-8", "rounds 9-10")
    assert seen.probabilities[:, 1].tolist() == [0, 0, 0.5, 1, 1]


def test_payoffs_by_hand():
    play = Play(DILEMMA, np.array([[0, 0], [1, 1]]))  # 0 and 5 of 0..5
    assert seen_in(play, "payoffs").probabilities[0, [0, 9]].tolist() == [0.5, 0.5]


def test_roles_count_apart_where_they_differ():
    assert seen_in(random_play(1, PENNIES), "cells").tables == ("row cells", "column cells")
    assert seen_in(random_play(1), "cells").tables == ("cells",)


def test_rows_that_are_not_studied_do_not_count():
    play = Play(DILEMMA, np.array([[0, 0, 0], [1, 1, 1]]), studied=np.array([True, False]))
    assert shares(play, "learning", "rounds 1-1") == {"C": 1.0, "D": 0.0}


@every_metric
@pytest.mark.parametrize("game", [DILEMMA, PENNIES], ids=lambda game: game.name)
def test_every_metric_is_zero_on_itself_symmetric_and_sums_to_one(metric, game):
    a, b = random_play(1, game), random_play(2, game, n_rounds=15, chance=0.7)
    for divergence in ("kullback-leibler", "jensen-shannon", "energy"):
        method = DistanceMethod(divergence=divergence)
        assert distance([a], [a], metric, method) == pytest.approx(0, abs=1e-12)
        there, back = distance([a], [b], metric, method), distance([b], [a], metric, method)
        assert there == pytest.approx(back, rel=1e-9) and there > 0
    for seen in distributions([a], metric):
        np.testing.assert_allclose(seen.probabilities[seen.cases > 0].sum(axis=1), 1)


@every_metric
def test_the_same_population_is_not_told_apart_and_another_is(metric):
    same = compare_bodies(Streams(1), [random_play(1)], [random_play(2)], [metric], QUICK)[0]
    assert same.p_value > 0.02
    other = compare_bodies(Streams(1), [random_play(1)], [random_play(3, chance=0.8)], [metric], QUICK)[0]
    assert other.p_value < 0.02 and other.distance > other.baseline_upper


def test_time_dependent_metrics_see_what_collapsed_ones_cannot():
    """The same moves in another order: cells and payoffs agree exactly, the others do not."""
    play = random_play(4, matches=30, n_rounds=20)
    blocks = np.repeat(play.actions[:, ::2], 2, axis=1)
    ordered, shuffled = (
        Play(DILEMMA, blocks),
        Play(DILEMMA, np.concatenate([blocks[:, ::2], blocks[:, 1::2]], axis=1)),
    )
    results = {
        each.name: each for each in compare_bodies(Streams(1), [ordered], [shuffled], PLAY_METRICS, QUICK)
    }
    for name, each in results.items():
        if not each.time_dependent:
            assert each.distance == pytest.approx(0, abs=1e-12), name
    assert results["runs"].p_value < 0.02 and results["alternation"].p_value < 0.02
    assert results["responses-1"].p_value < 0.02


def test_several_games_are_strata():
    a = [random_play(1), random_play(2, PENNIES)]
    b = [random_play(3, PENNIES), random_play(4)]
    (result,) = compare_bodies(Streams(1), a, b, [metric_named("cells")], QUICK)
    assert {part.stratum for part in result.parts} == {"pd", "pennies"}
    assert sum(part.distance for part in result.parts) == pytest.approx(result.distance)


def test_larger_groups_and_missing_moves():
    table = np.array([[0.0, 1, 2], [1, 2, 3]])
    game = Game("club", (table,) * 3, (("no", "yes"),) * 3, situation_kind="sum")
    generator = np.random.default_rng(1)
    actions = np.where(generator.random((600, 9)) < 0.05, -1, generator.integers(0, 2, (600, 9))).astype(
        np.int16
    )
    play = Play(game, actions)
    for metric in PLAY_METRICS:
        assert distance([play], [play], metric) == 0
    with pytest.raises(UnsuitableGame, match="histories"):
        distance([play], [play], responses(6))


def test_joined_plays_keep_matches_apart():
    a, b = random_play(1, matches=3), random_play(2, matches=2, n_rounds=20)
    joint = Play.join([a, b])
    assert joint.actions.shape == (10, 20) and len(set(joint.matches)) == 5
    np.testing.assert_array_equal(joint.situations[6:], b.situations)
    with pytest.raises(BadRequest, match="one game"):
        Play.join([a, random_play(1, PENNIES)])


def test_unlike_bodies_are_refused():
    with pytest.raises(BadRequest, match="only the first has: pd; only the second has: pennies"):
        distance([random_play(1)], [random_play(1, PENNIES)], metric_named("cells"))
    other = Game.from_matrices("pd", [[3, 0], [4, 1]], [[3, 4], [0, 1]], labels=("CD", "CD"))
    with pytest.raises(BadRequest, match="other actions or payoffs"):
        distance([random_play(1)], [random_play(1, other)], metric_named("cells"))
    with pytest.raises(BadRequest, match="no move at all"):
        distance([Play(DILEMMA, np.full((2, 3), -1))], [random_play(1)], metric_named("cells"))
