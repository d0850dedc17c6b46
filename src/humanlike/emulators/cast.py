"""A cast: which rules, with which parameters and in which shares, sit in a dataset."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Rule, Streams, look_up
from humanlike.core.matching import zipper
from humanlike.emulators.emulator import PlayShape
from humanlike.emulators.simulated import groups_for, play_in_shape
from humanlike.engine import Population, seated
from humanlike.players import alg2

LOGNORMAL_MODE = 2.0  # of alg2's precision; its spread is not printed, we take sigma = .5
LOGNORMAL_SIGMA = 0.5


class Member(NamedTuple):
    """One kind of player in a cast; `draw` gives each player parameters of its own."""

    rule: Rule
    parameters: Any
    draw: Callable[[np.random.Generator], Any] | None = None
    set_name: str = ""

    @property
    def name(self) -> str:
        """`rule`, or `rule:set`."""
        return f"{self.rule.name}:{self.set_name}" if self.set_name else self.rule.name

    def changed(self, changes: Mapping[str, float]) -> "Member":
        """The same rule with some parameters changed, alike for everybody."""
        return Member(self.rule, self.rule.with_parameters(changes, self.parameters)) if changes else self


def member_of(rule: Rule, set_name: str = "") -> Member:
    """A follower of `rule` with its first published parameters, or with the named ones."""
    if not set_name:
        return Member(rule, rule.default, draw_alg2 if rule.name == "alg2" else None)
    return Member(rule, look_up(f"parameter set of {rule.name}", set_name, rule.published), set_name=set_name)


def draw_alg2(generator: np.random.Generator) -> Any:
    """A player's own precision (lognormal, mode 2) and commitment (uniform from .8 to .99)."""
    precision = generator.lognormal(np.log(LOGNORMAL_MODE) + LOGNORMAL_SIGMA**2, LOGNORMAL_SIGMA)
    return alg2.Parameters(min(precision, 200.0), generator.uniform(0.8, 0.99))


@dataclass(frozen=True)
class Cast:
    """Members and their shares (none said: equal ones); as a function, the way an emulator produces play."""

    members: tuple[Member, ...]
    shares: tuple[float, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that are followed, each once."""
        return tuple(dict.fromkeys(member.rule for member in self.members))

    @property
    def description(self) -> str:
        """Who sits in it, in words."""
        names = [member.name for member in self.members]
        if len(names) == 1:
            return f"everybody follows {names[0]}"
        if self.shares:
            names = [f"{name} ({share:g})" for name, share in zip(names, self.shares, strict=True)]
        return "a mixture of " + ", ".join(names)

    def changed(self, changes: Mapping[str, float]) -> "Cast":
        """The same cast with some parameters of every member changed."""
        return Cast(tuple(member.changed(changes) for member in self.members), self.shares)

    def __call__(self, stream: Streams, game: Game, shape: PlayShape, session: int) -> npt.NDArray[np.int8]:
        """Seat the players, re-match them as in session `session`, and let them play."""
        players, who = self.players(stream, groups_for(game, shape), game.n_players)
        population = seated(game, players, who[zipper(len(who), game.n_players, session)])
        return play_in_shape(stream, game, population, shape)

    def players(
        self, stream: Streams, n_groups: int, n_players: int
    ) -> tuple[list[tuple[Rule, Any]], npt.NDArray[np.int64]]:
        """Rules with parameters, and which of them each subject follows, [groups * players].

        Members in their shares, in random order within each role. Shares within a role never change, so that one
        compiled program serves every seating.
        """
        generator = stream["seating"].generator()
        columns = [generator.permutation(self._kinds(n_groups, role)) for role in range(n_players)]
        kinds = np.stack(columns, axis=1).reshape(-1)
        if not any(member.draw for member in self.members):
            return [(member.rule, member.parameters) for member in self.members], kinds
        draws = stream["parameters"].generator()
        chosen = [self.members[kind] for kind in kinds]
        own = [(each.rule, each.draw(draws) if each.draw else each.parameters) for each in chosen]
        return own, np.arange(len(own))

    def _kinds(self, n_groups: int, role: int) -> npt.NDArray[np.int64]:
        """The members' numbers in one role, [groups]: shares rounded by largest remainders."""
        if not self.shares:
            return (np.arange(n_groups) + role) % len(self.members)
        wanted = np.array(self.shares) * n_groups
        counts = np.floor(wanted).astype(np.int64)
        largest = np.argsort(counts - wanted, kind="stable")
        counts[largest[: n_groups - int(counts.sum())]] += 1
        return np.repeat(np.arange(len(self.members)), counts)


def seat_roles(stream: Streams, game: Game, casts: Sequence[Cast], n_groups: int) -> Population:
    """One cast for everybody, or one for each role."""
    if len(casts) not in (1, game.n_players):
        raise BadRequest(f"'{game.name}' has {game.n_players} roles: name one player, or one for each role.")
    if len(casts) == 1:
        return seated(game, *casts[0].players(stream, n_groups, game.n_players))
    players: list[tuple[Rule, Any]] = []
    columns = []
    for role, cast in enumerate(casts):
        own, who = cast.players(stream[f"role {role}"], n_groups, 1)
        columns.append(who + len(players))
        players += own
    return seated(game, players, np.stack(columns, axis=1).reshape(-1))
