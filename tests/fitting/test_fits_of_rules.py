"""Fits find what hand calculation, scipy and the truth say they should."""

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.optimize import minimize

from humanlike.core import BadRequest, Game, Interval, Play, Rule, Streams, UnknownName
from humanlike.engine import everybody, simulate, simulate_actions
from humanlike.engine.replay import replay
from humanlike.fitting import (
    applicable,
    fit_groups,
    fit_mixture,
    fit_one,
    maximum_likelihood,
    profile_interval,
    wald_test,
)
from humanlike.games import GAMES, make_public_goods
from humanlike.naming.rules import find_rule
from humanlike.players import RULES

CHICKEN = GAMES["chicken"]
MEMORY = RULES["memory-one"]


def _play(rule, parameters, game=CHICKEN, n_groups=60, n_rounds=30, name="play"):
    return simulate(
        Streams(5)[name], game, everybody(game, [(rule, parameters)], n_groups), n_rounds=n_rounds
    )


@pytest.fixture(scope="module")
def memory_play():
    return _play(MEMORY, MEMORY.parameters(0.7, 0.9, 0.3, 0.6, 0.2))


def test_memory_one_is_fitted_by_relative_frequencies(memory_play):
    """The maximum likelihood estimate of a conditional probability is the share seen; SE sqrt(pq/n) if alike."""
    found = fit_one(memory_play, MEMORY)
    own, met = memory_play.actions, memory_play.situations
    after_00 = (own[:, :-1] == 0) & (met[:, :-1] == 0)
    share = (own[:, 1:][after_00] == 0).mean()
    assert found.parameters.after_00 == pytest.approx(share, abs=1e-6)
    assert np.sqrt(found.model_covariance[1, 1]) == pytest.approx(
        np.sqrt(share * (1 - share) / after_00.sum()), rel=1e-4
    )
    assert found.converged and not found.at_bound and not found.unidentified
    assert found.n_choices == own.size


def test_the_log_likelihood_is_the_one_of_replay(memory_play):
    found = fit_one(memory_play, RULES["ewa"])
    assert found.log_likelihood == pytest.approx(
        np.nansum(replay(memory_play, RULES["ewa"], found.parameters).chosen)
    )


def test_the_optimum_is_the_one_scipy_finds(memory_play):
    rule = RULES["bush-mosteller"]
    found = fit_one(memory_play, rule)

    def nats(point):
        return -np.nansum(replay(memory_play, rule, rule.parameters(*point)).chosen)

    other = minimize(nats, [0.3, 0.3], bounds=[(0, 1), (0, 1)], method="L-BFGS-B")
    assert -found.log_likelihood <= other.fun + 1e-4


def test_groups_fitted_side_by_side_equal_groups_fitted_alone(memory_play):
    together = fit_groups([memory_play], RULES["bush-mosteller"], by="role")
    assert [each.group for each in together] == ["role 1", "role 2"]
    for role, each in enumerate(together):
        alone = fit_one(memory_play, RULES["bush-mosteller"], role=role)
        np.testing.assert_allclose(each.parameters, alone.parameters, atol=1e-5)
        assert each.log_likelihood == pytest.approx(alone.log_likelihood, abs=1e-6)


def test_groupings_can_be_joined_and_looked_up(memory_play):
    found = fit_groups(memory_play, RULES["cross"], by="game+role")
    assert [each.group for each in found] == ["chicken / role 1", "chicken / role 2"]
    values = found.parameters_of(memory_play)
    assert values.alpha.shape == (memory_play.n_subjects,)
    assert values.alpha[1] == found[1].parameters.alpha
    with pytest.raises(BadRequest, match="grouped by"):
        fit_groups(memory_play, RULES["cross"], by="weather")


def test_two_data_sets_with_the_same_labels_are_kept_apart(memory_play):
    plays = [Play(CHICKEN, memory_play.actions[:8], provenance={"dataset": name}) for name in ("a", "b")]
    found = fit_groups(plays, RULES["random"], by="game+role")
    assert [each.group for each in found][:2] == ["a:chicken / a:role 1", "a:chicken / a:role 2"]
    assert found.parameters_of(plays[1]) == ()


def test_a_probability_on_its_bound_is_reported_so():
    play = Play(CHICKEN, np.zeros((8, 20), dtype=np.int16))
    found = fit_one(play, MEMORY)
    assert found.parameters.first == 1.0 and found.parameters.after_00 == 1.0
    assert {"first", "after_00"} <= set(found.at_bound)
    assert np.isnan(found.standard_errors.first)
    assert {"after_01", "after_10", "after_11"} <= set(found.unidentified)  # never reached


class _Idle(NamedTuple):
    chance: float
    idle: float  # has no influence


IDLE = Rule(
    "idle",
    _Idle,
    (Interval(0.0, 1.0), Interval(0.0, 5.0)),
    lambda parameters, seat: jnp.asarray(parameters.chance),
    lambda parameters, state: jnp.log(jnp.stack([state, 1.0 - state])),
    lambda parameters, state, trial: state,
    published={"only": _Idle(0.5, 1.0)},
)


def test_a_parameter_without_influence_is_unidentified_never_a_number_with_a_tiny_error(memory_play):
    found = fit_one(memory_play, IDLE)
    assert found.unidentified == ("idle",)
    assert np.isnan(found.standard_errors.idle) and np.isfinite(found.standard_errors.chance)
    with pytest.raises(BadRequest, match="cannot be tested"):
        wald_test(found, {"idle": 1.0})


EDGED = Rule(
    "edged",
    _Idle,
    (Interval(0.0, 1.0), Interval(0.0, 1.0)),
    lambda parameters, seat: 0.9 - jnp.abs(parameters.chance - 0.3) - (parameters.idle - 0.6) ** 2,
    lambda parameters, state: jnp.log(jnp.stack([state, 1.0 - state])),
    lambda parameters, state, trial: state,
    published={"only": _Idle(0.5, 0.5)},
)


def test_an_optimum_on_an_edge_is_found_and_gets_no_standard_error():
    """Everybody plays action 0, so its chance should be as large as it can be: .9, at (.3, .6)."""
    found = fit_one(Play(CHICKEN, np.zeros((8, 20), dtype=np.int16)), EDGED)
    assert found.parameters == pytest.approx((0.3, 0.6), abs=1e-4)
    assert found.at_kink == ("chance",) and found.converged
    assert np.isnan(found.standard_errors.chance) and np.isfinite(found.standard_errors.idle)


ABRUPT = Rule(
    "abrupt",
    _Idle,
    (Interval(0.0, 1.0), Interval(0.0, 1.0)),
    lambda parameters, seat: jnp.where(
        parameters.chance == 1.0,
        0.9 - (parameters.idle - 0.2) ** 2,
        0.5 + 0.1 * parameters.chance - (parameters.idle - 0.6) ** 2,
    ),
    lambda parameters, state: jnp.log(jnp.stack([state, 1.0 - state])),
    lambda parameters, state, trial: state,
    published={"only": _Idle(0.5, 0.5)},
)


def test_a_rule_that_changes_abruptly_on_its_bound_is_fitted_there():
    """Towards chance = 1 the likelihood rises; exactly there it jumps, and another value of idle is best."""
    found = fit_one(Play(CHICKEN, np.zeros((8, 20), dtype=np.int16)), ABRUPT)
    assert found.parameters == pytest.approx((1.0, 0.2), abs=1e-4)
    assert found.at_bound == ("chance",) and found.unidentified == ()
    assert found.nats_per_choice == pytest.approx(-np.log(0.9)) == pytest.approx(found.loss)


TWICE = Rule(
    "twice",
    _Idle,
    (Interval(0.0, 1.0), Interval(0.0, 1.0)),
    lambda parameters, seat: (
        0.9 - 2.0 * ((parameters.chance - 0.5) ** 2 - 0.09) ** 2 - (parameters.idle - 0.6) ** 2
    ),
    lambda parameters, state: jnp.log(jnp.stack([state, 1.0 - state])),
    lambda parameters, state, trial: state,
    published={"only": _Idle(0.3, 0.5)},
)


def test_two_optima_that_are_equally_good_are_no_identification():
    """The likelihood is largest at chance .2 and at .8 alike; a Hessian at one of them would not know."""
    actions = np.zeros((40, 50), dtype=np.int16)
    actions[:6] = 1
    found = fit_one(Play(CHICKEN, actions), TWICE, n_starts=6)
    assert min(abs(found.parameters.chance - 0.2), abs(found.parameters.chance - 0.8)) < 0.2
    assert "chance" in found.unidentified and np.isnan(found.standard_errors.chance)


def test_payoffs_in_other_units_give_the_same_fit():
    """Dollars or points: the likelihood is the same, only lambda changes, in proportion."""
    play = _play(RULES["ewa"], RULES["ewa"].parameters(1.0, 0.9, 0.9, 0.5, 1.0))
    cents = Game.from_matrices("cents", CHICKEN.matrices[0] / 1000, CHICKEN.matrices[1] / 1000)
    small = fit_one(Play(cents, play.actions), RULES["ewa"])
    large = fit_one(play, RULES["ewa"])
    assert small.log_likelihood == pytest.approx(large.log_likelihood, abs=1e-3)
    assert small.parameters.sensitivity / large.parameters.sensitivity == pytest.approx(1000, rel=0.01)


def test_clustered_errors_of_repeated_clusters_grow_as_theory_says(memory_play):
    """Every match copied four times: four times the data, but clusters know there are no more matches."""
    many = Play(
        CHICKEN,
        np.tile(memory_play.actions, (4, 1)),
        matches=tuple(memory_play.matches) * 4,
        roles=np.tile(memory_play.roles, 4),
        partners=np.concatenate([memory_play.partners + k * memory_play.n_subjects for k in range(4)]),
    )
    once = fit_one(memory_play, MEMORY)
    fourfold = fit_one(many, MEMORY, unit="match")
    np.testing.assert_allclose(fourfold.standard_errors, once.standard_errors, rtol=1e-4)
    assert fourfold.n_units == once.n_units == 60
    np.testing.assert_allclose(4 * fourfold.model_covariance, once.model_covariance, rtol=1e-4)


@pytest.mark.parametrize("criterion", ["msd", "mad"])
def test_deviations_are_minimised_too(memory_play, criterion):
    found = fit_one(memory_play, RULES["bush-mosteller"], criterion=criterion)
    chances = np.exp(replay(memory_play, RULES["bush-mosteller"], found.parameters).chosen)
    by_hand = (1 - chances) ** 2 if criterion == "msd" else 1 - chances
    assert found.loss == pytest.approx(by_hand.mean(), abs=1e-9)
    likely = np.exp(
        replay(
            memory_play, RULES["bush-mosteller"], fit_one(memory_play, RULES["bush-mosteller"]).parameters
        ).chosen
    )
    other = (1 - likely) ** 2 if criterion == "msd" else 1 - likely
    assert found.loss <= other.mean() + 1e-9
    assert np.isnan(found.model_covariance).all()  # the Hessian of a deviation is no information
    assert criterion == "mad" or np.isfinite(found.covariance).all()


def test_lapses_and_stickiness_are_recovered():
    rule = find_rule("cournot+stickiness+lapse")
    play = _play(rule, rule.parameters(1.5, 0.3), n_groups=150)
    found = fit_one(play, rule)
    assert found.parameters.lapse == pytest.approx(0.3, abs=4 * found.standard_errors.lapse)
    assert find_rule("cournot+lapse") is find_rule("cournot+lapse")
    with pytest.raises(UnknownName, match="lapse"):
        find_rule("ewa+lapses")


def test_a_lapse_of_one_is_blind_and_of_zero_changes_nothing(memory_play):
    rule = find_rule("bush-mosteller+lapse")
    blind = replay(memory_play, rule, rule.parameters(0.2, 0.3, 1.0)).chosen
    np.testing.assert_allclose(blind, np.log(0.5))
    plain = replay(memory_play, RULES["bush-mosteller"], RULES["bush-mosteller"].parameters(0.2, 0.3)).chosen
    np.testing.assert_allclose(
        replay(memory_play, rule, rule.parameters(0.2, 0.3, 0.0)).chosen, plain, atol=1e-12
    )


def test_wald_and_profile_agree_where_the_likelihood_is_round(memory_play):
    found = fit_one(memory_play, MEMORY)
    value, error = found.parameters.after_01, found.standard_errors.after_01
    test = wald_test(found, {"after_01": value - 2 * error})
    assert test.statistic == pytest.approx(4.0, rel=1e-6) and test.p_value == pytest.approx(0.0501, abs=1e-4)
    interval = profile_interval(memory_play, MEMORY, found, "after_01")
    assert interval.lower == pytest.approx(value - 2.0 * error, abs=0.1 * error)
    assert interval.upper == pytest.approx(value + 2.0 * error, abs=0.1 * error)
    assert not interval.lower_at_bound and not interval.upper_at_bound and interval.robust


def test_machines_are_met_but_not_fitted(memory_play):
    studied = memory_play.roles == 0
    play = Play(CHICKEN, memory_play.actions, studied=studied)
    assert fit_one(play, MEMORY).n_choices == memory_play.actions[studied].size


def test_missing_moves_and_unequal_lengths_count_nothing():
    play = _play(MEMORY, MEMORY.parameters(0.7, 0.9, 0.3, 0.6, 0.2), n_groups=20)
    actions = play.actions.copy()
    actions[:4, 10:] = -1
    actions[5, 3] = -1
    found = fit_one(Play(CHICKEN, actions), MEMORY)
    assert found.n_choices == (actions >= 0).sum()
    expected = np.nansum(replay(Play(CHICKEN, actions), MEMORY, found.parameters).chosen)
    assert found.log_likelihood == pytest.approx(expected)


def test_two_classes_of_players_are_told_apart():
    stable = MEMORY.parameters(0.9, 0.95, 0.9, 0.1, 0.05)
    moody = MEMORY.parameters(0.5, 0.2, 0.8, 0.3, 0.9)
    first, second = _play(MEMORY, stable, n_groups=15, name="a"), _play(MEMORY, moody, n_groups=25, name="b")
    play = Play(CHICKEN, np.concatenate([first.actions, second.actions]))
    found = fit_mixture(play, [MEMORY, MEMORY], n_starts=2)
    assert sorted(found.shares) == pytest.approx([30 / 80, 50 / 80], abs=0.02)
    assert np.all(np.diff(found.path) > -1e-6)  # EM never descends
    assert found.bic < fit_one(play, MEMORY).bic
    with pytest.raises(BadRequest, match="two classes"):
        fit_mixture(play, [MEMORY])


def test_every_rule_can_be_fitted_to_larger_groups_and_padding_changes_nothing():
    games = [make_public_goods(f"g{n}", players=n, endowment=10, multiplier=1.6) for n in (3, 4)]
    rng = np.random.default_rng(3)
    plays = [Play(game, rng.integers(0, 11, (4 * game.n_players, 6))) for game in games]
    rule = RULES["ewa"]
    found = fit_one(plays, rule, n_starts=1)
    expected = sum(np.nansum(replay(play, rule, found.parameters).chosen) for play in plays)
    assert found.log_likelihood == pytest.approx(expected, rel=1e-9)
    good, refused = applicable(plays, RULES.values())
    assert "2 actions" in refused["memory-one"]
    assert rule in good


def test_bad_requests_are_refused(memory_play):
    with pytest.raises(BadRequest, match="fitted by"):
        fit_groups(memory_play, MEMORY, criterion="vibes")
    with pytest.raises(BadRequest, match="start"):
        fit_groups(memory_play, MEMORY, n_starts=0)
    with pytest.raises(UnknownName, match="No unit is called"):
        fit_groups(memory_play, MEMORY, unit="planet")
    with pytest.raises(BadRequest, match="floor"):
        fit_groups(memory_play, MEMORY, floor=0.0)
    with pytest.raises(BadRequest, match="no choice"):
        fit_groups(Play(CHICKEN, np.full((2, 3), -1)), MEMORY)


def test_a_large_fit_begins_on_a_sample_and_ends_where_the_whole_leads(monkeypatch):
    game, rule = GAMES["prisoners-dilemma"], RULES["ewa"]
    players = everybody(game, [(rule, rule.default)], 400)
    play = Play(game, simulate_actions(Streams(4), game, players, n_rounds=20).astype(np.int16))
    whole = fit_groups(play, rule, by="role")
    sampled = []
    real = maximum_likelihood._sampled
    monkeypatch.setattr(
        maximum_likelihood, "_sampled", lambda *given: sampled.append(real(*given)) or sampled[-1]
    )
    monkeypatch.setattr(maximum_likelihood, "LARGE", 5_000)
    monkeypatch.setattr(maximum_likelihood, "SAMPLE", 2_000)
    found = fit_groups(play, rule, by="role")
    assert 1_000 < sampled[0].n_choices.min() < 3_000 and sampled[0].n_problems == 2
    for mine, theirs in zip(found, whole, strict=True):
        assert mine.log_likelihood == pytest.approx(theirs.log_likelihood, abs=1e-4)
        assert mine.converged and mine.n_choices == theirs.n_choices
