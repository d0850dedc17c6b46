"""A detector: plays in, for each the probability that people made it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play

Scope = Literal["one play at a time", "the whole set"]
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

    def probabilities(self, model: Any, game: Game, plays: Sequence[Play]) -> Floats:
        """P(human) for each play, checked; a detector of single plays is shown them one by one."""
        if self.fit is not None and model is None:
            raise BadRequest(f"Detector '{self.name}' must be trained before it can judge.")
        if self.looks_at == "the whole set":
            answers = np.asarray(self.judge(model, game, plays), dtype=np.float64)
        else:
            answers = np.array([float(self.judge(model, game, [play])[0]) for play in plays])
        if answers.shape != (len(plays),) or not np.all((answers >= 0) & (answers <= 1)):
            raise BadRequest(f"Detector '{self.name}' must answer each play with a probability from 0 to 1.")
        return answers
