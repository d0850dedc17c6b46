"""A stranger's program as a detector: shown one play at a time, each in a fresh sandbox.

One with a command `train` has a `fit` whose model is the files the program left (`LearnedModel`). A training that fails
raises `EntryFailed`; who would rather have marks than an error keeps its ending in the place of the model, and every
answer then fails with it.

A program that fails on a play leaves a mark; the one half beside it is no answer and is not scored as one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play
from humanlike.detectors.detector import ALL_FILES, ONE_FILE, Detector, File
from humanlike.detectors.first import members_of
from humanlike.programs import (
    Ending,
    EntryFailed,
    LearnedModel,
    Limits,
    Program,
    detect,
    detect_file,
    program_from_entry,
    teach,
)

ANSWER_OF_THE_FAILING = 0.5


@dataclass(frozen=True)
class DetectorProgram:
    """Calls the program once for each play; can be sent to other processes."""

    program: Program

    def __call__(
        self, model: LearnedModel | Ending | None, game: Game, plays: Sequence[Play]
    ) -> npt.NDArray[np.float64]:
        """P(human) for each play; raises `EntryFailed` at the first the program fails on, or has failed to learn."""
        if isinstance(model, Ending):
            raise EntryFailed(self.program.name, model)
        if self.program.entry.description.reads == "all games":  # each play is a file of one game then
            return np.array([detect_file(self.program, [play])[0] for play in plays])
        return np.array([detect(self.program, game, play, model)[0] for play in plays])


@dataclass(frozen=True)
class FileProgram:
    """Calls the program once for each file with all games; can be sent to other processes."""

    program: Program

    def __call__(self, model: None, files: Sequence[File]) -> npt.NDArray[np.float64]:
        """P(human) for each file; raises `EntryFailed` at the first the program fails on."""
        return np.array([detect_file(self.program, file)[0] for file in files])


@dataclass(frozen=True)
class LearningProgram:
    """Lets the program learn; can be sent to other processes."""

    program: Program

    def __call__(self, plays: Sequence[Play], is_human: npt.NDArray[np.bool_]) -> LearnedModel:
        """The files it left; raises `EntryFailed` if it fails."""
        return teach(self.program, plays, is_human)[0]


def detector_from_entry(path: Path | str, limits: Limits | None = None, *, trust: bool = False) -> Detector:
    """The detector program in the directory `path`, run within `limits`."""
    program = program_from_entry(path, limits, trust=trust)
    program.entry.require("detector")
    about = program.entry.description
    sees_files = about.reads == "all games"
    return Detector(
        about.name,
        DetectorProgram(program),
        None if about.train is None else LearningProgram(program),
        looks_at=ONE_FILE if sees_files else "one play at a time",
        author=about.author,
        description=about.description,
        document_of=partial(_refuse_to_save, about.name),
        judge_files=FileProgram(program) if sees_files else None,
    )


def is_program(detector: Detector) -> bool:
    """Whether a detector is a stranger's program, or a combination that asks one."""
    return any(isinstance(each.judge, DetectorProgram) for each in members_of(detector))


def _refuse_to_save(name: str, model: Any) -> Any:
    raise BadRequest(
        f"Detector '{name}' is a program: it can judge but not be saved; its entry directory is all there is of it."
    )


def probabilities_and_marks(
    detector: Detector, model: Any, game: Game, plays: Sequence[Play]
) -> tuple[npt.NDArray[np.float64], list[Ending | None]]:
    """P(human) for each play, and the ending beside every answer that a failing program did not give.

    Any detector may be asked; one that looks at the whole set fails, if it does, on the whole set.
    """
    together = detector.looks_at == "the whole set"
    return _answers_and_endings(partial(detector.probabilities, model, game), plays, together)


def file_probabilities_and_marks(
    detector: Detector, files: Sequence[File]
) -> tuple[npt.NDArray[np.float64], list[Ending | None]]:
    """P(human) for each file with all games, and the ending beside every answer that a failing program did not give."""
    return _answers_and_endings(detector.file_probabilities, files, detector.looks_at == ALL_FILES)


def _answers_and_endings(
    ask: Callable[[Sequence[Any]], npt.NDArray[np.float64]], shown: Sequence[Any], together: bool
) -> tuple[npt.NDArray[np.float64], list[Ending | None]]:
    """What is answered to everything shown, `together` or one by one."""
    answers = np.full(len(shown), ANSWER_OF_THE_FAILING)
    endings: list[Ending | None] = [None] * len(shown)
    pieces = [slice(0, len(shown))] if together else [slice(index, index + 1) for index in range(len(shown))]
    for piece in pieces:
        try:
            answers[piece] = ask(shown[piece])
        except EntryFailed as error:
            endings[piece] = [error.ending] * len(shown[piece])
    return answers, endings
