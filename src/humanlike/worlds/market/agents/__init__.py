"""Agents: six manufacturers of increasing skill, one per file, and noise for any of them.

In:  what the market shows (`interface`).    Out: actions.
Knows nothing of: the world's hidden state, other agents, experiments.
To add an agent: its file, its line in `MARKET_AGENTS`, a game with it in `tests/worlds`. Of your own, outside this
package: `Manufacturer(name, make)`, where `make()` gives an object with `start` and `day`.

The two variants of the planner lack one part each: they are the pair to compare.
"""

from functools import partial

from humanlike.worlds.market.agents.buffered import Buffered
from humanlike.worlds.market.agents.demand_tracking import DemandTracking
from humanlike.worlds.market.agents.dummy import Dummy
from humanlike.worlds.market.agents.inventory_driven import InventoryDriven
from humanlike.worlds.market.agents.manufacturer import Manufacturer, seat_agents
from humanlike.worlds.market.agents.marginal import Marginal
from humanlike.worlds.market.agents.predictive import Predictive

MARKET_AGENTS: dict[str, Manufacturer] = {
    manufacturer.name: manufacturer
    for manufacturer in (
        Manufacturer("dummy", Dummy),  # A0
        Manufacturer("buffered", Buffered),  # A1
        Manufacturer("inventory", InventoryDriven),  # A2
        Manufacturer("tracking", DemandTracking),  # A3
        Manufacturer("planner", Predictive),  # A4
        Manufacturer("marginal", Marginal),  # A5
        Manufacturer("planner-no-curve", partial(Predictive, supplier_model=False)),
        Manufacturer("planner-no-endgame", partial(Predictive, end_game=False)),
    )
}
PROFILE = (
    MARKET_AGENTS["planner"],
    MARKET_AGENTS["marginal"].with_noise(),
    MARKET_AGENTS["tracking"],
    MARKET_AGENTS["inventory"],
    MARKET_AGENTS["buffered"],
    MARKET_AGENTS["dummy"],
)

__all__ = ["MARKET_AGENTS", "PROFILE", "Manufacturer", "seat_agents"]
