r"""Restrictiveness: how much a rule rules out. A rule that fits random conduct as well as people explains little.

Random conduct (`random_conduct`) takes the place of people, the rule is fitted to it by maximum likelihood, and

.. math:: \rho = 1 - \mathrm E\left[\frac{\sum_t (\log n + \sum_a p_t(a) \log q_t(a))}
                                         {\sum_t (\log n + \sum_a p_t(a) \log p_t(a))}\right],

p the true chances of the random conduct, q those of the fitted rule: 1 less the mean share of what can be foretold
about it that the rule foretells. 1 for a rule that sees nothing of it, 0 for one that fits anything that depends on the
last round. The mean is over draws; its standard error is their spread. A share below zero counts as zero: guessing
blindly would have done as well.

Fudenberg, Gao & Liang (2023), "How flexible is that functional form? Quantifying the restrictiveness of theories",
Review of Economics and Statistics.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import Play, Rule, Streams
from humanlike.engine.replay import FLOOR, replay
from humanlike.fitting import Fit, fit_groups, fit_one, studied_rows
from humanlike.prediction.observations import Floats
from humanlike.prediction.random_conduct import RandomConduct, random_conduct

STREAM = Streams(20_023)["restrictiveness"]
N_DRAWS = 12
N_TAUGHT = 4  # draws for a rule that learns: it learns anew from each
MOST_CHOICES = 1_500  # of each draw: enough for few parameters, and quick


class Restrictiveness(NamedTuple):
    """How much a rule rules out, and how surely the draws say so."""

    value: float
    error: float  # standard error of the mean over the draws
    shares: tuple[float, ...]  # of what could be foretold of each draw
    n_choices: int  # of each draw
    n_unconverged: int  # fits that did not converge


def restrictiveness(
    rule: Rule,
    plays: Sequence[Play] | Play,
    *,
    n_draws: int | None = None,
    most_choices: int = MOST_CHOICES,
    n_starts: int = 2,
    stream: Streams = STREAM,
) -> Restrictiveness:
    """How well `rule` fits random conduct in the histories of `plays`, or in some of their rows if they are long."""
    some = some_rows((plays,) if isinstance(plays, Play) else tuple(plays), most_choices)
    rule = rule.ignorant  # what random conduct teaches is learned from it
    n_draws = n_draws or (N_TAUGHT if rule.is_ignorant else N_DRAWS)
    labels = [f"draw {number + 1}" for number in range(n_draws)]
    draws = [random_conduct(stream[label], some, label) for label in labels]
    fits = _fits(rule, draws, labels, n_starts)
    told = [_share(fit, draw) for fit, draw in zip(fits, draws, strict=True)]
    error = float(np.std(told, ddof=1) / np.sqrt(n_draws)) if n_draws > 1 else float("nan")
    n_choices = sum(int((~np.isnan(each[..., 0])).sum()) for each in draws[0].chances)
    missed = sum(not fit.converged for fit in fits)
    return Restrictiveness(1.0 - float(np.mean(told)), error, tuple(told), n_choices, missed)


def some_rows(plays: Sequence[Play], most_choices: int) -> list[Play]:
    """The plays with at most so many choices under study, spread evenly over the rows; one row at least."""
    rows = studied_rows(plays)
    total = sum(int((play.actions[here] >= 0).sum()) for play, here in zip(plays, rows, strict=True))
    count = sum(map(len, rows))
    wanted = max(1, min(count, count * most_choices // total))
    kept = np.linspace(0, count - 1, wanted).round().astype(np.int64)
    starts = np.cumsum([0, *map(len, rows)])
    found = []
    for play, here, start in zip(plays, rows, starts, strict=False):
        own = here[kept[(kept >= start) & (kept < start + len(here))] - start]
        if len(own):
            found.append(play.rows(own))
    return found


def _fits(rule: Rule, draws: Sequence[RandomConduct], labels: Sequence[str], n_starts: int) -> list[Fit]:
    """The fit to each draw: all side by side, or one after the other where each teaches something of its own."""
    if rule.learn is not None:  # what it learned is most of it: its few strengths are searched from one start
        return [fit_one(draw.plays, rule, n_starts=1, unit="match") for draw in draws]
    everything = [play for draw in draws for play in draw.plays]
    fits = fit_groups(everything, rule, by="session", n_starts=n_starts, unit="match")
    by_draw = {fit.group.rpartition(":")[2]: fit for fit in fits}  # a named data set's labels carry its name
    return [by_draw[label] for label in labels]


def _share(fit: Fit, draw: RandomConduct) -> float:
    """The share of what can be foretold of a draw that the fitted rule foretells, at least none."""
    gained, possible = 0.0, 0.0
    for play, true in zip(draw.plays, draw.chances, strict=True):
        logs = np.maximum(replay(play, fit.rule, fit.parameters).log_probabilities, np.log(FLOOR))
        here = ~np.isnan(true[..., 0])
        blind = np.log(np.array(play.game.n_actions))[play.roles]
        base = float(np.broadcast_to(blind[:, None], here.shape)[here].sum())
        gained += base + _expected(true[here], logs[here])
        possible += base + _expected(true[here], np.log(np.maximum(true[here], FLOOR)))
    return max(gained / possible, 0.0) if possible > 0 else 0.0


def _expected(chances: Floats, logs: Floats) -> float:
    """The expectation of `logs` under `chances`, summed; actions a role lacks do not count."""
    return float(np.nansum(np.where(chances > 0, chances * logs, 0.0)))
