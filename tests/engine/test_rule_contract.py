"""The contract of a rule: an honest one passes, and each broken promise is named in a sentence."""

from dataclasses import replace
from typing import NamedTuple

import jax.numpy as jnp
import pytest

from humanlike.core import BadParameters, BrokenContract, Information, Interval, Rule
from humanlike.engine import check_rule


class Parameters(NamedTuple):
    rate: float
    sensitivity: float


class State(NamedTuple):
    values: object
    rounds: object


class LongerState(NamedTuple):
    values: object
    rounds: object
    last: object


def initial_state(parameters, seat):
    return State(jnp.zeros(seat.n_actions), 0)


def log_weights(parameters, state):
    return parameters.sensitivity * state.values


def update(parameters, state, trial):
    surprise = trial.chosen * (trial.reward - state.values)
    return State(state.values + parameters.rate * surprise, state.rounds + 1)


HONEST = Rule(
    "mine",
    Parameters,
    (Interval(0.0, 1.0), Interval(0.0, 20.0)),
    initial_state,
    log_weights,
    update,
    published={"guess": Parameters(0.5, 1.0)},
)


def test_an_honest_rule_passes():
    assert check_rule(HONEST) is HONEST


def test_a_rule_for_three_players_is_tried_on_such_a_game():
    assert check_rule(replace(HONEST, n_players=3, n_actions=4)).n_players == 3


def root_of_distance(parameters, state):
    """Finite, but its slope at rate 0 is not."""
    return jnp.sqrt(parameters.rate) * state.values


def forgets_rounds(parameters, state, trial):
    return State(update(parameters, state, trial).values[:1], state.rounds)


def fails(parameters, state, trial):
    return state.values["what"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": " "}, "A rule needs a name"),
        ({"update": None}, "Rule 'mine': update must be a function, not None"),
        ({"needs": 2}, "needs must be one of Information"),
        ({"symbols": ["a"]}, "give tuples, not lists"),
        ({"symbols": ("a", "b", "c")}, "symbols and per_payoff speak of its parameters"),
        ({"per_payoff": ("speed",)}, "symbols and per_payoff speak of its parameters"),
        ({"parameters": dict}, "parameters must be a NamedTuple class"),
        ({"bounds": (Interval(0.0, 1.0),)}, "has 2 parameters and 1 bounds"),
        (
            {"bounds": (Interval(0.0, 1.0), Interval(0.0, float("inf")))},
            "bounds of sensitivity must be finite",
        ),
        ({"bounds": (Interval(1.0, 0.0), Interval(0.0, 1.0))}, "bounds of rate must be finite and in order"),
        ({"published": {}}, "needs a published parameter set"),
        ({"published": {"guess": (0.5, 1.0)}}, r"its published set 'guess' must be Parameters\(...\)"),
        ({"initial_state": lambda p, seat: State("zero", 0)}, "initial_state on 'chicken' raises TypeError"),
        ({"log_weights": lambda p, state: state.rounds}, r"must have the shape \(2,\), .* not shape \(\)"),
        ({"log_weights": lambda p, state: {"a": state.values}}, "must have the shape"),
        ({"log_weights": lambda p, state: 1j * state.values}, "must give real numbers, not complex128"),
        (
            {"update": forgets_rounds},
            r"a state of the form it was given, State\(values \(2,\), rounds \(\)\), not",
        ),
        (
            {"update": lambda p, s, t: LongerState(*s, 0)},
            r"not LongerState\(values \(2,\), rounds \(\), last",
        ),
        ({"update": fails}, r"update on 'chicken' raises .* \(test_rule_contract.py, line \d+\)"),
        ({"log_weights": lambda p, s: jnp.log(s.values)}, "log_weights must be finite numbers"),
        ({"log_weights": lambda p, s: s.values / (p.rate - 0.5)}, "log_weights must be finite numbers"),
        ({"log_weights": root_of_distance}, "at its lower bounds: the gradient in rate must be finite"),
        ({"log_weights": lambda p, s: s.values / (1 - p.rate)}, "at its upper bounds: the log-likelihood"),
    ],
)
def test_what_a_rule_breaks_is_named(changes, sentence):
    with pytest.raises(BrokenContract, match=sentence):
        check_rule(replace(HONEST, **changes))


def test_published_sets_out_of_bounds_are_named():
    with pytest.raises(BadParameters, match="mine: rate = 2 lies outside 0 to 1"):
        check_rule(replace(HONEST, published={"guess": Parameters(2.0, 1.0)}))


def test_what_is_no_rule_is_told_how_to_become_one():
    with pytest.raises(BrokenContract, match="A function is no rule; make one with Rule"):
        check_rule(update)
    assert check_rule(replace(HONEST, needs=Information.GAME, n_actions=2)).needs is Information.GAME
