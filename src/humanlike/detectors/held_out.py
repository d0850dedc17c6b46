"""Scores by models that never saw the study, the family or the game of what they score: what calibration rests on.

Circles of kin (`sources`: studies of people; machines that share a rule, directly or through mixtures) are dealt into
three parts within each class, games into three; a block of one part of each is scored by a model trained on neither. A
class of a single circle is divided by its sources instead, or if it has only one by its plays, and its scores flatter
(`TrainedOn.caveat` says so); a single game cannot be left out. Blocks without both classes to train on go unscored.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Play
from humanlike.detectors.calibration import HeldOutScores
from humanlike.detectors.detector import Floats
from humanlike.detectors.linear import LinearModel, balanced_weights
from humanlike.detectors.sources import Source, circles_of_kin
from humanlike.games import game_digest

PARTS = 3
LEAST_PLAYS = 2  # of each class
Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


class TrainingRows(NamedTuple):
    """Training rows: features with, for each row, the play, class, source, circle of kin and game it belongs to."""

    features: Floats
    plays: Integers
    is_human: Booleans
    sources: Integers
    circles: Integers
    games: Integers

    def take(self, where: Booleans | Integers) -> "TrainingRows":
        """Some of the rows."""
        return TrainingRows(
            self.features[where],
            self.plays[where],
            self.is_human[where],
            self.sources[where],
            self.circles[where],
            self.games[where],
        )

    @property
    def groups(self) -> Integers:
        """A number for each combination of source and game."""
        return self.sources * (int(self.games.max(initial=0)) + 1) + self.games


FitToRows = Callable[[TrainingRows], LinearModel]


def training_rows(
    plays: Sequence[Play],
    is_human: npt.ArrayLike,
    features: Callable[[Play], Floats],
    sources: Sequence[Source],
) -> TrainingRows:
    """Rows of features of all plays; refuses material that cannot train anything."""
    human = np.asarray(is_human, dtype=np.bool_)
    if len(human) != len(plays) or len(sources) != len(plays):
        raise BadRequest(f"{len(plays)} plays need as many labels and sources.")
    if min(int(human.sum()), int((~human).sum())) < LEAST_PLAYS:
        raise BadRequest(
            f"Training needs at least {LEAST_PLAYS} plays by people and {LEAST_PLAYS} by machines; "
            f"there are {int(human.sum())} and {int((~human).sum())}."
        )
    blocks = [features(play) for play in plays]
    index = np.repeat(np.arange(len(plays)), [len(block) for block in blocks])
    numbers = _numbers([f"{kind}\x1f{source.name}" for kind, source in zip(human, sources, strict=True)])
    circles = circles_of_kin(sources)
    games = _numbers([game_digest(play.game).hex() for play in plays])
    return TrainingRows(
        np.concatenate(blocks), index, human[index], numbers[index], circles[index], games[index]
    )


def _numbers(labels: Sequence[str]) -> Integers:
    return np.unique(np.array(labels), return_inverse=True)[1].astype(np.int64)


def held_out_scores(rows: TrainingRows, fit: FitToRows) -> HeldOutScores:
    """Scores of single seats and of whole plays, one after the other, each kind with half the weight."""
    scores = np.full(len(rows.plays), np.nan)
    for tested, trained in _blocks(rows):
        scores[tested] = fit(rows.take(trained)).log_odds(rows.features[tested])
    known = np.isfinite(scores)
    if not known.any():
        return HeldOutScores(np.zeros(0), np.zeros(0, np.int64), np.zeros(0, np.bool_), np.zeros(0))
    seats, scores = rows.take(known), scores[known]
    _, first, play, count = np.unique(seats.plays, return_index=True, return_inverse=True, return_counts=True)
    by_play = np.bincount(play, weights=scores) / count
    whole = seats.take(first.astype(np.int64))
    return HeldOutScores(
        np.concatenate([scores, by_play]),
        np.concatenate([np.ones(len(scores), dtype=np.int64), count]),
        np.concatenate([seats.is_human, whole.is_human]),
        np.concatenate([balanced_weights(each.is_human, each.groups) for each in (seats, whole)]),
    )


def _blocks(rows: TrainingRows) -> Iterator[tuple[Booleans, Booleans]]:
    """Which rows are tested and which train, block by block."""
    source_part = np.zeros(len(rows.plays), dtype=np.int64)
    for label in (False, True):
        here = rows.is_human == label
        levels = [each[here] for each in (rows.circles, rows.sources, rows.plays)]
        source_part[here] = _parts(next((each for each in levels if len(np.unique(each)) > 1), levels[-1]))
    game_part = _parts(rows.games)
    for part in range(PARTS):
        for game in range(int(game_part.max()) + 1):
            tested = (source_part == part) & (game_part == game)
            trained = source_part != part
            if game_part.max() > 0:
                trained &= game_part != game
            human = rows.is_human[trained]
            if tested.any() and human.any() and not human.all():
                yield tested, trained


def _parts(numbers: Integers) -> Integers:
    """Deal what is numbered into parts."""
    return np.unique(numbers, return_inverse=True)[1].astype(np.int64) % PARTS
