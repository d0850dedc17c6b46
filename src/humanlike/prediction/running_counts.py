r"""What was counted before each round: running, fading and after the same recent rounds.

Every function takes arrays over rows and rounds and says for round t what rounds before t hold, never t itself: with
:math:`x_{q,s}` what happened in round s,

.. math:: R_{q,t} = \sum_{s<t} x_{q,s}, \qquad F_{q,t} = \sum_{s<t} \gamma^{t-1-s} x_{q,s}.

A missing move (-1) counts for nothing.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
DEEPEST = 600.0  # the largest power of e by which fading weights may grow before a double overflows


def marks(codes: Integers, n_codes: int) -> Floats:
    """One-hot, [rows, rounds] -> [rows, rounds, codes]; all zero where missing."""
    return np.asarray(codes[..., None] == np.arange(n_codes), dtype=np.float64)


def lagged(values: npt.NDArray[np.float64] | Integers, lag: int) -> Floats:
    """What stood `lag` rounds ago, NaN before the beginning; missing codes stay -1."""
    result = np.full(values.shape, np.nan)
    if lag < values.shape[1]:
        result[:, lag:] = values[:, : values.shape[1] - lag]
    return result


def codes_before(codes: Integers, lag: int) -> Integers:
    """The code `lag` rounds ago, -1 before the beginning."""
    return np.nan_to_num(lagged(codes, lag), nan=-1.0).astype(np.int64)


def running(values: Floats) -> Floats:
    """Sums over the rounds before, along axis 1."""
    result = np.zeros(values.shape)
    np.cumsum(values[:, :-1], axis=1, out=result[:, 1:])
    return result


def fading(values: Floats, keep: float) -> Floats:
    """Sums over the rounds before in which a round counts `keep` times the one after it."""
    result = np.zeros(values.shape)
    for round_ in range(1, values.shape[1]):
        result[:, round_] = keep * result[:, round_ - 1] + values[:, round_ - 1]
    return result


def first(codes: Integers) -> Floats:
    """The first move that was made, from the round after it on; NaN until then."""
    result = np.full(codes.shape, np.nan)
    for round_ in range(1, codes.shape[1]):
        fresh = np.where(codes[:, round_ - 1] >= 0, codes[:, round_ - 1], np.nan)
        result[:, round_] = np.where(np.isnan(result[:, round_ - 1]), fresh, result[:, round_ - 1])
    return result


def streak(continued: npt.NDArray[np.bool_]) -> Floats:
    """How many of the rounds just before continued something, without a break."""
    result = np.zeros(continued.shape)
    for round_ in range(1, continued.shape[1]):
        result[:, round_] = np.where(continued[:, round_ - 1], result[:, round_ - 1] + 1.0, 0.0)
    return result


def shares(counts: Floats, prior: Floats | float, strength: float) -> Floats:
    """Counts [..., codes] as frequencies that begin at `prior`, which is worth `strength` observations."""
    total = counts.sum(axis=-1, keepdims=True)
    return np.asarray((counts + strength * prior) / (total + strength))


def contexts(codes: Integers, n_codes: int, depth: int) -> Integers:
    """The last `depth` codes as one number, [rows, rounds]; -1 where one of them is missing."""
    result, known = np.zeros(codes.shape, dtype=np.int64), np.ones(codes.shape, dtype=np.bool_)
    for lag in range(1, depth + 1):
        code = codes_before(codes, lag)
        known &= code >= 0
        result = result * n_codes + np.maximum(code, 0)
    return np.where(known, result, -1)


def counts_after(context: Integers, outcome: Integers, n_outcomes: int, keep: float) -> Floats:
    """How often each outcome followed the present context before, [rows, rounds, outcomes].

    Occasions fade by `keep` a round. Each row has a memory of its own.
    """
    n_rows, n_rounds = context.shape
    keys = np.arange(n_rows)[:, None] * (int(context.max(initial=0)) + 1) + context
    place = np.unique(np.where(context >= 0, keys, -1), return_inverse=True)[1].reshape(context.shape)
    memory = np.zeros((int(place.max(initial=0)) + 1, n_outcomes))
    rate = max(np.log(keep), -DEEPEST / max(n_rounds, 1))
    result = np.zeros((n_rows, n_rounds, n_outcomes))
    for round_ in range(n_rounds):
        known = context[:, round_] >= 0
        result[known, round_] = memory[place[known, round_]] * np.exp(rate * (round_ - 1))
        told = np.flatnonzero(known & (outcome[:, round_] >= 0))
        memory[place[told, round_], outcome[told, round_]] += np.exp(-rate * round_)
    return result


def turned(counts: Floats, origin: Integers) -> Floats:
    """Counts of steps [rows, rounds, n] as counts of where they would lead from `origin`, a circle of n codes."""
    n_codes = counts.shape[-1]
    step = (np.arange(n_codes) - np.maximum(origin, 0)[..., None]) % n_codes
    return np.where(origin[..., None] >= 0, np.take_along_axis(counts, step, axis=-1), 0.0)
