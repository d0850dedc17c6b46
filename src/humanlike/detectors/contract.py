"""What every detector promises, checked on small plays: for those who bring their own.

A detector has a name, a `judge(model, game, plays)` that answers each play with a probability from 0 to 1, the same
each time it is asked, and perhaps a `fit(plays, is_human)` that learns from labelled plays. It may refuse a game with
`UnsuitableGame`.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, get_args

import numpy as np
import numpy.typing as npt

from humanlike.core import BrokenContract, Game, Play, Streams, UnsuitableGame, attempt
from humanlike.detectors.detector import Detector, Floats, Scope
from humanlike.detectors.program import is_program
from humanlike.games import GAMES

GAMES_TRIED: Final = (GAMES["chicken"], GAMES["rock-paper-scissors"])
PLAYS_OF_EACH: Final = 6  # by people, and as many by machines, in each game: enough for cross-validation
N_PAIRS, N_ROUNDS = 2, 12


def check_detector(detector: object) -> Detector:
    """`detector`, if it keeps what detectors promise; else `BrokenContract` says what it does not."""
    if not isinstance(detector, Detector):
        raise BrokenContract(
            f"A {type(detector).__name__} is no detector; make one with Detector(name, judge, fit)."
        )
    _check_fields(detector)
    if is_program(detector):
        return detector  # `humanlike entry check` is the contract of programs
    model = None
    if detector.fit is not None:
        model = _trained(detector, detector.fit)
    for game in GAMES_TRIED:
        try:
            _check_answers(detector, model, game)
        except UnsuitableGame:
            continue
    _check_files(detector)
    return detector


def _check_fields(detector: Detector) -> None:
    if not isinstance(detector.name, str) or not detector.name.strip():
        raise BrokenContract(f"A detector needs a name, a text that is not empty, not {detector.name!r}.")
    for field in ("judge", "fit", "judge_seats", "check_familiar", "document_of", "model_of", "judge_files"):
        value = getattr(detector, field)
        if not callable(value) and (field == "judge" or value is not None):
            raise BrokenContract(
                f"Detector '{detector.name}': {field} must be a function, not {value!r:.60}."
            )
    if detector.looks_at not in get_args(Scope):
        raise BrokenContract(
            f"Detector '{detector.name}': looks_at is one of {', '.join(map(repr, get_args(Scope)))}, "
            f"not {detector.looks_at!r}."
        )
    if detector.sees_files and (detector.judge_files is None or detector.fit is not None):
        raise BrokenContract(
            f"Detector '{detector.name}' looks at {detector.looks_at}: it needs judge_files and learns nothing; "
            "make one with detector_of_files(name, judge_files)."
        )


def _trained(detector: Detector, fit: Any) -> Any:
    what = f"Detector '{detector.name}': fit(plays, is_human)"
    try:
        model = attempt(what, fit, *_material(GAMES_TRIED))
    except UnsuitableGame:
        model = attempt(what, fit, *_material(GAMES_TRIED[:1]))
    if model is None:
        raise BrokenContract(f"{what} must return a model, not None.")
    return model


def _material(games: Sequence[Game]) -> tuple[list[Play], npt.NDArray[np.bool_]]:
    plays = [play for game in games for play in small_plays(game)]
    return plays, np.array([play.provenance["source"].startswith("people") for play in plays])


def _check_answers(detector: Detector, model: Any, game: Game) -> None:
    what = f"Detector '{detector.name}': judge(model, game, plays) on '{game.name}'"
    plays = small_plays(game)
    _check_numbers(what, partial(detector.judge, model, game, plays), len(plays), "plays")


def _check_files(detector: Detector) -> None:
    """Whole files are answered as they should be, by who judges them."""
    what = f"Detector '{detector.name}': judge_files(model, files)"
    files = list(zip(*(small_plays(game) for game in GAMES_TRIED), strict=True))
    if detector.judge_files is not None:
        _check_numbers(what, partial(detector.judge_files, None, files), len(files), "files")


def _check_numbers(what: str, ask: Callable[[], Any], count: int, asked: str) -> None:
    """A probability for each, twice the same."""
    first, again = (_numbers(what, attempt(what, ask)) for _ in range(2))
    for given in (first, again):
        if given.shape != (count,):
            raise BrokenContract(
                f"{what} must answer {count} {asked} with an array of shape ({count},), not {given.shape}."
            )
        wrong = given[~((given >= 0) & (given <= 1))]
        if len(wrong):
            raise BrokenContract(f"{what} must answer with probabilities from 0 to 1, not {wrong[0]:g}.")
    if not np.array_equal(first, again):
        raise BrokenContract(f"{what} must answer the same when asked again; draw no fresh random numbers.")


def _numbers(what: str, answers: Any) -> Floats:
    try:
        return np.asarray(answers, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise BrokenContract(f"{what} must return numbers, not {answers!r:.60}.") from error


def small_plays(game: Game) -> Sequence[Play]:
    """A few plays of nobody's: half by "people" who often repeat themselves, half by "machines" who choose blindly."""
    plays = []
    for kind, longer in (("people", 1), ("machines", 2)):
        for number in range(PLAYS_OF_EACH):
            generator = Streams(0)["contract"][game.name][kind][str(number)].generator()
            most = np.resize(game.n_actions, N_PAIRS * game.n_players)[:, None]
            actions = generator.integers(0, most, size=(len(most), N_ROUNDS + longer * number))
            for round_ in range(1, actions.shape[1]):
                stays = (generator.random(len(most)) < 0.6) & (kind == "people")
                actions[stays, round_] = actions[stays, round_ - 1]
            plays.append(Play(game, actions, provenance={"source": f"{kind} {number}"}))
    return plays
