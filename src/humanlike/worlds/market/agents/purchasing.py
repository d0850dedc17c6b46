"""Buying: how many components to ask for, when, from whom and at most at what price."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.agents.books import Books, Floats
from humanlike.worlds.market.catalogue import COMPONENT_BASE, LINES_OF_COMPONENT, N_COMPONENTS, N_SOURCES
from humanlike.worlds.market.interface import ComponentRequest


def shortfalls(
    books: Books, position: Floats, use: Floats, leads: Sequence[int], safety: float, fade: float = 5.0
) -> Floats:
    """Components missing at each lead time for `use` a day plus `safety` days of stock, [components, leads].

    The horizon shrinks with the game: nothing is wanted that could not be used before the end, when
    sales fade because fewer and fewer requests are due in time (worth about `fade` days of sales).
    """
    missing = np.zeros((N_COMPONENTS, len(leads)))
    asked = np.zeros(N_COMPONENTS)
    for column, lead in enumerate(leads):
        useful = min(lead + safety, max(0.0, books.days_left - fade))
        have = position + books.coming(lead) + asked
        missing[:, column] = np.maximum(0.0, use * useful - have)
        asked += missing[:, column]
    return missing


def requests_for(
    books: Books, missing: Floats, leads: Sequence[int], reserve: npt.ArrayLike, smallest: int = 10
) -> list[ComponentRequest]:
    """One request a line and lead time, shared equally between the suppliers of a component.

    `reserve` is a share of the base price: one for all, by component, or by component and lead.
    """
    limits = np.asarray(reserve, dtype=np.float64)
    dollars = (limits if limits.ndim == 2 else limits.reshape(-1, 1)) * COMPONENT_BASE[:, None] + np.zeros(
        missing.shape
    )
    shares = (missing / N_SOURCES[:, None]).astype(np.int64)
    large = np.nonzero(shares >= smallest)
    columns = (*large, shares[large], dollars[large].astype(np.int64))
    asked = []
    for component, column, share, most in zip(*(values.tolist() for values in columns), strict=True):
        due = books.day + leads[column]
        if due < books.days:
            asked += [ComponentRequest(line, share, due, most) for line in LINES_OF_COMPONENT[component]]
    return asked
