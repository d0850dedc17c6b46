"""Best replies: hand counts, and both propositions where they hold."""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import OfferTable
from humanlike.worlds.social_ultimatum import best_proposals, greed_of, pairs_of, worth_of

# three players, three rounds; 1 -> 2, 2 -> 1 and 3 -> 1 all the time
RECIPIENTS = [[[1, 0, 0], [1, 0, 0], [1, 0, 0]]]
OFFERS = [[[4, 2, 2], [4, 6, 6], [1, 2, 6]]]
ACCEPTED = [[[True, False, False], [True, True, True], [True, False, True]]]


@pytest.fixture
def table():
    return OfferTable(
        np.array(RECIPIENTS, dtype=np.int8), np.array(OFFERS, dtype=np.int16), np.array(ACCEPTED, dtype=bool)
    )


def test_pairs_by_hand(table):
    pairs = pairs_of(table)
    assert pairs.given[0, 0, 1, 4] == pytest.approx(2 / 3) and pairs.given[0, 0, 1, 1] == pytest.approx(1 / 3)
    accept = pairs.accept()
    assert accept[0, 1, 0, 2] == 0 and accept[0, 1, 0, 6] == 1 and np.isnan(accept[0, 0, 2, 4])
    np.testing.assert_allclose(pairs.given.sum(axis=(2, 3)), 1)


def test_worth_by_hand(table):
    worth = worth_of([table])
    assert worth.cases[[1, 2, 4, 6]].tolist() == [1, 3, 2, 3]
    assert worth.accept[[1, 2, 4, 6]].tolist() == [1, 0, 1, 1]
    assert worth.kept[[1, 2, 4, 6]].tolist() == [9, 0, 6, 4]
    # 4 by player 1 in rounds 1 and 2: player 2 comes back with 6, then 2
    assert worth.returned[4] == 4
    # 2 in round 1, refused by player 1, is followed by 6 from the same two; 6 in round 2, accepted, by 2 and 6
    assert (
        worth.after_refusing[2] == 6 and worth.after_accepting[6] == 4 and np.isnan(worth.after_accepting[2])
    )


def test_the_best_recipient_is_the_one_who_takes_least(table):
    """Player 2 took the 1 of player 1; everybody's answers count twice beside a recipient's own."""
    found = {each.player: each for each in best_proposals(table, worth_of([table]).accept)}
    assert (found["1"].recipient, found["1"].offer, found["1"].expected) == ("2", 1, 9.0)
    assert found["1"].earned == pytest.approx((6 + 6 + 9) / 3)
    assert (found["2"].recipient, found["2"].offer) == ("1", 1), "of 1, all who answered it accepted"


def test_greedy_players_are_the_equilibrium_and_the_best_reply_to_it():
    """Proposition 2: among players who accept one step, one step is best."""
    greedy = hl.social.play("game-theoretic", players=3, games=2, rounds=10)
    result = hl.social.reply(greedy.table)
    assert greed_of([greedy.table]) == (1.0, 1.0)
    assert result.best_offer == 1 and result.document()["least_offers"] == 1.0
    assert all(each.offer == 1 and each.expected == 9 for each in result.proposals)


def test_refusing_may_pay():
    """Proposition 1: 2 and 3 raise what 1 refuses to 9, and stop at 1 if 1 accepts; refusing 1 brings 9 for 1 lost."""
    n_rounds = 13
    recipients = np.tile(np.array([1, 0, 0], dtype=np.int8), (2, n_rounds, 1))
    offers, accepted = np.ones((2, n_rounds, 3), dtype=np.int16), np.ones((2, n_rounds, 3), dtype=bool)
    for k in range(
        0, n_rounds, 2
    ):  # in the first game player 1 refuses every other round and is then offered 9
        accepted[0, k, 1:] = False
        offers[0, k + 1 : k + 2, 1:] = 9
    result = hl.social.reply(OfferTable(recipients, offers, accepted))
    assert result.better_refused == [1]
    assert "Proposition 1: accepting everything does not dominate" in str(result)
    frame = result.frame()
    assert set(frame.columns) == {"game", "proposer", "recipient", "offer", "p_given", "p_accepted"}
    assert frame.groupby(["game", "proposer"])["p_given"].sum().to_numpy() == pytest.approx(1)
