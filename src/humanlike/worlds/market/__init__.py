"""The market: the TAC Supply Chain Management game with thirty-seven random processes under control.

Six manufacturers buy components from eight suppliers, assemble computers and sell them to customers in
reverse auctions over 220 days. All exogenous chance is drawn before the game from named streams; any of
them can be held while others vary.

In:  agents (objects with `start` and `day`) and seeds.    Out: scores, a full ledger, daily prices.
Knows nothing of: statistics of many games beyond running them (`studies`), reports.
To add an agent: see `agents`. To change a rule: `catalogue.Rules`.
"""

from humanlike.worlds.market.agents import MARKET_AGENTS, PROFILE, Manufacturer, seat_agents
from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.contract import check_manufacturer
from humanlike.worlds.market.exogenous import Exogenous, draw_world
from humanlike.worlds.market.interface import Actions, Info, MarketAgent, Observation
from humanlike.worlds.market.play import GameResult, play_market
from humanlike.worlds.market.processes import (
    PROCESS_GROUPS,
    PROCESSES,
    Seeds,
    game_seeds,
    read_seed_file,
    select_processes,
    varied_processes,
    write_seed_file,
)

__all__ = [
    "MARKET_AGENTS",
    "PROCESSES",
    "PROCESS_GROUPS",
    "PROFILE",
    "Actions",
    "Exogenous",
    "GameResult",
    "Info",
    "Manufacturer",
    "MarketAgent",
    "Observation",
    "Rules",
    "Seeds",
    "check_manufacturer",
    "draw_world",
    "game_seeds",
    "play_market",
    "read_seed_file",
    "seat_agents",
    "select_processes",
    "varied_processes",
    "write_seed_file",
]
