"""Everybody's choices laid out for replay: equal records once, seats of one form side by side.

A *seat* is a row of a Play (one subject in one match). Seats with the same payoffs, the same moves and the
same situations have the same likelihood under any rule, so each such *record* is replayed once and counted.
Records whose arrays have one form and a similar length stand together in a *block*.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Information, Play, Rule, Seat
from humanlike.engine.replay import Records
from humanlike.engine.seats import seat_of
from humanlike.fitting.wide import WIDEST, widened

Integers = npt.NDArray[np.int64]
GROUPINGS = ("pooled", "game", "role", "session", "subject", "person", "match")
PROGRAM = 20_000  # rounds of replay that one more compiled program must save to be worth it


class RecordBlock(NamedTuple):
    """Records of one form; `seat` carries them as a last axis, or is shared by all."""

    seat: Seat
    shared: bool
    actions: npt.NDArray[np.int16]  # [rounds, records]
    situations: npt.NDArray[np.int32]  # [rounds, records]
    learned: Any  # what the rule learned from people, the same for all

    def records(self, which: Integers) -> Records:
        """Some of the records, ready for replay."""
        seat = self.seat if self.shared else jax.tree.map(lambda leaf: leaf[..., which], self.seat)
        return Records(seat, self.actions[:, which], self.situations[:, which], self.learned)


@dataclass(frozen=True, eq=False)
class Seats:
    """All seats of some plays; arrays run over the seats, play by play."""

    plays: tuple[Play, ...]
    play: Integers
    row: Integers
    n_choices: Integers
    n_actions: Integers  # to choose from
    width: npt.NDArray[np.float64]  # the range of the own payoffs
    block: Integers
    record: Integers  # place within the block
    blocks: tuple[RecordBlock, ...]

    def labels(self, by: str) -> list[str]:
        """The group of each seat: 'pooled', 'game', 'role', ..., or several joined by '+'."""
        rows = [self.row[self.play == number] for number in range(len(self.plays))]
        return labels_of_rows(self.plays, rows, by)

    def of_rows(self, values: Sequence[Integers]) -> Integers:
        """The value of each seat, from one for every row of each play."""
        return np.concatenate([each[self.row[self.play == number]] for number, each in enumerate(values)])


def labels_of_rows(plays: Sequence[Play], rows: Sequence[Integers], by: str) -> list[str]:
    """The group of each of these `rows` of the plays, play by play; several data sets are told apart."""
    several = len({play.provenance.get("dataset", "") for play in plays}) > 1
    found: list[str] = []
    for play, here in zip(plays, rows, strict=True):
        words = group_labels(play, by, play.provenance.get("dataset", "") + ":" if several else "")
        found += [words[row] for row in here]
    return found


def group_labels(play: Play, by: str, prefix: str = "") -> list[str]:
    """The group of each subject of a play; `prefix` sets the groups of one data set apart from another's."""
    parts = [
        [word if name == "pooled" else prefix + word for word in labels_of(play, name)]
        for name in by.split("+")
    ]
    return [" / ".join(words) for words in zip(*parts, strict=True)]


def labels_of(play: Play, name: str) -> Sequence[str]:
    """The label of each subject of a play under one grouping."""
    if name not in GROUPINGS:
        raise BadRequest(
            f"Choices are grouped by {', '.join(GROUPINGS)} (or several joined by '+'), not by '{name}'."
        )
    if name == "pooled":
        return ["all"] * play.n_subjects
    if name == "game":
        return [play.game.name] * play.n_subjects
    if name == "role":
        return [f"role {role + 1}" for role in play.roles]
    if name == "match":
        return [f"{play.game.name}:{label}" for label in play.matches]
    return play.labels(name)


def seats_of(
    plays: Sequence[Play] | Play,
    rule: Rule,
    *,
    information: Information = Information.GAME,
    role: int | None = None,
    parts: Sequence[Integers] | None = None,
) -> Seats:
    """Lay out the studied seats of `plays` that made a move (`role` keeps one role, counted from 0).

    `parts` gives every row of each play the part of what `rule` learned that it is not to be shown (`core.parts`).
    """
    plays = (plays,) if isinstance(plays, Play) else tuple(plays)
    chosen = studied_rows(plays, role)
    for play, rows in zip(plays, chosen, strict=True):
        for each in sorted(set(play.roles[rows].tolist())):
            rule.check_setting(play.game, int(each), information)
    owner = np.repeat(np.arange(len(plays)), [len(rows) for rows in chosen])
    block, record, blocks = _blocks(plays, chosen, rule, parts if rule.learn else None)
    counts = [(play.actions[rows] >= 0).sum(axis=1) for play, rows in zip(plays, chosen, strict=True)]
    widths = [
        np.array([np.ptp(table) for table in play.game.tables])[play.roles[rows]]
        for play, rows in zip(plays, chosen, strict=True)
    ]
    actions = [
        np.array(play.game.n_actions)[play.roles[rows]] for play, rows in zip(plays, chosen, strict=True)
    ]
    return Seats(
        plays,
        owner,
        np.concatenate(chosen),
        np.concatenate(counts),
        np.concatenate(actions),
        np.concatenate(widths),
        block,
        record,
        blocks,
    )


def studied_rows(plays: Sequence[Play], role: int | None = None) -> list[Integers]:
    """The rows of each play that are studied and made a move (`role` keeps one role, counted from 0)."""
    chosen = [_kept(play, role) for play in plays]
    if not sum(len(rows) for rows in chosen):
        raise BadRequest("There is no choice to fit: every row is missing, a machine's or another role's.")
    return chosen


def _kept(play: Play, role: int | None) -> Integers:
    kept = play.studied & (play.actions >= 0).any(axis=1)
    if role is not None:
        kept &= play.roles == role
    return np.flatnonzero(kept)


class _Kind(NamedTuple):
    """Seats of one play and role: they share a form and payoffs."""

    form: object  # what two kinds must share to stand in one block
    content: bytes  # what makes their payoffs equal
    seat: Seat
    play: Play
    rows: Integers
    places: Integers  # among all seats
    lengths: Integers


def _kinds(
    plays: Sequence[Play], chosen: list[Integers], rule: Rule, parts: Sequence[Integers] | None
) -> list[_Kind]:
    kinds = []
    start = 0
    widest = max(
        [table.shape[1] for play in plays if play.game.n_players > 2 for table in play.game.tables], default=0
    )
    for number, (play, rows) in enumerate(zip(plays, chosen, strict=True)):
        part = np.zeros(len(rows), dtype=np.int64) if parts is None else parts[number][rows]
        made = play.actions >= 0
        last = play.n_rounds - np.argmax(made[:, ::-1], axis=1)
        for role, left_out in sorted(set(zip(play.roles[rows].tolist(), part.tolist(), strict=True))):
            given = seat_of(play.game, role, rule)
            if left_out:
                where: Any = np.asarray(left_out, dtype=np.float64)
                given = given._replace(part=where)
            seat, alone = _formed(given, play, role, rule, widest)
            content = b"".join(np.ascontiguousarray(leaf).tobytes() for leaf in jax.tree.leaves(seat))
            here = np.flatnonzero((play.roles[rows] == role) & (part == left_out))
            form = (seat.payoffs.shape, play.game.n_players > 2, content if alone else b"")
            kinds.append(_Kind(form, content, seat, play, rows[here], start + here, last[rows[here]]))
        start += len(rows)
    return kinds


def _formed(seat: Seat, play: Play, role: int, rule: Rule, widest: int) -> tuple[Seat, bool]:
    """The seat in the form it is replayed in, and whether it shares a block only with its equals."""
    shape = play.game.tables[role].shape
    wide = shape[0] * shape[1] > WIDEST
    if play.game.n_players > 2 and not rule.needs_analysis and shape[0] * widest > WIDEST:
        return widened(seat, widest), False
    return seat, rule.needs_analysis or play.game.n_players > 2 or wide


def _blocks(
    plays: Sequence[Play], chosen: list[Integers], rule: Rule, parts: Sequence[Integers] | None
) -> tuple[Integers, Integers, tuple[RecordBlock, ...]]:
    """Sort seats into blocks by form and length; for each seat its block and its record there."""
    forms: dict[object, list[_Kind]] = {}
    for kind in _kinds(plays, chosen, rule, parts):
        forms.setdefault(kind.form, []).append(kind)
    count = sum(len(rows) for rows in chosen)
    block, record = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    blocks: list[RecordBlock] = []
    for kinds in forms.values():
        for low, high in _length_classes(np.concatenate([kind.lengths for kind in kinds])):
            some = [_part(kind, low, high) for kind in kinds]
            some = [part for part in some if len(part.rows)]
            made, place = _block(some, high, rule.learned)
            places = np.concatenate([part.places for part in some])
            block[places], record[places] = len(blocks), place
            blocks.append(made)
    return block, record, tuple(blocks)


def _part(kind: _Kind, low: int, high: int) -> _Kind:
    """Those seats whose match lasted more than `low` and at most `high` rounds."""
    here = (kind.lengths > low) & (kind.lengths <= high)
    return kind._replace(rows=kind.rows[here], places=kind.places[here], lengths=kind.lengths[here])


def _length_classes(lengths: Integers) -> list[tuple[int, int]]:
    """Length classes (low, high] that waste little padding on few programs, by dynamic programming."""
    values, counts = np.unique(lengths, return_counts=True)
    below = np.concatenate([[0], np.cumsum(counts)])
    best = np.full(len(values) + 1, np.inf)
    best[0] = 0.0
    cut = np.zeros(len(values) + 1, dtype=np.int64)
    for end in range(1, len(values) + 1):
        costs = best[:end] + PROGRAM + values[end - 1] * (below[end] - below[:end])
        cut[end] = int(np.argmin(costs))
        best[end] = costs[cut[end]]
    classes, end = [], len(values)
    while end:
        start = int(cut[end])
        classes.append((int(values[start - 1]) if start else 0, int(values[end - 1])))
        end = start
    return classes


def _block(parts: list[_Kind], n_rounds: int, learned: Any) -> tuple[RecordBlock, Integers]:
    """Records of the given seats, equal ones once; and where each seat's record stands."""
    actions = np.concatenate([_cut(part.play.actions[part.rows], n_rounds) for part in parts])
    situations = np.concatenate([_cut(part.play.situations[part.rows], n_rounds) for part in parts])
    contents = list(dict.fromkeys(part.content for part in parts))
    kind = np.concatenate([np.full(len(part.rows), contents.index(part.content)) for part in parts])
    keys = np.ascontiguousarray(np.column_stack([kind, actions, situations]).astype(np.int32))
    rows = keys.view(np.dtype((np.void, keys.dtype.itemsize * keys.shape[1]))).reshape(-1)
    _, first, place = np.unique(rows, return_index=True, return_inverse=True)
    shared = len(contents) == 1
    seat = parts[0].seat
    if not shared:
        seats = [next(part.seat for part in parts if part.content == content) for content in contents]
        which = kind[first]
        seat = jax.tree.map(lambda *leaves: np.stack(leaves, axis=-1)[..., which], *seats)
    made = RecordBlock(
        seat,
        shared,
        np.ascontiguousarray(actions[first].T.astype(np.int16)),
        np.ascontiguousarray(situations[first].T.astype(np.int32)),
        learned,
    )
    return made, np.asarray(place, dtype=np.int64).reshape(-1)


def _cut(array: npt.NDArray[np.integer[Any]], n_rounds: int) -> Integers:
    """The first rounds, filled with missing moves where there are fewer."""
    result = np.full((len(array), n_rounds), -1, dtype=np.int64)
    shown = min(n_rounds, array.shape[1])
    result[:, :shown] = array[:, :shown]
    return result
