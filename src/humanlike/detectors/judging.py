"""Judging anybody's play: match by match and as a whole, with what speaks for people and what against.

A detector that gives reasons (`Detector.judge_seats`) judges any groups of seats of a play: single seats, matches, a
data set; any other judges matches as plays of their own. A detector that knows what it has seen refuses games and
play unlike its training (`familiarity`) rather than guess, and every verdict says how much of the play was in that
training (`trained_on`), and who is taken as independent of whom (`core.units`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import AUTO, BadRequest, Play, Units, UnsuitableGame, find_units
from humanlike.detectors.detector import Floats, SeatNumbers, Verdict
from humanlike.detectors.trained import TrainedDetector
from humanlike.detectors.trained_on import Overlap

Whose = Literal["studied", "machines", "all"]


class JudgedMatch(NamedTuple):
    """The verdict on one match."""

    match: str
    subjects: tuple[str, ...]
    n_rounds: int
    verdict: Verdict
    units: tuple[int, ...]  # of the judged seats: what is redrawn


class JudgedPlay(NamedTuple):
    """The verdict on a data set of one game, and on each of its matches."""

    dataset: str
    game: str
    n_seats: int
    verdict: Verdict
    matches: tuple[JudgedMatch, ...]
    in_training: Overlap
    is_human: bool | None  # whose seats they are, where the play says which are machines'
    units: Units


class Refused(NamedTuple):
    """A play that was not judged, and why."""

    dataset: str
    game: str
    reason: str


def judge_play(judge: TrainedDetector, play: Play, seats: SeatNumbers, unit: str = AUTO) -> JudgedPlay:
    """Judge the `seats` of a play, all together and match by match; refuses what the judge cannot know."""
    if not len(seats):
        raise BadRequest(f"The play of '{play.game.name}' has no seat to judge.")
    judge.check_familiar(play, seats)
    found = find_units([play], unit)
    matches = _matches(judge, play, seats, found.numbers[0])
    whole = _verdicts(judge, play, [seats])[0]
    overlap = judge.trained_on.overlap(play, [each.match for each in matches])
    name, game = dataset_of(play), play.game.name
    return JudgedPlay(name, game, len(seats), whole, matches, overlap, _makers(play, seats), found)


def _matches(
    judge: TrainedDetector, play: Play, seats: SeatNumbers, numbers: npt.NDArray[np.int64]
) -> tuple[JudgedMatch, ...]:
    """The verdict on the judged seats of each match; `numbers` are the units of all rows."""
    places = play.labels("match").take(seats).places()
    units = [seats[rows] for rows in places.values()]
    order, sizes = np.concatenate(units), np.array([len(unit) for unit in units])
    starts = np.cumsum(sizes) - sizes
    rounds = np.logical_or.reduceat(play.actions[order] >= 0, starts, axis=0).sum(axis=1)
    people = list(play.labels("subject").take(order))
    return tuple(
        JudgedMatch(
            match, tuple(people[start : start + size]), n_rounds, verdict, tuple(numbers[unit].tolist())
        )
        for match, start, size, n_rounds, verdict, unit in zip(
            places,
            starts.tolist(),
            sizes.tolist(),
            rounds.tolist(),
            _verdicts(judge, play, units),
            units,
            strict=True,
        )
    )


def _makers(play: Play, seats: SeatNumbers) -> bool | None:
    """Whether people sit on these seats; None where the play marks no machines, or both kinds are judged together."""
    marked, kinds = not play.studied.all(), set(play.studied[seats].tolist())
    return bool(kinds.pop()) if marked and len(kinds) == 1 else None


def dataset_of(play: Play) -> str:
    """What the play's data set is called."""
    return str(play.provenance.get("dataset", "") or play.provenance.get("file", "play"))


def seat_probabilities(judge: TrainedDetector, play: Play) -> Floats:
    """P(human) of every single seat of a play."""
    units = [np.array([seat]) for seat in range(play.n_subjects)]
    return np.array([verdict.probability for verdict in _verdicts(judge, play, units)])


def _verdicts(judge: TrainedDetector, play: Play, units: Sequence[SeatNumbers]) -> list[Verdict]:
    """A verdict on each group of seats; without reasons where the detector gives none."""
    judge_seats = judge.detector.judge_seats
    if judge_seats is not None:
        return list(judge_seats(judge.model, play, units))
    everybody = replace(play, studied=np.ones(play.n_subjects, dtype=np.bool_))  # who is judged is looked at
    parts = [everybody.rows(unit) for unit in units]
    answers = judge.detector.probabilities(judge.model, play.game, parts)
    return [Verdict(float(answer), {}) for answer in answers]


def judge_plays(
    judge: TrainedDetector, plays: Sequence[Play], *, whose: Whose = "studied", unit: str = AUTO
) -> tuple[list[JudgedPlay], list[Refused]]:
    """Judge every play that can be judged; if none can, the first reason is raised."""
    judged: list[JudgedPlay] = []
    refused: list[Refused] = []
    for play in plays:
        seats = np.flatnonzero(play.studied | (whose == "all") if whose != "machines" else ~play.studied)
        try:
            judged.append(judge_play(judge, play, seats, unit))
        except UnsuitableGame as error:
            refused.append(Refused(dataset_of(play), play.game.name, str(error)))
    if not judged and refused:
        raise UnsuitableGame(refused[0].reason)
    return judged, refused


def strongest_terms(
    terms: Mapping[str, float], count: int
) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
    """The features that speak most for people, and those that speak most against, strongest first."""
    ordered = sorted(terms.items(), key=lambda term: term[1])
    speaking_for = [term for term in reversed(ordered) if term[1] > 0][:count]
    against = [term for term in ordered if term[1] < 0][:count]
    return speaking_for, against
