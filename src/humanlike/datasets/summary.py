r"""What a play looks like in a few numbers.

The unit is the match (pair or group): :math:`\bar\pi_{mr}` is the mean payoff in match m of those in role r.
Means and standard deviations (population, ddof = 0) are over matches, the total is the sum of the roles'
means. The *centre estimate* is the geometric median c of the vectors :math:`\bar\pi_m`,

.. math:: c = \arg\min_x \sum_m \lVert \bar\pi_m - x \rVert, \qquad
          s = \sqrt{\tfrac1M \sum_m \lVert \bar\pi_m - c \rVert^2},

s being the Euclidean standard deviation about it.

References
----------
Weiszfeld (1937), Tohoku Math. J. 43, 355-386; Vardi & Zhang (2000), PNAS 97, 1423-1426 (at data points).
Arifovic, McKelvey & Pevnitskaya (2006), Games and Economic Behavior 57, Table 3.

"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Play

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PlaySummary:
    """A play in a few numbers; arrays run over the roles that occur, in the order of `roles`."""

    game: str
    dataset: str
    n_subjects: int  # different people
    n_matches: int
    n_rounds: int
    n_choices: int
    n_missing: int
    roles: tuple[int, ...]
    mean: Floats
    standard_deviation: Floats
    total: float
    centre: Floats
    euclidean_deviation: float
    cells: dict[str, float]  # share of rounds in each cell, by label; two-player games
    actions: tuple[Floats, ...]  # share of each action, for each role


def summarise(play: Play) -> PlaySummary:
    """Means, deviations, centre and frequencies of a play."""
    payoffs = match_payoffs(play)
    roles = tuple(sorted(set(play.roles.tolist())))
    whole = payoffs[np.isfinite(payoffs).all(axis=1)]
    if not len(whole):
        raise BadRequest(
            f"'{play.game.name}': no match has a completed round, so there is nothing to summarise."
        )
    centre = geometric_median(whole)
    made = play.actions >= 0
    during = np.arange(play.n_rounds) < _lengths(play)[:, None]
    return PlaySummary(
        game=play.game.name,
        dataset=play.provenance.get("dataset", ""),
        n_subjects=len(set(play.subjects)),
        n_matches=len(set(play.matches)),
        n_rounds=play.n_rounds,
        n_choices=int(made.sum()),
        n_missing=int((during & ~made).sum()),
        roles=roles,
        mean=whole.mean(axis=0),
        standard_deviation=whole.std(axis=0),
        total=float(whole.mean(axis=0).sum()),
        centre=centre,
        euclidean_deviation=float(np.sqrt(((whole - centre) ** 2).sum(axis=1).mean())),
        cells=_cell_shares(play),
        actions=tuple(_action_shares(play, role) for role in roles),
    )


def match_payoffs(play: Play) -> Floats:
    """Mean payoff of each match and role, shape [matches, roles]; NaN where a role earned nothing yet."""
    labels = {label: number for number, label in enumerate(dict.fromkeys(play.matches))}
    match = np.array([labels[label] for label in play.matches])
    roles = sorted(set(play.roles.tolist()))
    payoffs = play.payoffs()
    known = np.isfinite(payoffs)
    sums, counts = np.where(known, payoffs, 0.0).sum(axis=1), known.sum(axis=1)
    result = np.full((len(labels), len(roles)), np.nan)
    for column, role in enumerate(roles):
        here = play.roles == role
        earned = np.bincount(match[here], sums[here], minlength=len(labels))
        rounds = np.bincount(match[here], counts[here], minlength=len(labels))
        result[:, column] = np.divide(earned, rounds, out=np.full(len(labels), np.nan), where=rounds > 0)
    return result


def geometric_median(points: npt.ArrayLike, *, tolerance: float = 1e-12, most_steps: int = 200) -> Floats:
    """The point with the smallest sum of distances to `points`, shape [points, dimensions].

    A data point is optimal if the others together pull no harder than it holds (Vardi and Zhang); otherwise the sum
    is smooth at its minimum, and Newton's steps, with Weiszfeld's where they would overshoot, get there quickly.

    >>> print(geometric_median([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]))
    [0.5 0.5]
    """
    points = np.asarray(points, dtype=np.float64)
    scale = float(np.ptp(points, axis=0).max(initial=0.0))
    centre: Floats = points.mean(axis=0)
    if scale == 0.0:
        return centre
    near = 1e-14 * scale
    if _pull(points, centre, near) > 1e-9:  # the mean may well be it, as in symmetric plays
        candidates, held = np.unique(points, axis=0, return_counts=True)
        for candidate, count in zip(candidates, held, strict=True):
            if _pull(points, candidate, near) <= count + 1e-12:
                return np.asarray(candidate, dtype=np.float64)
    for _ in range(most_steps):
        after = _closer(points, centre, near)
        if np.linalg.norm(after - centre) <= tolerance * scale:
            return after
        centre = after
    return centre


def _pull(points: Floats, centre: Floats, near: float) -> float:
    """How hard the points away from `centre` pull, each with unit force."""
    away = points - centre
    distance = np.linalg.norm(away, axis=1)
    apart = distance > near
    return float(np.linalg.norm((away[apart] / distance[apart, None]).sum(axis=0)))


def _closer(points: Floats, centre: Floats, near: float) -> Floats:
    """A Newton step, halved until it helps; Weiszfeld's step if it does not."""
    away = points - centre
    distance = np.maximum(np.linalg.norm(away, axis=1), near)
    unit = away / distance[:, None]
    identity = np.eye(points.shape[1])
    curvature = ((identity - unit[:, :, None] * unit[:, None, :]) / distance[:, None, None]).sum(axis=0)
    step = np.linalg.lstsq(curvature, unit.sum(axis=0), rcond=None)[0]
    total = distance.sum()
    for share in (1.0, 0.5, 0.25):
        after = centre + share * step
        if np.linalg.norm(points - after, axis=1).sum() <= total:
            return np.asarray(after)
    weights = 1.0 / distance
    return np.asarray((weights[:, None] * points).sum(axis=0) / weights.sum())


def _lengths(play: Play) -> npt.NDArray[np.int64]:
    """Rounds of each subject's match: up to the last move anybody in it made."""
    made = play.actions >= 0
    last = np.where(made.any(axis=1), play.n_rounds - np.argmax(made[:, ::-1], axis=1), 0)
    ends: dict[str, int] = {}
    for label, end in zip(play.matches, last.tolist(), strict=True):
        ends[label] = max(ends.get(label, 0), end)
    return np.array([ends[label] for label in play.matches], dtype=np.int64)


def _cell_shares(play: Play) -> dict[str, float]:
    if play.game.n_players != 2:
        return {}
    here = play.roles == 0
    known = (play.actions[here] >= 0) & (play.situations[here] >= 0)
    own, met = play.actions[here][known], play.situations[here][known]
    total = max(int(known.sum()), 1)
    return {
        play.game.label_of(cell): float(((own == cell[0]) & (met == cell[1])).sum()) / total
        for cell in play.game.profiles()
    }


def _action_shares(play: Play, role: int) -> Floats:
    made = play.actions[play.roles == role]
    counts = np.bincount(made[made >= 0].astype(np.int64), minlength=play.game.n_actions[role])
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
