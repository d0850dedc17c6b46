"""A detector: plays in, for each the probability that people made it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play

Scope = Literal["one play at a time", "the whole set", "all games in one file", "all files together"]
ONE_FILE: Final = "all games in one file"
ALL_FILES: Final = "all files together"
File = Sequence[Play]  # what one source played, in the order of the games
Floats = npt.NDArray[np.float64]
SeatNumbers = npt.NDArray[np.int64]


class Verdict(NamedTuple):
    """P(human) of some seats taken together, and what each feature adds to its log odds."""

    probability: float
    terms: Mapping[str, float]


@dataclass(frozen=True)
class Detector:
    """A named way of telling man from machine; `author` is who answers for it.

    `judge(model, game, plays)` returns P(human) for each play at even prior odds. A detector without
    `fit` needs no training and is given None for a model; one with `fit(plays, is_human) -> model` is
    trained on plays that never include the study, game or family it is tested on. One that has
    to compare plays with each other says so in `looks_at`; the rule of the tournament is one at a time.

    A detector may offer more: `judge_seats(model, play, units)` gives a verdict with reasons on each group of
    seats of a play; `check_familiar(model, play, seats)` raises `UnsuitableGame` for play unlike its training;
    `judge_files(model, files)` gives P(human) for whole files, all that a source played in all games (`files`);
    `document_of(model)` and `model_of(document)` write its model as JSON where the plain form will not do.
    """

    name: str
    judge: Callable[[Any, Game, Sequence[Play]], Floats]
    fit: Callable[[Sequence[Play], npt.NDArray[np.bool_]], Any] | None = None
    looks_at: Scope = "one play at a time"
    author: str = "humanlike"
    description: str = ""
    judge_seats: Callable[[Any, Play, Sequence[SeatNumbers]], Sequence[Verdict]] | None = None
    check_familiar: Callable[[Any, Play, SeatNumbers], None] | None = None
    document_of: Callable[[Any], Any] | None = None
    model_of: Callable[[Any], Any] | None = None
    judge_files: Callable[[Any, Sequence[File]], Floats] | None = None

    @property
    def sees_files(self) -> bool:
        """Whether it is shown files with all games and not single plays."""
        return self.looks_at in (ONE_FILE, ALL_FILES)

    def probabilities(self, model: Any, game: Game, plays: Sequence[Play]) -> Floats:
        """P(human) for each play, checked; a detector of single plays is shown them one by one."""
        if self.fit is not None and model is None:
            raise BadRequest(f"Detector '{self.name}' must be trained before it can judge.")
        if self.looks_at == "the whole set":
            answers = np.asarray(self.judge(model, game, plays), dtype=np.float64)
        else:
            answers = np.array([float(self.judge(model, game, [play])[0]) for play in plays])
        return self._checked(answers, len(plays), "play")

    def file_probabilities(self, files: Sequence[File]) -> Floats:
        """P(human) for each file, checked; shown one by one unless the detector compares them."""
        if self.judge_files is None:
            raise BadRequest(f"Detector '{self.name}' judges single plays, not files with all games.")
        if self.looks_at == ALL_FILES:
            answers = np.asarray(self.judge_files(None, files), dtype=np.float64)
        else:
            answers = np.array([float(self.judge_files(None, [file])[0]) for file in files])
        return self._checked(answers, len(files), "file")

    def _checked(self, answers: Floats, count: int, what: str) -> Floats:
        if answers.shape != (count,) or not np.all((answers >= 0) & (answers <= 1)):
            raise BadRequest(
                f"Detector '{self.name}' must answer each {what} with a probability from 0 to 1."
            )
        return answers
