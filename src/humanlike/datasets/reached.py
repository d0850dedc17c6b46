"""Rounds of an oTree export that nobody reached: they have columns, and groups, all the same.

A round is not reached by a group if none of its members moved then or later in the match. Who makes no move while
another member does, or comes back later, has missed one: that record stays.
"""

import numpy as np

from humanlike.core.words import by_appearance
from humanlike.datasets.company import codes, place_of
from humanlike.datasets.records import ExportRecords


def reached_only(records: ExportRecords, field: str) -> tuple[ExportRecords, list[str]]:
    """The records of rounds that were reached, and what was left out, in sentences; `field` holds the choice."""
    moved = (records.action >= 0) | (records.partner_action >= 0)
    in_group = records.group != ""
    kept, notes = (in_group if in_group.any() else moved), []
    if not kept.all():
        notes.append(f"{np.count_nonzero(~kept):,} records without a move were left out.")
        records, moved = records.rows(kept), moved[kept]
    if moved.all() or not in_group.any():
        return records, notes
    session, match, subject, group = (
        codes(column)[0] for column in (records.session, records.match, records.subject, records.group)
    )
    person = by_appearance(session, match, subject)
    before = int(records.round.min()) - 1
    last = np.full(int(person.max()) + 1, before)
    np.maximum.at(last, person, np.where(moved, records.round, before))
    cell = by_appearance(place_of(records), group)
    latest = np.full(int(cell.max()) + 1, before)
    np.maximum.at(latest, cell, last[person])
    reached = records.round <= latest[cell]
    if not reached.all():
        first = int(np.argmin(reached))
        count, people = int((~reached).sum()), len(set(records.subject[~reached].tolist()))
        notes.append(
            f"Rounds never reached were left out, {count:,} of {people:,} participant(s): nobody in the group has "
            f"a '{field}' there or later (first line {records.line[first]}, round {records.round[first]})."
        )
    return records.rows(reached), notes
