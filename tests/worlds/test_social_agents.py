"""Agents of the Social Ultimatum Game: the worked trace, the equations, and what always holds."""

from dataclasses import replace

import numpy as np
import pytest
from bench.social_loop import play_game
from hypothesis import given, settings
from hypothesis import strategies as some

from humanlike.core import BadGame, BadParameters, BadRequest, Streams, UnknownName
from humanlike.naming.agents import find_social_agent
from humanlike.worlds.social_ultimatum import (
    SOCIAL_AGENTS,
    AdaptiveParameters,
    AttachedParameters,
    DistributionParameters,
    Seating,
    SocialSetting,
    play_tables,
)
from humanlike.worlds.social_ultimatum.beliefs import initial_state, update
from humanlike.worlds.social_ultimatum.choosing import anybody, draw, first_of_most
from humanlike.worlds.social_ultimatum.setting import Round

DISTRIBUTIONS = DistributionParameters(
    offers=np.array([0, 0.05, 0.1, 0.25, 0.35, 0.2, 0.05, 0, 0, 0, 0]),
    recipients=np.array([0.6, 0.2, 0.15, 0.05]),
    rejection=np.array([1.0, 0.9, 0.7, 0.3, 0.1, 0, 0, 0, 0, 0, 0]),
    reciprocation=0.5,
)


def adaptive(fairness, reactivity, exploration):
    return AdaptiveParameters(*(np.array(each, dtype=float) for each in (fairness, reactivity, exploration)))


def one_round(setting, recipients, offers, accepted):
    """A finished round of one game, as the simulation hands it out."""
    recipient, offer = np.array(recipients)[:, None], np.array(offers)[:, None]
    players = setting.n_players
    who = np.arange(players)[:, None]
    return Round(
        recipient,
        offer,
        np.array(accepted)[:, None],
        who * players + recipient,
        recipient * players + who,
        recipient,
    )


def everybody(kind, n_games=40, seed=1, n_players=5, n_rounds=30, parameters=None, **options):
    setting = SocialSetting(n_players, n_rounds, **options)
    given = {"attached": AttachedParameters(), "dba": DISTRIBUTIONS, "dbra": DISTRIBUTIONS}
    given["adaptive"] = parameters or adaptive(
        [5, 4, 3, 4, 6], [0.5, 0.2, 0.3, 0.1, 0.4], [0.1, 0.2, 0, 0.05, 0.3]
    )
    return play_tables(Streams(seed), setting, Seating((SOCIAL_AGENTS[kind],) * n_players, given), n_games)


def test_the_worked_trace_move_by_move():
    """Readings, section 5: two rounds of three adaptive players."""
    setting = SocialSetting(3, 2, epsilon=0.1, targeting="most")
    seating = Seating(
        (SOCIAL_AGENTS["adaptive"],) * 3, {"adaptive": adaptive([5, 3, 4], [0.5, 0.2, 0.25], [0, 0, 0])}
    )
    table = play_tables(Streams(1), setting, seating, 1)
    assert (table.recipients[0] + 1).tolist() == [[2, 1, 1], [2, 3, 2]]
    assert table.offers[0].tolist() == [[5, 3, 4], [3, 3, 4]]
    assert table.accepted[0].tolist() == [[True, False, False], [False, False, True]]
    assert table.rewards()[0].tolist() == [[5, 5, 0], [0, 4, 6]]


def test_thresholds_of_the_worked_trace():
    setting = SocialSetting(3, 2, targeting="most")
    parameters = adaptive([[5], [3], [4]], [[0.5], [0.2], [0.25]], [[0], [0], [0]])
    state = initial_state(setting, parameters, np.zeros((3, 3, 1)))
    state = update(setting, parameters, state, one_round(setting, [1, 0, 0], [5, 3, 4], [True, False, False]))
    np.testing.assert_allclose(state.threshold[:, 0], [3.875, 3.4, 4.0], atol=1e-12)
    # by hand: (7) gives .5*0 + .5*5; (8) gives .2*10 + .8*3 and .25*10 + .75*4
    np.testing.assert_allclose(
        [state.estimate[0, 1, 0], state.estimate[1, 0, 0], state.estimate[2, 0, 0]], [2.5, 4.4, 5.5]
    )
    state = update(setting, parameters, state, one_round(setting, [1, 2, 1], [3, 3, 4], [False, False, True]))
    np.testing.assert_allclose(state.threshold[:, 0], [3.875, 3.436, 3.75], atol=1e-12)


def test_equation_seven_never_exceeds_and_equation_eight_never_repeats():
    """With beta 0 only the min and max act: accepted 2 caps the estimate at 2; refused 5 lifts it to 5.2."""
    setting = SocialSetting(3, 2)
    parameters = adaptive([[5], [5], [5]], [[0], [0], [0]], [[0], [0], [0]])
    state = initial_state(setting, parameters, np.zeros((3, 3, 1)))
    state = update(setting, parameters, state, one_round(setting, [1, 0, 0], [2, 5, 5], [True, False, False]))
    assert state.estimate[0, 1, 0] == 2
    assert state.estimate[1, 0, 0] == pytest.approx(5.2)
    assert state.price[1, 0, 0] == 6
    assert state.threshold[:, 0].tolist() == [5, 5, 5]


def test_contradicted_bounds_are_forgotten():
    setting = SocialSetting(3, 3)
    parameters = adaptive([[5], [5], [5]], [[0.5], [0.5], [0.5]], [[0], [0], [0]])
    state = initial_state(setting, parameters, np.zeros((3, 3, 1)))
    state = update(setting, parameters, state, one_round(setting, [1, 0, 0], [4, 4, 4], [True, False, False]))
    assert (state.lower[0, 1, 0], state.upper[0, 1, 0]) == (0, 4)
    assert (state.lower[1, 0, 0], state.upper[1, 0, 0]) == (4, 10)
    state = update(setting, parameters, state, one_round(setting, [1, 0, 0], [5, 3, 4], [False, True, False]))
    assert (state.lower[0, 1, 0], state.upper[0, 1, 0]) == (5, 10)  # refused 5 contradicts upper 4
    assert (state.lower[1, 0, 0], state.upper[1, 0, 0]) == (0, 3)  # accepted 3 contradicts lower 4


def test_offers_of_zero_do_not_move_the_threshold():
    setting = SocialSetting(3, 2)
    parameters = adaptive([[4], [4], [4]], [[0.5], [0.5], [0.5]], [[0], [0], [0]])
    state = initial_state(setting, parameters, np.zeros((3, 3, 1)))
    after = update(setting, parameters, state, one_round(setting, [1, 0, 0], [4, 0, 2], [True, False, False]))
    np.testing.assert_allclose(after.threshold[:, 0], [3.0, 4.0, 4.0])  # only the 2 counts for player 1


@pytest.mark.parametrize("targeting", ["proportional", "most"])
def test_bulk_and_straightforward_loop_make_the_same_moves(targeting):
    setting = SocialSetting(5, 40, targeting=targeting, window=4)
    generator = np.random.default_rng(5)
    n_games = 30
    traits = AdaptiveParameters(
        generator.integers(1, 9, (n_games, 5)).astype(float),
        generator.random((n_games, 5)),
        generator.random((n_games, 5)),
    )
    streams = Streams(4)
    table = play_tables(
        streams, setting, Seating((SOCIAL_AGENTS["adaptive"],) * 5, {"adaptive": traits}), n_games
    )
    shape = (n_games, 40, 5)
    deviate, target = (streams[name].generator().random(shape).tolist() for name in ("deviate", "target"))
    for game in range(n_games):
        moves = np.array(
            play_game(setting, *(array[game].tolist() for array in traits), deviate[game], target[game])
        )
        np.testing.assert_array_equal(moves[:, :, 0], table.recipients[game])
        np.testing.assert_array_equal(moves[:, :, 1], table.offers[game])
        np.testing.assert_array_equal(moves[:, :, 2], table.accepted[game])


def test_without_exploration_a_just_refused_offer_is_not_repeated():
    generator = np.random.default_rng(3)
    shape = (200, 5)
    traits = AdaptiveParameters(
        generator.integers(1, 9, shape).astype(float), generator.random(shape), np.zeros(shape)
    )
    table = everybody("adaptive", 200, parameters=traits)
    last = np.full((200, 5, 5), -1)  # the offer just refused by n, or -1
    games, players = np.ogrid[:200, :5]
    for k in range(table.n_rounds):
        to, offer = table.recipients[:, k].astype(int), table.offers[:, k]
        assert not np.any(last[games, players, to] == offer)
        last[games, players, to] = np.where(table.accepted[:, k], -1, offer)


def test_adaptive_offers_stay_between_one_step_and_the_endowment():
    table = everybody("adaptive", 50)
    assert table.offers.min() >= 1 and table.offers.max() <= 10


def test_game_theoretic_players_are_in_equilibrium():
    """Equation (3): only the least is offered, and it is always accepted."""
    table = everybody("game-theoretic", 300)
    assert np.all(table.offers == 1) and np.all(table.accepted)
    counts = np.bincount(table.recipients[:, :, 0].ravel(), minlength=5)
    assert counts[0] == 0 and np.ptp(counts[1:]) < 0.15 * counts[1:].mean()


def test_no_single_change_of_the_equilibrium_pays():
    """Against greedy players, offering more or refusing the least earns less."""
    greedy = everybody("game-theoretic", 200, seed=8)
    generous = greedy.rewards()[:, :, 0].mean() - 1  # one more given away in every round
    accepted = greedy.rewards()[:, :, 0].mean()
    received = np.mean(np.sum(greedy.recipients == 0, axis=2))
    refusing = accepted - received * 1
    assert generous < accepted and refusing < accepted


def test_distribution_agents_reproduce_their_distributions():
    for kind in ("dba", "dbra"):
        table = everybody(kind, 2000)
        shares = np.bincount(table.offers.ravel(), minlength=11) / table.offers.size
        np.testing.assert_allclose(shares, DISTRIBUTIONS.offers, atol=0.005)
        refused = [1 - table.accepted[table.offers == q].mean() for q in range(1, 7)]
        np.testing.assert_allclose(refused, DISTRIBUTIONS.rejection[1:7], atol=0.02)


def test_the_dba_addresses_by_rank():
    table = everybody("dba", 200, n_rounds=400)
    counts = np.stack([(table.recipients == n).sum(axis=1) for n in range(5)], axis=-1)
    ranked = np.sort(counts, axis=-1)[..., :0:-1].mean(axis=(0, 1)) / 400
    np.testing.assert_allclose(ranked, DISTRIBUTIONS.recipients, atol=0.01)


def test_the_dbra_answers_senders_and_the_dba_does_not_care():
    def returned(table):
        games, players = np.ogrid[: table.n_games, :5]
        pairs = [
            (table.recipients[:, k + 1][games, table.recipients[:, k].astype(int)] == players).mean()
            for k in range(table.n_rounds - 1)
        ]
        return np.mean(pairs)

    assert returned(everybody("dbra", 300)) > returned(everybody("dba", 300)) + 0.2
    assert returned(everybody("dba", 300)) == pytest.approx(0.25, abs=0.02)


def test_mixed_tables_let_everybody_play_their_own_way():
    setting = SocialSetting(5, 30)
    kinds = ("game-theoretic", "dba", "adaptive", "attached", "dbra")
    given = {
        "dba": DISTRIBUTIONS,
        "dbra": DISTRIBUTIONS,
        "adaptive": adaptive([9] * 5, [0] * 5, [0] * 5),
        "attached": AttachedParameters(),
    }
    table = play_tables(
        Streams(2), setting, Seating(tuple(SOCIAL_AGENTS[kind] for kind in kinds), given), 200
    )
    assert np.all(table.offers[:, :, 0] == 1)
    assert table.offers[:, :, 2].min() >= 9  # fairness 9, never adapts
    assert not table.accepted[(table.recipients == 2) & (table.offers < 9)].any()
    assert table.accepted[(table.recipients == 0) & (table.offers > 0)].all()


@pytest.mark.parametrize("kind", ["adaptive", "dba", "dbra", "attached", "game-theoretic"])
def test_a_game_is_the_same_in_any_batch(kind, monkeypatch):
    many, few = everybody(kind, 50), everybody(kind, 7)
    np.testing.assert_array_equal(many.recipients[:7], few.recipients)
    np.testing.assert_array_equal(many.offers[:7], few.offers)
    monkeypatch.setattr("humanlike.worlds.social_ultimatum.simulation.BLOCK", 3)
    np.testing.assert_array_equal(everybody(kind, 50).accepted, many.accepted)


def test_another_step_scales_the_game():
    small = everybody("adaptive", 20)
    parameters = adaptive([50, 40, 30, 40, 60], [0.5, 0.2, 0.3, 0.1, 0.4], [0.1, 0.2, 0, 0.05, 0.3])
    large = everybody("adaptive", 20, parameters=parameters, endowment=100, step=10, epsilon=1.0)
    np.testing.assert_array_equal(large.offers, small.offers * 10)


@settings(derandomize=True, deadline=None, max_examples=25)
@given(
    n_players=some.integers(3, 7),
    seed=some.integers(0, 1000),
    kind=some.sampled_from(["adaptive", "attached", "game-theoretic"]),
    window=some.integers(1, 12),
)
def test_rewards_are_what_was_accepted(n_players, seed, kind, window):
    traits = adaptive([4] * n_players, [0.3] * n_players, [0.2] * n_players)
    table = everybody(kind, 5, seed, n_players, 12, traits, window=window)
    assert table.rewards().sum() == 10 * table.accepted.sum()
    assert np.all(table.recipients != np.arange(n_players))


@settings(derandomize=True, deadline=None)
@given(
    some.lists(some.integers(0, 5), min_size=2, max_size=6).filter(any), some.floats(0, 1, exclude_max=True)
)
def test_only_positive_weights_are_drawn(weights, uniform):
    for kind in (np.int8, np.float64):
        chosen = int(draw(np.array(weights, dtype=kind)[None, :, None], np.array([[uniform]]))[0, 0])
        assert weights[chosen] > 0
    even = np.linspace(0, 1, 6001)[None, :-1]
    many = draw(np.repeat(np.array(weights, dtype=np.int8)[None, :, None], 6000, axis=2), even)
    np.testing.assert_allclose(
        np.bincount(many[0], minlength=len(weights)) / 6000, np.array(weights) / sum(weights), atol=1e-3
    )


def test_choosing_helpers():
    assert first_of_most(np.array([[[1], [3], [3]]]))[0, 0] == 1
    assert anybody(3, np.array([[0.0], [0.0], [0.9]]))[:, 0].tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"n_players": 2}, BadGame, "at least 3|3 to 100"),
        ({"n_rounds": 1}, BadGame, "at least 2 rounds"),
        ({"endowment": 7, "step": 2}, BadGame, "multiple of the step"),
        ({"epsilon": 0.6}, BadParameters, "epsilon"),
        ({"window": 0}, BadParameters, "window"),
        ({"targeting": "least"}, BadParameters, "least"),
    ],
)
def test_impossible_settings_are_named(change, error, words):
    with pytest.raises(error, match=words):
        SocialSetting(**({"n_players": 5, "n_rounds": 10} | change))


def test_impossible_seatings_are_named():
    with pytest.raises(UnknownName, match="Did you mean 'adaptive'"):
        find_social_agent("adaptiv")
    twin = replace(SOCIAL_AGENTS["game-theoretic"], title="another")
    with pytest.raises(BadRequest, match="different names"):
        Seating((twin, SOCIAL_AGENTS["game-theoretic"], twin))
    with pytest.raises(BadRequest, match="needs parameters"):
        Seating((SOCIAL_AGENTS["dba"],) * 3, {})
    with pytest.raises(BadRequest, match="seats"):
        play_tables(Streams(1), SocialSetting(4, 5), Seating((SOCIAL_AGENTS["game-theoretic"],) * 3, {}), 1)
    with pytest.raises(BadParameters, match="reactivity"):
        everybody("adaptive", 3, parameters=adaptive([5] * 5, [1.5] * 5, [0] * 5))
    with pytest.raises(BadParameters, match="recipients"):
        play_tables(
            Streams(1), SocialSetting(4, 5), Seating((SOCIAL_AGENTS["dba"],) * 4, {"dba": DISTRIBUTIONS}), 1
        )
    with pytest.raises(BadRequest, match="At least one game"):
        everybody("game-theoretic", 0)
