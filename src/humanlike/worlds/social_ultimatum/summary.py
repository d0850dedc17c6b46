"""What happened at a table, seat by seat."""

from typing import NamedTuple

import numpy as np

from humanlike.core import OfferTable


class SeatSummary(NamedTuple):
    """One seat, averaged over the games of a table."""

    seat: int  # counted from 1
    earned: float  # a game
    offered: float  # mean own offer
    refused: float  # share of own offers refused


def summarise_seats(table: OfferTable) -> list[SeatSummary]:
    """Earnings, offers and refusals of every seat."""
    made = table.made.sum(axis=(0, 1))
    earned = table.rewards().sum(axis=1).mean(axis=0)
    offered = np.where(table.made, table.offers, 0).sum(axis=(0, 1)) / made
    refused = (table.made & ~table.accepted).sum(axis=(0, 1)) / made
    return [
        SeatSummary(seat + 1, float(earned[seat]), float(offered[seat]), float(refused[seat]))
        for seat in range(table.n_players)
    ]
