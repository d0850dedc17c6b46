"""People of other studies, made comparable: the same kinds of seats, as many rounds, as many matches each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from humanlike.core import BadRequest, Play
from humanlike.detectors.cross_evidence import Integers, PersonsPlay
from humanlike.detectors.judging import dataset_of
from humanlike.detectors.seat_forms import seat_form
from humanlike.naming.plays import PlaysWord, find_plays
from humanlike.studies.audit_reading import Experiment

Others = Mapping[str, Sequence[Play]]  # plays by study


def other_people(experiment: Experiment, people: PlaysWord | None) -> dict[str, list[Play]]:
    """People's plays of other studies, by study, in seats like the participants', cut to as many rounds."""
    own = {play.provenance.get("dataset", "") for play in experiment.plays} - {""}
    forms = _forms(experiment.plays)
    found: dict[str, list[Play]] = {}
    for play in find_plays(people) if people is not None else ():
        name = dataset_of(play)
        if name in own:
            raise BadRequest(
                f"'{name}' is the study that is audited, so its people cannot be the others': name other studies."
            )
        if play.studied.any() and forms & _forms([play]):
            found.setdefault(name, []).append(first_rounds(play.rows(play.studied), experiment.n_rounds))
    return found


def _forms(plays: Sequence[Play]) -> set[str]:
    return {seat_form(play.game, role).name for play in plays for role in range(play.game.n_players)}


def first_rounds(play: Play, n_rounds: int) -> Play:
    """The first rounds alone: what people do shortly before the end is not what they do in shorter matches."""
    if play.n_rounds <= n_rounds:
        return play
    blank = np.arange(play.n_rounds) >= n_rounds
    return replace(
        play,
        actions=np.where(blank, -1, play.actions),
        situations=np.where(blank, -1, play.situations),
        intended=np.empty((0, 0), dtype=np.int16),
    ).shortened()


def persons_elsewhere(others: Others, experiment: Experiment) -> tuple[dict[str, PersonsPlay], Integers]:
    """Other studies' people, with no more matches each than participants have; and the study of each person."""
    most = max(np.bincount(np.concatenate(experiment.whose)).max(), 1)
    parts: dict[str, PersonsPlay] = {}
    study: list[int] = []
    for place, (name, plays) in enumerate(others.items()):
        number: dict[str, int] = {}
        seen: dict[str, int] = {}
        kept: list[Play] = []
        whose: list[Integers] = []
        for play in plays:
            rows, who = [], []
            for row, label in enumerate(play.labels("person")):
                key = label if play.labels("person").names is not None else f"{play.game.name} {row}"
                seen[key] = seen.get(key, 0) + 1
                if seen[key] <= most:
                    rows.append(row)
                    who.append(number.setdefault(key, len(number)) + len(study))
            if rows:
                kept.append(play.rows(rows))
                whose.append(np.array(who, dtype=np.int64))
        parts[name] = PersonsPlay(kept, whose)
        study += [place] * len(number)
    return parts, np.array(study, dtype=np.int64)
