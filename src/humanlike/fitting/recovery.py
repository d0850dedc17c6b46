r"""Does fitting give back what was put in?

*Recovery*: plays simulated from a rule with known parameters are fitted by the same rule, many repetitions side
by side; the true value should lie in the 95 % interval in 95 % of them. *Confusion*: plays simulated from
each rule are fitted by all; how often does each rule come out best (by BIC)?

References
----------
Wilson & Collins (2019), eLife 8, e49547 (recovery and confusion before interpretation).

"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri  # scipy.stats takes a second to load

from humanlike.core import BadRequest, Game, Labels, Play, Rule, Streams
from humanlike.engine import everybody, simulate_actions
from humanlike.fitting.fits import Fit
from humanlike.fitting.maximum_likelihood import fit_groups

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
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Recovery:
    """Simulate groups of players who all follow `rule` with `truth`, fit them, and count what came back."""
    if not rule.parameter_names:
        raise BadRequest(f"{rule.name} has no parameters to recover.")
    if min(n_repetitions, n_pairs, n_rounds) < 1:
        raise BadRequest("At least one repetition, pair and round are needed.")
    found: list[Fit] = []
    for start in range(0, n_repetitions, BATCH):
        count = min(BATCH, n_repetitions - start)
        play = simulated(stream[f"batch {start}"], rule, truth, game, count, n_pairs, n_rounds)
        found += fit_groups(play, rule, by="session", n_starts=n_starts).fits
        progress(start + count, n_repetitions)
    return _counted(rule, game, truth, n_pairs, n_rounds, found, level)


def simulated(
    stream: Streams, rule: Rule, truth: Any, game: Game, n_repetitions: int, n_groups: int, n_rounds: int
) -> Play:
    """Many repetitions in one play: the repetition is the session."""
    players = everybody(game, [(rule, truth)], n_repetitions * n_groups)
    actions = simulate_actions(stream, game, players, n_rounds=n_rounds)
    sessions = np.repeat(np.arange(n_repetitions), n_groups * game.n_players)
    return Play(game, actions.astype(np.int16), sessions=Labels(sessions))


def _counted(
    rule: Rule, game: Game, truth: Any, n_pairs: int, n_rounds: int, found: Sequence[Fit], level: float
) -> Recovery:
    estimates = np.array([list(each.parameters) for each in found])
    errors = np.array([list(each.standard_errors) for each in found])
    given = np.isfinite(errors)
    reach = float(ndtri(0.5 + level / 2)) * np.where(given, errors, 0.0)
    inside = np.abs(estimates - np.array(truth, dtype=np.float64)) <= reach
    counts = given.sum(axis=0)
    return Recovery(
        rule=rule,
        game=game.name,
        truth=truth,
        n_pairs=n_pairs,
        n_rounds=n_rounds,
        estimates=estimates,
        errors=errors,
        covered=(inside & given).mean(axis=0),
        covered_given=np.divide(
            (inside & given).sum(axis=0), counts, out=np.full(counts.shape, np.nan), where=counts > 0
        ),
        converged=float(np.mean([each.converged for each in found])),
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
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Confusion:
    """Simulate from each rule, fit all rules to each play, choose the smallest BIC."""
    if len(players) < 2:
        raise BadRequest("A confusion matrix needs at least two rules.")
    chosen = np.zeros((len(players), len(players)))
    for row, (rule, truth) in enumerate(players):
        play = simulated(stream[rule.name], rule, truth, game, n_repetitions, n_pairs, n_rounds)
        scores = []
        for column, (other, _) in enumerate(players):
            scores.append([each.bic for each in fit_groups(play, other, by="session", n_starts=n_starts)])
            progress(row * len(players) + column + 1, len(players) ** 2)
        winners = np.argmin(np.array(scores), axis=0)
        chosen[row] = np.bincount(winners, minlength=len(players)) / n_repetitions
    return Confusion(tuple(rule.name for rule, _ in players), game.name, chosen, n_repetitions)
