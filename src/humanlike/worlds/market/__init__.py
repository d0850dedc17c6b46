"""The market: the TAC Supply Chain Management game with thirty-seven random processes under control.

Six manufacturers buy components from eight suppliers, assemble computers and sell them to customers in
reverse auctions over 220 days. All exogenous chance is drawn before the game from named streams; any of
them can be held while others vary.

In:  agents (objects with `start` and `day`) and seeds.    Out: scores, a full ledger, daily prices.
Knows nothing of: statistics of many games beyond running them (`studies`), reports.
To add an agent: see `agents`. To change a rule: `catalogue.Rules`.
"""

from humanlike.worlds.market.agents import AGENTS, PROFILE, make_agent
from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.exogenous import Exogenous, draw
from humanlike.worlds.market.interface import Actions, Agent, Info, Observation
from humanlike.worlds.market.play import GameResult, play
from humanlike.worlds.market.processes import (
    GROUPS,
    PROCESSES,
    Seeds,
    game_seeds,
    read_seed_file,
    select,
    varied_processes,
    write_seed_file,
)

__all__ = [
    "AGENTS",
    "GROUPS",
    "PROCESSES",
    "PROFILE",
    "Actions",
    "Agent",
    "Exogenous",
    "GameResult",
    "Info",
    "Observation",
    "Rules",
    "Seeds",
    "draw",
    "game_seeds",
    "make_agent",
    "play",
    "read_seed_file",
    "select",
    "varied_processes",
    "write_seed_file",
]
