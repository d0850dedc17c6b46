r"""What can differ in repeated matrix games; each metric is marked as time-collapsed or time-dependent.

Everything is seen from a player's own seat: own action a and situation s (what the others did). In a
symmetric game all seats are counted together, elsewhere each role has its own table; every game is a
stratum. Tables add up by the share of cases they hold.

Time-collapsed: `cells` (distribution of (a, s)), `payoffs` (mean payoff of a player in a match, in tenths of
the way from the lowest to the highest payoff), `between-persons` (how often each person takes an action, one case a
person: a crowd of clones is narrower than people with the same mean). Time-dependent: `responses-L` (next action
given the last L cells), `runs` (lengths of runs of one action), `alternation` (of three actions in a row: all
equal, there and back, other), `switching` (stay or switch after a win or a loss; a win pays at least the mean of
the own payoff table, which in a prisoner's dilemma is what Pavlov thinks), `learning` (actions in fifths of the
game), `cells-over-time` (cells in fifths of the game).
"""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Play, UnsuitableGame
from humanlike.similarity.metric import Metric, Tally, tally

LONGEST_RUN = 10
PAYOFF_BINS = 10
PERSON_BINS = 5  # rare bins cost more than fine ones tell
BLOCKS = 5
LEAST_CASES = 10  # a history seen less often in either body tells noise, and loudly so
MOST_TABLES = 4096
MOST_CELLS = 10_000

Rounds = Mapping[str, int]
Integers = npt.NDArray[np.int64]


def is_symmetric(game: Game) -> bool:
    """Whether every seat has the same payoffs and actions, so that roles are only names."""
    same = all(np.array_equal(table, game.tables[0]) for table in game.tables)
    return same and len(set(game.labels)) == 1


def _role_tables(play: Play) -> tuple[Integers, tuple[str, ...]]:
    """The table of each subject's role, and the tables' names."""
    if is_symmetric(play.game):
        return np.zeros(play.n_subjects, dtype=np.int64), ("",)
    names = tuple(f"{play.game.role_name(role)} " for role in range(play.game.n_players))
    return np.asarray(play.roles, dtype=np.int64), names


def _most(play: Play) -> tuple[int, int]:
    """The largest number of own actions and of situations over the seats."""
    return max(table.shape[0] for table in play.game.tables), max(
        table.shape[1] for table in play.game.tables
    )


def _cells(play: Play) -> Integers:
    """Own action and situation as one number, -1 where either is missing; [subjects, rounds]."""
    codes = play.actions.astype(np.int64) * _most(play)[1] + play.situations
    return np.where((play.actions >= 0) & (play.situations >= 0), codes, -1)


def _cell_names(play: Play) -> tuple[str, ...]:
    actions, situations = _most(play)
    if actions * situations > MOST_CELLS:
        raise UnsuitableGame(
            f"'{play.game.name}' has {actions * situations} cells seen from a seat; at most {MOST_CELLS} are compared."
        )
    if play.game.n_players == 2:
        own, other = play.game.labels[0], play.game.labels[1]
        if len(own) == actions and len(other) == situations:
            return tuple(f"{_short(mine)}/{_short(yours)}" for mine in own for yours in other)
    return tuple(f"{action}/{situation}" for action in range(actions) for situation in range(situations))


def _short(label: str) -> str:
    return label.split()[0][:12]


def _action_names(play: Play) -> tuple[str, ...]:
    return max(play.game.labels, key=len)


def _events(
    play: Play, who: Integers, tables: Integers, cells: Integers, n_tables: int, n_cells: int
) -> npt.NDArray[np.float64]:
    """Counts by unit of [subjects, events] arrays; rows not studied and negative cells do not count."""
    known = (cells >= 0) & (tables >= 0) & play.studied[:, None]
    rows = np.broadcast_to(who[:, None], cells.shape)
    n_units = int(who.max(initial=-1)) + 1
    return tally(rows[known], n_units, tables[known], n_tables, cells[known], n_cells)


def count_cells(body: Sequence[Play], n_rounds: Rounds, units: Sequence[Integers]) -> list[Tally]:
    """Which cells are reached, whenever."""
    result = []
    for play, who in zip(body, units, strict=True):
        role, names = _role_tables(play)
        cells, labels = _cells(play), _cell_names(play)
        tables = np.broadcast_to(role[:, None], cells.shape)
        counts = _events(play, who, tables, cells, len(names), len(labels))
        result.append(Tally(play.game.name, counts, tuple(f"{name}cells" for name in names), labels))
    return result


def count_payoffs(body: Sequence[Play], n_rounds: Rounds, units: Sequence[Integers]) -> list[Tally]:
    """What players earn on average in a match."""
    result = []
    labels = tuple(f"{bin_ / PAYOFF_BINS:.1f}-{(bin_ + 1) / PAYOFF_BINS:.1f}" for bin_ in range(PAYOFF_BINS))
    for play, who in zip(body, units, strict=True):
        role, names = _role_tables(play)
        payoffs = play.payoffs()
        known = np.isfinite(payoffs)
        mean = np.where(known, payoffs, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
        low = np.array([table.min() for table in play.game.tables])[play.roles]
        high = np.array([table.max() for table in play.game.tables])[play.roles]
        share = (mean - low) / np.where(high > low, high - low, 1.0)
        bins = np.clip((share * PAYOFF_BINS + 1e-9).astype(np.int64), 0, PAYOFF_BINS - 1)
        bins = np.where(known.any(axis=1), bins, -1)
        counts = _events(play, who, role[:, None], bins[:, None], len(names), PAYOFF_BINS)
        positions = np.arange(PAYOFF_BINS) / PAYOFF_BINS
        result.append(
            Tally(play.game.name, counts, tuple(f"{name}payoffs" for name in names), labels, positions)
        )
    return result


def count_responses(
    length: int, body: Sequence[Play], n_rounds: Rounds, units: Sequence[Integers]
) -> list[Tally]:
    """The next action, given the last `length` cells (oldest first)."""
    result = []
    for play, who in zip(body, units, strict=True):
        role, names = _role_tables(play)
        cells, labels = _cells(play), _cell_names(play)
        histories = len(labels) ** length
        if histories * len(names) > MOST_TABLES:
            raise UnsuitableGame(
                f"'{play.game.name}' has {histories} histories of {length} rounds; at most {MOST_TABLES} are compared."
            )
        after = max(play.n_rounds - length, 0)
        codes = np.zeros((play.n_subjects, after), dtype=np.int64)
        for back in range(length):
            here = cells[:, back : back + after]
            codes = np.where((codes < 0) | (here < 0), -1, codes * len(labels) + here)
        tables = np.where(codes < 0, -1, role[:, None] * histories + codes)
        actions = _action_names(play)
        response = play.actions[:, length:].astype(np.int64)
        counts = _events(play, who, tables, response, histories * len(names), len(actions))
        result.append(Tally(play.game.name, counts, _history_names(names, labels, length), actions))
    return result


def _history_names(roles: tuple[str, ...], cells: tuple[str, ...], length: int) -> tuple[str, ...]:
    histories = [""]
    for _ in range(length):
        histories = [f"{history} {cell}" for history in histories for cell in cells]
    return tuple(f"{role}after{history}" for role in roles for history in histories)


def count_runs(body: Sequence[Play], n_rounds: Rounds, units: Sequence[Integers]) -> list[Tally]:
    """How long players stick to one action; a missing move ends a run."""
    labels = tuple([str(length) for length in range(1, LONGEST_RUN)] + [f"{LONGEST_RUN}+"])
    result = []
    for play, who in zip(body, units, strict=True):
        role, names = _role_tables(play)
        actions = play.actions.astype(np.int64)
        length = np.ones_like(actions)
        for k in range(1, play.n_rounds):
            length[:, k] = np.where(actions[:, k] == actions[:, k - 1], length[:, k - 1] + 1, 1)
        last = np.ones(actions.shape, dtype=bool)
        last[:, :-1] = actions[:, 1:] != actions[:, :-1]
        cells = np.where(last & (actions >= 0), np.minimum(length, LONGEST_RUN) - 1, -1)
        tables = np.broadcast_to(role[:, None], cells.shape)
        counts = _events(play, who, tables, cells, len(names), LONGEST_RUN)
        positions = np.arange(float(LONGEST_RUN))
        result.append(
            Tally(play.game.name, counts, tuple(f"{name}runs" for name in names), labels, positions)
        )
    return result


def count_alternation(body: Sequence[Play], n_rounds: Rounds, units: Sequence[Integers]) -> list[Tally]:
    """Three actions in a row: all equal, there and back, or anything else."""
    result = []
    for play, who in zip(body, units, strict=True):
        role, names = _role_tables(play)
        first, second, third = play.actions[:, :-2], play.actions[:, 1:-1], play.actions[:, 2:]
        kind = np.where(first == third, np.where(first == second, 0, 1), 2).astype(np.int64)
        cells = np.where((first < 0) | (second < 0) | (third < 0), -1, kind)
        tables = np.broadcast_to(role[:, None], cells.shape)
        counts = _events(play, who, tables, cells, len(names), 3)
        kinds = ("same", "there and back", "other")
        result.append(Tally(play.game.name, counts, tuple(f"{name}triples" for name in names), kinds))
    return result


def count_switching(body: Sequence[Play], n_rounds: Rounds, units: Sequence[Integers]) -> list[Tally]:
    """Stay or switch after a win, after a loss."""
    result = []
    for play, who in zip(body, units, strict=True):
        role, names = _role_tables(play)
        enough = np.array([table.mean() for table in play.game.tables])[play.roles][:, None]
        payoffs = play.payoffs()[:, :-1]
        lost = np.where(np.isfinite(payoffs), payoffs < enough, -1).astype(np.int64)
        tables = np.where(lost < 0, -1, role[:, None] * 2 + lost)
        before, now = play.actions[:, :-1], play.actions[:, 1:]
        cells = np.where((before < 0) | (now < 0), -1, before != now).astype(np.int64)
        counts = _events(play, who, tables, cells, 2 * len(names), 2)
        labels = tuple(f"{name}after a {outcome}" for name in names for outcome in ("win", "loss"))
        result.append(Tally(play.game.name, counts, labels, ("stay", "switch")))
    return result


def _blocks(play: Play, n_rounds: Rounds) -> tuple[Integers, tuple[str, ...]]:
    """The fifth of the game each round lies in, and the fifths' names."""
    longest = max(n_rounds.get(play.game.name, 0), play.n_rounds)
    n_blocks = min(BLOCKS, longest)
    block = np.arange(play.n_rounds) * n_blocks // longest
    starts = [int(np.ceil(index * longest / n_blocks)) for index in range(n_blocks + 1)]
    return block, tuple(f"rounds {starts[i] + 1}-{starts[i + 1]}" for i in range(n_blocks))


def _tally_over_time(
    play: Play, n_rounds: Rounds, who: Integers, cells: Integers, labels: tuple[str, ...]
) -> Tally:
    role, names = _role_tables(play)
    block, spans = _blocks(play, n_rounds)
    tables = role[:, None] * len(spans) + block
    counts = _events(play, who, tables, cells, len(names) * len(spans), len(labels))
    return Tally(play.game.name, counts, tuple(f"{name}{span}" for name in names for span in spans), labels)


def count_learning(body: Sequence[Play], n_rounds: Rounds, units: Sequence[Integers]) -> list[Tally]:
    """Actions, fifth by fifth of the game."""
    return [
        _tally_over_time(play, n_rounds, who, play.actions.astype(np.int64), _action_names(play))
        for play, who in zip(body, units, strict=True)
    ]


def count_cells_over_time(body: Sequence[Play], n_rounds: Rounds, units: Sequence[Integers]) -> list[Tally]:
    """Cells, fifth by fifth of the game."""
    return [
        _tally_over_time(play, n_rounds, who, _cells(play), _cell_names(play))
        for play, who in zip(body, units, strict=True)
    ]


def count_persons(body: Sequence[Play], n_rounds: Rounds, units: Sequence[Integers]) -> list[Tally]:
    """How often each person takes an action, in bins: one case a person, whatever she plays."""
    result = []
    labels = tuple(f"{bin_ / PERSON_BINS:.1f}-{(bin_ + 1) / PERSON_BINS:.1f}" for bin_ in range(PERSON_BINS))
    for play, who in zip(body, units, strict=True):
        role, names = _role_tables(play)
        actions = _action_names(play)
        rows, person = _persons_in_roles(play, role)
        known = (play.actions >= 0) & play.studied[:, None]
        moves = np.zeros(len(rows))
        np.add.at(moves, person, known.sum(axis=1))
        shown = actions[:-1] if len(actions) == 2 else actions  # of two, one says all
        bins = np.empty((len(rows), len(shown)), dtype=np.int64)
        for action in range(len(shown)):
            times = np.zeros(len(rows))
            np.add.at(times, person, ((play.actions == action) & known).sum(axis=1))
            share = times / np.maximum(moves, 1)
            bins[:, action] = np.clip((share * PERSON_BINS + 1e-9).astype(np.int64), 0, PERSON_BINS - 1)
        tables = role[rows][:, None] * len(shown) + np.arange(len(shown))
        met = np.broadcast_to((moves > 0)[:, None], bins.shape)
        counts = tally(
            np.broadcast_to(who[rows][:, None], bins.shape)[met],
            int(who.max(initial=-1)) + 1,
            tables[met],
            len(names) * len(shown),
            bins[met],
            PERSON_BINS,
        )
        titles = tuple(f"{name}people by their share of {action}" for name in names for action in shown)
        result.append(Tally(play.game.name, counts, titles, labels, np.arange(PERSON_BINS) / PERSON_BINS))
    return result


def _persons_in_roles(play: Play, role: Integers) -> tuple[Integers, Integers]:
    """The first row of each person in each role, and the place of every row's person among them."""
    people = play.labels("person")
    codes = people.codes.astype(np.int64)
    if people.names is not None:  # nobody knows who has no name: such rows are a person each
        nameless = np.array([not name.strip() for name in people.names], dtype=np.bool_)[codes]
        codes = np.where(nameless, len(people.names) + np.arange(len(codes)), codes)
    _, rows, person = np.unique(
        codes * (int(role.max(initial=0)) + 1) + role, return_index=True, return_inverse=True
    )
    return rows, person.reshape(-1)


def responses(length: int) -> Metric:
    """Conditional responses given the last `length` rounds."""
    title = f"responses to the last {length} rounds" if length > 1 else "responses to the last round"
    count = partial(count_responses, length)
    return Metric(f"responses-{length}", title, True, "plays", count, least_cases=LEAST_CASES)


PLAY_METRICS = (
    Metric("cells", "cells reached", False, "plays", count_cells),
    Metric("payoffs", "payoffs earned", False, "plays", count_payoffs, portable_tables=1),
    responses(1),
    responses(2),
    responses(3),
    Metric("runs", "lengths of runs", True, "plays", count_runs, portable_tables=1),
    Metric("alternation", "alternation", True, "plays", count_alternation, portable_tables=1),
    Metric("switching", "switching after win or loss", True, "plays", count_switching, portable_tables=2),
    Metric("learning", "actions over time", True, "plays", count_learning),
    Metric("cells-over-time", "cells over time", True, "plays", count_cells_over_time),
    Metric("between-persons", "how people differ from each other", False, "plays", count_persons),
)
