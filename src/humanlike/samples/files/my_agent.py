"""A market agent of your own: any object with `start(info)` and `day(observation)`.

    humanlike market compare my_agent.py:Dearer buffered --games 10
    humanlike market play --agents planner,my_agent.py:Dearer

Here the buffered manufacturer asks two per cent more for everything. Is it better off? `market compare` knows.
"""

import numpy as np

from humanlike.worlds.market import Actions, Info, Observation
from humanlike.worlds.market.agents.buffered import Buffered

MARKUP = 1.02


class Dearer:
    """The buffered agent with higher prices."""

    def start(self, info: Info) -> None:
        """Get ready for a game."""
        self.inner = Buffered()
        self.inner.start(info)

    def day(self, observation: Observation) -> Actions:
        """What the buffered agent does, dearer; never above what the customer would pay."""
        actions = self.inner.day(observation)
        asked = np.asarray(actions.bid_requests, dtype=np.int64)
        limits = np.asarray(observation.requests.reserve)[asked]
        prices = np.minimum(np.round(np.asarray(actions.bid_prices) * MARKUP), limits)
        return actions._replace(bid_prices=prices.astype(np.int64))
