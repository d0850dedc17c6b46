r"""Features of one choice from the rounds before it, group by group; see `features` for what they are for.

A function yields (name, column [rows, rounds]); every column of round t rests on rounds before t alone. Shares are
smoothed: :math:`(c_a + k\,\pi_a)/(\sum_b c_b + k)` after counts c, from a prior :math:`\pi` worth k rounds.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from humanlike.prediction.earlier_matches import Careers, counts_before, sums_before
from humanlike.prediction.running_counts import (
    Floats,
    Integers,
    codes_before,
    contexts,
    counts_after,
    fading,
    first,
    lagged,
    marks,
    running,
    shares,
    streak,
    turned,
)

LAGS = 5
QUICK, SLOW = 0.7, 0.93  # what a round counts of the one after it, in fading shares
PATTERN = 0.98  # the same for what followed a pattern: it recurs seldom
DEPTHS = (1, 2, 3)  # recent rounds that make a pattern
STRENGTH = 2.0  # rounds that a prior is worth

Column = tuple[str, Floats]


class Seen(NamedTuple):
    """Rows of one game and seat; what was met in at most a few categories."""

    own: Integers  # [rows, rounds]; -1 is missing
    met: Integers  # [rows, rounds]; -1 is missing
    situations: Integers  # [rows, rounds] what was met as the payoff table counts it
    payoffs: Floats  # [actions, situations] between 0 and 1
    n_met: int
    careers: Careers | None  # None where nobody is known to play twice

    @property
    def n_actions(self) -> int:
        """How many actions there are to choose from."""
        return len(self.payoffs)

    @property
    def cells(self) -> Integers:
        """What both did, as one number; -1 where either is missing."""
        known = (self.own >= 0) & (self.met >= 0)
        return np.where(known, self.own * self.n_met + self.met, -1)

    @property
    def alike(self) -> bool:
        """Whether own moves and those met can be compared."""
        return self.n_actions == self.n_met


def recent(seen: Seen) -> Iterator[Column]:
    """The last five rounds of both, and the first moves of the match."""
    for who, codes in (("own", seen.own), ("met", seen.met)):
        for lag in range(1, LAGS + 1):
            yield f"{who} {lag} ago", np.where(codes_before(codes, lag) >= 0, lagged(codes, lag), np.nan)
        yield f"{who} first", first(codes)


def frequencies(seen: Seen) -> Iterator[Column]:
    """Running and fading shares of every action, own and met."""
    for who, codes, n_codes in (("own", seen.own, seen.n_actions), ("met", seen.met, seen.n_met)):
        happened = marks(codes, n_codes)
        for name, counts in (
            ("", running(happened)),
            (" lately", fading(happened, SLOW)),
            (" just now", fading(happened, QUICK)),
        ):
            yield from _each(f"share of {who}{name}", shares(counts, 1 / n_codes, STRENGTH))


def habits(seen: Seen) -> Iterator[Column]:
    """How often each repeated, alternated, copied and answered best; how long this has been going on."""
    sides = (("own", seen.own, seen.met), ("met", seen.met, seen.own))
    for who, codes, others in sides:
        known, before = codes >= 0, codes_before(codes, 1)
        yield _rate(f"{who} repeats", codes == before, known & (before >= 0))
        yield _rate(
            f"{who} alternates", codes == codes_before(codes, 2), known & (codes_before(codes, 2) >= 0)
        )
        yield f"{who} run", streak(known & (codes == before))
        if seen.alike:
            copied = codes_before(others, 1)
            yield _rate(f"{who} copies", codes == copied, known & (copied >= 0))
    best = seen.payoffs.argmax(axis=0)
    answered = codes_before(seen.situations, 1)
    answers = seen.own == best[np.maximum(answered, 0)]
    yield _rate("own answers best", answers, (seen.own >= 0) & (answered >= 0))


def turns(seen: Seen) -> Iterator[Column]:
    """Whether play goes in circles: the cell of two, three or four rounds ago came back, and for how long."""
    cells = seen.cells
    for period in (1, 2, 3, 4):
        again = (cells >= 0) & (cells == codes_before(cells, period))
        yield f"circle of {period}", streak(again)
    for period in (2, 3, 4):
        due = codes_before(cells, period)
        yield f"due after {period}", np.where(due >= 0, due // seen.n_met, np.nan)


def patterns(seen: Seen) -> Iterator[Column]:
    """What followed the same last one, two, three rounds before in this match: smoothed shares and their weight."""
    cells, n_cells = seen.cells, seen.n_actions * seen.n_met
    for who, codes, n_codes in (("own", seen.own, seen.n_actions), ("met", seen.met, seen.n_met)):
        told = shares(fading(marks(codes, n_codes), SLOW), 1 / n_codes, STRENGTH)
        for depth in DEPTHS:
            counts = counts_after(contexts(cells, n_cells, depth), codes, n_codes, PATTERN)
            told = shares(counts, told, STRENGTH)
            yield from _each(f"{who} after the last {depth}", told)
            yield f"{who} after the last {depth}: weight", counts.sum(axis=-1)
        if who == "met" and seen.n_met == seen.payoffs.shape[1]:
            yield from _each("expected after the last", _beside(told @ seen.payoffs.T))


def steps(seen: Seen) -> Iterator[Column]:
    """Patterns in steps around the circle of actions, where there are three or more: from the last own or met move."""
    if not seen.alike or seen.n_actions < 3:
        return
    last, met = codes_before(seen.own, 1), codes_before(seen.met, 1)
    size = seen.n_actions
    own_step = np.where((seen.own >= 0) & (last >= 0), (seen.own - last) % size, -1)
    from_met = np.where((seen.own >= 0) & (met >= 0), (seen.own - met) % size, -1)
    apart = np.where((seen.own >= 0) & (seen.met >= 0), (seen.met - seen.own) % size, -1)
    relation = codes_before(apart, 1)
    moved = np.where((apart >= 0) & (own_step >= 0), apart * size + own_step, -1)
    for name, context in (
        ("always", np.zeros_like(last)),
        ("by result", relation),
        ("by result and step", codes_before(moved, 1)),
        ("by two results", contexts(moved, size * size, 2)),
    ):
        counts = counts_after(context, own_step, size, PATTERN)
        yield from _each(f"step {name}", turned(shares(counts, 1 / size, STRENGTH), last))
    counts = fading(marks(from_met, size), SLOW)
    yield from _each("step from met", turned(shares(counts, 1 / size, STRENGTH), met))


def payoffs(seen: Seen) -> Iterator[Column]:
    """The last and mean payoff, the best that could be had, and what each action would have earned."""
    known = (seen.own >= 0) & (seen.situations >= 0)
    met = np.maximum(seen.situations, 0)
    earned = np.where(known, seen.payoffs[np.maximum(seen.own, 0), met], 0.0)
    foregone = np.where(known[..., None], np.moveaxis(seen.payoffs[:, met], 0, -1), 0.0)
    regret = np.where(known, foregone.max(axis=-1) - earned, 0.0)
    for name, values in (("earned", earned), ("foregone", regret)):
        yield f"{name} last", lagged(np.where(known, values, np.nan), 1)
        yield f"{name} on average", _mean(running(values), running(known.astype(np.float64)))
    weight = fading(known.astype(np.float64), SLOW)
    yield from _each("would have earned", _beside(_mean(fading(foregone, SLOW), weight[..., None])))
    chosen = marks(np.where(known, seen.own, -1), seen.n_actions)
    own = _mean(fading(chosen * earned[..., None], SLOW), fading(chosen, SLOW))
    yield from _each("earned by", own, sum_is_fixed=False)


def earlier(seen: Seen) -> Iterator[Column]:
    """What the person did, and met, in earlier matches: how many, shares, beginnings, after the last round."""
    if seen.careers is None:
        return
    careers, shape = seen.careers, seen.own.shape
    for who, codes, n_codes in (("own", seen.own, seen.n_actions), ("met", seen.met, seen.n_met)):
        begun = np.where(codes >= 0, codes, -1)[np.arange(len(codes)), np.argmax(codes >= 0, axis=1)]
        for name, happened in (
            ("", marks(codes, n_codes).sum(axis=1)),
            (" first", marks(begun[:, None], n_codes)[:, 0]),
        ):
            counts = sums_before(careers, happened)
            told = shares(counts, 1 / n_codes, STRENGTH)
            yield from _each(f"earlier share of {who}{name}", np.repeat(told[:, None], shape[1], axis=1))
            yield f"earlier {who}{name}: weight", np.repeat(counts.sum(axis=-1)[:, None], shape[1], axis=1)
    cells = contexts(seen.cells, seen.n_actions * seen.n_met, 1)
    counts = counts_before(careers, cells, seen.own, seen.n_actions)
    yield from _each("earlier own after the last", shares(counts, 1 / seen.n_actions, STRENGTH))
    yield "earlier own after the last: weight", counts.sum(axis=-1)


def _each(name: str, values: Floats, *, sum_is_fixed: bool = True) -> Iterator[Column]:
    """A column for each code of [rows, rounds, codes]; of two whose sum is known, one says all."""
    shown = 1 if values.shape[-1] == 2 and sum_is_fixed else values.shape[-1]
    for code in range(shown):
        yield f"{name} {code + 1}", values[..., code]


def _rate(name: str, happened: np.typing.NDArray[np.bool_], known: np.typing.NDArray[np.bool_]) -> Column:
    """How often something happened in the rounds before in which it could."""
    counts = running(np.stack([happened & known, ~happened & known], axis=-1).astype(np.float64))
    return name, shares(counts, 0.5, STRENGTH)[..., 0]


def _mean(total: Floats, weight: Floats) -> Floats:
    """A mean; NaN before there is anything."""
    return np.asarray(np.where(weight > 0, total / np.where(weight > 0, weight, 1.0), np.nan))


def _beside(values: Floats) -> Floats:
    """Each action's value beside the mean of all."""
    return np.asarray(values - values.mean(axis=-1, keepdims=True))
