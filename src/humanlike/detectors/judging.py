"""Judging anybody's play: match by match and as a whole, with what speaks for people and what against.

A detector that gives reasons (`Detector.judge_seats`) judges any seats of a play together: one seat, a match, a data
set; any other judges matches as plays of their own. A detector that knows what it has seen refuses games and play
unlike its training (`familiarity`) rather than guess, and every verdict says how much of the play was in that
training (`trained_on`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np

from humanlike.core import BadRequest, Play, UnsuitableGame
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


class JudgedPlay(NamedTuple):
    """The verdict on a data set of one game, and on each of its matches."""

    dataset: str
    game: str
    n_seats: int
    verdict: Verdict
    matches: tuple[JudgedMatch, ...]
    in_training: Overlap


class Refused(NamedTuple):
    """A play that was not judged, and why."""

    dataset: str
    game: str
    reason: str


def judge_play(judge: TrainedDetector, play: Play, seats: SeatNumbers) -> JudgedPlay:
    """Judge the `seats` of a play, all together and match by match; refuses what the judge cannot know."""
    if not len(seats):
        raise BadRequest(f"The play of '{play.game.name}' has no seat to judge.")
    judge.check_familiar(play, seats)
    units = [seats[rows] for rows in play.labels("match").take(seats).places().values()]
    whole, single = _verdicts(judge, play, [seats])[0], _verdicts(judge, play, units)
    matches = tuple(
        JudgedMatch(
            str(play.matches[unit[0]]),
            tuple(str(play.subjects[seat]) for seat in unit),
            int((play.actions[unit] >= 0).any(axis=0).sum()),
            verdict,
        )
        for unit, verdict in zip(units, single, strict=True)
    )
    return JudgedPlay(
        dataset_of(play), play.game.name, len(seats), whole, matches, judge.trained_on.overlap(play, seats)
    )


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
        return [judge_seats(judge.model, play, unit) for unit in units]
    everybody = replace(play, studied=np.ones(play.n_subjects, dtype=np.bool_))  # who is judged is looked at
    parts = [everybody.rows(unit) for unit in units]
    answers = judge.detector.probabilities(judge.model, play.game, parts)
    return [Verdict(float(answer), {}) for answer in answers]


def judge_plays(
    judge: TrainedDetector, plays: Sequence[Play], *, whose: Whose = "studied"
) -> tuple[list[JudgedPlay], list[Refused]]:
    """Judge every play that can be judged; if none can, the first reason is raised."""
    judged: list[JudgedPlay] = []
    refused: list[Refused] = []
    for play in plays:
        seats = np.flatnonzero(play.studied | (whose == "all") if whose != "machines" else ~play.studied)
        try:
            judged.append(judge_play(judge, play, seats))
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
