"""What every rule promises, checked on small games: for those who bring their own.

A rule's three functions must work for one player of any game it claims: log-weights of shape [actions], finite, so that
choice probabilities exist; a state that keeps its form from round to round (the engine carries it, in double
precision); parameters with bounds, and published sets within them, the first of which is the default; a
log-likelihood with a finite gradient, also at the corners of the bounds, where an optimiser ends up.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from humanlike.core import BrokenContract, Game, Information, Play, Rule, Streams, attempt, double_precision
from humanlike.core.game import SituationKind
from humanlike.engine.replay import log_likelihood_and_gradient, records_of, replay
from humanlike.engine.rounds import observe
from humanlike.engine.seats import seat_of
from humanlike.games import GAMES

N_GROUPS, N_ROUNDS = 4, 8
FORM = jax.ShapeDtypeStruct


@double_precision()
def check_rule(rule: object, games: Sequence[Game] | None = None) -> Rule:
    """`rule`, if it keeps what rules promise in `games` (default: small ones it claims); else `BrokenContract`."""
    if not isinstance(rule, Rule):
        raise BrokenContract(
            f"A {type(rule).__name__} is no rule; make one with "
            "Rule(name, Parameters, bounds, initial_state, log_weights, update, published={...})."
        )
    _check_fields(rule)
    _check_parameters(rule)
    _check_published(rule)
    for game in _suitable_games(rule) if games is None else games:
        _check_forms(rule, game)
        _check_chances(rule, game)
        _check_gradient(rule, game)
    return rule


def _check_fields(rule: Rule) -> None:
    if not isinstance(rule.name, str) or not rule.name.strip():
        raise BrokenContract(f"A rule needs a name, a text that is not empty, not {rule.name!r}.")
    for field in ("initial_state", "log_weights", "update"):
        if not callable(getattr(rule, field)):
            raise BrokenContract(
                f"Rule '{rule.name}': {field} must be a function, not {getattr(rule, field)!r:.60}."
            )
    if not isinstance(rule.needs, Information):
        raise BrokenContract(
            f"Rule '{rule.name}': needs must be one of Information.OWN_PAYOFF, ACTIONS, GAME, not {rule.needs!r:.60}."
        )
    try:
        hash(rule)
    except TypeError as error:
        raise BrokenContract(
            f"Rule '{rule.name}' cannot be told from others: give tuples, not lists ({error})."
        ) from error


def _check_parameters(rule: Rule) -> None:
    """Names, bounds and published sets fit each other."""
    kind = rule.parameters
    if not (isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")):
        raise BrokenContract(
            f"Rule '{rule.name}': parameters must be a NamedTuple class of numbers, not {kind!r:.60}."
        )
    if len(rule.bounds) != len(rule.parameter_names):
        raise BrokenContract(
            f"Rule '{rule.name}' has {len(rule.parameter_names)} parameters and {len(rule.bounds)} bounds."
        )
    for name, bound in zip(rule.parameter_names, rule.bounds, strict=True):
        if not -math.inf < bound[0] <= bound[1] < math.inf:
            raise BrokenContract(
                f"Rule '{rule.name}': the bounds of {name} must be finite and in order, not {tuple(bound[:2])}."
            )
    unknown = set(rule.per_payoff) - set(rule.parameter_names)
    if unknown or len(rule.symbols) > len(rule.parameter_names):
        raise BrokenContract(
            f"Rule '{rule.name}': symbols and per_payoff speak of its parameters, and no others."
        )


def _check_published(rule: Rule) -> None:
    """There is a default, and every set is one of numbers within bounds."""
    if not isinstance(rule.published, Mapping) or not rule.published:
        raise BrokenContract(
            f"Rule '{rule.name}' needs a published parameter set, by name; the first is its default."
        )
    for name, values in rule.published.items():
        what = f"Rule '{rule.name}': its published set '{name}'"
        if not isinstance(values, rule.parameters):
            raise BrokenContract(f"{what} must be {rule.parameters.__name__}(...), not {values!r:.60}.")
        attempt(what, rule.check, values)


def _suitable_games(rule: Rule) -> list[Game]:
    """Chicken and rock, paper, scissors, as far as the rule claims them; else a game of the size it claims."""
    known = [GAMES["chicken"], GAMES["rock-paper-scissors"]]
    claimed = [
        game
        for game in known
        if rule.n_actions in (None, game.n_actions[0])
        and rule.n_players in (None, game.n_players)
        and game.n_situations(0) <= (rule.most_situations or game.n_situations(0))
    ]
    return claimed or [_made_game(rule.n_players or 2, rule.n_actions or 2)]


def _made_game(n_players: int, n_actions: int) -> Game:
    """Everybody earns the others' total times the own action, and a little for it."""
    total = np.arange((n_players - 1) * (n_actions - 1) + 1)
    own = np.arange(n_actions)[:, None]
    table = (own * total + 0.5 * own).astype(np.float64)
    labels = tuple(str(action) for action in range(n_actions))
    kind: SituationKind = "profile" if n_players == 2 else "sum"
    return Game(
        "small game",
        tuple(table.copy() for _ in range(n_players)),
        (labels,) * n_players,
        situation_kind=kind,
    )


def _check_forms(rule: Rule, game: Game) -> None:
    """One player, traced: shapes of log-weights, and of the state before and after a round."""
    seat = seat_of(game, 0, rule)
    where = f"on '{game.name}'"
    parameters = jax.tree.map(jnp.float64, rule.default)
    state = _form(rule, f"initial_state {where}", rule.initial_state, parameters, seat)
    carried = jax.tree.map(lambda leaf: FORM(leaf.shape, jnp.float64), state)
    weights = _form(rule, f"log_weights {where}", rule.log_weights, parameters, carried)
    if not isinstance(weights, FORM) or weights.shape != (game.n_actions[0],):
        raise BrokenContract(
            f"Rule '{rule.name}': log_weights {where} must have the shape ({game.n_actions[0]},), one for each "
            f"action, not {_described(weights)}."
        )
    number = FORM((), jnp.int32)
    trial = jax.eval_shape(observe, seat, number, number)
    after = _form(rule, f"update {where}", rule.update, parameters, carried, trial)
    if _described(after) != _described(carried):
        raise BrokenContract(
            f"Rule '{rule.name}': update {where} must return a state of the form it was given, "
            f"{_described(carried)}, not {_described(after)}."
        )


def _form(rule: Rule, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns, as shapes; refuses what is no real number."""
    made = attempt(f"Rule '{rule.name}': {what}", jax.eval_shape, function, *arguments)
    odd = [leaf.dtype.name for leaf in jax.tree.leaves(made) if leaf.dtype.kind not in "fiub"]
    if odd:
        raise BrokenContract(f"Rule '{rule.name}': {what} must give real numbers, not {odd[0]}.")
    return made


def _described(form: Any) -> str:
    """Names and shapes of a structure, in words."""
    leaves, structure = jax.tree.flatten(form)
    if isinstance(form, FORM):
        return f"shape {form.shape}"
    names = getattr(type(form), "_fields", None)
    shapes = ", ".join(
        f"{name} {leaf.shape}" if names and len(names) == len(leaves) else str(leaf.shape)
        for name, leaf in zip(names or [""] * len(leaves), leaves, strict=False)
    )
    return f"{type(form).__name__}({shapes})" if names else f"{structure} of shapes {shapes or 'none'}"


def _check_chances(rule: Rule, game: Game) -> None:
    """Every published set gives choice probabilities after any round."""
    play = _small_play(game)
    actions = (
        np.arange(max(game.n_actions)) < np.array(game.n_actions)[play.roles][:, None]
    )  # a role may lack some
    for name, parameters in rule.published.items():
        what = f"Rule '{rule.name}' on '{game.name}' with its published set '{name}'"
        logs = attempt(what, replay, play, rule, parameters).log_probabilities
        chances = np.where(actions[:, None], np.exp(logs), 0.0)
        if not np.all(np.isfinite(np.where(actions[:, None], logs, 0.0))):
            raise BrokenContract(f"{what}: log_weights must be finite numbers, in every round.")
        if np.abs(chances.sum(axis=2) - 1).max() > 1e-9:
            raise BrokenContract(f"{what}: choice probabilities must sum to one.")


def _check_gradient(rule: Rule, game: Game) -> None:
    """Log-likelihood and gradient are finite at the default and where all bounds are reached at once."""
    records = records_of(_small_play(game), 0, rule)
    corners = {
        "its default": rule.default,
        "its lower bounds": rule.parameters(*(bound[0] for bound in rule.bounds)),
        "its upper bounds": rule.parameters(*(bound[1] for bound in rule.bounds)),
    }
    for where, parameters in corners.items():
        what = f"Rule '{rule.name}' on '{game.name}' at {where}"
        value, gradient = attempt(what, log_likelihood_and_gradient, rule, parameters, records)
        if not math.isfinite(value):
            raise BrokenContract(f"{what}: the log-likelihood must be finite, not {value}.")
        for name, slope in zip(rule.parameter_names, gradient, strict=True):
            if not math.isfinite(slope):
                raise BrokenContract(f"{what}: the gradient in {name} must be finite, not {slope}.")


def _small_play(game: Game) -> Play:
    """Blind moves of a few groups."""
    generator = Streams(0)["contract"][game.name].generator()
    most = np.resize(game.n_actions, N_GROUPS * game.n_players)[:, None]
    return Play(game, generator.integers(0, most, size=(len(most), N_ROUNDS)))
