"""From who was together in each round to matches: the records of an export become the rows of a long table.

The same company in rounds that follow one another is a match, in which rounds count from 1; new company begins a new
one, also where two meet again later. A match is called after the group of its first round, or its people. In a game
that looks the same from every seat a position is only a number, and that of the first round holds for the match; in
any other a change of roles begins a new match. With ``rematching = "rounds"`` a session is one match, partners named.

Partners who have no record of their own get rows where it is known who (their label) or what (their kind) they are.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from humanlike.core import Game
from humanlike.core.game import seats_alike
from humanlike.core.kinds import HUMAN, MACHINE
from humanlike.core.words import by_appearance, is_first
from humanlike.datasets.company import Company, codes, company_of, refuse_disagreement
from humanlike.datasets.exported import Integers, Texts
from humanlike.datasets.mapping import ExportMapping
from humanlike.datasets.records import ExportRecords, Mask


class MatchedRows(NamedTuple):
    """The rows of a long table, and where each comes from."""

    rows: pd.DataFrame
    record: Integers  # the number of the export's record
    own: Mask  # False for a partner whose moves stand in somebody else's record


def matched(records: ExportRecords, how: ExportMapping, game: Game, name: str) -> MatchedRows:
    """The rows of a long table, match by match."""
    company = company_of(records, game, name)
    refuse_disagreement(records, company, name)
    if how.rematching == "rounds" and (company.others != "").any():
        rows = _in_one_match(records, company, game)
    else:
        rows = _by_spells(records, company, game)
    partners = _partners(records, company, rows)
    if how.format != "table":  # who is no participant of the session is no person in it
        partners = partners.assign(kind=partners["kind"].where(partners["kind"] != "", MACHINE))
    if partners.empty and (records.partner_action >= 0).any() and not (company.other >= 0).any():
        rows["partner_action"] = records.partner_action.astype(str)
    record = np.concatenate([records.record, records.record[partners.index]])
    own = np.arange(len(record)) < len(rows)
    rows = pd.concat([rows, partners], ignore_index=True)
    silent = [each for each in ("kind", "model", "intended") if rows[each].isin(["", "-1", HUMAN]).all()]
    rows = rows.drop(columns=silent).assign(dataset=how.dataset or name.rsplit(".", 1)[0], game=how.game)
    session, match = (codes(rows[each].to_numpy())[0] for each in ("session", "match"))
    order = np.lexsort((rows["round"].to_numpy(), match, session))
    return MatchedRows(rows.iloc[order].reset_index(drop=True), record[order], own[order])


def _rows(records: ExportRecords, match: Texts, role: Integers, round_: Integers) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "session": records.session,
            "match": match,
            "subject": records.subject,
            "role": role,
            "round": round_,
            "action": records.action,
            "payoff": records.payoff,
            "kind": records.kind,
            "model": records.model,
            "intended": records.intended.astype(str),
        }
    )


def _by_spells(records: ExportRecords, company: Company, game: Game) -> pd.DataFrame:
    """New company begins a new match."""
    symmetric = seats_alike(game)
    arrangement = np.zeros_like(company.role) if symmetric else company.arrangement
    session, match, subject = (codes(getattr(records, each))[0] for each in ("session", "match", "subject"))
    key = by_appearance(session, match, records.part, company.number, arrangement)
    spell = _spells(records, company, key)
    begins = np.full(int(spell.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(begins, spell, records.round)
    role = company.role
    if symmetric:
        role = _role_at_first(role, by_appearance(spell, subject), records.round)
    labels = _labels(records, company, spell, begins)
    return _rows(records, labels, role, records.round - begins[spell] + 1)


def _spells(records: ExportRecords, company: Company, key: Integers) -> Integers:
    """A number for each match: the rounds of one company until one of them meets somebody else.

    Everybody's rounds count, those in which one is only named in the partner's record too. Where somebody meets several
    at once, pairs play side by side, and the company is the match.
    """
    session, match = (codes(getattr(records, each))[0] for each in ("session", "match"))
    own, named = codes(records.subject, records.partner)
    people = np.isin(named, own)  # who never makes a record may be a program that plays with many at once
    silent = np.flatnonzero((company.other < 0) & (records.partner != "") & (own != named) & people)
    rows = np.concatenate(
        [np.arange(len(key)), silent]
    )  # a record once for who made it, once for who has none
    who = np.concatenate([own, named[silent]])
    person = by_appearance(session[rows], match[rows], records.part[rows], who)
    when = records.round[rows]
    order = np.lexsort((when, person))
    again = np.diff(person[order], prepend=-1) == 0
    if (again & (np.diff(when[order], prepend=when.min() - 1) == 0)).any():
        return by_appearance(key)
    new = ~again | (np.diff(key[rows][order], prepend=-1) != 0)
    cell = by_appearance(key, records.round - records.round.min())  # a company in a round
    broken = np.zeros(int(cell.max()) + 1, dtype=np.bool_)
    broken[cell[rows[order[new]]]] = True
    heads = np.flatnonzero(is_first(cell))
    in_turn = np.lexsort((records.round[heads], key[heads]))
    spell = np.empty(len(heads), dtype=np.int64)
    spell[in_turn] = np.cumsum(broken[in_turn])  # the first round of a company is new to all of them
    return by_appearance(spell[cell])


def _role_at_first(role: Integers, seat: Integers, round_: Integers) -> Integers:
    """The role everybody held in the first round of the own seat."""
    order = np.lexsort((round_, seat))
    heads = order[np.flatnonzero(np.diff(seat[order], prepend=-1))]
    held = np.empty(int(seat.max()) + 1, dtype=np.int64)
    held[seat[heads]] = role[heads]
    return held[seat]


def _labels(records: ExportRecords, company: Company, spell: Integers, begins: Integers) -> Texts:
    """A label for each match, of the group or the people of its first round; different matches have different ones."""
    rows = np.lexsort((records.round, spell))
    heads = rows[np.flatnonzero(np.diff(spell[rows], prepend=-1))]  # the first record of each spell
    many = len(set(records.part.tolist())) > 1
    if records.says("match"):
        words = records.match[heads]
    elif records.says("partner"):
        words = records.subject[heads] + "-" + records.partner[heads]
    elif (company.others[heads] != "").any():
        words = records.group[heads] + "@" + begins[spell[heads]].astype(str).astype(object)
    else:
        words = records.subject[heads]
    if many:
        words = words + "-" + (records.part[heads] + 1).astype(str).astype(object)
    return _told_apart(records.session[heads], words)[spell]


def _told_apart(session: Texts, words: Texts) -> Texts:
    """The words, with a number where one occurs several times in a session."""
    key = by_appearance(*(codes(column)[0] for column in (session, words)))
    count = pd.Series(key).groupby(key).cumcount().to_numpy() + 1
    several = np.bincount(key)[key] > 1
    return np.where(several, words + "." + count.astype(str).astype(object), words)


def _in_one_match(records: ExportRecords, company: Company, game: Game) -> pd.DataFrame:
    """A session (or what the mapping calls a match) is one match, in which everybody names the partner."""
    session, match, subject = (codes(getattr(records, each))[0] for each in ("session", "match", "subject"))
    pool = by_appearance(session, match, records.part)
    role = _role_at_first(company.role, by_appearance(pool, subject), records.round)
    if (role != company.role).any():  # seats that look the same are one seat, others are seats of their own
        role = np.ones_like(role) if seats_alike(game) else company.role
    begins = np.full(int(pool.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(begins, pool, records.round)
    words = records.match if records.says("match") else records.session
    if len(set(records.part.tolist())) > 1:
        words = words + "-" + (records.part + 1).astype(str).astype(object)
    rows = _rows(records, words, role, records.round - begins[pool] + 1)
    return rows.assign(partner=company.others) if (company.others != "").any() else rows


def _partners(records: ExportRecords, company: Company, rows: pd.DataFrame) -> pd.DataFrame:
    """Rows of partners who have no record of their own, indexed by the record in which their moves stand."""
    known = (records.partner != "") | (records.partner_kind != "")
    where = np.flatnonzero((company.other < 0) & (records.partner_action >= 0) & known)
    theirs, own = records.rows(where), rows.iloc[where]
    number = (theirs.part + 1).astype(str).astype(object)
    several = len(set(records.part.tolist())) > 1
    nameless = ("opponent " + number if several else "opponent") + " of " + theirs.subject
    label = np.where(theirs.partner == "", nameless, theirs.partner)
    label = np.where(label == theirs.subject, label + " (2)", label)  # a model that plays itself
    return own.assign(
        subject=label,
        role=3 - own["role"],
        action=theirs.partner_action,
        payoff=theirs.partner_payoff,
        kind=theirs.partner_kind,
        model=theirs.partner_model,
        intended="-1",
        **({"partner": theirs.subject} if "partner" in own else {}),
    )
