"""The public market report: every twenty days, what was bought, sold and made in the twenty before."""

import numpy as np

from humanlike.worlds.market.catalogue import LINE_COMPONENT, N_COMPONENTS, N_PRODUCTS, Rules
from humanlike.worlds.market.customers import Trade
from humanlike.worlds.market.exogenous import Exogenous, Requests
from humanlike.worlds.market.interface import ComponentOffer, Delivery, MarketReport

_COMPONENT = LINE_COMPONENT.tolist()


class Reporter:
    """Adds up what happens and reports it when the interval is over."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._clear()

    def _clear(self) -> None:
        self._ordered, self._spent = [0] * N_COMPONENTS, [0] * N_COMPONENTS
        self._delivered = [0] * N_COMPONENTS
        self._requested = np.zeros(N_PRODUCTS)
        self._sold = np.zeros(N_PRODUCTS, dtype=np.int64)
        self._revenue = np.zeros(N_PRODUCTS, dtype=np.int64)

    def ordered(self, offers: list[ComponentOffer]) -> None:
        """Note components ordered."""
        for _, line, quantity, _, price, _, _ in offers:
            component = _COMPONENT[line]
            self._ordered[component] += quantity
            self._spent[component] += quantity * price

    def delivered(self, delivery: Delivery) -> None:
        """Note components delivered."""
        self._delivered[_COMPONENT[delivery.line]] += delivery.quantity

    def traded(self, requests: Requests, trade: Trade) -> None:
        """Note a day's customer requests and orders."""
        self._requested += np.bincount(requests.product, weights=requests.quantity, minlength=N_PRODUCTS)
        self._sold += trade.ordered
        self._revenue += trade.revenue

    def report(self, day: int, world: Exogenous) -> MarketReport | None:
        """The report, on days 20, 40, ...; None on other days."""
        interval = self.rules.report_interval
        if day == 0 or day % interval:
            return None
        made = world.capacity[:, day - interval + 1 : day + 1].sum(axis=1) / interval
        report = MarketReport(
            np.array(self._ordered),
            np.array(self._delivered),
            _mean(self._spent, self._ordered),
            self._requested.astype(np.int64),
            self._sold,
            _mean(self._revenue, self._sold),
            made,
        )
        self._clear()
        return report


def _mean(total: object, count: object) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Totals per unit, NaN where there were none."""
    totals, counts = np.asarray(total, dtype=np.float64), np.asarray(count, dtype=np.float64)
    return np.where(counts > 0, totals / np.maximum(counts, 1), np.nan)
