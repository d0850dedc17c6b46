"""Judging anybody's play: match by match and as a whole, with what speaks for people and what against.

A trained model judges any seats of a play together (one seat, a match, a data set); a detector of the catalogue
that needs no training judges matches as plays of their own. A trained model refuses games and play unlike those
it was trained on (`familiarity`) rather than guess.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Play, UnsuitableGame
from humanlike.detectors.detector import Detector, Floats
from humanlike.detectors.features import own_features
from humanlike.detectors.logistic import LogisticModel, Verdict, judge_seats
from humanlike.statistics import units_of

Judge = LogisticModel | Detector
Seats = npt.NDArray[np.int64]
Whose = Literal["studied", "machines", "all"]


class Judged(NamedTuple):
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
    matches: tuple[Judged, ...]


class Refused(NamedTuple):
    """A play that was not judged, and why."""

    dataset: str
    game: str
    reason: str


def judge_play(judge: Judge, play: Play, seats: Seats) -> JudgedPlay:
    """Judge the `seats` of a play, all together and match by match; refuses what the judge cannot know."""
    if not len(seats):
        raise BadRequest(f"The play of '{play.game.name}' has no seat to judge.")
    check_familiar(judge, play, seats)
    units = [seats[rows] for rows in units_of(np.array(play.matches)[seats])]
    whole, single = _verdicts(judge, play, [seats])[0], _verdicts(judge, play, units)
    matches = tuple(
        Judged(
            str(play.matches[unit[0]]),
            tuple(str(play.subjects[seat]) for seat in unit),
            int((play.actions[unit] >= 0).any(axis=0).sum()),
            verdict,
        )
        for unit, verdict in zip(units, single, strict=True)
    )
    return JudgedPlay(dataset_of(play), play.game.name, len(seats), whole, matches)


def dataset_of(play: Play) -> str:
    """What the play's data set is called."""
    return str(play.provenance.get("dataset", "") or play.provenance.get("file", "play"))


def check_familiar(judge: Judge, play: Play, seats: Seats) -> None:
    """Refuse a game, or play, unlike those a trained judge has seen."""
    if isinstance(judge, LogisticModel):
        judge.familiarity.check_game(play.game)
        judge.familiarity.check_play(play.game.name, own_features(play)[seats])


def seat_probabilities(judge: Judge, play: Play) -> Floats:
    """P(human) of every single seat of a play."""
    units = [np.array([seat]) for seat in range(play.n_subjects)]
    return np.array([verdict.probability for verdict in _verdicts(judge, play, units)])


def _verdicts(judge: Judge, play: Play, units: Sequence[Seats]) -> list[Verdict]:
    if isinstance(judge, LogisticModel):
        return [judge_seats(judge, play, unit) for unit in units]
    answers = judge.probabilities(None, play.game, [part_of(play, unit) for unit in units])
    return [Verdict(float(answer), {}) for answer in answers]


def part_of(play: Play, seats: Seats) -> Play:
    """Some seats as a play of their own; what they met is kept even where the other seat is not."""
    return Play(
        play.game,
        play.actions[seats],
        roles=play.roles[seats],
        partners=np.zeros((len(seats), 0), dtype=np.int64),
        situations=play.situations[seats],
        subjects=tuple(play.subjects[seat] for seat in seats),
        matches=tuple(play.matches[seat] for seat in seats),
        sessions=tuple(play.sessions[seat] for seat in seats),
        provenance=play.provenance,
    )


def judge_plays(
    judge: Judge, plays: Sequence[Play], *, whose: Whose = "studied"
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


def strongest(
    terms: Mapping[str, float], count: int
) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
    """The features that speak most for people, and those that speak most against, strongest first."""
    ordered = sorted(terms.items(), key=lambda term: term[1])
    speaking_for = [term for term in reversed(ordered) if term[1] > 0][:count]
    against = [term for term in ordered if term[1] < 0][:count]
    return speaking_for, against
