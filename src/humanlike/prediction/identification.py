r"""Which way of measuring finds the truth?

Subjects follow a known rule, or a mixture of rules. Every candidate is fitted to one role by each estimator and
predicts the other role, as in the paper; a way of measuring *finds* the truth if the rule that made the play is first
and nobody else shares its place. Many experiments a truth give identification rates with binomial intervals.

For one-rule truths the same numbers say what it costs to fit by one criterion and to be judged by another: the *regret*
of estimator A under evaluator B is how much worse, held out and by B, the true rule is than with the estimator that
suits B best on average, in standard deviations of B over the candidates.

Mitropoulos (2001), sections 4 to 6: the question of the paper, asked where the answer is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Labels, Play, Rule, Streams
from humanlike.engine import seated, simulate_actions
from humanlike.fitting import fit_groups
from humanlike.fitting.losses import criterion_named
from humanlike.fitting.maximum_likelihood import bounds_for
from humanlike.prediction.assessment import Settings
from humanlike.prediction.blindness import blind_criteria
from humanlike.prediction.bodies import Bodies, BodyOfPlay
from humanlike.prediction.criteria import MEASURES, Criterion
from humanlike.prediction.estimators import N_SIMULATIONS, PUBLISHED, Estimator, estimate
from humanlike.prediction.observations import Floats
from humanlike.prediction.rankings import DIGITS
from humanlike.work import ALONE, Effort, FinishedRow

FIT_ROLE, TEST_ROLE = 0, 1  # players 1 calibrate the rules, players 2 are predicted
BATCH = 20  # experiments of one truth that stand side by side
ALIKE = Settings(
    ("MSD", "LOG"), ("Y,P",), ("actions",), 1, 0
)  # who agrees by these predicts alike, choice by choice
NO_VALUE = "It had no value in any experiment: hits or false alarms had nothing to be counted of."
SECONDS = 0.06  # an experiment, estimator and candidate, roughly


class Followers(Protocol):
    """Who sits where: rules with parameters, and which of them each subject follows."""

    def players(
        self, stream: Streams, n_groups: int, n_players: int
    ) -> tuple[list[tuple[Rule, Any]], npt.NDArray[np.int64]]:
        """For so many groups of so many players."""


class Truth(NamedTuple):
    """Whom the subjects follow."""

    name: str
    right: tuple[str, ...]  # who is found by whoever finds this truth: the rules that most subjects follow
    followers: Followers


class Design(NamedTuple):
    """How large every experiment is, and how the candidates are fitted and measured."""

    games: tuple[Game, ...]
    estimators: tuple[Estimator, ...]
    n_experiments: int = 20  # of each truth
    n_pairs: int = 240  # of each experiment, shared out evenly to the games
    n_rounds: int = 40
    n_starts: int = 2
    settings: Settings = Settings(n_simulations=1_000, n_resamples=0)

    @property
    def pairs_a_game(self) -> int:
        """How many pairs play each game."""
        return max(1, self.n_pairs // len(self.games))


class MeasuredBatch(NamedTuple):
    """Some experiments of one truth."""

    values: Floats  # [estimators, criteria, experiments, candidates]
    likeness: Floats  # [estimators, ALIKE in each game, experiments, candidates]


@dataclass(frozen=True, eq=False)
class Identification:
    """How every candidate did by every way of measuring, where the truth is known."""

    candidates: tuple[str, ...]
    truths: tuple[Truth, ...]
    design: Design
    criteria: tuple[Criterion, ...]
    undefined: dict[Criterion, str]
    blind: dict[Criterion, str]
    values: Floats  # [estimators, criteria, truths, experiments, candidates]; NaN where undefined
    likeness: Floats  # [estimators, ALIKE in each game, truths, experiments, candidates]

    @cached_property
    def found(self) -> npt.NDArray[np.bool_]:
        """Whether nobody but the truth is first, [estimators, criteria, truths, experiments].

        A candidate that has become the truth, choice by choice, counts as the truth: Bush and Mosteller's rule with
        both parameters at 1 is win-stay lose-change.
        """
        signs = np.array([1.0 if MEASURES[each.measure].higher_is_better else -1.0 for each in self.criteria])
        table = np.where(np.isnan(self.values), -np.inf, self.values * signs[:, None, None, None])
        table = np.round(table, DIGITS)  # values that agree to so many digits are a tie
        best = table.max(axis=-1, keepdims=True)
        first = (table == best) & np.isfinite(best)
        return np.asarray(first.any(axis=-1) & ~(first & ~self.is_truth[:, None]).any(axis=-1))

    @cached_property
    def is_truth(self) -> npt.NDArray[np.bool_]:
        """Which candidates are the truth or have become it, [estimators, truths, experiments, candidates].

        Whatever is measured by: two that merely share a proportion of inaccuracy are two.
        """
        told = np.round(self.likeness, DIGITS)
        found = np.zeros((told.shape[0], *told.shape[2:]), dtype=np.bool_)
        for place, truth in enumerate(self.truths):
            for rule in map(self.candidates.index, truth.right):
                found[:, place, :, rule] = True
                found[:, place] |= (told[:, :, place] == told[:, :, place, :, rule, None]).all(axis=1)
        return found

    @property
    def kept(self) -> list[int]:
        """Places of the criteria that are defined and can tell rules apart."""
        return [
            place
            for place, each in enumerate(self.criteria)
            if each not in self.undefined and each not in self.blind
        ]

    def regret(self) -> Floats:
        """How much worse the true rule does, [estimators, criteria], in deviations over candidates; one-rule truths."""
        alone = [place for place, truth in enumerate(self.truths) if len(truth.right) == 1]
        if not alone:
            return np.full(self.values.shape[:2], np.nan)
        own = [self.candidates.index(self.truths[place].right[0]) for place in alone]
        losses = np.stack(
            [self.values[:, :, place, :, rule] for place, rule in zip(alone, own, strict=True)], axis=2
        )
        signs = np.array([-1.0 if MEASURES[each.measure].higher_is_better else 1.0 for each in self.criteria])
        losses = losses * signs[:, None, None]
        spread = self.values[:, :, alone].std(axis=-1).mean(axis=(0, 2, 3))
        mean = losses.mean(axis=(2, 3))
        return np.asarray((mean - mean.min(axis=0)) / np.where(spread > 0, spread, np.nan))


def identify_truths(
    stream: Streams,
    candidates: Sequence[Rule],
    truths: Sequence[Truth],
    design: Design,
    *,
    effort: Effort = ALONE,
) -> Identification:
    """Let every truth make experiments, every candidate predict them, and every criterion name somebody."""
    _check(candidates, truths, design)
    pieces = [
        (truth, first) for truth in range(len(truths)) for first in range(0, design.n_experiments, BATCH)
    ]
    seconds = SECONDS * len(truths) * design.n_experiments * len(candidates) * len(design.estimators)
    done = effort.worthwhile(seconds).carry_out(
        "identifying",
        measure_batch,
        pieces,
        shared=(stream, tuple(candidates), tuple(truths), design),
        row=lambda piece, _: _row(truths, design, piece),
    )
    owners = [truth for truth, _ in pieces]
    values = _by_truth(owners, [batch.values for batch in done])
    frame = _bodies(stream, _experiments(stream, truths[0], design, range(1)), design, 1).frame
    players = [(rule, rule.default) for rule in candidates]
    blind = blind_criteria(frame.criteria, design.games, players, (TEST_ROLE,))
    never = np.asarray(np.isnan(values).all(axis=(0, 2, 3, 4)))
    undefined = {each: NO_VALUE for each, none in zip(frame.criteria, never, strict=True) if none}
    undefined |= frame.undefined
    found = Identification(
        tuple(rule.name for rule in candidates),
        tuple(truths),
        design,
        frame.criteria,
        undefined,
        {each: why for each, why in blind.items() if each not in undefined},
        values,
        _by_truth(owners, [batch.likeness for batch in done]),
    )
    if not found.kept:
        raise BadRequest("No way of measuring that was asked for is defined here and can tell rules apart.")
    return found


def _by_truth(owners: Sequence[int], parts: Sequence[Floats]) -> Floats:
    """Batches [estimators, ways, experiments, candidates] of several truths as [..., truths, experiments, ...]."""
    together = [
        np.concatenate([part for own, part in zip(owners, parts, strict=True) if own == truth], axis=2)
        for truth in dict.fromkeys(owners)
    ]
    return np.stack(together, axis=2)


def _check(candidates: Sequence[Rule], truths: Sequence[Truth], design: Design) -> None:
    names = [rule.name for rule in candidates]
    if len(names) < 2:
        raise BadRequest(f"One rule alone ({names[0]}) is always first: name at least two candidates.")
    for truth in truths:
        if strangers := [name for name in truth.right if name not in names]:
            raise BadRequest(
                f"The truth '{truth.name}' cannot be found: {', '.join(strangers)} is not among the candidates "
                f"({', '.join(names)})."
            )
    if min(design.n_experiments, design.n_pairs, design.n_rounds, design.n_starts) < 1:
        raise BadRequest("At least one experiment, pair, round and start are needed.")
    if any(game.n_players != 2 for game in design.games):
        raise BadRequest("Identification fits players 1 and predicts players 2: it needs games of two.")


def _row(truths: Sequence[Truth], design: Design, piece: tuple[int, int]) -> FinishedRow:
    truth, first = piece
    last = min(first + BATCH, design.n_experiments)
    return FinishedRow(
        f"{truths[truth].name}: experiments {first + 1} to {last} measured",
        {"truth": truths[truth].name, "experiments": [first + 1, last]},
    )


def measure_batch(
    stream: Streams,
    candidates: tuple[Rule, ...],
    truths: tuple[Truth, ...],
    design: Design,
    piece: tuple[int, int],
) -> MeasuredBatch:
    """Some experiments of one truth: made, fitted by every estimator, predicted and measured."""
    truth, first = truths[piece[0]], piece[1]
    numbers = range(first, min(first + BATCH, design.n_experiments))
    plays = _experiments(stream, truth, design, numbers)
    bodies = _bodies(stream["luck"][truth.name][str(first)], plays, design, len(numbers))
    alike = replace(bodies, settings=ALIKE)
    values, likeness = [], []
    for estimator in design.estimators:
        points = [_estimates(stream, plays, rule, estimator, design, len(numbers)) for rule in candidates]
        pairs = list(zip(candidates, points, strict=True))
        values.append(np.stack([bodies.values(*pair) for pair in pairs], axis=-1))
        likeness.append(np.stack([alike.values(*pair) for pair in pairs], axis=-1))
    return MeasuredBatch(np.array(values), np.array(likeness))


def _experiments(stream: Streams, truth: Truth, design: Design, numbers: range) -> list[Play]:
    """The experiments with these numbers, side by side in one play a game: the experiment is the session."""
    plays = []
    for game in design.games:
        moves = []
        for number in numbers:
            own = stream["truth"][truth.name][f"experiment {number + 1}"][game.name]
            players, who = truth.followers.players(own, design.pairs_a_game, game.n_players)
            moves.append(
                simulate_actions(own["choice"], game, seated(game, players, who), n_rounds=design.n_rounds)
            )
        sessions = np.repeat(np.arange(len(numbers)), design.pairs_a_game * game.n_players)
        plays.append(Play(game, np.concatenate(moves).astype(np.int16), sessions=Labels(sessions)))
    return plays


def _bodies(
    stream: Streams, plays: Sequence[Play], design: Design, n_bodies: int, role: int = TEST_ROLE
) -> Bodies:
    """Every experiment is a body, of which one role is measured."""
    parts = []
    for play in plays:
        own = np.where(play.roles == role, play.labels("session").numbers(), -1)
        parts.append(BodyOfPlay(play, own, np.zeros_like(own)))
    return Bodies(stream, tuple(parts), n_bodies, design.settings)


def _estimates(
    stream: Streams, plays: Sequence[Play], rule: Rule, estimator: Estimator, design: Design, n_bodies: int
) -> Floats:
    """The rule's parameters for each experiment, [experiments, parameters]."""
    default = np.tile(np.array([float(each) for each in rule.default]), (n_bodies, 1))
    if estimator.name == PUBLISHED or not rule.parameter_names:
        return default
    if estimator.smooth:
        fits = fit_groups(
            plays,
            rule,
            by="session",
            role=FIT_ROLE,
            criterion=criterion_named(estimator.smooth),
            n_starts=design.n_starts,
            unit="match",
        )
        return np.array([list(fit.parameters) for fit in fits], dtype=np.float64)
    own = replace(
        design.settings,
        measures=(estimator.measure,),
        methods=(estimator.method,),
        levels=(estimator.level,),
        n_simulations=min(N_SIMULATIONS, design.settings.n_simulations),
    )
    luck = stream["estimating"][estimator.name]
    bodies = replace(_bodies(luck, plays, design, n_bodies, FIT_ROLE), settings=own)
    ends = bounds_for(rule, np.full(n_bodies, min(np.ptp(play.game.tables[FIT_ROLE]) for play in plays)))
    return estimate(luck, bodies, rule, estimator, ends, default, n_runs=design.n_starts).points
