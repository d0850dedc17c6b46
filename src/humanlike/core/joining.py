"""Several plays of one game as one: rows one after the other, short plays filled up with missing moves.

What the same label means depends on where it comes from. Parts of one record (the same data set, or the same
provenance where none is named, and no seat taken twice) share their labels: joining what `Play.split` made gives
the play back. Everything else has persons, matches and sessions of its own, and labels that occur in two records are
set apart by the data set's name (or a number).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from humanlike.core.errors import BadRequest
from humanlike.core.labels import Labels, merged, prefixed

if TYPE_CHECKING:
    from humanlike.core.play import Play

Integers = npt.NDArray[np.int64]
UNITS = ("subject", "match", "session")
TOLD = {"kind": "kinds", "model": "models", "study": "studies", "family": "families"}


def joined_fields(plays: Sequence["Play"]) -> dict[str, Any]:
    """What a Play of all rows is made of; refuses to join different games."""
    if not plays:
        raise BadRequest("There is no play to join.")
    names = sorted({play.game.name for play in plays})
    if len(names) > 1:
        raise BadRequest(f"Only plays of one game can be joined, not {', '.join(names)}.")
    if not all(play.game.same_payoffs(plays[0].game) for play in plays):
        raise BadRequest(f"Plays of '{names[0]}' with different actions or payoffs cannot be joined.")
    longest = max(play.n_rounds for play in plays)
    records = _records(plays)
    subjects, matches, sessions = (_joined_labels(plays, records, unit) for unit in UNITS)
    return {
        "game": plays[0].game,
        "actions": np.concatenate([_filled(play.actions, longest, -1) for play in plays]),
        "roles": np.concatenate([play.roles for play in plays]),
        "partners": _joined_partners(plays, longest),
        "situations": np.concatenate([_filled(play.situations, longest, -1) for play in plays]),
        "subjects": subjects,
        "matches": matches,
        "sessions": sessions,
        "studied": np.concatenate([play.studied for play in plays]),
        "provenance": _common(plays),
        "extra": _joined_extra(plays, longest),
        **{TOLD[unit]: _joined_seats(plays, unit) for unit in ("kind", "model", "study", "family")},
        "persons": _joined_persons(plays, records),
        "intended": _joined_intended(plays, longest),
    }


def _filled(array: npt.NDArray[Any], longest: int, value: Any) -> npt.NDArray[Any]:
    """The array with its last axis (rounds) as long as the longest play."""
    widths = [(0, 0)] * (array.ndim - 1) + [(0, longest - array.shape[-1])]
    return np.pad(array, widths, constant_values=value)


def _joined_partners(plays: Sequence["Play"], longest: int) -> Integers:
    """Partners counted through all plays; nobody's, if one of the plays does not say who met whom."""
    others = {play.partners.shape[1:2] for play in plays}
    if len(others) > 1 or () in others:
        return np.empty(0, dtype=np.int64)
    change = any(play.partners.ndim == 3 for play in plays)
    parts, before = [], 0
    for play in plays:
        partners = play.partners
        if change and partners.ndim == 2:
            partners = np.repeat(partners[:, :, None], play.n_rounds, axis=2)
        if change:
            partners = _filled(partners, longest, -1)
        parts.append(np.where(partners >= 0, partners + before, partners))
        before += play.n_subjects
    return np.concatenate(parts)


def _joined_labels(plays: Sequence["Play"], records: Sequence[int], unit: str) -> Labels:
    """The labels of all plays, those of different records set apart where they clash."""
    labels = [play.labels(unit) for play in plays]
    owner: dict[str, int] = {}
    clash = len(set(records)) > 1 and any(
        owner.setdefault(word, record) != record
        for part, record in zip(labels, records, strict=True)
        for word in part.different()
    )
    if not clash:
        return merged(labels)
    names = _record_names(plays, records)
    return merged([prefixed(part, names[record]) for part, record in zip(labels, records, strict=True)])


def _records(plays: Sequence["Play"]) -> list[int]:
    """The number of the record each play is a part of."""
    parts: dict[object, list[Play]] = {}
    for play in plays:
        parts.setdefault(_origin(play), []).append(play)
    apart = {origin: _seat_taken_twice(each) for origin, each in parts.items()}
    keys = [(_origin(play), place if apart[_origin(play)] else 0) for place, play in enumerate(plays)]
    number = {key: count for count, key in enumerate(dict.fromkeys(keys))}
    return [number[key] for key in keys]


def _origin(play: "Play") -> object:
    return play.provenance.get("dataset", "") or tuple(sorted(play.provenance.items()))


def _seat_taken_twice(parts: Sequence["Play"]) -> bool:
    """Whether somebody has two rows in one match (in one role of it), or a role two members who stay together."""
    match = merged([part.labels("match") for part in parts]).codes.astype(np.int64)
    subject = merged([part.labels("subject") for part in parts]).codes
    roles = np.concatenate([part.roles for part in parts])
    keys = [subject.astype(np.int64) * (int(roles.max(initial=0)) + 1) + roles]
    if all(part.partners.ndim == 2 for part in parts):
        keys = [subject, roles]
    return any(len(np.unique(match * (int(key.max(initial=0)) + 1) + key)) < len(match) for key in keys)


def _record_names(plays: Sequence["Play"], records: Sequence[int]) -> Mapping[int, str]:
    """What to put before the labels of each record: its data set's name if no other has it, else its number."""
    names = {record: play.provenance.get("dataset", "") for play, record in zip(plays, records, strict=True)}
    unique = len(set(names.values())) == len(names) and all(names.values())
    return names if unique else {record: str(record + 1) for record in names}


def _common(plays: Sequence["Play"]) -> dict[str, str]:
    """What all plays say of where they come from."""
    first, *others = (play.provenance for play in plays)
    return {key: value for key, value in first.items() if all(other.get(key) == value for other in others)}


def _joined_extra(plays: Sequence["Play"], longest: int) -> dict[str, npt.NDArray[np.object_]]:
    """Columns of any of the plays; empty text where a play has no such column."""
    names = dict.fromkeys(name for play in plays for name in play.extra)
    return {
        name: np.concatenate([_filled(play.extra.get(name, _nothing(play)), longest, "") for play in plays])
        for name in names
    }


def _joined_seats(plays: Sequence["Play"], unit: str) -> Labels | tuple[()]:
    """Kinds, models, studies or families of all plays, if any of them tells it."""
    told = any(len(getattr(play, TOLD[unit])) for play in plays)
    return merged([play.labels(unit) for play in plays]) if told else ()


def _joined_persons(plays: Sequence["Play"], records: Sequence[int]) -> Labels | tuple[()]:
    """Persons of all plays, if any of them tells more of them than the subjects do."""
    return _joined_labels(plays, records, "person") if any(len(play.persons) for play in plays) else ()


def _joined_intended(plays: Sequence["Play"], longest: int) -> npt.NDArray[np.integer[Any]]:
    """Intended moves of all plays, if any of them tells it; unknown elsewhere."""
    if not any(play.intended.size for play in plays):
        return plays[0].intended
    parts = [play.intended if play.intended.size else np.full_like(play.actions, -1) for play in plays]
    return np.concatenate([_filled(part, longest, -1) for part in parts])


def _nothing(play: "Play") -> npt.NDArray[np.object_]:
    return np.full(play.actions.shape, "", dtype=object)
