"""A learning rule: a value that holds three pure functions and says what it needs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from humanlike.core.errors import BadParameters, NotEnoughInformation, UnsuitableGame
from humanlike.core.game import Game
from humanlike.core.names import look_up
from humanlike.core.seat import Information


class Interval(NamedTuple):
    """Where a parameter may lie, ends included; and what becomes of the rule at either end, in words."""

    lower: float
    upper: float
    at_lower: str = ""  # as in "payoffs change nothing"
    at_upper: str = ""


@dataclass(frozen=True)
class Rule:
    """One way of choosing, written once: simulated, replayed, fitted and seated from here.

    `initial_state(parameters, seat)`, `log_weights(parameters, state)` (log-probabilities up to a
    constant, shape [actions]) and `update(parameters, state, trial)` speak of one player; they may
    use any JAX operation, and read best (and run fastest) as plain arithmetic on whole [actions] arrays.
    """

    name: str
    parameters: type[Any]  # a NamedTuple of floats
    bounds: tuple[Interval, ...]
    initial_state: Callable[..., Any]
    log_weights: Callable[..., Any]
    update: Callable[..., Any]
    published: Mapping[str, Any] = field(hash=False)  # parameter sets by name; the first is the default
    needs: Information = Information.OWN_PAYOFF
    n_actions: int | None = None  # defined for this many actions only; None: any number
    n_players: int | None = None  # defined for this many players only; None: any number
    needs_analysis: bool = False  # wants `Seat.analysis`
    symbols: tuple[str, ...] = ()  # the papers' names of the parameters, if different
    per_payoff: tuple[str, ...] = ()  # parameters that multiply payoffs: bounds hold for a payoff range of 1

    @property
    def default(self) -> Any:
        """The first published parameter set."""
        return next(iter(self.published.values()))

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The parameters' names in order."""
        return tuple(self.parameters._fields)

    def with_parameters(self, changes: Mapping[str, float], base: Any = None) -> Any:
        """A checked parameter set: `base` (default: the first published) with `changes` applied.

        Both our names and the papers' symbols are understood.
        """
        values = dict(zip(self.parameter_names, base or self.default, strict=True))
        synonyms = dict(zip(self.symbols, self.parameter_names, strict=False))
        known = {name: name for name in self.parameter_names} | synonyms
        for name, value in changes.items():
            values[look_up(f"parameter of {self.name}", name, known)] = float(value)
        return self.check(self.parameters(**values))

    def check(self, parameters: Any) -> Any:
        """`parameters`, if every one is a number within its bounds (no upper one where payoffs set the scale)."""
        for name, value, bound in zip(self.parameter_names, parameters, self.bounds, strict=True):
            if name in self.per_payoff and bound.lower <= value < float("inf"):
                continue
            if not bound.lower <= value <= bound.upper:  # NaN fails too
                raise BadParameters(
                    f"{self.name}: {name} = {value:g} lies outside {bound.lower:g} to {bound.upper:g}."
                )
        return parameters

    def check_setting(self, game: Game, player: int, information: Information) -> None:
        """Refuse a setting this rule is not defined for, in a sentence."""
        if information < self.needs:
            raise NotEnoughInformation(
                f"{self.name} needs {self.needs.sentence}, but this setting shows {information.sentence}; "
                f"information '{self.needs.word}' is enough."
            )
        sees_everybody = self.needs is Information.GAME  # thinks in the others' seats, too
        for seat in range(game.n_players) if sees_everybody else (player,):
            if self.n_actions is not None and game.n_actions[seat] != self.n_actions:
                raise UnsuitableGame(
                    f"{self.name} is defined for {self.n_actions} actions; "
                    f"the {game.role_name(seat)} of '{game.name}' has {game.n_actions[seat]}."
                )
        if self.n_players is not None and game.n_players != self.n_players:
            raise UnsuitableGame(
                f"{self.name} is defined for {self.n_players} players; '{game.name}' has {game.n_players}."
            )
