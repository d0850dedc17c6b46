"""What people do, learned by counting: by hand, and from people whose kinds are known."""

from dataclasses import replace

import numpy as np

from humanlike.core import Streams
from humanlike.players.people.kinds_of_people import (
    Record,
    Wish,
    backed_off,
    choose_wish,
    foretell,
    learn_tables,
)
from humanlike.players.people.recent_rounds import Contexts

LUCK = Streams(7)["kinds"].generator()


def record(own, met, memory: int = 1) -> Record:
    """Of people in one seat of the prisoner's dilemma, dealt to three parts."""
    contexts = Contexts(2, 2, memory)
    own, met = np.asarray(own), np.asarray(met)
    digits, time = contexts.course(own, met)
    game, part = np.zeros(len(own), int), 1 + np.arange(len(own)) % 3
    known = (own >= 0) & (met >= 0)
    return Record(contexts, False, own, contexts.deep(digits), digits[0], known, time, game, part, 1)


def planted(n_people: int, n_rounds: int, defectors: float, slips: float = 0.05) -> Record:
    """Always defect and tit-for-tat, with slips, against chance."""
    met = LUCK.integers(0, 2, (n_people, n_rounds))
    wanted = np.concatenate([np.zeros((n_people, 1), int), met[:, :-1]], axis=1)
    wanted[: int(defectors * n_people)] = 1
    return record(np.where(LUCK.random(met.shape) < slips, 1 - wanted, wanted), met)


def test_backing_off_by_hand():
    """C C D met D D D, D D D met C C D, strength 8: without memory C (2 + 4) / 14 = 3/7, then each context."""
    here = record([[0, 0, 1], [1, 1, 1]], [[1, 1, 1], [0, 0, 1]])
    chances = np.exp(learn_tables(here, Wish(1, 8.0, np.inf)).chances[0, :, 0])
    any_time = 3 / 7
    none, after_cc, after_cd, after_dc, after_dd = chances
    np.testing.assert_allclose(none, (1 + 8 * any_time) / 10)
    np.testing.assert_allclose(after_cd, (1 + 8 * any_time) / 10)
    np.testing.assert_allclose(after_dc, (0 + 8 * any_time) / 10)
    np.testing.assert_allclose([after_cc, after_dd], any_time)  # never visited: the shorter memory


def test_round_games_back_off_by_way_of_what_is_relative():
    """Matching pennies: somebody who repeats after heads is thought to repeat after tails, too."""
    contexts = Contexts(2, 2, 1)
    counts = np.zeros((1, 5, 2))
    counts[0, 1] = 6, 0  # after heads met heads: heads six times
    chances = np.exp(backed_off(counts, contexts, 2.0, True))[0]
    general = (6 + 1) / 8  # of heads at any time
    np.testing.assert_allclose(chances[1, 0], (6 + 2 * (6 + 2 * general) / 8) / 8)
    np.testing.assert_allclose(
        chances[4, 1], (6 + 2 * (1 - general)) / 8
    )  # tails met tails: the same, turned
    apart = np.exp(backed_off(counts, contexts, 2.0, False))[0]
    np.testing.assert_allclose(apart[4, 0], general)


def test_two_planted_kinds_and_their_shares_are_found():
    tables = learn_tables(planted(100, 40, defectors=0.3), Wish(2, 2.0, np.inf))
    chances, shares = np.exp(tables.chances), np.exp(tables.shares)
    bad = int(np.argmin(chances[:, 1, 0]))
    np.testing.assert_allclose(chances[bad, 3:, 0], 0.05, atol=0.03)  # it hardly ever cooperates
    np.testing.assert_allclose(chances[1 - bad, 1:, 0], [0.95, 0.05, 0.95, 0.05], atol=0.04)
    np.testing.assert_allclose(shares[:, bad], 0.3, atol=0.02)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)


def test_kinds_are_wished_for_where_there_are_some_and_only_there():
    assert choose_wish(planted(45, 15, defectors=0.5), 2).n_kinds == 2
    assert choose_wish(planted(45, 15, defectors=0.0), 2).n_kinds == 1


def test_nobody_to_be_foretold_from_others_is_no_choice():
    alike = planted(60, 20, defectors=0.5)
    assert choose_wish(replace(alike, part=np.ones(60, int)), 4) == Wish(1, 8.0, np.inf)


def test_a_planted_last_round_is_caught_by_lifts():
    met = LUCK.integers(0, 2, (60, 10))
    own = (LUCK.random(met.shape) < 0.1).astype(int)
    own[:, -1] = 1
    here = record(own, met)
    wish = choose_wish(here, 1)
    assert np.isfinite(wish.lift)
    lifted = np.exp(foretell(here, learn_tables(here, wish)))[:, :, 1]
    plain = np.exp(foretell(here, learn_tables(here, wish._replace(lift=np.inf))))[:, :, 1]
    assert lifted[:, -1].mean() > 0.7 > 0.25 > plain[:, -1].mean()
    assert lifted[:, :-1].mean() < 0.15 < plain[:, :-1].mean()


def test_weights_of_kinds_are_bayes_by_hand_and_a_round_half_known_leaves_them():
    here = record([[1, 1, 1]], [[0, -1, 0]])  # what the other did in the second round is not known
    tables = learn_tables(planted(100, 40, defectors=0.3), Wish(2, 2.0, np.inf))
    foretold = np.exp(foretell(here, tables))[0, :, 1]
    share, chance = np.exp(tables.shares[0]), np.exp(tables.chances[:, :, 1])
    first = share @ chance[:, 0]
    weight = share * chance[:, 0] / first
    second = weight @ chance[:, 3]  # after D C
    np.testing.assert_allclose(foretold, [first, second, second], rtol=1e-12)
