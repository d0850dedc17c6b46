r"""What a component in the store is worth today, whatever was paid for it.

Money spent is spent: a component is worth its replacement cost c (recent quotes), more when the store
runs low and less when it is full,

.. math:: v = c\,\{1 + s\,(1 - L / W)\},

where the store lasts L days, W days are wanted and s is the steepness. Selling never stops because of
yesterday's dear purchases: as L grows, v falls until the store sells.
"""

import numpy as np

from humanlike.worlds.market.agents.books import Books, Floats, within

FULLEST = 3.0  # a store that lasts this many times as long as wanted is worth least
SOON = 6  # days: what arrives within them counts as stored


def component_values(books: Books, position: Floats, use: Floats, wanted: float, steepness: float) -> Floats:
    """The value of a unit of each component; towards the end only what can still be built is wanted."""
    lasts = (position + books.coming(SOON)) / np.maximum(use, 1.0)
    days = min(wanted + SOON, max(1.0, books.days_left - 2))
    return np.asarray(books.cost * (1 + steepness * within(1 - lasts / days, 1 - FULLEST, 1.0)))
