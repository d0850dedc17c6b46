"""Matched: people and GPT-4 in the same games of one study, every person and the machine they met held out together."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Play, Streams
from humanlike.datasets import find_data, read_plays
from humanlike.detectors.conduct_boosting import boosted_log_odds
from humanlike.detectors.detector import Floats
from humanlike.detectors.distinct_seats import first_rounds
from humanlike.detectors.known_seats import Booleans, KnownBody, KnownSeats
from humanlike.detectors.stacking import fit_stack
from humanlike.statistics import units_of
from results.studies.told_apart import area, bits, over_units, reliability

DATA_SET = "akata-human-vs-gpt4"
FOLDS = 10
STREAM = Streams(17)["telling apart"]["matched"]
ROUNDS = (2, 5)  # and all ten
SHUFFLES = 5


class Answers(NamedTuple):
    """What was said of every seat by models that had not met its person."""

    is_human: Booleans
    person: npt.NDArray[np.str_]
    form: npt.NDArray[np.str_]
    evidence: Floats
    boosting: Floats
    stacked: Floats  # calibrated log odds of single seats
    pooled: Floats  # calibrated log odds of all seats of the same player


def matched_bodies(n_rounds: int = 10) -> list[KnownBody]:
    """People and machines of the study, game by game; the person names the group of both."""
    return [
        body for play in read_plays(find_data(DATA_SET)) for body in _bodies(first_rounds(play, n_rounds))
    ]


def _bodies(play: Play) -> list[KnownBody]:
    match, subject = (np.array(list(play.labels(by))) for by in ("match", "subject"))
    person_of = dict(zip(match[play.studied], subject[play.studied], strict=True))
    person = np.array([person_of[each] for each in match])
    found = []
    for human in (True, False):
        rows = np.flatnonzero(play.studied == human)
        part = replace(play.rows(rows), studied=np.ones(len(rows), dtype=np.bool_), kinds=())
        kind = "person" if human else "machine"
        players = [f"{kind} {each}" for each in person[rows]]
        found.append(KnownBody(part, human, "people" if human else "gpt-4", list(person[rows]), players))
    return found


def answers(bodies: list[KnownBody], passed_over: int = 0) -> Answers:
    """Ten folds by person; weights and calibration of each fold are learned in parts of the other nine."""
    seats = KnownSeats(tuple(bodies), most_kinds=1, passed_over=passed_over)
    people, number = np.unique(seats.group, return_inverse=True)
    fold = (STREAM["folds"].generator().permutation(len(people)) % FOLDS)[number.reshape(-1)]
    columns = np.zeros((4, len(fold)))
    for each in range(FOLDS):
        tested, stack = fold == each, fit_stack(seats, fold != each)
        scores = stack.scores(seats)
        columns[0, tested] = seats.evidence(fold != each)[tested]
        columns[1, tested] = boosted_log_odds(stack.boosting, seats.features, seats.form)[tested]
        columns[2, tested] = _log_odds(stack.calibration.probabilities(scores, np.ones(len(fold))))[tested]
        for rows in units_of(np.where(tested, seats.player, "")):
            if tested[rows].all():
                columns[3, rows] = _log_odds(stack.calibration.probabilities(scores[rows].mean(), len(rows)))
    return Answers(seats.is_human, seats.group, seats.form, *columns)


def _log_odds(probability: Floats) -> Floats:
    return np.asarray(np.log(probability) - np.log1p(-probability))


def matched_document() -> dict[str, Any]:
    """All figures."""
    whole = answers(matched_bodies())
    later = answers(matched_bodies(), passed_over=1)
    games = dict(zip(("prisoner's dilemma", "battle of the sexes"), dict.fromkeys(whole.form), strict=True))
    return {
        "games": {
            name: {
                "evidence": _figures(whole, whole.evidence, whole.form == form, name),
                "evidence, without round 1": _figures(later, later.evidence, later.form == form, name),
                "boosting": _figures(whole, whole.boosting, whole.form == form, name),
                "stacked": _figures(whole, whole.stacked, whole.form == form, name),
            }
            for name, form in games.items()
        },
        "person": _by_person(whole),
        "rounds": [
            *(_of_rounds(n_rounds, answers(matched_bodies(n_rounds))) for n_rounds in ROUNDS),
            _of_rounds(10, whole),
        ],
        "seats": _of_seats(whole),
        "reliability": {
            "single seats": reliability(1 / (1 + np.exp(-whole.stacked)), whole.is_human),
            "both games": _reliability_of_persons(whole),
        },
        "shuffled": [_shuffled(number) for number in range(SHUFFLES)],
        "same kind": _same_kind(),
    }


def _figures(found: Answers, log_odds: Floats, where: Booleans, name: str) -> dict[str, Any]:
    given = log_odds[where], found.is_human[where], found.person[where]
    return {
        "area": over_units(STREAM[name]["area"], area, *given),
        "bits": over_units(STREAM[name]["bits"], bits, *given),
        "seats": int(where.sum()),
    }


def _by_person(found: Answers) -> dict[str, Any]:
    """One row for each player with both games: the stack's pooled answer and the summed evidence."""
    pooled, evidence, human, person = _players(found)
    rows = np.ones(len(human), dtype=np.bool_)
    together = found._replace(is_human=human, person=person)
    return {
        "stacked": _figures(together, pooled, rows, "both games"),
        "evidence": _figures(together, evidence, rows, "both games, evidence"),
    }


def _players(found: Answers) -> tuple[Floats, Floats, Booleans, npt.NDArray[np.str_]]:
    key = np.char.add(np.where(found.is_human, "person ", "machine "), found.person)
    units = [rows for rows in units_of(key) if len(rows) == 2]
    first = np.array([rows[0] for rows in units])
    evidence = np.array([found.evidence[rows].sum() for rows in units])
    return found.pooled[first], evidence, found.is_human[first], found.person[first]


def _reliability_of_persons(found: Answers) -> dict[str, Any]:
    pooled, _, human, _ = _players(found)
    return reliability(1 / (1 + np.exp(-pooled)), human)


def _of_rounds(n_rounds: int, found: Answers) -> dict[str, Any]:
    pooled, _, human, _ = _players(found)
    return {
        "rounds": n_rounds,
        "evidence": {
            form: area(found.evidence[where], found.is_human[where]) for form, where in _forms(found)
        },
        "stacked": {form: area(found.stacked[where], found.is_human[where]) for form, where in _forms(found)},
        "person": {"area": area(pooled, human), "bits": bits(pooled, human)},
    }


def _forms(found: Answers) -> list[tuple[str, Booleans]]:
    names = dict(zip(dict.fromkeys(found.form), ("prisoner's dilemma", "battle of the sexes"), strict=True))
    return [(name, found.form == form) for form, name in names.items()]


def _of_seats(found: Answers) -> list[dict[str, Any]]:
    """Areas where several seats of one kind are judged together, by their mean stacked log odds."""
    generator = STREAM["seats"].generator()
    rows = []
    for n_seats in (1, 2, 4, 8, 16):
        means, human = [], []
        for kind in (True, False):
            own = found.stacked[found.is_human == kind]
            means.append([own[generator.permutation(len(own))[:n_seats]].mean() for _ in range(400)])
            human.append(np.full(400, kind))
        rows.append({"seats": n_seats, "area": area(np.concatenate(means), np.concatenate(human))})
    return rows


def _shuffled(number: int) -> float:
    """The area where person and machine are named by a coin, in each match: what this way finds in nothing."""
    plays = [first_rounds(play, 10) for play in read_plays(find_data(DATA_SET))[:1]]
    generator = STREAM["shuffle"][str(number)].generator()
    bodies = []
    for play in plays:
        match = play.labels("match").numbers()
        swapped = generator.integers(2, size=int(match.max()) + 1)[match] == 1
        bodies += _named_by(play, play.studied ^ swapped)
    found = answers(bodies)
    return area(found.stacked, found.is_human)


def _named_by(play: Play, human: Booleans) -> list[KnownBody]:
    match = np.array(list(play.labels("match")))
    found = []
    for kind in (True, False):
        rows = np.flatnonzero(human == kind)
        part = replace(play.rows(rows), studied=np.ones(len(rows), dtype=np.bool_), kinds=())
        players = [f"{kind} {each}" for each in match[rows]]
        found.append(KnownBody(part, kind, "one" if kind else "other", list(match[rows]), players))
    return found


def _same_kind() -> dict[str, float]:
    """People of one condition against people of the other, and GPT-4 likewise: both halves are of one kind."""
    found = {}
    for kind, human in (("people", True), ("GPT-4", False)):
        play = first_rounds(read_plays(find_data(DATA_SET))[0], 10)
        own = play.rows(np.flatnonzero(play.studied == human))
        session = np.array(list(own.labels("session")))
        answered = answers(_named_by(own, session == np.unique(session)[0]))
        found[kind] = area(answered.stacked, answered.is_human)
    return found
