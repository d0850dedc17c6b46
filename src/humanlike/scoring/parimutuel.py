r"""The parimutuel consensus: equilibrium odds when everybody bets a budget :math:`w_e` as at a race track.

Each bettor stakes only on the alternatives with the best ratio of belief to price, and each price is the money
staked on it. The prices solve the Eisenberg-Gale programme, here in its dual with log prices *q*:

.. math:: \max_{q, t} \; \sum_e w_e t_e - \sum_j e^{q_j} \quad\text{with}\quad t_e \le q_j - \log p_{ej}.

A barrier method finds which constraints are tight. They link bettors and alternatives into groups; within a
group all price ratios equal belief ratios, and its prices add up to its bettors' money: that gives the
prices exactly, not merely to the solver's tolerance. A linear programme then confirms that stakes exist.

Eisenberg & Gale (1959), Annals of Mathematical Statistics 30, 165-168; Norvig (1967).
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.scoring.probabilities import Floats, log_with_zero

TIGHTNESS = (1e-7, 1e-6, 1e-5, 1e-4, 1e-8, 1e-3, 1e-9)
LAST_BARRIER = 1e-12
UNBALANCED = 1e-10


def parimutuel_prices(panel: Floats, weights: Floats) -> Floats:
    """Equilibrium prices [n] of a panel [experts, n] with budgets `weights` that sum to 1."""
    betting = weights > 0
    wanted = np.any(panel[betting] > 0, axis=0)
    beliefs, money = log_with_zero(panel[betting][:, wanted]), weights[betting]
    log_prices, levels = _central_path(beliefs, money)
    slack = log_prices - beliefs - levels[:, None]  # +infinity where the belief is 0
    best, error = np.exp(log_prices), np.inf
    for tightness in TIGHTNESS:
        candidate = _prices_from_ties(beliefs, money, slack < tightness, log_prices)
        missing = _unbalanced_money(beliefs, money, candidate)
        if missing < error:
            best, error = candidate, missing
        if error < UNBALANCED:
            break
    else:
        raise BadRecord(
            f"The parimutuel equilibrium was found only to {error:.1g}; the beliefs are too extreme."
        )
    prices = np.zeros(panel.shape[1])
    prices[wanted] = best
    return prices


def two_parimutuel_prices(panels: Floats, weights: Floats, starts: npt.NDArray[np.int64]) -> Floats:
    r"""Equilibrium prices [panels, 2] of several panels of two alternatives, by sorting alone.

    Whoever believes more than the price bets on the first: with beliefs sorted downwards and :math:`c_i` the money of
    the first i bettors the price is :math:`\max_i \min(p_{(i)}, c_i)`. `panels` [rows, 2] stand one below the
    other, the first rows at `starts`.
    """
    belief = panels[:, 0] / (panels[:, 0] + panels[:, 1])
    owner = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(panels)))
    order = np.lexsort((-belief, owner))
    money = np.cumsum(weights[order])
    money -= np.repeat((money - weights[order])[starts], np.diff(starts, append=len(panels)))
    betting = np.where(weights[order] > 0, np.minimum(belief[order], money), 0.0)
    price = np.maximum.reduceat(betting, starts)
    return np.column_stack([price, 1 - price])


def _central_path(beliefs: Floats, money: Floats) -> tuple[Floats, Floats]:
    """Log prices and levels near the optimum, by Newton steps along a shrinking barrier."""
    log_prices = np.full(beliefs.shape[1], -np.log(beliefs.shape[1]))
    levels = (log_prices - beliefs).min(axis=1) - 1
    barrier = 1.0
    while barrier > LAST_BARRIER:
        barrier *= 0.2
        for _ in range(30):
            step_q, step_t, decrement = _newton_step(beliefs, money, log_prices, levels, barrier)
            size = _feasible_size(log_prices - beliefs - levels[:, None], step_q - step_t[:, None])
            log_prices, levels = log_prices + size * step_q, levels + size * step_t
            if decrement < 1e-3 * barrier:
                break
    return log_prices, levels


def _newton_step(
    beliefs: Floats, money: Floats, log_prices: Floats, levels: Floats, barrier: float
) -> tuple[Floats, Floats, float]:
    slack = log_prices - beliefs - levels[:, None]
    pull, bend = barrier / slack, barrier / slack**2  # 0 where the belief is 0
    prices = np.exp(log_prices)
    gradient_q, gradient_t = pull.sum(axis=0) - prices, money - pull.sum(axis=1)
    diagonal_t = bend.sum(axis=1)
    schur = np.diag(prices + bend.sum(axis=0)) - bend.T @ (bend / diagonal_t[:, None])
    step_q = np.linalg.solve(schur, gradient_q + bend.T @ (gradient_t / diagonal_t))
    step_t = (gradient_t + bend @ step_q) / diagonal_t
    return step_q, step_t, float(gradient_q @ step_q + gradient_t @ step_t)


def _feasible_size(slack: Floats, change: Floats) -> float:
    """The longest step up to 1 that keeps every finite slack positive with room to spare, and damps leaps."""
    shrinking = np.isfinite(slack) & (change < 0)
    room = np.min(-slack[shrinking] / change[shrinking], initial=np.inf)
    return float(min(1.0, 0.9 * room))


def _prices_from_ties(
    beliefs: Floats, money: Floats, tied: npt.NDArray[np.bool_], log_prices: Floats
) -> Floats:
    """Prices from the tied pairs alone: ratios within a group of linked alternatives, money for its total."""
    n_experts, n_alternatives = beliefs.shape
    relative = np.zeros(n_alternatives)
    group = np.full(n_alternatives, -1)
    budget = np.zeros(n_alternatives)
    for root in range(n_alternatives):
        if group[root] < 0:
            _spread(root, beliefs, tied, relative, group)
    for expert in range(n_experts):
        favourite = int(np.argmin(log_prices - beliefs[expert]))
        budget[group[favourite]] += money[expert]
    prices = np.exp(relative)
    for root in np.unique(group):
        members = group == root
        prices[members] *= budget[root] / prices[members].sum()
    return prices


def _spread(
    root: int, beliefs: Floats, tied: npt.NDArray[np.bool_], relative: Floats, group: npt.NDArray[np.int64]
) -> None:
    """Put everything linked to `root` into its group and set log prices relative to it."""
    group[root], waiting = root, [root]
    while waiting:
        here = waiting.pop()
        for expert in np.flatnonzero(tied[:, here]):
            for there in np.flatnonzero(tied[expert] & (group < 0)).tolist():
                relative[there] = relative[here] + beliefs[expert, there] - beliefs[expert, here]
                group[there] = root
                waiting.append(there)


def _unbalanced_money(beliefs: Floats, money: Floats, prices: Floats) -> float:
    """How much money cannot be staked on anybody's best alternatives so that stakes equal prices."""
    from scipy.optimize import linprog  # heavy, and only this consensus needs it

    if np.any(prices <= 0):
        return np.inf
    ratios = np.log(prices) - beliefs
    expert, alternative = np.nonzero(ratios <= ratios.min(axis=1, keepdims=True) + 1e-9)
    n_stakes, n_experts = expert.size, money.size
    limits = np.zeros((n_experts + prices.size, n_stakes))
    limits[expert, np.arange(n_stakes)] = 1
    limits[n_experts + alternative, np.arange(n_stakes)] = 1
    result = linprog(-np.ones(n_stakes), A_ub=limits, b_ub=np.concatenate([money, prices]), method="highs")
    return np.inf if result.x is None else 1 - float(np.sum(result.x))
