"""Who was together in a round of an export: from groups, from partners who are named, or alone with what was met.

A *company* is the same number wherever the same people are together. The *other's record* is the record in which the
one partner of a two-player game made the own choice in that round; there may be none.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from humanlike.core import BadRecord, BadRequest, Game
from humanlike.core.frames import BETWEEN
from humanlike.core.game import seats_alike
from humanlike.core.words import by_appearance
from humanlike.datasets.exported import Integers, Texts
from humanlike.datasets.records import ExportRecords, Mask


class Company(NamedTuple):
    """Arrays over the records."""

    number: Integers  # of the company
    arrangement: Integers  # a number for who of them sits where, the same for all of them
    role: Integers  # from 1
    others: Texts  # the labels of the others, joined by '|'
    other: Integers  # the other's record; -1 where there is none, or where there are several others


def company_of(records: ExportRecords, game: Game, name: str) -> Company:
    """Who was together, by what the export says."""
    _refuse_unknown_seats(records, game, name)
    if records.says("partner"):
        return _by_partner(records, game, name)
    if records.says("group"):
        return _by_group(records, game, name, records.group)
    if (records.partner_action >= 0).any():
        return _alone(records)
    raise BadRequest(
        f"'{name}' does not say who met whom: name a column group, match or partner in the mapping, "
        "or partner_action for what was met."
    )


def _refuse_unknown_seats(records: ExportRecords, game: Game, name: str) -> None:
    """Where seats differ, everybody's must be told: a guess would pay people for what others chose."""
    unknown = records.role <= 0
    if seats_alike(game) or not unknown.any():
        return
    whom = "its two players" if game.n_players == 2 else f"its {game.n_players} players"
    if unknown.all():
        raise BadRequest(
            f"'{game.name}' looks different to {whom}, and '{name}' does not say who sat where: name the "
            "column of the role in the mapping."
        )
    row = int(np.argmax(unknown))
    raise BadRecord(
        f"'{name}', line {records.line[row]}: '{game.name}' looks different to {whom}, and the role of "
        f"'{records.subject[row]}' in round {records.round[row]} is not told ({int(unknown.sum())} in all); add it, or "
        "filter the row out."
    )


def codes(*columns: Texts) -> tuple[Integers, ...]:
    """Numbers for the texts of several columns; the same text has the same number in all of them."""
    places, _ = pd.factorize(np.concatenate(columns))
    return tuple(np.split(places.astype(np.int64), len(columns)))


def place_of(records: ExportRecords) -> Integers:
    """A number for each round of each session, match and game side by side."""
    labels = (codes(column)[0] for column in (records.session, records.match))
    return by_appearance(*labels, records.round - records.round.min(), records.part)


def _alone(records: ExportRecords) -> Company:
    """The partner has no record of its own: everybody is with what stands in the own row."""
    person = by_appearance(codes(records.session)[0], codes(records.subject)[0], records.part)
    role = np.where(records.role > 0, records.role, 1)
    nobody = np.full(len(records), "", dtype=object)
    return Company(person, role, role, nobody, np.full(len(records), -1))


def _by_group(records: ExportRecords, game: Game, name: str, group: Texts) -> Company:
    """Those with the same group number in a round are together."""
    cell = by_appearance(place_of(records), codes(group)[0])
    person = codes(records.subject)[0]
    order = np.lexsort((person, cell))
    size = np.bincount(cell)
    start = np.cumsum(size) - size
    seat = np.empty(len(cell), dtype=np.int64)  # the place among the members, as they appear in the file
    seat[order] = np.arange(len(cell)) - start[cell[order]]
    _refuse_twice(records, name, cell, person)
    if size.max() > game.n_players:
        row = int(np.argmax(size[cell] > game.n_players))
        raise BadRecord(
            f"'{name}', line {records.line[row]}: group {group[row]} has {size[cell[row]]} members in round "
            f"{records.round[row]}, but '{game.name}' is played by {game.n_players}; name in the mapping the column of "
            "the partner, or partner_action for what was met."
        )
    members = np.full((len(size), game.n_players), -1)
    roles = np.zeros_like(members)
    members[cell, seat] = np.arange(len(cell))
    role = np.where(records.role > 0, records.role, seat + 1)
    roles[cell, seat] = role
    people = np.where(members >= 0, person[members] + 1, 0)
    number = by_appearance(*people.T)[cell]
    arrangement = by_appearance(*roles.T)[cell]
    labels = np.append(records.subject, "")
    other = np.full(len(cell), -1)
    if game.n_players == 2:
        other = members[cell, 1 - seat]
    return Company(number, arrangement, role, _joined(labels, members, cell, seat), other)


def _joined(labels: Texts, members: Integers, cell: Integers, seat: Integers) -> Texts:
    """The labels of the other members, joined."""
    result = np.full(len(cell), "", dtype=object)
    for place in range(members.shape[1]):
        word = np.where(seat == place, "", labels[members[cell, place]])
        between = np.where((result != "") & (word != ""), BETWEEN, "")
        result = result + between + word
    return result


def _refuse_twice(records: ExportRecords, name: str, cell: Integers, person: Integers) -> None:
    """Nobody chooses twice in a round with the same company."""
    key = by_appearance(cell, person)
    again = pd.Series(key).duplicated().to_numpy()
    if again.any():
        row = int(np.argmax(again))
        first = int(np.argmax(key == key[row]))
        raise BadRecord(
            f"'{name}', line {records.line[row]}: subject '{records.subject[row]}' chooses again in round "
            f"{records.round[row]} (first on line {records.line[first]}); remove one of the two, filter, or name in "
            "the mapping the column of the match."
        )


def _by_partner(records: ExportRecords, game: Game, name: str) -> Company:
    """Everybody names the partner, who may have a record of the own or not."""
    if game.n_players != 2:
        return _by_named_group(records, game, name)
    if (records.partner == "").any():
        row = int(np.argmax(records.partner == ""))
        raise BadRecord(
            f"'{name}', line {records.line[row]}: subject '{records.subject[row]}' names no partner in round "
            f"{records.round[row]}; add it, or filter the row out."
        )
    own, theirs = codes(records.subject, records.partner)
    place = place_of(records)
    low, high = np.minimum(own, theirs), np.maximum(own, theirs)
    _refuse_twice(records, name, by_appearance(place, low, high), own)
    width = int(max(own.max(), theirs.max())) + 1
    key, mirrored = ((place * width + one) * width + two for one, two in ((own, theirs), (theirs, own)))
    other = np.where(own == theirs, -1, _found(key, mirrored))
    _refuse_strays(records, name, place * width + own, place * width + theirs, other)
    role = records.role
    if not (role > 0).any():
        role = np.where(own <= theirs, 1, 2)
    arrangement = np.where(own <= theirs, role, 3 - role)
    return Company(by_appearance(low, high), arrangement, role, records.partner, other)


def _found(keys: Integers, wanted: Integers) -> Integers:
    """Where each wanted key stands; -1 where it does not."""
    order = np.argsort(keys, kind="stable")
    near = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
    return np.where(keys[near] == wanted, near, -1)


def _refuse_strays(
    records: ExportRecords, name: str, here: Integers, wanted: Integers, other: Integers
) -> None:
    """A partner without a record is fine if what was met is told; one whose record names somebody else is not."""
    theirs = _found(here, wanted)
    stray = (other < 0) & (records.subject != records.partner)
    if (other >= 0).any() and (stray & (theirs >= 0)).any():
        row = int(np.argmax(stray & (theirs >= 0)))
        said = int(theirs[row])
        raise BadRecord(
            f"'{name}', line {records.line[row]}: subject '{records.subject[row]}' names '{records.partner[row]}' in "
            f"round {records.round[row]}, who names '{records.partner[said]}' (line {records.line[said]}); a pair must "
            "name each other."
        )
    lost = stray & (records.partner_action < 0) & ((theirs < 0) | ~(other >= 0).any())
    lost &= records.action >= 0
    if lost.any() and not (records.partner_action >= 0).any():
        row = int(np.argmax(lost))
        raise BadRecord(
            f"'{name}', line {records.line[row]}: the partner '{records.partner[row]}' of '{records.subject[row]}' has "
            f"no row in round {records.round[row]} ({int(lost.sum())} in all); add it, filter the row out, or name "
            "the column partner_action."
        )


def _by_named_group(records: ExportRecords, game: Game, name: str) -> Company:
    """Groups of more than two, whose other members are named in every row."""
    words = pd.DataFrame({"own": records.subject, "others": records.partner})
    different = words.drop_duplicates()
    together = [
        BETWEEN.join(sorted([own, *others.split(BETWEEN)]))
        for own, others in zip(different["own"], different["others"], strict=True)
    ]
    named = words.merge(different.assign(together=together), how="left")["together"].to_numpy(dtype=object)
    return _by_group(records, game, name, named)


def refuse_disagreement(records: ExportRecords, company: Company, name: str) -> None:
    """What a row says of the partner is what the partner's own row says."""
    there = company.other >= 0
    theirs = records.action[company.other]
    wrong: Mask = there & (records.partner_action >= 0) & (theirs >= 0) & (records.partner_action != theirs)
    if wrong.any():
        row = int(np.argmax(wrong))
        other = int(company.other[row])
        raise BadRecord(
            f"'{name}', line {records.line[row]}: '{records.subject[row]}' met action {records.partner_action[row]} of "
            f"'{records.subject[other]}' in round {records.round[row]}, whose own row (line {records.line[other]}) has "
            f"action {theirs[row]} ({int(wrong.sum())} in all); correct one, map no partner_action, or say of which "
            "partner_kind they are if they have no rows."
        )
