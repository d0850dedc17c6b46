"""Checks of single cells: what should be a number is one and within its range, and nothing needed is empty."""

from collections.abc import Iterator

import numpy as np

from humanlike.core.table_columns import real_numbers
from humanlike.core.words import LARGEST, UNREADABLE
from humanlike.datasets.columns import Columns, Integers, Mask
from humanlike.datasets.problems import Check, Problem, problem_where

MOST_ROUNDS = 100_000
HUGE = {  # what holds of numbers larger than any table has
    "role": "roles count from 1 to the number of players",
    "round": f"rounds run from 1 to {MOST_ROUNDS:,}",
    "action": "actions count from 0 to those of the game",
}


def whole_number_columns(columns: Columns) -> Iterator[Problem]:
    """Role, round and action are whole numbers."""
    for name in ("role", "round", "action"):
        unreadable = getattr(columns, name) == UNREADABLE
        huge = unreadable & _huge(columns, name)
        yield from problem_where(columns, huge, name, HUGE[name], "The row cannot be placed; correct it.")
        wrong = unreadable & ~huge
        what = "it must be a whole number" + (" (-1 for a missing move)" if name == "action" else "")
        yield from problem_where(
            columns, wrong, name, what, "The row cannot be placed; correct or remove it."
        )
    if columns.by_record.any():
        wrong = columns.by_record & (columns.met == UNREADABLE)
        rule = "it must be a whole number (-1 where unknown)"
        yield from problem_where(
            columns, wrong, "partner_action", rule, "What was met is unknown; correct or write -1."
        )
    rule = "it must be a whole number, or empty where nobody knows"
    yield from problem_where(
        columns, columns.intended == UNREADABLE, "intended", rule, "What was meant is unknown; correct it."
    )


def _huge(columns: Columns, name: str) -> Mask:
    """Where a number stands that is too large to be kept."""
    numbers = real_numbers(columns.rows[name])
    return np.isfinite(numbers) & (np.abs(numbers) >= LARGEST)


def subjects_are_named(columns: Columns) -> Iterator[Problem]:
    """Every row says who chose."""
    effect = "Nobody knows who chose; name the subject, or remove the row."
    yield from problem_where(
        columns,
        columns.is_blank("subject"),
        "subject",
        "every choice is somebody's",
        effect,
        found=lambda _: "the subject is empty",
    )


def payoffs_are_numbers(columns: Columns) -> Iterator[Problem]:
    """Payoffs are numbers or empty."""
    wrong = ~columns.is_blank("payoff") & np.isnan(columns.payoff)
    yield from problem_where(
        columns,
        wrong,
        "payoff",
        "it must be a number or empty",
        "It cannot be compared with the game; correct it.",
    )


def games_are_known(columns: Columns) -> Iterator[Problem]:
    """Every game named is in the game file."""
    known = ", ".join(sorted(columns.table.games)[:8]) + ("..." if len(columns.table.games) > 8 else "")
    yield from problem_where(
        columns,
        columns.players == 0,
        "game",
        f"the game file knows only {known}",
        "Without payoffs nothing can be computed; add the game to the game file or correct the name.",
    )


def rounds_are_in_range(columns: Columns) -> Iterator[Problem]:
    """Rounds count from 1 and stay below a limit."""
    readable = columns.round != UNREADABLE
    wrong = readable & ((columns.round < 1) | (columns.round > MOST_ROUNDS))
    yield from problem_where(
        columns,
        wrong,
        "round",
        f"rounds run from 1 to {MOST_ROUNDS:,}",
        "The row cannot be placed; renumber.",
    )


def roles_are_in_range(columns: Columns) -> Iterator[Problem]:
    """Roles count from 1 to the number of players, unless what was met is recorded."""
    wrong = (columns.role != UNREADABLE) & (columns.players > 0) & ~(columns.by_record | columns.by_label)
    wrong &= (columns.role < 1) | (columns.role > columns.players)

    def found(index: int) -> str:
        name = columns.rows["game"].iloc[index]
        return f"role is {columns.role[index]} in '{name}', which has {columns.players[index]} players"

    effect = (
        "Nobody knows whom this subject met; give a partner or partner_action column, or correct the role."
    )
    yield from problem_where(
        columns, wrong, "role", "roles count from 1 to the number of players", effect, found=found
    )


def actions_are_in_range(columns: Columns) -> Iterator[Problem]:
    """Actions, made or intended, lie within the game."""
    limits = action_limits(columns)
    for name in ("action", "intended"):
        moves = getattr(columns, name)
        wrong = (moves != UNREADABLE) & (limits > 0) & ((moves < -1) | (moves >= limits))

        def found(index: int, name: str = name, moves: Integers = moves) -> str:
            return f"{name} is {moves[index]} in '{columns.rows['game'].iloc[index]}'"

        first = int(limits[np.flatnonzero(wrong)[0]]) if wrong.any() else 0
        rule = f"this role has actions 0-{first - 1} (-1 is a missing move)"
        effect = "The choice has no payoff; correct it, or write -1 if no move was made."
        yield from problem_where(columns, wrong, name, rule, effect, found=found)


def action_limits(columns: Columns) -> Integers:
    """How many actions the row's role has; 0 where unknown."""
    limits = np.zeros(len(columns.rows), dtype=np.int64)
    codes, names = columns.words("game")
    for code, name in enumerate(names):
        game, here = columns.table.games.get(name), codes == code
        if game is not None:
            roles = np.clip(columns.role[here] - 1, 0, game.n_players - 1)
            limits[here] = np.array(game.n_actions)[roles]
    return limits


CELLS_ARE_CLEAR: tuple[Check, ...] = (
    whole_number_columns,
    subjects_are_named,
    payoffs_are_numbers,
    games_are_known,
    rounds_are_in_range,
    roles_are_in_range,
    actions_are_in_range,
)
