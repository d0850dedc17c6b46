"""Evidence, separation and pairs needed against straightforward computations; the search against blind luck."""

from itertools import product

import numpy as np
import pytest

from humanlike.core import BadRequest, Game, Information, Play, Streams
from humanlike.engine import replay
from humanlike.experiments import (
    PayoffRange,
    SearchSize,
    Theory,
    evidence,
    pairs_needed,
    search,
    separation_in,
    separation_of,
    verified,
)
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.work import Effort

CHICKEN = GAMES["chicken"]


def theory(name: str, *sets: str) -> Theory:
    rule = RULES[name]
    members = tuple((rule, rule.published[each]) for each in sets) or ((rule, rule.default),)
    return Theory(name, members, (1 / len(members),) * len(members))


EWA, CROSS = theory("ewa"), theory("cross")
TWO = (EWA, CROSS)


def exact_chances(of: Theory, game: Game, n_rounds: int) -> np.ndarray:
    """The chance of every history of a pair, by enumeration and replay."""
    moves = np.array(list(product(range(2), repeat=2 * n_rounds))).reshape(-1, n_rounds)
    play = Play(game, moves.astype(np.int16))
    seats = sum(
        share * np.exp(replay(play, rule, values).chosen.sum(axis=1))
        for share, (rule, values) in zip(of.shares, of.members, strict=True)
    )
    return np.asarray(seats).reshape(-1, 2).prod(axis=1)


def test_separation_is_what_enumerating_all_histories_gives():
    game = Game.from_matrices("wide", [[20, 1], [3, 9]], [[2, 9], [17, 4]])
    p, q = (exact_chances(each, game, 3) for each in TWO)
    assert p.sum() == pytest.approx(1) == q.sum()
    found = separation_in(Streams(1)["exact"], TWO, game, n_pairs=20_000, n_rounds=3)
    assert found.nats[-1] == pytest.approx(-np.log(np.sqrt(p * q).sum()), abs=0.02)
    middle = (p + q) / 2
    bits = 0.5 * (p * np.log2(p / middle)).sum() + 0.5 * (q * np.log2(q / middle)).sum()
    assert found.bits[-1] == pytest.approx(bits, abs=0.02)


def test_every_player_is_of_one_parameter_set_for_the_whole_match():
    prior = theory("ewa", "turing-tournament", "mixed-model-a")
    assert exact_chances(prior, CHICKEN, 3).sum() == pytest.approx(1)
    shown = evidence(Streams(2)["prior"], (prior, CROSS), 0, CHICKEN, n_pairs=40, n_rounds=3)
    assert shown.shape == (40, 3) and np.isfinite(shown).all()


def test_theories_that_do_not_differ_are_not_separated():
    still = np.zeros((5, 4))
    found = separation_of(still, still)
    np.testing.assert_allclose(found.bits, 0, atol=1e-15)
    np.testing.assert_allclose(found.nats, 0, atol=1e-15)


def test_pairs_needed_for_normal_evidence_are_those_of_the_textbook():
    """Evidence of mean +-m and variance 2m: ((z_.95 + z_.9) / effect)^2 pairs, effect = 2m / sqrt(2m)."""
    generator = Streams(3)["normal"].generator()
    mean = 0.1
    pool = mean + np.sqrt(2 * mean) * generator.standard_normal(50_000)
    needed = pairs_needed(Streams(3)["tests"], pool, -pool, alpha=0.05, power=0.9)
    assert needed is not None
    assert needed.n_pairs == pytest.approx((1.645 + 1.282) ** 2 / (2 * mean), abs=4)


def test_more_pairs_than_are_tried_is_said():
    pool = Streams(4)["same"].generator().standard_normal(500)
    assert pairs_needed(Streams(4)["tests"], pool, pool, alpha=0.05, power=0.9) is None


def test_new_experiments_keep_what_the_test_promised():
    shown = [
        evidence(Streams(5)["pool"], TWO, truth, CHICKEN, n_pairs=1000, n_rounds=10)[:, -1]
        for truth in (0, 1)
    ]
    test = pairs_needed(Streams(5)["tests"], *shown, alpha=0.05, power=0.8)
    assert test is not None
    new = verified(Streams(6)["new"], TWO, CHICKEN, test, n_rounds=10, experiments=300)
    assert min(new.power) > 0.7 and max(new.false_alarms) < 0.11  # four standard errors of 300 experiments


def test_search_finds_a_better_game_than_the_best_of_its_first_draws():
    size = SearchSize(candidates=6, generations=3, children=20, search_pairs=64, final_pairs=64)
    asked = {"n_rounds": 10, "information": Information.GAME, "effort": Effort()}
    payoffs = PayoffRange(-3, 9, 2, 2)
    first = search(Streams(7)["search"], TWO, payoffs, size._replace(generations=0), **asked)
    best = search(Streams(7)["search"], TWO, payoffs, size, **asked)
    assert best[0].found > max(each.found for each in first)
    tables = np.stack([np.stack(each.game.matrices) for each in best])
    assert tables.min() >= -3 and tables.max() <= 9 and (tables == tables.round()).all()


@pytest.mark.parametrize(
    ("payoffs", "said"),
    [
        ((5, 5, 2, 2), "lower to a higher"),
        ((9, 0, 2, 2), "9 to 0"),
        ((0, 9, 5, 2), "5x2"),
        ((0, 9, 1, 2), "1x2"),
    ],
)
def test_a_range_without_games_is_refused(payoffs, said):
    with pytest.raises(BadRequest, match=said):
        PayoffRange(*payoffs).check()
