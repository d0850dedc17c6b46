"""The features themselves, group by group; each function takes a `SeatView` and returns arrays [seats].

What they mean is said in `features.FEATURES`, in the same words.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from humanlike.detectors.detector import Floats
from humanlike.detectors.seat_view import Booleans, Integers, SeatView

GIVES: Final = 0.5  # on the scale from the least to the most giving action
Found = dict[str, Floats]


def mean(values: Floats, where: Booleans) -> Floats:
    """The mean over chosen rounds; NaN where there is none."""
    count = where.sum(axis=1)
    total = np.where(where, values, 0.0).sum(axis=1)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def rate(event: Booleans, where: Booleans, middle: float = 0.5) -> Floats:
    """The share of chosen rounds with the event, drawn to `middle` by one imagined round; NaN where none."""
    count = where.sum(axis=1)
    return np.where(count > 0, ((event & where).sum(axis=1) + middle) / (count + 1), np.nan)


def halves(where: Booleans) -> tuple[Booleans, Booleans]:
    """The chosen rounds of each seat, divided into an earlier and a later half (the middle one in neither)."""
    number = np.cumsum(where, axis=1)
    half = (number[:, -1:] // 2) if number.shape[1] else number
    return where & (number <= half), where & (number > number[:, -1:] - half)


def after(values: npt.NDArray[np.bool_]) -> Booleans:
    """Rounds of which the round before has the property: shifted by one."""
    shifted = np.zeros_like(values)
    shifted[:, 1:] = values[:, :-1]
    return shifted


def before(values: Integers, lag: int = 1) -> Integers:
    """The value `lag` rounds ago (the first rounds repeat themselves and must be masked)."""
    shifted = values.copy()
    shifted[:, lag:] = values[:, :-lag]
    return shifted


def entropy(view: SeatView, where: Booleans) -> Floats:
    """Entropy of the own actions in chosen rounds, as a share of the largest possible; NaN without rounds."""
    n_actions = len(view.game.promise)
    count = where.sum(axis=1)
    shares = np.stack([((view.own == action) & where).sum(axis=1) for action in range(n_actions)])
    shares = shares / np.maximum(count, 1)
    terms = -shares * np.log(np.where(shares > 0, shares, 1.0))
    return np.where(count > 0, terms.sum(axis=0) / np.log(max(n_actions, 2)), np.nan)


def first_of(values: Floats, where: Booleans) -> Floats:
    """The value in the first chosen round; NaN without one."""
    number = np.cumsum(where, axis=1)
    return mean(values, where & (number == 1))


def frequencies(view: SeatView) -> Found:
    """Which actions are chosen."""
    giving, promise = view.game.giving[view.own], view.game.promise[view.own]
    return {
        "variety": entropy(view, view.made),
        "giving": mean(giving, view.made),
        "first giving": first_of(giving, view.made),
        "promise": mean(promise, view.made),
        "first promise": first_of(promise, view.made),
    }


def earnings(view: SeatView) -> Found:
    """What is earned."""
    cell = (view.own, view.met)
    payoff, lead = view.game.payoff[cell], view.game.lead[cell]
    average = mean(payoff, view.both)
    foregone = np.stack([mean(row[view.met], view.both) for row in view.game.payoff])
    return {
        "payoff": average,
        "payoff spread": np.sqrt(mean((payoff - average[:, None]) ** 2, view.both)),
        "efficiency": mean(view.game.efficiency[cell], view.both),
        "lead": mean(lead, view.both),
        "inequality": mean(np.abs(lead), view.both),
        "regret": foregone.max(axis=0) - average,
    }


def replies(view: SeatView) -> Found:
    """How the own action answers what the other did, last time and so far."""
    known = view.made & after(view.both)
    last = before(view.met)
    worst = view.game.payoff <= view.game.payoff.min(axis=0) + 1e-9
    chance = 1 / len(view.game.promise)
    return {
        "best reply": rate(view.game.best_reply[view.own, last], known, chance),
        "best reply to all": rate(_best_so_far(view), known, chance),
        "worst reply": rate(worst[view.own, last], known, chance),
    }


def _best_so_far(view: SeatView) -> Booleans:
    """Whether the action would have paid best over all rounds before."""
    seen = np.where(view.both, 1.0, 0.0)
    sums = np.stack([np.cumsum(row[view.met] * seen, axis=1) for row in view.game.payoff])
    sums[:, :, 1:] = sums[:, :, :-1]
    chosen = np.take_along_axis(sums, view.own[None], axis=0)[0]
    return np.asarray(chosen >= sums.max(axis=0) - 1e-9)


def stays(view: SeatView) -> Booleans:
    """Rounds that repeat the own action of the round before."""
    return np.asarray((view.own == before(view.own)) & view.made & after(view.made))


def switching(view: SeatView) -> Found:
    """Staying and switching after what happened in the last round."""
    known = view.made & after(view.both)
    cell = (view.own, view.met)
    best, win = after(view.game.best_reply[cell]), after(view.game.win[cell])
    same = stays(view)
    other_known = view.both & after(view.both)
    other_stayed = other_known & (view.met == before(view.met))
    other_switched = other_known & ~other_stayed
    return {
        "stay after best": rate(same, known & best),
        "stay after regret": rate(same, known & ~best),
        "stay after win": rate(same, known & win),
        "stay after loss": rate(same, known & ~win),
        "switch after other's switch": rate(~same, known & after(other_switched)),
        "switch after other's stay": rate(~same, known & after(other_stayed)),
    }


def reciprocity(view: SeatView) -> Found:
    """Giving after each combination of having given and having received (memory one, in giving's terms)."""
    giving, brings = view.game.giving, view.game.brings
    names = ("give after give-give", "give after give-take", "give after take-give", "give after take-take")
    if np.isnan(giving).any() or np.isnan(brings).any():
        return {name: np.full(len(view.own), np.nan) for name in names}
    gave = giving[view.own] >= GIVES
    received = after(brings[view.met] >= GIVES)
    known = view.made & after(view.both)
    mine = after(gave)
    cases = (mine & received, mine & ~received, ~mine & received, ~mine & ~received)
    return {name: rate(gave, known & case) for name, case in zip(names, cases, strict=True)}


def runs(view: SeatView) -> Found:
    """Runs, alternation and joint movement."""
    made, same = view.made, stays(view)
    pairs = made & after(made)
    triples = pairs & after(pairs)
    back = (view.own == before(view.own, 2)) & ~same & triples
    cells = view.own * view.game.payoff.shape[1] + view.met
    joint = view.both & after(view.both)
    still = (cells == before(cells)) & joint
    joint_triples = joint & after(joint)
    both_moved = (view.own != before(view.own)) & (view.met != before(view.met))
    turns = (cells == before(cells, 2)) & both_moved & joint_triples
    longest, irregular = _run_lengths(made, same)
    return {
        "stay": rate(same, pairs, 1 / len(view.game.promise)),
        "longest run": longest,
        "run irregularity": irregular,
        "alternation": rate(back, triples, 0.0),
        "turn-taking": rate(turns, joint_triples, 0.0),
        "settled": rate(still, joint, 0.0),
    }


def _run_lengths(made: Booleans, same: Booleans) -> tuple[Floats, Floats]:
    """Longest run as a share of the match, and the coefficient of variation of run lengths."""
    n_seats, n_rounds = made.shape
    starts = made & ~same
    number = np.cumsum(starts, axis=1)  # which run a round belongs to, from 1
    lengths = np.zeros((n_seats, n_rounds + 1))
    seat, round_ = np.nonzero(made)
    np.add.at(lengths, (seat, number[seat, round_]), 1.0)
    exists = lengths > 0
    average = mean(lengths, exists)
    spread = np.sqrt(mean((lengths - average[:, None]) ** 2, exists))
    total = made.sum(axis=1)
    longest = np.where(total > 0, lengths.max(axis=1, initial=0.0) / np.maximum(total, 1), np.nan)
    return longest, spread / average


def habits(view: SeatView) -> Found:
    """How far the last round foretells the next action."""
    n_actions, n_situations = view.game.payoff.shape
    known = view.made & after(view.both)
    history = before(view.own * n_situations + view.met)
    seat, round_ = np.nonzero(known)
    case = seat * n_actions * n_situations + history[seat, round_]
    seen, where = np.unique(case, return_inverse=True)
    counts = np.zeros((len(seen), n_actions))
    np.add.at(counts, (where, view.own[seat, round_]), 1.0)
    owner = seen // (n_actions * n_situations)
    total = counts.sum(axis=1)
    shares = counts / np.maximum(total, 1)[:, None]
    surprise = -(counts * np.log(np.where(shares > 0, shares, 1.0))).sum(axis=1)
    repeated = total > 1
    rounds = known.sum(axis=1)
    conditional = _sum_by(owner, surprise, len(rounds)) / np.maximum(rounds, 1) / np.log(max(n_actions, 2))
    slips = _sum_by(owner[repeated], (total - counts.max(axis=1, initial=0.0))[repeated], len(rounds))
    cases = _sum_by(owner[repeated], total[repeated], len(rounds))
    return {
        "predictability": np.where(rounds > 0, entropy(view, known) - conditional, np.nan),
        "slips": np.where(cases > 0, slips / np.maximum(cases, 1), np.nan),
    }


def _sum_by(owner: Integers, values: Floats, count: int) -> Floats:
    sums: Floats = np.bincount(owner, weights=values, minlength=count).astype(np.float64)
    return sums


def trends(view: SeatView) -> Found:
    """The second half of the match against the first, and the last move against those before."""
    early, late = halves(view.made)
    both_early, both_late = halves(view.both)
    pairs = view.made & after(view.made)
    pairs_early, pairs_late = halves(pairs)
    giving, cell, same = view.game.giving[view.own], (view.own, view.met), stays(view)
    payoff, efficiency = view.game.payoff[cell], view.game.efficiency[cell]
    number = np.cumsum(view.made, axis=1)
    last = view.made & (number == number[:, -1:]) & (number > 1)
    return {
        "change of variety": entropy(view, late) - entropy(view, early),
        "change of giving": mean(giving, late) - mean(giving, early),
        "change of payoff": mean(payoff, both_late) - mean(payoff, both_early),
        "change of staying": rate(same, pairs_late) - rate(same, pairs_early),
        "change of efficiency": mean(efficiency, both_late) - mean(efficiency, both_early),
        "last giving": mean(giving, last) - mean(giving, view.made & ~last & last.any(axis=1)[:, None]),
    }


GROUPS: Final[tuple[Callable[[SeatView], Found], ...]] = (
    frequencies,
    earnings,
    replies,
    switching,
    reciprocity,
    runs,
    habits,
    trends,
)
