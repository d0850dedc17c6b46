r"""What a play looks like in a few numbers.

The unit is the match (pair or group): :math:`\bar\pi_{mr}` is the mean payoff in match m of those in role r.
Means and standard deviations (population, ddof = 0) are over matches, the total is the sum of the roles'
means. The *centre estimate* is the geometric median c of the vectors :math:`\bar\pi_m`,

.. math:: c = \arg\min_x \sum_m \lVert \bar\pi_m - x \rVert, \qquad
          s = \sqrt{\tfrac1M \sum_m \lVert \bar\pi_m - c \rVert^2},

s being the Euclidean standard deviation about it.

References
----------
Arifovic, McKelvey & Pevnitskaya (2006), Games and Economic Behavior 57, Table 3.

"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play
from humanlike.core.kinds import HUMAN
from humanlike.core.passes import last_true, most_of_group, pieces
from humanlike.core.words import by_appearance, is_first
from humanlike.datasets.centre import geometric_median

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PlaySummary:
    """A play in a few numbers; arrays run over the roles that occur, in the order of `roles`."""

    game: str
    dataset: str
    n_subjects: int  # different people; machines are no people
    n_matches: int
    n_rounds: int
    n_choices: int
    n_missing: int  # of everybody in every match, up to its last move
    roles: tuple[int, ...]
    mean: Floats
    standard_deviation: Floats
    total: float
    centre: Floats
    euclidean_deviation: float
    cells: dict[str, float]  # share of rounds in each cell, by label; two-player games
    actions: tuple[Floats, ...]  # share of each action, for each role
    kinds: dict[str, "KindSummary"]  # by kind of player, people first
    n_slips: int  # moves that were not the intended ones; 0 where intentions are not told

    def n_players_of(self, kind: str) -> int:
        """How many different players of a kind there are."""
        return self.kinds[kind].n_players if kind in self.kinds else 0


@dataclass(frozen=True)
class KindSummary:
    """How much of a play is by one kind of player."""

    n_players: int  # different labels
    n_choices: int
    models: dict[str, int]  # seats by the machine's name, where it is told


class _Tally(NamedTuple):
    """What is counted while a play is looked at once, some rows at a time."""

    earned: Floats  # [subjects], over all rounds whose payoff is known
    n_paid: Integers  # [subjects], how many these are
    ends: Integers  # [subjects], the last round in which one moved; 0 if there is none
    cells: tuple[Integers, ...]  # by role, [own action, situation], each with an entry in front for unknown


def summarise(play: Play) -> PlaySummary:
    """Means, deviations, centre and frequencies of a play."""
    tally = _tally(play)
    match = play.labels("match").numbers()
    roles = tuple(_roles(play).tolist())
    payoffs = _by_match(play, tally, match)
    whole = payoffs[np.isfinite(payoffs).all(axis=1)]
    if not len(whole):
        raise BadRequest(
            f"'{play.game.name}': no match has a completed round, so there is nothing to summarise."
        )
    centre = geometric_median(whole)
    n_choices = sum(int(cells[1:].sum()) for cells in tally.cells)
    return PlaySummary(
        game=play.game.name,
        dataset=play.provenance.get("dataset", ""),
        n_subjects=play.n_players_of().get(HUMAN, 0),
        n_matches=len(payoffs),
        n_rounds=play.n_rounds,
        n_choices=n_choices,
        n_missing=_n_missing(play, match, most_of_group(match, tally.ends), n_choices),
        roles=roles,
        mean=whole.mean(axis=0),
        standard_deviation=whole.std(axis=0),
        total=float(whole.mean(axis=0).sum()),
        centre=centre,
        euclidean_deviation=float(np.sqrt(((whole - centre) ** 2).sum(axis=1).mean())),
        cells=_cell_shares(play.game, tally.cells[0]),
        actions=tuple(_shares(tally.cells[role][1:].sum(axis=1)) for role in roles),
        kinds=_by_kind(play),
        n_slips=int(((play.intended >= 0) & (play.actions >= 0) & (play.intended != play.actions)).sum())
        if play.intended.size
        else 0,
    )


def _n_missing(play: Play, match: Integers, ends: Integers, n_choices: int) -> int:
    """Rounds of a match in which somebody made no move; who changes roles has several rows and moves in one of them."""
    if int(ends.sum()) == n_choices:
        return 0
    someone = is_first(by_appearance(match, play.labels("subject").numbers()))
    return max(int(ends[someone].sum()) - n_choices, 0)


def _by_kind(play: Play) -> dict[str, KindSummary]:
    """Players, choices and models of each kind that occurs."""
    model = play.labels("model")
    named = {name: places for name, places in model.places().items() if name}
    found = {}
    for kind, count in play.n_players_of().items():
        rows = play.labels("kind").places()[kind]
        seats = {name: int(np.isin(places, rows).sum()) for name, places in named.items()}
        models = {name: n_seats for name, n_seats in seats.items() if n_seats}
        found[kind] = KindSummary(
            count, sum(_made(play, part) for part in pieces(rows, play.n_rounds)), models
        )
    return found


def _made(play: Play, rows: Integers) -> int:
    return int((play.actions.take(rows, axis=0) >= 0).sum())


def match_payoffs(play: Play) -> Floats:
    """Mean payoff of each match and role, shape [matches, roles]; NaN where a role earned nothing yet."""
    return _by_match(play, _tally(play), play.labels("match").numbers())


def _by_match(play: Play, tally: _Tally, match: Integers) -> Floats:
    roles, count = _roles(play), int(match.max(initial=-1)) + 1
    result = np.full((count, len(roles)), np.nan)
    for column, role in enumerate(roles):
        here = play.roles == role
        earned = np.bincount(match[here], tally.earned[here], minlength=count)
        rounds = np.bincount(match[here], tally.n_paid[here], minlength=count)
        np.divide(earned, rounds, out=result[:, column], where=rounds > 0)
    return result


def _roles(play: Play) -> Integers:
    """The roles that occur, in order."""
    return np.flatnonzero(np.bincount(play.roles))


def _tally(play: Play) -> _Tally:
    """Look at every move once; never more than a cache holds at a time."""
    count = play.n_subjects
    earned, n_paid, ends = np.zeros(count), np.full(count, play.n_rounds), np.full(count, play.n_rounds)
    cells = tuple(
        np.zeros((len(table) + 1, table.shape[1] + 1), dtype=np.int64) for table in play.game.tables
    )
    for role, table in enumerate(play.game.tables):
        payoff = np.pad(table, ((1, 0), (1, 0)))  # what is unknown pays nothing
        width = (np.int16 if payoff.size <= np.iinfo(np.int16).max else np.int64)(payoff.shape[1])
        for rows in pieces(np.flatnonzero(play.roles == role), play.n_rounds):
            own, met = play.actions.take(rows, axis=0), play.situations.take(rows, axis=0)
            code = ((own + 1) * width + (met + 1)).astype(np.intp)
            here = np.bincount(code.ravel(), minlength=payoff.size).reshape(payoff.shape)
            cells[role][:] += here
            earned[rows] = payoff.take(code).sum(axis=1)
            if here[0].any() or here[:, 0].any():
                n_paid[rows] = ((own >= 0) & (met >= 0)).sum(axis=1)
                ends[rows] = last_true(own >= 0)
    return _Tally(earned, n_paid, ends, cells)


def _cell_shares(game: Game, cells: Integers) -> dict[str, float]:
    if game.n_players != 2:
        return {}
    shares = _shares(cells[1:, 1:])
    return {game.label_of(cell): float(shares[cell]) for cell in game.profiles()}


def _shares(counts: Integers) -> Floats:
    return counts / max(int(counts.sum()), 1)


def choice_shares(play: Play) -> dict[str, Floats]:
    """Share of those still playing who make each choice, by round; one line for both of two actions is enough.

    Seats that look alike (a symmetric game) are counted together, others role by role.
    """
    alike = all(np.array_equal(table, play.game.tables[0]) for table in play.game.tables)
    lines: dict[str, Floats] = {}
    for role in [0] if alike else sorted(set(play.roles.tolist())):
        chosen = play.actions[np.ones_like(play.roles, dtype=bool) if alike else play.roles == role]
        made = (chosen >= 0).sum(axis=0)
        labels = play.game.labels[role]
        for action in range(1 if len(labels) == 2 else len(labels)):
            share = np.full(play.n_rounds, np.nan)
            np.divide((chosen == action).sum(axis=0), made, out=share, where=made > 0)
            lines[labels[action] if alike else f"{play.game.role_name(role)} {labels[action]}"] = share
    return lines
