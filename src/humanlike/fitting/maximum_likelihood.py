r"""`fit_groups`: maximum likelihood (or least deviation) for every group of choices at once.

.. math:: \hat\theta_g = \arg\min_\theta \sum_{q \in g} \sum_t \text{loss}(a_{qt}, p_{qt}(\theta))

Several starts for every group run side by side; the best is kept, and how many agree is reported. Bounds of
parameters that multiply payoffs are those of the rule divided by the smallest payoff range in the group, so
dollars and points are searched alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from humanlike.core import AUTO, BadRequest, Information, Play, Rule, Streams, Units, find_units, parts_of
from humanlike.engine.replay import FLOOR
from humanlike.fitting.fits import Fit, Fits
from humanlike.fitting.inference import curvature, inverse_hessians, jackknifed
from humanlike.fitting.kinks import Rest, settle
from humanlike.fitting.losses import CRITERIA, Criterion, Losses
from humanlike.fitting.optimise import Evaluate, Solution, minimise
from humanlike.fitting.seats import Seats, seats_of

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
AGREE = 1e-6  # nats per choice
AS_GOOD = 0.01  # nats in all: two optima this close cannot be told apart by the data
SNAP = 1e-7  # of a parameter's range
LARGE, SAMPLE = 200_000, 50_000  # choices in a problem, and in the sample its search begins on
STREAM = Streams(20_010)["fitting"]["starts"]


@dataclass(frozen=True, eq=False)
class Groups:
    """(problem, seat) pairs: which seats each problem consists of."""

    labels: tuple[str, ...]  # of the problems
    problem: Integers  # [pairs]
    seat: Integers  # [pairs]


def fit_groups(
    plays: Sequence[Play] | Play,
    rule: Rule,
    *,
    by: str = "pooled",
    role: int | None = None,
    criterion: Criterion = "likelihood",
    n_starts: int = 4,
    unit: str = AUTO,
    floor: float = FLOOR,
    information: Information = Information.GAME,
    stream: Streams = STREAM,
) -> Fits:
    """Fit `rule` to the studied choices of `plays`, group by group.

    `by` is pooled, game, role, session, subject, person, match, or several joined by '+'; `role` (from 0)
    restricts the choices to one role. Standard errors hold whatever happens within a `unit` (`core.find_units`;
    auto picks it).
    """
    check_request(criterion, n_starts, floor)
    rule, seats = taught_seats(plays, rule, information=information, role=role)
    units = find_units(seats.plays, unit)
    groups = grouped(seats, by)
    losses = Losses(seats, rule, groups.problem, groups.seat, criterion=criterion, floor=floor)
    solution = solve(losses, n_starts=n_starts, stream=stream)
    return Fits(rule, by, _fits(losses, groups, solution, units))


def fit_one(
    plays: Sequence[Play] | Play,
    rule: Rule,
    *,
    role: int | None = None,
    criterion: Criterion = "likelihood",
    n_starts: int = 4,
    unit: str = AUTO,
    floor: float = FLOOR,
    information: Information = Information.GAME,
) -> Fit:
    """One parameter set for everybody: the pooled fit."""
    return fit_groups(
        plays,
        rule,
        role=role,
        criterion=criterion,
        n_starts=n_starts,
        unit=unit,
        floor=floor,
        information=information,
    ).fits[0]


def taught_seats(
    plays: Sequence[Play] | Play,
    rule: Rule,
    *,
    information: Information = Information.GAME,
    role: int | None = None,
) -> tuple[Rule, Seats]:
    """The rule having learned from these people, and their seats, each shown what was learned from others alone.

    A rule that has learned already, or has nothing to learn, stays as it is.
    """
    plays = (plays,) if isinstance(plays, Play) else tuple(plays)
    if not rule.is_ignorant:
        return rule, seats_of(plays, rule, information=information, role=role)
    learning = [
        replace(play, studied=play.studied & (play.roles == role)) if role is not None else play
        for play in plays
    ]
    taught = rule.taught(learning)
    return taught, seats_of(plays, taught, information=information, role=role, parts=parts_of(learning))


def grouped(seats: Seats, by: str) -> Groups:
    """Every seat in the group its label names, groups in order of appearance."""
    words = seats.labels(by)
    numbers = {label: number for number, label in enumerate(dict.fromkeys(words))}
    return Groups(tuple(numbers), np.array([numbers[word] for word in words]), np.arange(len(words)))


def bounds_of(losses: Losses) -> tuple[Floats, Floats]:
    """Lower and upper bounds for each problem, [problems, parameters]."""
    width = np.full(losses.n_problems, np.inf)
    np.minimum.at(width, losses.problem, losses.seats.width[losses.seat])
    return bounds_for(losses.rule, width)


def bounds_for(rule: Rule, width: Floats) -> tuple[Floats, Floats]:
    """Lower and upper bounds [problems, parameters] where payoffs have ranges `width` [problems]."""
    n_parameters = len(rule.bounds)
    scale = 1.0 / np.where(np.isfinite(width) & (width > 0), width, 1.0)
    lower = np.array([bound.lower for bound in rule.bounds]).reshape(1, n_parameters)
    upper = np.array([bound.upper for bound in rule.bounds]).reshape(1, n_parameters)
    scaled = np.array([name in rule.per_payoff for name in rule.parameter_names], dtype=np.float64)
    factor = 1.0 + scaled * (scale[:, None] - 1.0)
    return lower * factor, upper * factor


def starts_of(stream: Streams, losses: Losses, lower: Floats, upper: Floats, n_starts: int) -> Floats:
    """Starting points [starts, problems, parameters]: the rule's published set, then spread over the bounds.

    Parameters whose bounds span more than a factor of ten above 1 are spread evenly in their logarithm.
    """
    n_parameters = lower.shape[1]
    known = np.array([float(value) for value in losses.rule.default]).reshape(1, n_parameters)
    inside = lower + np.clip((known - lower) / (upper - lower), 0.02, 0.98) * (upper - lower)
    long = np.array(
        [bound.upper - bound.lower >= 10.0 and bound.lower >= 0.0 for bound in losses.rule.bounds]
    )
    shares = stream.generator().random((max(n_starts - 1, 0), n_parameters))
    shares = (shares + np.arange(n_starts - 1)[:, None]) / max(n_starts - 1, 1)  # one in each stratum
    for parameter in range(n_parameters):
        order = stream[str(parameter)].generator().permutation(n_starts - 1)
        shares[:, parameter] = shares[order, parameter]
    shares = np.where(long, 10.0 ** (-3.0 + 2.5 * shares), 0.05 + 0.9 * shares)
    spread = lower + shares[:, None, :] * (upper - lower)
    return np.concatenate([inside[None], spread]) if n_starts > 1 else inside[None]


def off_bounds(losses: Losses, points: Floats) -> Floats:
    """Points [problems, parameters] as starts: moved a little off the bounds, where slopes in z vanish."""
    lower, upper = bounds_of(losses)
    return np.asarray(lower + np.clip((points - lower) / (upper - lower), 1e-4, 1 - 1e-4) * (upper - lower))


def solve(
    losses: Losses,
    *,
    n_starts: int = 4,
    stream: Streams = STREAM,
    start: Floats | None = None,
    also: Floats | None = None,
) -> Solution:
    """Minimise every problem from all starts; returns runs in the order [starts, problems].

    The starts are `n_starts` usual ones, with the points `also` [problems, parameters] as the last if given, or else
    `start` alone. Where every problem is large, most of the way to an optimum is gone on a sample of the seats; the
    rest is gone, and judged, on all of them.
    """
    lower, upper = bounds_of(losses)
    n_starts = n_starts if lower.shape[1] else 1
    points = starts_of(stream, losses, lower, upper, n_starts) if start is None else start
    if also is not None and lower.shape[1]:
        points = np.concatenate([points, also[None]])
    if start is None and lower.shape[1] and losses.n_choices.min() >= LARGE:
        sampled = _minimised(_sampled(stream["sample"], losses), points, lower, upper)
        points = np.stack([off_bounds(losses, each) for each in sampled.points.reshape(points.shape)])
        return _minimised(losses, points, lower, upper, sampled.inverses)
    return _minimised(losses, points, lower, upper)


def _minimised(
    losses: Losses, points: Floats, lower: Floats, upper: Floats, inverses: Floats | None = None
) -> Solution:
    """Every problem from every one of its `points` [starts, problems, parameters]."""
    n_runs = len(points)
    evaluate = per_choice(losses, np.tile(np.arange(losses.n_problems), n_runs))
    flat = points.reshape(n_runs * losses.n_problems, -1)
    bounds = np.tile(lower, (n_runs, 1)), np.tile(upper, (n_runs, 1))
    return minimise(evaluate, flat, *bounds, inverses=inverses)


def _sampled(stream: Streams, losses: Losses) -> Losses:
    """The same problems with about `SAMPLE` choices each, of seats drawn at random."""
    kept = stream.generator().random(len(losses.seat)) < (SAMPLE / losses.n_choices)[losses.problem]
    _, first = np.unique(losses.problem, return_index=True)
    kept[first] = True  # no problem stays empty
    return Losses(
        losses.seats,
        losses.rule,
        losses.problem[kept],
        losses.seat[kept],
        criterion=losses.criterion,
        floor=losses.floor,
    )


def best_of(losses: Losses, solution: Solution, *, reluctant: bool = False) -> tuple[Solution, Integers]:
    """For each problem the start with the smallest loss, and how many starts agree with it.

    A `reluctant` choice takes the last start only where no other comes within `AGREE` of it. Where the best ended at a
    bound, the others are brought to their optimum with the parameter exactly on it: some rules change abruptly there,
    and a search that only comes near would not see it.
    """
    n_problems = losses.n_problems
    table = solution.losses.reshape(-1, n_problems)
    agree = (table <= table.min(axis=0) + AGREE).sum(axis=0)
    handicap = np.zeros((len(table), 1))
    handicap[-1] = AGREE * reluctant
    best = np.argmin(table + handicap, axis=0) * n_problems + np.arange(n_problems)
    chosen = Solution(
        solution.points[best].copy(),
        solution.losses[best].copy(),
        solution.slopes[best].copy(),
        solution.converged[best].copy(),
        solution.promises[best].copy(),
        solution.n_steps,
        solution.inverses[best].copy(),
    )
    lower, upper = bounds_of(losses)
    near = SNAP * (upper - lower)
    low, high = chosen.points - lower <= near, upper - chosen.points <= near
    here = np.flatnonzero((low | high).any(axis=1))
    if len(here):
        snapped = np.where(low, lower, np.where(high, upper, chosen.points))[here]
        held = (low | high)[here].astype(np.float64)
        evaluate = per_choice(losses, here)
        again = minimise(evaluate, snapped, lower[here], upper[here], fixed=held)
        better = again.losses <= chosen.losses[here] + 1e-12
        for name in ("points", "losses", "slopes", "converged", "promises"):
            getattr(chosen, name)[here[better]] = getattr(again, name)[better]
    return chosen, agree


def per_choice(losses: Losses, problems: Integers) -> Evaluate:
    """Loss and gradient per choice, as `minimise` wants them; run r is of `problems[r]`."""
    counts = np.maximum(losses.n_choices[problems], 1e-12)

    def evaluate(where: Floats, runs: Integers) -> tuple[Floats, Floats]:
        loss, gradient = losses.evaluate(where, problems[runs])
        return loss / counts[runs], gradient / counts[runs, None]

    return evaluate


def _fits(losses: Losses, groups: Groups, solution: Solution, units: Units) -> tuple[Fit, ...]:
    """Pick the best start of every group and describe it."""
    best, agree = best_of(losses, solution)
    lower, upper = bounds_of(losses)
    rest = settle(losses, best, lower, upper)
    points, kink = rest.points, rest.kink
    found = curvature(losses, points, lower, upper, kink)
    unit_of_pair = losses.seats.of_rows(units.numbers)[losses.seat]
    covariance, n_units, n_effective = jackknifed(found, losses, points, (lower, upper), unit_of_pair)
    model = inverse_hessians(found)
    rival = _rivals(solution, losses, rest, np.where(np.isnan(covariance), model, covariance), upper - lower)
    either = rival[:, :, None] | rival[:, None, :]
    covariance = np.where(either, np.nan, covariance)
    deviation = losses.criterion != "likelihood"  # whose Hessian is no information matrix
    model = np.where(either | deviation, np.nan, model)
    unidentified = found.unidentified | rival
    log_likelihood = -_nats(losses, points)
    names = np.array(losses.rule.parameter_names, dtype=object)
    return tuple(
        Fit(
            rule=losses.rule,
            group=label,
            parameters=losses.rule.parameters(*points[p].tolist()),
            log_likelihood=float(log_likelihood[p]),
            loss=float(rest.losses[p]),
            n_choices=int(losses.n_choices[p]),
            covariance=covariance[p],
            model_covariance=model[p],
            unit=units.unit,
            n_units=int(n_units[p]),
            n_effective=float(n_effective[p]),
            converged=bool(rest.converged[p]),
            at_bound=tuple(names[found.at_bound[p]]),
            at_lower=tuple(names[found.at_bound[p] & (points[p] - lower[p] <= upper[p] - points[p])]),
            at_kink=tuple(names[kink[p] & ~found.at_bound[p]]),
            unidentified=tuple(names[unidentified[p]]),
            n_starts=len(solution.losses) // losses.n_problems,
            n_agreeing=int(agree[p]),
            slope=float(rest.slopes[p]),
            floor=losses.floor,
            criterion=losses.criterion,
        )
        for p, label in enumerate(groups.labels)
    )


def _rivals(
    solution: Solution, losses: Losses, rest: Rest, covariance: Floats, width: Floats
) -> npt.NDArray[np.bool_]:
    """Parameters for which another start ended elsewhere with as good a likelihood, [problems, parameters]."""
    n_problems, n_parameters = rest.points.shape
    table = solution.losses.reshape(-1, n_problems)
    others = solution.points.reshape(len(table), n_problems, n_parameters)
    equal = (table - rest.losses) * losses.n_choices < AS_GOOD
    reach = np.sqrt(np.nan_to_num(np.diagonal(covariance, axis1=1, axis2=2), nan=np.inf))
    apart = np.abs(others - rest.points) > np.maximum(reach, 1e-3 * width)
    return np.asarray((apart & equal[:, :, None]).any(axis=0))


def _nats(losses: Losses, points: Floats) -> Floats:
    """Negative log-likelihoods at `points`, whatever was minimised."""
    plain = losses
    if losses.criterion != "likelihood":
        plain = Losses(losses.seats, losses.rule, losses.problem, losses.seat, floor=losses.floor)
    return plain.evaluate(points, np.arange(plain.n_problems))[0]


def check_request(criterion: str, n_starts: int, floor: float = FLOOR) -> None:
    """Refuse what `fit_groups` cannot do."""
    if criterion not in CRITERIA:
        raise BadRequest(f"A rule is fitted by {', '.join(CRITERIA)}, not by '{criterion}'.")
    if n_starts < 1:
        raise BadRequest(f"At least one start is needed, not {n_starts}.")
    if not 0.0 < floor < 1.0:
        raise BadRequest(f"A floor is a probability between 0 and 1, not {floor:g}.")
