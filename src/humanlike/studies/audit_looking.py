"""Everybody is looked at, participants, verified people, suspects and others, by tables that never saw them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import Play, Streams
from humanlike.detectors.cross_evidence import (
    ELSEWHERE,
    CrossEvidence,
    Evidence,
    Integers,
    PersonsPlay,
    cross_evidence,
    deal_folds,
)
from humanlike.detectors.own_moves import knows, learn_side
from humanlike.detectors.tells import Trace, traces
from humanlike.studies.audit_people import Others, persons_elsewhere
from humanlike.studies.audit_reading import Experiment
from humanlike.studies.audit_verdict import Standards, why_unmatched

VERIFIED = "verified people of this study"


class Looked(NamedTuple):
    """Evidence about everybody, and by whom they are judged."""

    evidence: CrossEvidence
    standards: Standards
    unmatched: tuple[str, ...]


def look(
    stream: Streams,
    experiment: Experiment,
    others: Others,
    bodies: Mapping[str, PersonsPlay],
    weights: Mapping[str, float],
) -> Looked:
    """Evidence about participants and suspects, fold by fold; and the standards by which it is read."""
    n_persons = len(experiment.persons)
    participants, verified = experiment.participants, experiment.verified
    n_places = max(
        [n_persons, *(1 + int(each.max(initial=0)) for body in bodies.values() for each in body.whose)]
    )
    n_copies = -(-n_places // n_persons)
    fold = _fold_of_places(deal_folds(stream["folds"], n_persons), n_copies)
    n_places = len(fold)
    known = participants.where(verified) if verified.any() else None
    people = {name: _strangers(plays) for name, plays in others.items()}
    shares = {name: 1 / len(people) for name in people}
    if known is not None:
        people[VERIFIED], shares[VERIFIED] = known, 1.0
    found = cross_evidence(
        {"": participants, **bodies}, people, bodies, fold, human_weights=shares, machine_weights=weights
    )
    unmatched = why_unmatched(
        verified,
        _sat_like(participants, [known] if known is not None else [], n_persons),
        _sat_like(participants, list(bodies.values()), n_persons),
    )
    suspects = {
        name: found.about[name].of(np.ones(n_places, dtype=np.bool_))
        for name in found.sides[0].machine.sources
    }
    judged = _people_elsewhere(stream, experiment, others, bodies, weights) if unmatched else {}
    if verified.any():
        judged[VERIFIED] = found.about[""].of(np.pad(verified, (0, n_places - n_persons)))
    return Looked(found, Standards(judged, suspects), unmatched)


def _fold_of_places(fold: Integers, n_copies: int) -> Integers:
    """Copies of a place go to the next folds: of few participants every fold has some of each suspect."""
    n_folds = max(int(fold.max()) + 1, 2 if n_copies > 1 else 1)
    return np.concatenate([(fold + copy) % n_folds for copy in range(n_copies)])


def _strangers(plays: Sequence[Play]) -> PersonsPlay:
    return PersonsPlay(list(plays), [np.full(play.n_subjects, ELSEWHERE) for play in plays])


def _sat_like(participants: PersonsPlay, bodies: Sequence[PersonsPlay], n_persons: int) -> Any:
    """Of each person whether all rows are in seats in which one of the bodies sat."""
    sides = [learn_side({"": body.plays}) for body in bodies if body.plays]
    fine = np.ones(n_persons, dtype=np.bool_)
    for play, whose in zip(participants.plays, participants.whose, strict=True):
        known = np.any([knows(side, play) for side in sides] or [np.zeros(len(whose), np.bool_)], axis=0)
        fine[whose[~known]] = False
    return fine


def _people_elsewhere(
    stream: Streams,
    experiment: Experiment,
    others: Others,
    bodies: Mapping[str, PersonsPlay],
    weights: Mapping[str, float],
) -> dict[str, Evidence]:
    """Evidence about people of other studies by tables without their study (of one study alone: without their fold)."""
    if not others:
        return {}
    parts, study = persons_elsewhere(others, experiment)
    fold = study if len(others) > 1 else deal_folds(stream["elsewhere"], len(study))
    machines = {name: _strangers(body.plays) for name, body in bodies.items()}
    everybody = PersonsPlay(
        [p for body in parts.values() for p in body.plays], [w for body in parts.values() for w in body.whose]
    )
    found = cross_evidence(
        {"": everybody},
        parts,
        machines,
        fold,
        human_weights=dict.fromkeys(parts, 1.0),
        machine_weights=weights,
    )
    return {name: found.about[""].of(study == place) for place, name in enumerate(others)}


def all_traces(experiment: Experiment, evidence: CrossEvidence) -> tuple[Trace, ...]:
    """What each participant's matches gave away, by the tables of the own fold."""
    participants, found = experiment.participants, dict[int, Trace]()
    for number, sides in enumerate(evidence.sides):
        found |= traces(sides, participants.where(evidence.fold == number))
    return tuple(found[person] for person in range(len(experiment.persons)))
