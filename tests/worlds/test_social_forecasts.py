"""Chances of recipient, offer and answer: sums, worked examples, an independent loop, and what agents really do."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from humanlike.core import NO_OFFER, BadParameters, BadRequest, OfferTable, Streams
from humanlike.worlds.social_ultimatum import (
    SOCIAL_AGENTS,
    STEADY,
    AdaptiveParameters,
    DistributionParameters,
    Seating,
    SocialSetting,
    Tremble,
    forecast,
    play_tables,
)
from humanlike.worlds.social_ultimatum.chances import scattered
from humanlike.worlds.social_ultimatum.maximum_likelihood import own_decisions

OFFERS = np.array([0, 0.05, 0.1, 0.25, 0.35, 0.2, 0.05, 0, 0, 0, 0])
REJECTION = np.array([1.0, 0.9, 0.7, 0.3, 0.1, 0, 0, 0, 0, 0, 0])
SHARED = DistributionParameters(OFFERS, np.array([0.6, 0.3, 0.1]), REJECTION, 0.5)
PLAYERS = AdaptiveParameters(*(np.full(4, value) for value in (4.3, 0.3, 0.2)))
GIVEN = {"dba": SHARED, "dbra": SHARED, "adaptive": PLAYERS}
every_agent = pytest.mark.parametrize("agent", SOCIAL_AGENTS.values(), ids=SOCIAL_AGENTS)


def played(agent, n_games=30, n_rounds=8, seed=2, n_players=4):
    seating = Seating((agent,) * n_players, GIVEN)
    return play_tables(Streams(seed), SocialSetting(n_players, n_rounds), seating, n_games)


def parameters_of(agent):
    own = GIVEN.get(agent.name)
    return AdaptiveParameters(*(value[None] for value in own)) if agent.name == "adaptive" else own


@pytest.fixture(scope="module")
def people():
    return played(SOCIAL_AGENTS["attached"])


@every_agent
def test_chances_sum_to_one_over_the_choices(agent, people):
    found = forecast(people, agent, parameters_of(agent))
    np.testing.assert_allclose(found.recipient.sum(axis=-1), 1, atol=1e-12)
    np.testing.assert_allclose(found.offer.sum(axis=-1), 1, atol=1e-12)
    assert found.accept.min() > 0 and found.accept.max() < 1, "a tremble leaves nothing impossible"
    assert np.all(found.recipient[..., np.arange(4), np.arange(4)] == 0), "nobody addresses themselves"
    assert all(np.isfinite(part).all() for part in found.log_chances())


@every_agent
def test_chances_are_what_the_agent_really_does(agent):
    """Against itself: every choice as often as expected, and surprise as large as expected, within 4.5 deviations."""
    table = played(agent, n_games=500, n_rounds=6, seed=5)
    found = forecast(table, agent, parameters_of(agent), STEADY)
    whom = table.recipients[..., None] == np.arange(4)
    value = table.offers[..., None] == np.arange(11)
    for expected, done in ((found.recipient, whom), (found.offer, value), (found.accept, table.accepted)):
        gap = (done - expected).sum(axis=(0, 1, 2)) if expected.ndim == 4 else (done - expected).sum()
        spread = np.sqrt((expected * (1 - expected)).sum(axis=(0, 1, 2)))
        assert np.all(np.abs(gap) <= 4.5 * spread + 1e-9)
    with np.errstate(divide="ignore", invalid="ignore"):
        entropy = -np.nansum(found.recipient * np.log(found.recipient), axis=-1)
    surprise = -found.log_chances().recipient
    by_game = (surprise - entropy).mean(axis=(1, 2))
    assert abs(by_game.mean()) <= 4.5 * by_game.std() / np.sqrt(len(by_game)) + 1e-9


def test_the_worked_trace_has_the_chances_of_a_hand_count():
    """Readings, section 5: everybody is thought to be like oneself, so round 1 is a coin between two others.

    In round 2 player 1 prices 2 at ceil(2.5 - .1) = 3 and 3 at 5, player 2 prices 1 at ceil(4.4 - .1) = 5 and 3 at 3,
    player 3 prices 1 at ceil(5.5 - .1) = 6 and 2 at 4: nobody hesitates.
    """
    recipients = np.array([[[1, 0, 0], [1, 2, 1]]], dtype=np.int8)
    offers = np.array([[[5, 3, 4], [3, 3, 4]]], dtype=np.int16)
    accepted = np.array([[[True, False, False], [False, False, True]]])
    own = AdaptiveParameters(*(np.array([each]) for each in ([5.0, 3, 4], [0.5, 0.2, 0.25], [0.0, 0, 0])))
    found = forecast(OfferTable(recipients, offers, accepted), SOCIAL_AGENTS["adaptive"], own, STEADY)
    np.testing.assert_allclose(found.recipient[0, 0], [[0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0]])
    np.testing.assert_allclose(found.recipient[0, 1], [[0, 1, 0], [0, 0, 1], [0, 1, 0]])
    logs = found.log_chances()
    assert logs.by_game()[0] == pytest.approx(3 * np.log(0.5))
    trembling = forecast(
        OfferTable(recipients, offers, accepted), SOCIAL_AGENTS["adaptive"], own, Tremble(0, 0, 0.1, 0)
    )
    np.testing.assert_allclose(np.exp(trembling.log_chances().answer), 0.95)


def slow_likelihood(table, shared, *, returns):
    """Of a DBA or DBRA, by the definition: every order of the others, then every round, in plain Python."""
    total = 0.0
    for m in range(table.n_players):
        others = [n for n in range(table.n_players) if n != m]
        likelihoods = []
        for order in permutations(others):
            liking = dict(zip(order, shared.recipients, strict=True))
            likelihood = 1.0
            for k in range(table.n_rounds):
                senders = [n for n in others if k and table.recipients[0, k - 1, n] == m]
                whom = int(table.recipients[0, k, m])
                chance = liking[whom]
                if returns and senders:
                    back = liking[whom] / sum(liking[n] for n in senders) if whom in senders else 0.0
                    chance = shared.reciprocation * back + (1 - shared.reciprocation) * chance
                likelihood *= chance * shared.offers[table.offers[0, k, m]]
            likelihoods.append(likelihood)
        total += np.log(np.mean(likelihoods))
    refused = shared.rejection[table.offers[0]]
    return total + np.log(np.where(table.accepted[0], 1 - refused, refused)).sum()


@pytest.mark.parametrize("name", ["dba", "dbra"])
def test_ranks_nobody_sees_are_summed_out(name):
    table = played(SOCIAL_AGENTS[name], n_games=1, n_rounds=5)
    found = forecast(table, SOCIAL_AGENTS[name], SHARED, STEADY).log_chances().by_game()[0]
    assert found == pytest.approx(slow_likelihood(table, SHARED, returns=name == "dbra"), rel=1e-12)


def test_a_cast_is_the_mean_of_its_members(people):
    """Decisions one after the other, each by Bayes' rule, add up to the mean likelihood of the whole game."""
    few = people.select([0, 1, 2])
    cast = AdaptiveParameters(np.array([3.0, 4.0, 5.5]), np.array([0.1, 0.5, 0.2]), np.array([0.3, 0.0, 0.1]))
    tremble, agent = Tremble(0.1, 0.1, 0.1, 0.3), SOCIAL_AGENTS["adaptive"]
    together = own_decisions(few, forecast(few, agent, cast, tremble).log_chances())
    alone = []
    for member in zip(*cast, strict=True):
        own = AdaptiveParameters(*(np.full((3, 4), value) for value in member))
        alone.append(own_decisions(few, forecast(few, agent, own, tremble).log_chances()))
    np.testing.assert_allclose(together, np.logaddexp.reduce(alone) - np.log(3), rtol=1e-10)


def test_rounds_left_out_are_skipped_and_say_nothing(people):
    recipients, accepted = people.recipients.copy(), people.accepted.copy()
    recipients[1, 3], accepted[1, 3] = NO_OFFER, False
    holed = replace(people, recipients=recipients, accepted=accepted)
    logs = forecast(holed, SOCIAL_AGENTS["dbra"], SHARED).log_chances()
    assert np.isnan(logs.recipient[1, 3]).all() and np.isnan(logs.answer[1, 3]).all()
    assert np.isfinite(logs.recipient[1, 4:]).all()
    whole = forecast(people, SOCIAL_AGENTS["dbra"], SHARED).log_chances()
    np.testing.assert_allclose(logs.recipient[2:], whole.recipient[2:])


def test_scattered_offers_stay_near_what_was_meant():
    """By hand, s = 1/2, three values, the middle one meant: 1/2, 1, 1/2 over 2."""
    meant = np.zeros((1, 1, 3, 1))
    meant[:, :, 1] = 1
    np.testing.assert_allclose(scattered(meant, 0.5)[0, 0, :, 0], [0.25, 0.5, 0.25])


def test_what_cannot_be_is_refused(people):
    with pytest.raises(BadParameters, match=r"tremble's offer must lie in 0\.\.1"):
        forecast(people, SOCIAL_AGENTS["dba"], SHARED, Tremble(offer=2.0))
    silent = replace(SOCIAL_AGENTS["attached"], name="silent", chances=None)
    with pytest.raises(BadRequest, match="'silent' gives no probabilities"):
        forecast(people, silent)
