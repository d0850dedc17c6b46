"""Checks of what a table says about partners: who was met (`partner`), and what was met (`partner_action`)."""

from collections.abc import Iterator

import numpy as np

from humanlike.core.frames import BETWEEN
from humanlike.core.words import by_appearance, is_first
from humanlike.datasets.columns import Columns, Integers, Mask
from humanlike.datasets.problems import Check, Problem, problem_where, who_does


def partners_exist(columns: Columns) -> Iterator[Problem]:
    """Where partners are named, they made a row in the same match and round."""
    if columns.named.any():
        subject, partner = columns.words("subject"), columns.words("partner")
        number = {name: code for code, name in enumerate(subject.names)}
        named = np.array([number.get(name, -1) for name in partner.names])[partner.codes]
        rule = "nobody is the own partner"
        effect = "What was met is unknown; correct the label, or give the two different ones."
        yield from problem_where(columns, columns.named & (named == subject.codes), "partner", rule, effect)
    if not columns.by_label.any():
        return
    effect = "What was met is unknown; correct the label, add the row, or say what was met in partner_action."
    rule = "the partner must have a row in this match and round"
    yield from problem_where(columns, columns.by_label & _some_absent(columns), "partner", rule, effect)


def _some_absent(columns: Columns) -> Mask:
    """Rows that name somebody who has no row in the same match and round."""
    subject, partner = columns.words("subject"), columns.words("partner")
    number = {name: code for code, name in enumerate(subject.names)}
    wrong = np.zeros(len(columns.rows), dtype=np.bool_)
    for several in (False, True):
        pieces = [text.split(BETWEEN) if several else [text] for text in partner.names]
        here = (columns.players > 2) == several
        for place in range(max(map(len, pieces))):
            named = [names[place] if place < len(names) else "" for names in pieces]
            codes = np.array([number.get(name, len(number)) if name else -1 for name in named])
            wrong |= here & _absent(columns, subject.codes, codes[partner.codes])
    return wrong


def _absent(columns: Columns, subject: Integers, named: Integers) -> Mask:
    """Rows whose named subject (-1: nobody) has no row in the same match and round."""
    place = by_appearance(columns.match, columns.round)
    width = int(max(subject.max(), named.max())) + 1
    there = np.isin(place * width + named, place * width + subject)
    return (named >= 0) & ~there


def partners_did_what_was_met(columns: Columns) -> Iterator[Problem]:
    """Where a table names the partner and also says what was met, the partner's own row says the same."""
    both = columns.by_record & columns.named & (columns.players == 2)
    if not both.any():
        return
    theirs = _row_of_partner(columns)
    found = both & (theirs >= 0) & (columns.met >= 0)
    wrong = found & (columns.action[theirs] != columns.met) & (columns.action[theirs] >= 0)

    def said(index: int) -> str:
        row, other = columns.rows.iloc[index], int(theirs[index])
        return (
            f"in round {row['round']} subject '{row['subject']}' met action {columns.met[index]} of "
            f"'{row['partner']}', whose own row (line {columns.table.line(other)}) has action {columns.action[other]}"
        )

    effect = "One of the two is wrong; correct it, or leave out the column that is not to be believed."
    rule = "what was met must be what the partner did"
    yield from problem_where(columns, wrong, "partner_action", rule, effect, found=said)


def _row_of_partner(columns: Columns) -> Integers:
    """The row of the one partner who is named, in the same match and round; -1 where there is none."""
    subject, partner = columns.words("subject"), columns.words("partner")
    number = {name: code for code, name in enumerate(subject.names)}
    named = np.array([number.get(name, -1) for name in partner.names])[partner.codes]
    place = by_appearance(columns.match, columns.round) * len(number)
    own = place + subject.codes
    order = np.argsort(own, kind="stable")
    near = order[np.minimum(np.searchsorted(own, place + named, sorter=order), len(own) - 1)]
    return np.where((named >= 0) & (own[near] == place + named), near, -1)


def met_moves_are_in_range(columns: Columns) -> Iterator[Problem]:
    """What was met is a move of the other, or in larger groups a situation of the game."""
    if not columns.by_record.any():
        return
    limits = np.zeros(len(columns.rows), dtype=np.int64)
    codes, names = columns.words("game")
    for code, name in enumerate(names):
        game, here = columns.table.games[name], codes == code
        counts = np.array([table.shape[1] for table in game.tables])
        limits[here] = counts[np.clip(columns.role[here] - 1, 0, game.n_players - 1)]
    wrong = columns.by_record & ((columns.met < -1) | (columns.met >= limits))
    first = int(limits[np.flatnonzero(wrong)[0]]) if wrong.any() else 0
    rule = f"what this role can meet is 0-{first - 1} (-1 where unknown)"
    yield from problem_where(columns, wrong, "partner_action", rule, "The payoff is unknown; correct it.")


def named_partners_are_read(columns: Columns) -> Iterator[Problem]:
    """Partners who are named beside what was met are there, or who met whom is not read."""
    both = columns.by_record & columns.named
    if not both.any():
        return
    effect = "What was met is taken from partner_action; who met whom is kept as text and not read in this data set."
    rule = "the partner has no row in this match and round"
    yield from problem_where(
        columns, both & _some_absent(columns), "partner", rule, effect, severity="warning"
    )


def partners_name_each_other(columns: Columns) -> Iterator[Problem]:
    """Whoever is named as a partner names the same pair."""
    named = (
        columns.named & (columns.players == 2) & ~columns.is_blank("partner") if columns.named.any() else None
    )
    if named is None:
        return
    theirs = _row_of_partner(columns)
    back = _row_of_partner(columns)[theirs]
    wrong = named & (theirs >= 0) & named[theirs] & (back != np.arange(len(back)))
    effect = (
        "Everybody is read as having met whom the own row names; correct one of the two if that is not so."
    )
    yield from problem_where(
        columns,
        wrong,
        "partner",
        "the partner names somebody else",
        effect,
        severity="warning",
        found=who_does(columns, "names a partner in"),
    )


def pairs_agree_with_what_was_met(columns: Columns) -> Iterator[Problem]:
    """Where two people share a match and it is told what was met, it is what the other did."""
    seats = np.bincount(columns.match[is_first(columns.seat)])[columns.match]
    place = by_appearance(columns.match, columns.round)
    pair = (seats == 2) & (np.bincount(place)[place] == 2) & (columns.players == 2)
    pair &= columns.by_record & ~columns.named & (columns.met >= 0)
    if not pair.any():
        return
    other = np.bincount(place, columns.action)[place].astype(np.int64) - columns.action
    wrong = pair & (other >= 0) & (other != columns.met)

    def said(index: int) -> str:
        who = who_does(columns, "meets")(index)
        return f"{who}: action {columns.met[index]} by this row, {other[index]} by the other's"

    effect = (
        "What was met is taken from partner_action in the whole data set, and who sat together is not read."
    )
    rule = "a pair must agree on what was done"
    yield from problem_where(columns, wrong, "partner_action", rule, effect, severity="warning", found=said)


COMPANY_IS_TOLD: tuple[Check, ...] = (partners_exist, met_moves_are_in_range, partners_did_what_was_met)
COMPANY_IS_RIGHT: tuple[Check, ...] = (
    named_partners_are_read,
    partners_name_each_other,
    pairs_agree_with_what_was_met,
)
