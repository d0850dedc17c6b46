"""Unseen: people and language models of studies, laboratories and families of which nothing was in training.

For every pair of a human study and a machine study a stack is trained on all the rest: neither study, nor another of
their laboratories, nor any model of the families tested. Weights and calibration are learned by leaving out, inside
that rest, in the same way. Beside it the milder rule of earlier work: only the two laboratories are left out.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import Streams
from humanlike.detectors.detector import Floats
from humanlike.detectors.known_seats import Booleans, KnownBody, KnownSeats
from humanlike.detectors.stacking import fit_stack
from results.studies.dilemma_material import dilemma_bodies
from results.studies.told_apart import area, bits, over_two, reliability

STREAM = Streams(17)["telling apart"]["unseen"]
SHUFFLES = 40
FEWEST = 30  # seats of a source that is told from another of its kind


class Pair(NamedTuple):
    """What was said of the seats of one human study and one machine study."""

    machines: str
    people: str
    is_human: Booleans
    evidence: Floats
    stacked: Floats  # calibrated log odds


def unseen_document() -> dict[str, Any]:
    """All figures."""
    distinct, raw = (dilemma_bodies(distinct=each) for each in (True, False))
    found = told_pairs(distinct, [], strict=True)
    milder = told_pairs(distinct, [], strict=False)
    with_copies = told_pairs(distinct, raw, strict=True)
    milder_copies = told_pairs(distinct, raw, strict=False)
    return {
        "strict": {"distinct": _figures("strict", found), "raw": _figures("strict raw", with_copies)},
        "milder": {"distinct": _figures("milder", milder), "raw": _figures("milder raw", milder_copies)},
        "pairs": _listed(found),
        "reliability": _reliability(found),
        "shuffled": _shuffled(distinct),
        "same kind": _same_kind(distinct),
        "seats": {str(body.source): body.play.n_subjects for body in distinct},
    }


def study_of(body: KnownBody) -> str:
    """The study of a source."""
    return body.source.partition("/")[0]


def told_pairs(bodies: list[KnownBody], tested: list[KnownBody], *, strict: bool) -> list[Pair]:
    """Every pair of studies, told apart by what the rest teaches; `tested` seats stand in for those of `bodies`."""
    seats = KnownSeats((*bodies, *tested))
    in_training = seats.body < len(bodies)
    testable = ~in_training if tested else in_training
    study = np.array([study_of(body) for body in seats.bodies])[seats.body]
    pairs = []
    for machines in np.unique(study[~seats.is_human]):
        for people in np.unique(study[seats.is_human]):
            mine = (study == machines) & ~seats.is_human | (study == people) & seats.is_human
            rows = mine & testable
            left_out = seats.akin(rows) if strict else np.isin(seats.group, seats.group[rows])
            stack = fit_stack(seats, in_training & ~left_out)
            scores = stack.scores(seats)[rows]
            probability = stack.calibration.probabilities(scores, np.ones(len(scores)))
            pairs.append(
                Pair(
                    str(machines),
                    str(people),
                    seats.is_human[rows],
                    seats.evidence(in_training & ~left_out)[rows],
                    np.log(probability) - np.log1p(-probability),
                )
            )
    return pairs


def _table(pairs: list[Pair], value: Any) -> Floats:
    """A number of every pair, [machine studies, human studies]."""
    n_people = len({pair.people for pair in pairs})
    return np.array([value(pair) for pair in pairs]).reshape(-1, n_people)


def _figures(name: str, pairs: list[Pair]) -> dict[str, Any]:
    tables = {
        "evidence": _table(pairs, lambda pair: area(pair.evidence, pair.is_human)),
        "stacked": _table(pairs, lambda pair: area(pair.stacked, pair.is_human)),
        "bits": _table(pairs, lambda pair: bits(pair.stacked, pair.is_human)),
    }
    return {what: over_two(STREAM[name][what], table) for what, table in tables.items()}


def _listed(pairs: list[Pair]) -> list[dict[str, Any]]:
    return [
        {
            "machines": pair.machines,
            "people": pair.people,
            "area": area(pair.stacked, pair.is_human),
            "bits": bits(pair.stacked, pair.is_human),
        }
        for pair in pairs
    ]


def _reliability(pairs: list[Pair]) -> dict[str, Any]:
    """Over all pairs, each seat as often as it was judged."""
    human = np.concatenate([pair.is_human for pair in pairs])
    odds = np.concatenate([pair.stacked for pair in pairs])
    return reliability(1 / (1 + np.exp(-odds)), human)


def _shuffled(bodies: list[KnownBody]) -> dict[str, float]:
    """Mean areas of evidence where whole studies are called people or machines by lot."""
    seats = KnownSeats(tuple(bodies), most_kinds=1)
    study = np.array([f"{study_of(body)} {body.is_human}" for body in bodies])
    names = np.unique(study)
    n_people = len({study_of(body) for body in bodies if body.is_human})
    truth = _mean_area(seats, study, names[[name.endswith("True") for name in names]])
    null = []
    for number in range(SHUFFLES):
        drawn = STREAM["shuffle"][str(number)].generator().permutation(names)[:n_people]
        null.append(_mean_area(seats, study, drawn))
    above = (1 + sum(each >= truth for each in null)) / (1 + SHUFFLES)
    middle, high = np.quantile(null, [0.5, 0.95])
    return {"area": truth, "median": float(middle), "upper": float(high), "p": above}


def _mean_area(seats: KnownSeats, study: Any, people: Any) -> float:
    """The mean area over pairs of studies where `people` are called people, laboratories left out."""
    called = [
        replace(body, is_human=bool(name in people)) for body, name in zip(seats.bodies, study, strict=True)
    ]
    renamed = KnownSeats(tuple(called), most_kinds=1, _kept=seats._kept)
    where, areas = study[seats.body], []
    for first in np.unique(where[renamed.is_human]):
        for second in np.unique(where[~renamed.is_human]):
            rows = (where == first) | (where == second)
            training = ~np.isin(renamed.group, renamed.group[rows])
            areas.append(area(renamed.evidence(training)[rows], renamed.is_human[rows]))
    return float(np.mean(areas))


def _same_kind(bodies: list[KnownBody]) -> dict[str, float]:
    """Mean areas where two studies of one kind are told apart, seats held out in five parts."""
    found = {}
    for kind, human in (("people", True), ("language models", False)):
        own: dict[str, list[KnownBody]] = {}
        for body in bodies:
            if body.is_human == human:
                own.setdefault(study_of(body), []).append(body)
        large = [name for name, parts in own.items() if sum(p.play.n_subjects for p in parts) >= FEWEST]
        areas = [
            _apart(own[first], own[second])
            for place, first in enumerate(large)
            for second in large[place + 1 :]
        ]
        found[kind] = float(np.mean(areas))
    return found


def _apart(first: list[KnownBody], second: list[KnownBody]) -> float:
    called = [
        replace(body, is_human=side, source=str(side))
        for side, part in ((True, first), (False, second))
        for body in part
    ]
    seats = KnownSeats(tuple(called), most_kinds=1)
    fold = STREAM["same kind"].generator().permutation(len(seats.body)) % 5
    evidence = np.zeros(len(fold))
    for each in range(5):
        evidence[fold == each] = seats.evidence(fold != each)[fold == each]
    return area(evidence, seats.is_human)
