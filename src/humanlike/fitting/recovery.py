r"""Does fitting give back what was put in?

*Recovery*: plays simulated from a rule with known parameters are fitted by the same rule, many repetitions side
by side; the true value should lie in the 95 % interval in 95 % of them. *Confusion*: plays simulated from
each rule are fitted by all; how often does each rule come out best (by BIC)?

References
----------
Wilson & Collins (2019), eLife 8, e49547 (recovery and confusion before interpretation).

"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Labels, Play, Rule, Streams
from humanlike.engine import everybody, simulate_actions
from humanlike.fitting.duration import seconds_to_fit
from humanlike.fitting.fits import t_quantile
from humanlike.fitting.maximum_likelihood import fit_groups
from humanlike.work import ALONE, Effort, FinishedRow

Floats = npt.NDArray[np.float64]
BATCH = 50  # repetitions fitted side by side: more would only need more memory


@dataclass(frozen=True, eq=False)
class Recovery:
    """What came back; arrays run over the repetitions."""

    rule: Rule
    game: str
    truth: Any
    n_pairs: int
    n_rounds: int
    estimates: Floats  # [repetitions, parameters]
    errors: Floats  # [repetitions, parameters]; NaN where no standard error was given
    reach: Floats  # [repetitions, parameters] half the width of the interval
    covered: Floats  # [parameters] share of all repetitions whose interval holds the truth
    covered_given: Floats  # [parameters] share among those with an interval
    converged: float  # share of repetitions

    @property
    def n_repetitions(self) -> int:
        """How many plays were simulated and fitted."""
        return len(self.estimates)

    @property
    def bias(self) -> Floats:
        """Mean estimate minus truth."""
        return np.asarray(self.estimates.mean(axis=0) - np.array(self.truth, dtype=np.float64))


class RecoverySize(NamedTuple):
    """How much is simulated, and how it is fitted."""

    n_repetitions: int = 400
    n_pairs: int = 200
    n_rounds: int = 50
    n_starts: int = 2

    def check(self) -> None:
        """Refuse what leaves nothing to fit."""
        if min(self.n_repetitions, self.n_pairs, self.n_rounds) < 1:
            raise BadRequest("At least one repetition, pair and round are needed.")

    def choices(self, game: Game) -> int:
        """All that are simulated for one rule."""
        return self.n_repetitions * self.n_pairs * self.n_rounds * game.n_players


def recover_parameters(
    stream: Streams,
    rule: Rule,
    truth: Any,
    game: Game,
    *,
    n_repetitions: int = 400,
    n_pairs: int = 200,
    n_rounds: int = 50,
    n_starts: int = 2,
    level: float = 0.95,
    effort: Effort = ALONE,
) -> Recovery:
    """Simulate groups of players who all follow `rule` with `truth`, fit them, and count what came back."""
    if not rule.parameter_names:
        raise BadRequest(f"{rule.name} has no parameters to recover.")
    size = RecoverySize(n_repetitions, n_pairs, n_rounds, n_starts)
    size.check()
    spread = effort.worthwhile(seconds_to_fit([rule], size.choices(game), n_starts))
    found = spread.carry_out(
        f"recovering {rule.name}",
        recover_batch,
        range(0, n_repetitions, BATCH),
        shared=(stream, rule, truth, game, size),
    )
    return _counted(rule, game, truth, size, found, level)


class RecoveredBatch(NamedTuple):
    """What came back from some repetitions."""

    estimates: Floats  # [repetitions, parameters]
    errors: Floats  # [repetitions, parameters]; NaN where no standard error was given
    converged: npt.NDArray[np.bool_]  # [repetitions]


def recover_batch(
    stream: Streams, rule: Rule, truth: Any, game: Game, size: RecoverySize, start: int
) -> RecoveredBatch:
    """Simulate and fit the repetitions from number `start` on, side by side."""
    count = min(BATCH, size.n_repetitions - start)
    play = simulated(stream[f"batch {start}"], rule, truth, game, count, size.n_pairs, size.n_rounds)
    fits = fit_groups(play, rule, by="session", n_starts=size.n_starts)
    return RecoveredBatch(
        np.array([list(fit.parameters) for fit in fits]),
        np.array([list(fit.standard_errors) for fit in fits]),
        np.array([fit.converged for fit in fits]),
    )


def simulated(
    stream: Streams, rule: Rule, truth: Any, game: Game, n_repetitions: int, n_groups: int, n_rounds: int
) -> Play:
    """Many repetitions in one play: the repetition is the session."""
    players = everybody(game, [(rule, truth)], n_repetitions * n_groups)
    actions = simulate_actions(stream, game, players, n_rounds=n_rounds)
    sessions = np.repeat(np.arange(n_repetitions), n_groups * game.n_players)
    return Play(game, actions.astype(np.int16), sessions=Labels(sessions))


def _counted(
    rule: Rule, game: Game, truth: Any, size: RecoverySize, found: Sequence[RecoveredBatch], level: float
) -> Recovery:
    estimates = np.concatenate([batch.estimates for batch in found])
    errors = np.concatenate([batch.errors for batch in found])
    given = np.isfinite(errors)
    quantile = t_quantile(level, size.n_pairs)
    reach = quantile * np.where(given, errors, np.nan)
    inside = np.abs(estimates - np.array(truth, dtype=np.float64)) <= reach
    counts = given.sum(axis=0)
    return Recovery(
        rule=rule,
        game=game.name,
        truth=truth,
        n_pairs=size.n_pairs,
        n_rounds=size.n_rounds,
        estimates=estimates,
        errors=errors,
        reach=reach,
        covered=(inside & given).mean(axis=0),
        covered_given=np.divide(
            (inside & given).sum(axis=0), counts, out=np.full(counts.shape, np.nan), where=counts > 0
        ),
        converged=float(np.mean(np.concatenate([batch.converged for batch in found]))),
    )


@dataclass(frozen=True, eq=False)
class Confusion:
    """Which rule is taken for which."""

    rules: tuple[str, ...]
    game: str
    chosen: Floats  # [generating rule, chosen rule] shares of repetitions
    n_repetitions: int


def confusion_matrix(
    stream: Streams,
    players: Sequence[tuple[Rule, Any]],
    game: Game,
    *,
    n_repetitions: int = 20,
    n_pairs: int = 20,
    n_rounds: int = 50,
    n_starts: int = 2,
    effort: Effort = ALONE,
) -> Confusion:
    """Simulate from each rule, fit all rules to each play, choose the smallest BIC."""
    if len(players) < 2:
        raise BadRequest("A confusion matrix needs at least two rules.")
    size = RecoverySize(n_repetitions, n_pairs, n_rounds, n_starts)
    size.check()
    rules, several = [rule for rule, _ in players], range(len(players))
    spread = effort.worthwhile(len(rules) * seconds_to_fit(rules, size.choices(game), n_starts))
    criteria = spread.carry_out(
        "fitting each to each",
        fit_another,
        [(made_by, fitted) for made_by in several for fitted in several],
        shared=(stream, tuple(players), game, size),
        row=lambda which, criterion: _row(rules, which, criterion),
    )
    table = np.reshape(criteria, (len(players), len(players), n_repetitions))
    winners = np.argmin(table, axis=1)
    chosen = np.array([np.bincount(row, minlength=len(players)) for row in winners]) / n_repetitions
    return Confusion(tuple(rule.name for rule in rules), game.name, chosen, n_repetitions)


def _row(rules: Sequence[Rule], which: tuple[int, int], criterion: Floats) -> FinishedRow:
    """One pair, as soon as it is fitted."""
    maker, fitted = (rules[number].name for number in which)
    return FinishedRow("", {"made_by": maker, "fitted": fitted, "mean_bic": float(np.mean(criterion))})


def fit_another(
    stream: Streams,
    players: tuple[tuple[Rule, Any], ...],
    game: Game,
    size: RecoverySize,
    which: tuple[int, int],
) -> Floats:
    """The BIC [repetitions] of the second of `which` players on plays made by the first.

    Every piece makes the plays anew: that takes a hundredth of the time of fitting them.
    """
    (rule, truth), (other, _) = (players[number] for number in which)
    play = simulated(stream[rule.name], rule, truth, game, size.n_repetitions, size.n_pairs, size.n_rounds)
    return np.array([fit.bic for fit in fit_groups(play, other, by="session", n_starts=size.n_starts)])
