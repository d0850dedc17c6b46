"""Noise: the stochastic variant of any agent.

Every price offered is multiplied by 1 + N(0, 1 %) and every component request larger than a few units
is split at random between two due dates a day apart, both from the agent's own stream.
"""

from dataclasses import dataclass

import numpy as np

from humanlike.worlds.market.interface import Actions, ComponentRequest, Info, MarketAgent, Observation

SMALLEST_SPLIT = 20


@dataclass
class Noisy:
    """An agent that plays another one's actions with a trembling hand."""

    agent: MarketAgent
    spread: float = 0.01

    def start(self, info: Info) -> None:
        """Start the agent within, on a stream of its own."""
        self.days, self.limit = info.rules.days, info.rules.requests_per_line
        self.generator = info.stream["noise"].generator()
        self.agent.start(info)

    def day(self, observation: Observation) -> Actions:
        """The agent's actions, trembled."""
        actions = self.agent.day(observation)
        prices = np.asarray(actions.bid_prices, dtype=np.float64)
        trembled = np.floor(prices * (1 + self.spread * self.generator.standard_normal(prices.shape)))
        return actions._replace(
            bid_prices=trembled, component_requests=self._split(actions.component_requests)
        )

    def _split(self, requests: object) -> list[ComponentRequest]:
        asked: list[ComponentRequest] = list(requests) if isinstance(requests, list | tuple) else []
        used: dict[int, int] = {}
        for request in asked:
            used[request.line] = used.get(request.line, 0) + 1
        split = []
        for request, share in zip(asked, self.generator.random(len(asked)).tolist(), strict=True):
            room = used[request.line] < self.limit and request.due + 1 < self.days
            first = round(request.quantity * share)
            if room and request.quantity >= SMALLEST_SPLIT and 0 < first < request.quantity:
                used[request.line] += 1
                split.append(request._replace(quantity=request.quantity - first, due=request.due + 1))
                request = request._replace(quantity=first)
            split.append(request)
        return split
