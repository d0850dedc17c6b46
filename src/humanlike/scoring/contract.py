"""What every scoring system promises, checked on a few forecasts: for those who bring their own.

`raw(probabilities[..., n], outcome[...])` returns one number for each forecast, shape [...], finite where every
alternative has some probability, the same each time, and leaves what it is given as it is. Whether honesty pays
is another question: `propriety`.
"""

from typing import Any

import numpy as np

from humanlike.core import BrokenContract, attempt
from humanlike.scoring.probabilities import Floats
from humanlike.scoring.system import Contest, Incentive, ScoringSystem

LEADING = (2, 3)  # forecasts come in tables of any shape


def check_system(system: object) -> Incentive:
    """`system`, if it keeps what scoring systems (or contests) promise; else `BrokenContract` says what it does not."""
    if not isinstance(system, ScoringSystem | Contest):
        raise BrokenContract(
            f"A {type(system).__name__} is no scoring system; make one with ScoringSystem(name, title, raw)."
        )
    if not isinstance(system.name, str) or not system.name.strip():
        raise BrokenContract(f"A scoring system needs a name, a text that is not empty, not {system.name!r}.")
    count = system.n_alternatives
    if count is not None and (not isinstance(count, int) or count < 2):
        raise BrokenContract(
            f"System '{system.name}': n_alternatives is a number from 2 up or None, not {count!r}."
        )
    for n in (2, 3) if count is None else (count,):
        if isinstance(system, ScoringSystem):
            _check_scores(system, n)
        else:
            _check_expectations(system, n)
    return system


def _check_scores(system: ScoringSystem, n: int) -> None:
    what = f"System '{system.name}': raw(probabilities, outcome) with {n} alternatives"
    if not callable(system.raw):
        raise BrokenContract(f"System '{system.name}': raw must be a function, not {system.raw!r:.60}.")
    forecasts = _forecasts(n)
    outcome = np.broadcast_to(np.arange(n), (*LEADING, n))
    first, again = (
        _numbers(what, attempt(what, system.raw, forecasts[..., None, :], outcome), outcome.shape)
        for _ in range(2)
    )
    if not np.array_equal(first, again):
        raise BrokenContract(f"{what} must return the same when asked again.")
    single = attempt(what, system.raw, forecasts[0, 0], np.asarray(n - 1))
    if not np.allclose(_numbers(what, single, ()), first[0, 0, n - 1]):
        raise BrokenContract(f"{what} must score a forecast the same alone and in a table of forecasts.")


def _check_expectations(contest: Contest, n: int) -> None:
    what = f"Contest '{contest.name}': expected(report, belief) with {n} alternatives"
    if not callable(contest.expected):
        raise BrokenContract(f"Contest '{contest.name}': expected must be a function.")
    report = _forecasts(n)
    _numbers(what, attempt(what, contest.expected, report, report[:, ::-1]), LEADING)


def _numbers(what: str, value: Any, shape: tuple[int, ...]) -> Floats:
    try:
        numbers = np.asarray(np.real(value), dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise BrokenContract(f"{what} must return numbers, not {value!r:.60}.") from error
    if np.iscomplexobj(value):
        raise BrokenContract(f"{what} must return real numbers, not complex ones.")
    if numbers.shape != shape:
        raise BrokenContract(
            f"{what} must return the shape {shape}, one number for each forecast, not {numbers.shape}."
        )
    if not np.all(np.isfinite(numbers)):
        odd = numbers[~np.isfinite(numbers)][0]
        raise BrokenContract(
            f"{what} must be finite where every alternative has some probability, not {odd}."
        )
    return numbers


def _forecasts(n: int) -> Floats:
    """Interior forecasts [2, 3, n], none the same."""
    weights = 1.0 + np.arange(np.prod(LEADING) * n).reshape(*LEADING, n) % 7
    forecasts = np.asarray(weights / weights.sum(axis=-1, keepdims=True))
    forecasts.flags.writeable = False
    return forecasts
