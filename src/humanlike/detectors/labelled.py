r"""How well a judge does on play whose makers are known: the balanced score of single seats.

With r the probability that a seat is human, z = r for a person's seat and 1 - r for a machine's,

.. math:: \text{balanced} = \tfrac12\Big(\overline{\log z}_{\text{people}} + \overline{\log z}_{\text{machines}}\Big),

in which no constant answer beats log(1/2) = -.693. Intervals redraw units (`core.units`: people, with the machines they
met, where people play several matches), never rounds or seats. People's own guesses about their partners are scored by
the same rule where they exist; they judge machines only, so they have a machine side and no balance.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core import AUTO, BadFile, BadRequest, Play, Streams, Units, find_units
from humanlike.detectors.detector import Floats
from humanlike.detectors.judging import dataset_of, seat_probabilities
from humanlike.detectors.trained import TrainedDetector
from humanlike.statistics import bootstrap, units_of

SURE = 0.8  # what a person's bare guess is taken to be worth, as the paper's detectors that say yes or no


class Estimate(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    lower: float
    upper: float


class LabelledScore(NamedTuple):
    """How a judge did on seats whose makers are known."""

    name: str
    n_people: int  # or whatever the unit is
    n_human_seats: int
    n_machine_seats: int
    balanced_score: Estimate
    human_score: Estimate
    machine_score: Estimate
    balanced_accuracy: Estimate
    unit: str  # what the intervals redraw
    caveat: str  # which way they err


def score_labelled(
    stream: Streams, judge: TrainedDetector, plays: Sequence[Play], unit: str = AUTO
) -> list[LabelledScore]:
    """Scores over all plays together and game by game; rows not studied are machines.

    Intervals redraw `unit`s of all plays together: somebody who played two games is one person in both.
    """
    units = find_units(plays, unit)
    parts = [_seats(judge, play, numbers) for play, numbers in zip(plays, units.numbers, strict=True)]
    names = [f"{dataset_of(play)} {play.game.name}" for play in plays]
    scores = [_score(stream[name], name, part, units) for name, part in zip(names, parts, strict=True)]
    if len(parts) > 1:
        together = _Seats(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
        scores.insert(0, _score(stream["all games"], "all games", together, units))
    return scores


class _Seats(NamedTuple):
    probability: npt.NDArray[np.float64]
    is_human: npt.NDArray[np.bool_]
    unit: npt.NDArray[np.int64]


def _seats(judge: TrainedDetector, play: Play, numbers: npt.NDArray[np.int64]) -> _Seats:
    """Every seat's probability, truth and unit."""
    if play.studied.all() or not play.studied.any():
        raise BadRequest(
            f"The play of '{play.game.name}' does not say which seats are machines': mark them in a 'kind' column."
        )
    judge.check_familiar(play, np.arange(play.n_subjects))
    return _Seats(seat_probabilities(judge, play), play.studied, numbers)


def _score(stream: Streams, name: str, seats: _Seats, units: Units) -> LabelledScore:
    z = np.where(seats.is_human, seats.probability, 1 - seats.probability)
    right = np.where(z == 0.5, 0.5, z > 0.5)
    columns = []
    for mine in (seats.is_human, ~seats.is_human):
        columns += [np.where(mine, np.log(z), 0.0), np.where(mine, right, 0.0), mine.astype(np.float64)]
    sums = np.stack([np.stack(columns, axis=1)[rows].sum(axis=0) for rows in units_of(seats.unit)])
    estimates = _estimates(stream, sums, _extremes(z, seats.is_human, len(sums)))
    n_human = int(seats.is_human.sum())
    counts = (len(sums), n_human, len(z) - n_human)
    return LabelledScore(name, *counts, *estimates, units.unit, units.caveat)


def _estimates(
    stream: Streams, sums: Floats, extremes: Floats
) -> tuple[Estimate, Estimate, Estimate, Estimate]:
    """The four statistics with their intervals; a single unit says nothing about another (NaN)."""
    if len(sums) < 2:
        value, lower, upper = _statistics(sums), np.full(4, np.nan), np.full(4, np.nan)
    else:
        value, lower, upper = _bounded_interval(stream, sums, np.vstack([sums, extremes]), _statistics)
    balanced, human, machine, accuracy = (
        Estimate(*map(float, each)) for each in zip(value, lower, upper, strict=True)
    )
    return balanced, human, machine, accuracy


def _bounded_interval(
    stream: Streams, sums: Floats, extended: Floats, statistics: Callable[[Floats], npt.ArrayLike]
) -> tuple[Floats, Floats, Floats]:
    """Estimates with intervals that redraw units, one that is all wrong and one that is all right among them.

    Few units of which all are right would otherwise be sure that the next is: what has not been seen yet is counted in.
    """
    value, found = np.asarray(statistics(sums), dtype=np.float64), bootstrap(stream, extended, statistics)
    return value, np.minimum(found.lower, value), np.maximum(found.upper, value)


def _extremes(z: Floats, is_human: npt.NDArray[np.bool_], n_units: int) -> Floats:
    """Two units of half the usual size [log score, right, seats, of people and of machines], given all others' answers:
    one on which all of them are wrong, and one on which all are right.
    """
    wrong, right = np.log(np.minimum(z, 1 - z)), np.log(np.maximum(z, 1 - z))
    rows = []
    for scores, share in ((wrong, 0.0), (right, 1.0)):
        kinds = [(scores[mine].sum(), share * mine.sum(), mine.sum()) for mine in (is_human, ~is_human)]
        rows.append(np.concatenate(kinds) / (2 * n_units))
    return np.array(rows)


def _statistics(sums: Floats) -> Floats:
    """Balanced score, human mean, machine mean, balanced accuracy."""
    human_log, human_right, humans, machine_log, machine_right, machines = sums.sum(axis=0)
    human, machine = human_log / max(humans, 1.0), machine_log / max(machines, 1.0)
    accuracy = (human_right / max(humans, 1.0) + machine_right / max(machines, 1.0)) / 2
    return np.array([(human + machine) / 2, human, machine, accuracy])


class GuessScore(NamedTuple):
    """People as detectors of the machines they met."""

    game: str
    n_guesses: int
    machine_accuracy: Estimate
    machine_score: Estimate


def score_guesses(stream: Streams, path: Path) -> list[GuessScore]:
    """People's guesses about partners that were all machines; columns id, game, guess ('human' or not)."""
    try:
        table = pd.read_csv(path, dtype=str, keep_default_na=False)
    except (OSError, UnicodeDecodeError, pd.errors.ParserError, pd.errors.EmptyDataError) as error:
        raise BadFile(f"Cannot read the guesses in '{path}': {error}.") from error
    missing = [column for column in ("id", "game", "guess") if column not in table.columns]
    if missing:
        raise BadFile(f"'{path.name}' lacks {', '.join(missing)}; guesses have the columns id, game, guess.")
    scores = [_score_guesses(stream, "all games", table)]
    return scores + [
        _score_guesses(stream, str(game), part) for game, part in table.groupby("game", sort=True)
    ]


def _score_guesses(stream: Streams, game: str, table: pd.DataFrame) -> GuessScore:
    right = (table["guess"].str.lower() != "human").to_numpy(dtype=np.float64)
    log_z = np.where(right > 0, np.log(SURE), np.log(1 - SURE))
    sums = np.stack(
        [
            np.array([right[rows].sum(), log_z[rows].sum(), len(rows)])
            for rows in units_of(table["id"].to_numpy(dtype=str))
        ]
    )
    size = sums[:, 2].mean() / 2
    extremes = size * np.array([[0.0, np.log(1 - SURE), 1.0], [1.0, np.log(SURE), 1.0]])
    found = _bounded_interval(
        stream[game]["guesses"],
        sums,
        np.vstack([sums, extremes]),
        lambda each: each[:, :2].sum(axis=0) / each[:, 2].sum(),
    )
    estimates = [Estimate(*(float(part[k]) for part in found)) for k in (0, 1)]
    return GuessScore(game, len(table), *estimates)
