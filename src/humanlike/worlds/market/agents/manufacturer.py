"""A manufacturer: a name and how to make its agent, a new one for every game.

An agent keeps a game in mind, so what sits in a profile, is compared and travels to other processes is not the agent
but the way to make one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from humanlike.worlds.market.agents.noise import Noisy
from humanlike.worlds.market.interface import MarketAgent

NOISE = "noise"


@dataclass(frozen=True)
class Manufacturer:
    """`make()` gives an agent that has not played yet; two with one name are two all the same."""

    name: str
    make: Callable[[], MarketAgent]

    def with_noise(self) -> "Manufacturer":
        """The stochastic variant, called `NAME+noise`."""
        return Manufacturer(f"{self.name}+{NOISE}", partial(_noisy, self.make))


def _noisy(make: Callable[[], MarketAgent]) -> MarketAgent:
    return Noisy(make())


def seat_agents(profile: Sequence[Manufacturer]) -> list[tuple[str, MarketAgent]]:
    """A new agent for every seat, with its name: what a game is played with."""
    return [(manufacturer.name, manufacturer.make()) for manufacturer in profile]
