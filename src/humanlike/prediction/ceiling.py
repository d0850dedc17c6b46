r"""The ceiling: how much of play can be foretold at all, by a learner without a theory, always held out.

Gradient boosting (`boosting`) on documented features of the rounds before (`features`). It is no bound: a better
forecaster may exist. It is what a theory is measured by (`completeness`).

Two ways of holding out. By folds: the units of the data are dealt by a hash of their labels (`hashed_folds`), each fold
is foretold by what was learned from the others. By a split: learned from the choices of some rows, foretold those of
others, which is what `predict` asks. How many trees, of what size, is settled among the units learned from.

Fudenberg, Kleinberg, Liang & Mullainathan (2022), Journal of Political Economy 130, 956-990.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from humanlike.core import AUTO, BadRequest, Play, Units
from humanlike.core.progress import Progress, announce, silent
from humanlike.fitting.hashed_folds import NamedUnits, fold_of_label, hashed_folds, named_units
from humanlike.prediction.boosting import BoostingSettings, train
from humanlike.prediction.ceiling_cache import ceiling_key, store, stored
from humanlike.prediction.features import FeatureTable, feature_tables
from humanlike.prediction.observations import Floats, Integers
from humanlike.prediction.scored_chances import UnitScores, score_chances
from humanlike.prediction.splits import Rows
from humanlike.work.cores import granted_cores

Mask = npt.NDArray[np.bool_]
SETTINGS = BoostingSettings()
EARLIER = "earlier"  # how names of features of earlier matches begin
FEWEST = 20  # choices to learn from
TRAIN_ONLY, NEITHER = -1, -2  # rows learned from under a split; rows in neither side of it


@dataclass(frozen=True, eq=False)
class Ceiling:
    """Held-out chances of every choice by boosting."""

    chances: tuple[Floats, ...]  # for each play [subjects, rounds, actions]; NaN where nothing is foretold
    units: Units
    numbers: tuple[Integers, ...]  # for each play the unit of each row; -1 where it is not foretold
    n_folds: int  # 0 under a split
    earlier_matches: bool  # whether what persons did in earlier matches was used, where it is known
    scores: UnitScores

    @cached_property
    def log_probabilities(self) -> tuple[Floats, ...]:
        """Logarithms of the chances."""
        return tuple(np.log(each) for each in self.chances)

    @property
    def sentence(self) -> str:
        """What it is, and what was held out."""
        nats, accuracy = self.scores.nats_per_choice, self.scores.accuracy
        how = f"in {self.n_folds} folds by a hash of their labels" if self.n_folds else "as the rules were"
        return (
            f"Ceiling: gradient boosting foretells choices it has not seen with {nats} nats and {accuracy} right; "
            f"{self.units.unit}s held out {how}."
        )


def measure_ceiling(
    plays: Sequence[Play] | Play,
    split: tuple[Rows, Rows] | None = None,
    *,
    n_folds: int = 5,
    unit: str = AUTO,
    earlier_matches: bool = True,
    settings: BoostingSettings = SETTINGS,
    keep: bool = True,
    progress: Progress = silent,
) -> Ceiling:
    """The ceiling of `plays` by hashed folds, or of `split`: (rows learned from, rows foretold) of each play.

    `earlier_matches`: whether a person's earlier matches may be used where they are known; without them the forecaster
    begins every match anew, as most rules do. `keep`: whether the answer is kept in, and taken from, the user's cache.
    """
    plays = (plays,) if isinstance(plays, Play) else tuple(plays)
    named = named_units(plays, unit)
    if split is None:
        folds = named.spread(hashed_folds(named, n_folds))
    else:
        folds = [_sides(*each) for each in zip(*split, strict=True)]
    parts = _parts(named, settings.parts)
    key = ceiling_key(plays, folds, parts, (settings, earlier_matches))
    chances = stored(key) if keep else None
    if chances is None:
        chances = _foretold(plays, folds, parts, earlier_matches, settings, progress)
        if keep:
            store(key, chances)
    foretold = [np.where(fold >= 0, own, -1) for fold, own in zip(folds, named.numbers, strict=True)]
    scores = score_chances(plays, chances, foretold)
    n_used = 0 if split else 1 + max(int(fold.max(initial=0)) for fold in folds)
    return Ceiling(tuple(chances), named.units, tuple(foretold), n_used, earlier_matches, scores)


def _sides(fitted: Mask, tested: Mask) -> Integers:
    """Fold 0 is foretold from the rows that are fitted; rows on both sides are in sample and refused."""
    if (fitted & tested).any():
        raise BadRequest("The ceiling is always held out: no row may be both learned from and foretold.")
    return np.where(tested, 0, np.where(fitted, TRAIN_ONLY, NEITHER)).astype(np.int64)


def _parts(named: NamedUnits, n_parts: int) -> list[Integers]:
    """For each play the part of each row within what is learned from: by another hash of the unit's label."""
    part = np.array([fold_of_label(f"part of {label}", n_parts) for label in named.labels], dtype=np.int64)
    return named.spread(part)


def _foretold(
    plays: Sequence[Play],
    folds: Sequence[Integers],
    parts: Sequence[Integers],
    earlier_matches: bool,
    settings: BoostingSettings,
    progress: Progress,
) -> list[Floats]:
    """Chances of every choice of the rows in some fold, learned from the rows of all others."""
    chances = [np.full((*play.actions.shape, max(play.game.n_actions)), np.nan) for play in plays]
    tables = [_chosen(table, earlier_matches) for table in feature_tables(plays)]
    tasks = []
    for table in tables:
        fold, part = _of_choices(folds, table), _of_choices(parts, table)
        for each in np.unique(fold[fold >= 0]).tolist():
            told = fold == each
            tasks.append((table, part, told, ~told & (fold != NEITHER), settings))
    with ThreadPoolExecutor(max_workers=granted_cores()) as pool:
        for number, found in enumerate(pool.map(lambda task: _learned(*task), tasks), start=1):
            _fill(chances, tasks[number - 1][0], tasks[number - 1][2], found)
            announce(progress, f"ceiling: {number} of {len(tasks)} folds foretold")
    return chances


def _learned(
    table: FeatureTable, part: Integers, told: Mask, known: Mask, settings: BoostingSettings
) -> Floats:
    """Chances of the choices `told` from those `known`; blind where there are too few to learn from."""
    if int(known.sum()) < FEWEST:
        return np.full((int(told.sum()), table.n_actions), 1 / table.n_actions)
    parts = part[known]
    if len(np.unique(parts)) < 2:  # one unit, or units that all fell into one part: stretches of its choices
        parts = np.arange(len(parts)) * settings.parts // len(parts)
    with threadpool_limits(limits=1, user_api="openmp"):  # sums over threads would depend on their number
        forecaster = train(table.values[known], table.action[known], parts, table.n_actions, settings)
        return forecaster.chances(table.values[told])


def _fill(chances: list[Floats], table: FeatureTable, told: Mask, found: Floats) -> None:
    play, row, round_ = table.play[told], table.row[told], table.round[told]
    for number in np.unique(play).tolist():
        here = play == number
        chances[number][row[here], round_[here], : table.n_actions] = found[here]


def _of_choices(values: Sequence[Integers], table: FeatureTable) -> Integers:
    """The value of each choice, from one for every row of each play."""
    starts = np.cumsum([0, *(len(each) for each in values)])
    return np.concatenate(values)[starts[table.play] + table.row]


def _chosen(table: FeatureTable, earlier_matches: bool) -> FeatureTable:
    """The table without what happened in earlier matches, if that is not wanted."""
    if earlier_matches:
        return table
    kept = [place for place, name in enumerate(table.names) if not name.startswith(EARLIER)]
    return table.with_columns(kept)
