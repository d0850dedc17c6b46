"""Detectors of files: all that one source played, in all games, before them at once; one probability for all of it.

So was the tournament first held (Arifovic, McKelvey & Pevnitskaya 2006, note 15): each file had the data of all eight
games, and a detector needed to say nothing of single games. It may then go by those games it knows something about, or
by what somebody does in one game and in another. Today's rule asks about every game; such detectors can therefore only
enter tournaments with all games in one file.

A file is a sequence of plays, of one maker, in the order of the tournament's games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from humanlike.core import Game, Play
from humanlike.detectors.detector import ALL_FILES, ONE_FILE, Detector, File, Floats

JudgeFiles = Callable[[Any, Sequence[File]], Floats]


@dataclass(frozen=True)
class OneGameFiles:
    """What a detector of files says of single plays, each a file of one game; can be sent to other processes."""

    judge_files: JudgeFiles

    def __call__(self, model: Any, game: Game, plays: Sequence[Play]) -> Floats:
        """P(human) for each play."""
        return np.asarray(self.judge_files(model, [(play,) for play in plays]), dtype=np.float64)


def detector_of_files(
    name: str,
    judge_files: JudgeFiles,
    *,
    compares: bool = False,
    author: str = "humanlike",
    description: str = "",
) -> Detector:
    """A detector with `judge_files(model, files)`, P(human) for each file; one that `compares` is shown all at once.

    It learns nothing, and `model` is None: whoever has seen a file has seen every game, so that none would be left to
    learn from without it.
    """
    return Detector(
        name,
        OneGameFiles(judge_files),
        looks_at=ALL_FILES if compares else ONE_FILE,
        author=author,
        description=description,
        judge_files=judge_files,
    )
