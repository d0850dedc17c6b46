"""A learning rule: a value that holds three pure functions and says what it needs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from humanlike.core.errors import BadParameters, NotEnoughInformation, UnsuitableGame
from humanlike.core.game import Game
from humanlike.core.names import look_up
from humanlike.core.seat import Information

if TYPE_CHECKING:
    from humanlike.core.play import Play


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

    A rule that knows what people do in general says how it is learned: `learn(plays)` returns arrays (counts of
    patterns, weights of a network) in dicts and tuples, which every seat is given as `Seat.learned`. They are learned
    before parameters are fitted, from the same people and never from those who are predicted. Without them (None) the
    rule knows nothing. `told(learned)` gives sentences on what to mind about it: too few people, a network that has not
    converged.
    Where somebody's matches follow each other (`core.experience`), `between(parameters, state)` says what is left of a
    match when the next one begins; without it everything is.
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
    most_situations: int | None = (
        None  # defined where the others can do at most so many things; None: any number
    )
    needs_analysis: bool = False  # wants `Seat.analysis`
    symbols: tuple[str, ...] = ()  # the papers' names of the parameters, if different
    per_payoff: tuple[str, ...] = ()  # parameters that multiply payoffs: bounds hold for a payoff range of 1
    between: Callable[..., Any] | None = None
    learn: "Callable[[Sequence[Play]], Any] | None" = None  # from the studied rows of plays to arrays
    told: Callable[[Any], Sequence[str]] | None = (
        None  # what was learned, to sentences on what to mind about it
    )
    # two rules that differ in this alone share their compiled programs, which are given it as an argument
    learned: Any = field(default=None, compare=False, repr=False)

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

    @property
    def is_ignorant(self) -> bool:
        """Whether the rule could learn from people's play and has not."""
        return self.learn is not None and self.learned is None

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to mind about what the rule learned, in sentences."""
        return tuple(self.told(self.learned)) if self.told and self.learned is not None else ()

    @property
    def ignorant(self) -> "Rule":
        """The rule as it is before it has learned."""
        return self.knowing(None)

    def knowing(self, learned: Any) -> "Rule":
        """The rule having learned this."""
        return self if self.learned is learned else replace(self, learned=learned)

    def taught(self, plays: "Sequence[Play]") -> "Rule":
        """The rule having learned from the studied rows of `plays`; itself if there is nothing to learn."""
        return self.knowing(self.learn(plays)) if self.learn and self.learned is None else self

    def after_a_match(self, parameters: Any, state: Any) -> Any:
        """What is left of a match when the next one begins."""
        return self.between(parameters, state) if self.between else state

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
        if self.most_situations is not None and game.n_situations(player) > self.most_situations:
            raise UnsuitableGame(
                f"{self.name} is defined for at most {self.most_situations} situations (things the others can do); "
                f"the {game.role_name(player)} of '{game.name}' meets {game.n_situations(player)}."
            )
