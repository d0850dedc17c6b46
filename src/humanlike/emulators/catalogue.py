"""The emulators that ship: seven of the published tournament, mixed models, and every other rule.

A mixed model seats different rules, or parameter sets, in one dataset. The paper names the idea and two
further EWA sets; which ten mixtures it ran is not recorded, so these are ours: with the seven they make up the
published number of seventeen machine datasets.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Rule, Streams, look_up
from humanlike.emulators.emulator import Emulator, PlayShape
from humanlike.emulators.simulated import groups_for, play_in_shape
from humanlike.engine import Population, seated
from humanlike.players import RULES, alg2

LOGNORMAL_MODE = 2.0  # of alg2's precision; its spread is not printed, we take sigma = .5
LOGNORMAL_SIGMA = 0.5

PUBLISHED = ("random", "cournot", "fictitious-play", "adjusted-reinforcement", "ewa", "alg1", "alg2")
MIXED = {
    "mixed-ewa": ("ewa", "ewa:mixed-model-a", "ewa:mixed-model-b"),
    "mixed-ewa-reinforcement": ("ewa", "adjusted-reinforcement"),
    "mixed-ewa-fictitious": ("ewa:mixed-model-a", "fictitious-play"),
    "mixed-ewa-cournot": ("ewa:mixed-model-b", "cournot"),
    "mixed-ewa-random": ("ewa", "random"),
    "mixed-reinforcement-fictitious": ("adjusted-reinforcement", "fictitious-play"),
    "mixed-reinforcement-cournot": ("adjusted-reinforcement", "cournot"),
    "mixed-reinforcement-random": ("adjusted-reinforcement", "random"),
    "mixed-cournot-fictitious": ("cournot", "fictitious-play"),
    "mixed-all-five": ("random", "cournot", "fictitious-play", "adjusted-reinforcement", "ewa"),
}


class Member(NamedTuple):
    """One kind of player in a population; `draw` gives each player parameters of its own."""

    rule: Rule
    parameters: Any
    draw: Callable[[np.random.Generator], Any] | None = None


def member(name: str) -> Member:
    """`rule` with its first published parameters, or `rule:set` with the named ones."""
    rule_name, _, set_name = name.partition(":")
    rule = look_up("rule", rule_name, RULES)
    parameters = (
        look_up(f"parameter set of {rule.name}", set_name, rule.published) if set_name else rule.default
    )
    return Member(rule, parameters, draw_alg2 if rule.name == "alg2" and not set_name else None)


def draw_alg2(generator: np.random.Generator) -> Any:
    """A player's own precision (lognormal, mode 2) and commitment (uniform from .8 to .99)."""
    precision = generator.lognormal(np.log(LOGNORMAL_MODE) + LOGNORMAL_SIGMA**2, LOGNORMAL_SIGMA)
    return alg2.Parameters(min(precision, 200.0), generator.uniform(0.8, 0.99))


def population_emulator(name: str, members: tuple[Member, ...], description: str = "") -> Emulator:
    """An emulator that seats `members` in equal shares."""
    return Emulator(name, partial(_produce, members=members), description=description)


def _produce(
    stream: Streams, game: Game, shape: PlayShape, session: int, *, members: tuple[Member, ...]
) -> npt.NDArray[np.int8]:
    """Seat the players, re-match them as in session `session`, and let them play."""
    players = mixture(stream, members, groups_for(game, shape) * game.n_players, game.n_players)
    order = zipper(len(players), game.n_players, session)
    population = seated(game, [players[subject] for subject in order])
    return play_in_shape(stream, game, population, shape)


def mixture(
    stream: Streams, members: Sequence[Member], n_subjects: int, n_players: int
) -> list[tuple[Rule, Any]]:
    """A rule and parameters for each subject: members in equal shares, in random order within each role.

    Shares within a role never change, so that one compiled program serves every seating.
    """
    generator = stream["seating"].generator()
    groups = np.arange(n_subjects // n_players)
    columns = [generator.permutation((groups + role) % len(members)) for role in range(n_players)]
    kinds = np.stack(columns, axis=1).reshape(-1)
    draws = stream["parameters"].generator()
    chosen = [members[kind] for kind in kinds]
    return [(each.rule, each.draw(draws) if each.draw else each.parameters) for each in chosen]


def seat_players(
    stream: Streams,
    game: Game,
    names: Sequence[str],
    n_groups: int,
    changes: Mapping[str, float] | None = None,
) -> Population:
    """One name (a rule or a mixed emulator) for everybody, or one rule per role; `changes` go to the first."""
    if len(names) not in (1, game.n_players):
        raise BadRequest(f"'{game.name}' has {game.n_players} roles: name one player, or one for each role.")
    parts = [[member(name) for name in MIXED.get(each, (each,))] for each in names]
    if changes:
        parts[0] = [
            Member(each.rule, each.rule.with_parameters(changes, each.parameters)) for each in parts[0]
        ]
    if len(parts) == 1:
        return seated(game, mixture(stream, parts[0], n_groups * game.n_players, game.n_players))
    columns = [mixture(stream[f"role {role}"], part, n_groups, 1) for role, part in enumerate(parts)]
    return seated(game, [columns[role][group] for group in range(n_groups) for role in range(game.n_players)])


def zipper(n_subjects: int, n_players: int, session: int) -> npt.NDArray[np.int64]:
    """Who sits where in a session: each role moves on by its number of seats, so that partners change.

    >>> zipper(6, 2, 0).tolist(), zipper(6, 2, 1).tolist()
    ([0, 1, 2, 3, 4, 5], [0, 3, 2, 5, 4, 1])
    """
    groups = np.arange(n_subjects).reshape(-1, n_players)
    shifted = [np.roll(groups[:, role], -session * role) for role in range(n_players)]
    return np.stack(shifted, axis=1).reshape(-1)


def rule_emulator(name: str) -> Emulator:
    """Everybody follows one rule: `ewa`, or `ewa:mixed-model-a` for a named parameter set."""
    return population_emulator(name, (member(name),), f"everybody follows {name}")


def _mixed_emulator(name: str, members: tuple[str, ...]) -> Emulator:
    return population_emulator(name, tuple(map(member, members)), "a mixture of " + ", ".join(members))


EMULATORS: dict[str, Emulator] = {name: rule_emulator(name) for name in RULES} | {
    name: _mixed_emulator(name, members) for name, members in MIXED.items()
}
