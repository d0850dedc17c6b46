"""From checked rows to Plays: seats, partners, situations."""

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core import MISSING, BadFile, BadRecord, Game, Play
from humanlike.datasets.columns import Columns, Integers, whole_numbers
from humanlike.datasets.machines import is_machine

MOST_CELLS = 2**28  # seats times rounds: beyond this the rounds are surely misnumbered


def build_play(columns: Columns, here: Integers) -> Play:
    """The rows `here`, all of one game, as a Play."""
    rows = columns.rows.iloc[here]
    game = columns.table.games[str(rows["game"].iloc[0])]
    seats, first, seat = np.unique(columns.seat[here], return_index=True, return_inverse=True)
    roles = _roles(columns, here[first], game)
    order = np.lexsort((roles, columns.match[here][first]))
    place = np.argsort(order)[seat]
    heads = rows.iloc[first[order]]
    n_rounds = int(columns.round[here].max())
    if len(seats) * n_rounds > MOST_CELLS:
        raise BadFile(
            f"'{columns.table.name}': {len(seats):,} seats times {n_rounds:,} rounds is no table of play."
        )
    actions = _grid(place, columns.round[here], columns.action[here], len(seats), n_rounds)
    partners, situations = _meetings(columns, here, place, actions, roles[order])
    return Play(
        game,
        actions.astype(np.int16),
        roles=roles[order],
        partners=partners,
        situations=situations,
        subjects=tuple(heads["subject"]),
        matches=_match_labels(heads),
        sessions=tuple(heads["session"]),
        studied=~is_machine(heads),
        provenance={"dataset": str(heads["dataset"].iloc[0]), "file": columns.table.name},
    )


def _match_labels(heads: pd.DataFrame) -> tuple[str, ...]:
    """Match labels; joined with the session where two sessions use the same one."""
    labels = heads["match"]
    if (heads.groupby("match")["session"].transform("nunique") > 1).any():
        labels = heads["session"] + ":" + heads["match"]
    return tuple(labels)


def _roles(columns: Columns, heads: Integers, game: Game) -> Integers:
    """Seats of the game; where members of a larger group meet by turns, all sit in the first seat.

    That needs a game that looks the same from every seat.
    """
    roles = columns.role[heads] - 1
    if roles.max() < game.n_players:
        return roles
    tables = game.tables
    if any(table.shape != tables[0].shape or not np.array_equal(table, tables[0]) for table in tables):
        raise BadRecord(
            f"'{columns.table.name}': '{game.name}' has {game.n_players} roles, the data have {int(roles.max()) + 1}; "
            "members of larger groups may meet by turns only in a symmetric game."
        )
    return np.zeros_like(roles)


def _grid(place: Integers, round_: Integers, values: Integers, n_seats: int, n_rounds: int) -> Integers:
    grid = np.full((n_seats, n_rounds), MISSING, dtype=np.int64)
    grid[place, round_ - 1] = values
    return grid


def _meetings(
    columns: Columns, here: Integers, place: Integers, actions: Integers, roles: Integers
) -> tuple[Integers, Integers]:
    """Partners and situations: as recorded, by the partner's label, or by who shares the match."""
    empty = np.empty(0, dtype=np.int64)
    if columns.meets_by_record:
        met = whole_numbers(columns.rows["partner_action"].iloc[here])
        return empty, _grid(place, columns.round[here], met, *actions.shape)
    if columns.meets_by_label:
        partners = _named_partners(columns, here, place, actions.shape)
        met = np.where(partners >= 0, actions[partners, np.arange(actions.shape[1])], MISSING)
        return partners[:, None, :], met
    counts = int(roles.max()) + 1  # rows stand match by match, role by role
    groups = np.arange(len(roles)).reshape(-1, counts)
    others = [np.delete(groups, seat, axis=1) for seat in range(counts)]
    return np.stack(others, axis=1).reshape(len(roles), counts - 1), empty


def _named_partners(columns: Columns, here: Integers, place: Integers, shape: tuple[int, ...]) -> Integers:
    rows = columns.rows.iloc[here]
    keys = pd.MultiIndex.from_arrays([columns.match[here], rows["subject"]])
    where = dict(zip(keys, place, strict=True))
    named = zip(columns.match[here], rows["partner"], strict=True)
    met = np.array([where.get(key, MISSING) for key in named], dtype=np.int64)
    return _grid(place, columns.round[here], met, *shape)


def implied_payoffs(columns: Columns) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """What the game says each row paid (NaN where unknown), and the width of the game's payoffs."""
    implied = np.full(len(columns.rows), np.nan)
    width = np.ones(len(columns.rows))
    for body in range(int(columns.body.max()) + 1):
        here = np.flatnonzero(columns.body == body)
        play = build_play(columns, here)
        seat = _seat_order(columns, here)
        implied[here] = play.payoffs()[seat, columns.round[here] - 1]
        width[here] = max(float(np.ptp(table)) for table in play.game.tables)
    return implied, width


def _seat_order(columns: Columns, here: Integers) -> Integers:
    """The row of the Play to which each row of the table belongs."""
    _, first, seat = np.unique(columns.seat[here], return_index=True, return_inverse=True)
    game = columns.table.games[str(columns.rows["game"].iloc[here[0]])]
    order = np.lexsort((_roles(columns, here[first], game), columns.match[here][first]))
    return np.asarray(np.argsort(order)[seat])
