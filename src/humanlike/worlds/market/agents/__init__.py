"""Agents: six manufacturers of increasing skill, one per file, and noise for any of them.

In:  what the market shows (`interface`).    Out: actions.
Knows nothing of: the world's hidden state, other agents, experiments.
To add an agent: its file, its line in `MARKET_AGENTS`, a game with it in `tests/worlds`.

`name+noise` is the stochastic variant of an agent. The two variants of the planner lack one part each:
they are the pair to compare.
"""

from collections.abc import Callable

from humanlike.core import look_up
from humanlike.worlds.market.agents.buffered import Buffered
from humanlike.worlds.market.agents.demand_tracking import DemandTracking
from humanlike.worlds.market.agents.dummy import Dummy
from humanlike.worlds.market.agents.inventory_driven import InventoryDriven
from humanlike.worlds.market.agents.marginal import Marginal
from humanlike.worlds.market.agents.noise import Noisy
from humanlike.worlds.market.agents.predictive import Predictive
from humanlike.worlds.market.interface import MarketAgent

NOISE = "+noise"
MARKET_AGENTS: dict[str, Callable[[], MarketAgent]] = {
    "dummy": Dummy,  # A0
    "buffered": Buffered,  # A1
    "inventory": InventoryDriven,  # A2
    "tracking": DemandTracking,  # A3
    "planner": Predictive,  # A4
    "marginal": Marginal,  # A5
    "planner-no-curve": lambda: Predictive(supplier_model=False),
    "planner-no-endgame": lambda: Predictive(end_game=False),
}
PROFILE = ("planner", "marginal+noise", "tracking", "inventory", "buffered", "dummy")


def make_agent(name: str) -> MarketAgent:
    """A new agent by name; `+noise` makes it stochastic."""
    plain = name.removesuffix(NOISE)
    agent = look_up("agent", plain, MARKET_AGENTS)()
    return Noisy(agent) if name.endswith(NOISE) else agent


__all__ = ["MARKET_AGENTS", "PROFILE", "make_agent"]
