r"""Between one step and the whole game: how well is a choice predicted h rounds ahead?

For the choice in round t a rule is led through the recorded rounds 1 ... t-h; from there the group is simulated,
everybody following the rule, and

.. math:: P_h(j,t,a) = E[\,p_{j,t}(a) \mid \text{record up to } t-h\,]

is estimated by the mean chance over the simulated continuations (the last step is not drawn). Rounds t <= h are
predicted from an empty record. So h = 1 is M(Y,P), and with h = T nothing of the record is used: every subject
in a role gets the mean path of complete simulations. Two players who stay together.
"""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from humanlike.core import FIXED, BadRequest, Play, Rule, Streams, UnsuitableGame, double_precision
from humanlike.core.compiled import compiled
from humanlike.engine.batching import Cells, batched, spread
from humanlike.engine.course import Course
from humanlike.engine.replay import Records, records_of
from humanlike.engine.rounds import choose, log_probabilities
from humanlike.prediction.assessment import Assessment, Settings
from humanlike.prediction.calibration import CalibratedRule, CalibratedRules
from humanlike.prediction.forecasts import one_step_chances, simulate_completely
from humanlike.prediction.grid import AssessedRule, Frame, assembled, column, frame_of
from humanlike.prediction.observations import Floats, Sample
from humanlike.prediction.tallies import tally_rows
from humanlike.prediction.values import PredictedPart

WHOLE_GAME = 0  # stands for h = T
HORIZONS = (1, 2, 5, 10, WHOLE_GAME)
SEATS_AT_ONCE = 400_000  # simulated continuations in memory


def horizon_name(horizon: int) -> str:
    """The method's name in a criterion: h=5, or h=T for the whole game."""
    return "h=T" if horizon == WHOLE_GAME else f"h={horizon}"


def assess_horizons(
    stream: Streams,
    samples: Sequence[Sample],
    rules: Sequence[str],
    calibrations: CalibratedRules,
    settings: Settings | None = None,
    *,
    horizons: Sequence[int] = HORIZONS,
    split: str = "",
) -> Assessment:
    """Every measure of individual actions at every horizon; the methods of the criteria are h=1, h=2, ..., h=T."""
    frame = horizon_frame(stream, samples, settings or Settings(), horizons)
    assessed = [assess_rule_ahead(stream, frame, rule, calibrations, horizons) for rule in rules]
    return assembled(stream, frame, rules, assessed, calibrations, split)


def horizon_frame(
    stream: Streams, samples: Sequence[Sample], wanted: Settings, horizons: Sequence[int]
) -> Frame:
    """What is measured at these horizons."""
    for sample in samples:
        _check(sample.play, horizons)
    if wanted.matching not in (None, FIXED):
        raise BadRequest("Horizons beyond one step are worked out for partners who stay together.")
    settings = Settings(
        measures=wanted.measures,
        methods=tuple(horizon_name(each) for each in horizons),
        levels=("actions",),
        n_simulations=wanted.n_simulations,
        n_resamples=wanted.n_resamples,
        floor=wanted.floor,
    )
    return frame_of(stream, samples, settings)


def assess_rule_ahead(
    stream: Streams,
    frame: Frame,
    rule: str,
    calibrations: CalibratedRules,
    horizons: Sequence[int],
    *,
    n_continuations: int = 100,
) -> AssessedRule:
    """Look ahead in the samples of a frame with one rule."""
    parts = {}
    for sample in frame.samples:
        rows, observed = frame.targets[sample.name, "actions"]
        chances = chances_at_horizons(
            stream["continuations"][sample.name],
            sample.play,
            calibrations[rule, sample.name],
            horizons,
            n_continuations=n_continuations,
            n_simulations=frame.settings.n_simulations,
        )
        for horizon, every in chances.items():
            here = every[sample.tested, :, : rows.n_categories]
            predicted = tally_rows(rows, here, sample.n_units, frame.settings.floor)
            parts[sample.name, "actions", horizon_name(horizon)] = PredictedPart(observed, predicted, None)
    return AssessedRule(column(frame, parts), {})


def chances_at_horizons(
    stream: Streams,
    play: Play,
    calibration: CalibratedRule,
    horizons: Sequence[int] = HORIZONS,
    *,
    n_continuations: int = 100,
    n_simulations: int = 10_000,
) -> dict[int, Floats]:
    """P_h of every subject, round and action, [subjects, rounds, actions], for each horizon h."""
    _check(play, horizons)
    result = {}
    between = [each for each in horizons if 1 < each < play.n_rounds]
    if between:
        steps = _continued(stream, play, calibration, max(between), n_continuations)
    for horizon in horizons:
        if horizon == 1:
            result[horizon] = one_step_chances(play, calibration)
        elif horizon in between:
            result[horizon] = _at(horizon, steps)
        else:
            whole = simulate_completely(
                stream["whole"], play.game, calibration, n_rounds=play.n_rounds, n_simulations=n_simulations
            )
            result[horizon] = whole.actions.chances[play.roles]
    return result


def _check(play: Play, horizons: Sequence[int]) -> None:
    if any(each < 0 for each in horizons) or not horizons:
        raise BadRequest(
            f"Horizons are whole numbers from 1 up, or T for the whole game, not {list(horizons)}."
        )
    if play.game.n_players != 2 or play.partners.ndim != 2 or len(set(play.roles.tolist())) != 2:
        raise UnsuitableGame(
            f"Horizons beyond one step are worked out for two players who stay together, not for '{play.game.name}'."
        )


def _at(horizon: int, steps: Floats) -> Floats:
    """Pick for every round the forecast made `horizon` rounds before; steps [subjects, origins, steps, actions]."""
    rounds = np.arange(steps.shape[1])
    origins = np.maximum(rounds - horizon + 1, 0)
    return np.asarray(steps[:, origins, rounds - origins])


@double_precision()
def _continued(
    stream: Streams, play: Play, calibration: CalibratedRule, n_steps: int, n_continuations: int
) -> Floats:
    """Mean chances 1 ... n_steps rounds after every origin, [subjects, origins, steps, actions]."""
    rule = calibration.rule
    groups = play.groups()
    width = max(play.game.n_actions)
    result = np.full((play.n_subjects, play.n_rounds, n_steps, width), np.nan)
    size = min(len(groups), max(1, SEATS_AT_ONCE // (play.n_rounds * n_continuations)))
    parameters = rule.parameters(*map(np.float64, calibration.parameters))
    run = _program(rule, n_steps, n_continuations)
    for start in range(0, len(groups), size):
        first = min(start, len(groups) - size)  # equal pieces, so that one program serves them all
        piece = groups[first : first + size]
        records = tuple(_records(play, piece[:, role], role, rule) for role in (0, 1))
        words = stream["piece"][str(first)].words()
        means = run(jax.random.wrap_key_data(jnp.array(words, dtype=jnp.uint32)), parameters, records)
        for role in (0, 1):
            count = play.game.n_actions[role]
            # from [steps, actions, origins, groups]
            result[piece[:, role], :, :, :count] = np.transpose(np.asarray(means[role]), (3, 2, 0, 1))
    return result


def _records(play: Play, who: npt.NDArray[np.int64], role: int, rule: Rule) -> Records:
    situations = play.situations[who].T.astype(np.int32)
    return records_of(play, role, rule)._replace(actions=play.actions[who].T, situations=situations)


@cache
def _program(rule: Rule, n_steps: int, n_continuations: int) -> Any:
    return compiled(partial(_continue, rule=rule, n_steps=n_steps, n_continuations=n_continuations))


def _continue(
    key: jax.Array,
    parameters: Any,
    records: tuple[Records, Records],
    *,
    rule: Rule,
    n_steps: int,
    n_continuations: int,
) -> tuple[jax.Array, ...]:
    """Both roles' mean chances after every origin, each [steps, actions, origins, groups]."""
    n_rounds, n_groups = records[0].actions.shape
    size = n_rounds * n_groups * n_continuations
    courses = [Course(rule, parameters, each.seat._replace(learned=each.learned), size) for each in records]
    states = tuple(_origins(rule, parameters, each, n_continuations) for each in records)

    def step(now: tuple[Any, ...], number: jax.Array) -> tuple[tuple[Any, ...], tuple[jax.Array, ...]]:
        moves, means = [], []
        for role in (0, 1):
            state = courses[role].whole(now[role])
            weights = spread(batched(rule.log_weights, size)(parameters, state), size)
            chances = jnp.exp(batched(log_probabilities, size)(weights).stacked())
            means.append(chances.reshape(-1, n_rounds, n_groups, n_continuations).mean(axis=-1))
            luck = jax.random.uniform(jax.random.fold_in(key, 2 * number + role), (size,))
            moves.append(batched(choose, size)(weights, Cells((), (luck,))))
        after = tuple(courses[role].after(now[role], moves[role], moves[1 - role]) for role in (0, 1))
        return after, tuple(means)

    return jax.lax.scan(step, states, jnp.arange(n_steps))[1]


def _origins(rule: Rule, parameters: Any, records: Records, n_continuations: int) -> Any:
    """The states before every recorded round, each repeated for its continuations; batch = origins x groups x draws."""
    seat = records.seat._replace(learned=records.learned)
    course = Course(rule, parameters, seat, records.actions.shape[1])

    def one_round(state: Any, row: tuple[jax.Array, jax.Array]) -> tuple[Any, Any]:
        return course.recorded(state, *row), state

    rows = jnp.asarray(records.actions), jnp.asarray(records.situations)
    _, before = jax.lax.scan(one_round, course.start, rows)

    def repeated(array: jax.Array) -> jax.Array:
        rounds_beside_groups = jnp.moveaxis(array, 0, -2)
        return jnp.repeat(rounds_beside_groups.reshape(*array.shape[1:-1], -1), n_continuations, axis=-1)

    return jax.tree.map(repeated, before)
