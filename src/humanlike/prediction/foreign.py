"""Predictions that come from elsewhere: laid beside the recorded choices, and measured like those of any rule.

A file gives chances one step ahead (P). Whatever can be computed from them is: M(Y,P), M(Y,X) and the aggregates of
P. Complete simulations need the rule itself, so M(Y,Z), M(mY,mQ) and M(bY,bQ) have no value for such predictions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from humanlike.core import BadRequest, Play
from humanlike.core.words import Words, by_appearance, is_first
from humanlike.prediction.criteria import METHODS, Criterion
from humanlike.prediction.first_look import unit_scores
from humanlike.prediction.grid import AssessedRule, Frame, Parts, column, parts_of
from humanlike.prediction.observations import Floats, Sample
from humanlike.scoring.panels.columns import Booleans, Integers, refuse_first

if TYPE_CHECKING:
    from humanlike.datasets.predictions import PredictionsTable

NOT_SAID = Words(np.zeros(0, dtype=np.int64), [])
WHICH = ("dataset", "game", "match", "subject", "role")  # what tells the rows of plays apart
FROM_CHANCES = ("Y,P", "Y,X", "mY,mP", "bY,bP", "sY,sP", "h=1")
NOT_FROM_CHANCES = (
    "Complete simulations need the rule itself; a file of predictions holds chances one step ahead."
)


@dataclass(frozen=True, eq=False)
class ForeignPredictions:
    """What somebody predicts of some plays."""

    rule: str
    source: str
    chances: Mapping[str, Floats]  # by game: [subjects, rounds, actions]; NaN where nothing is said


def laid_beside(
    table: "PredictionsTable", plays: Sequence[Play], *, allow_missing: bool = False
) -> list[ForeignPredictions]:
    """The predictions of each rule in a table, laid beside the choices of `plays`.

    Rows about choices that the plays do not have are refused, or left out if `allow_missing`.
    """
    from humanlike.datasets.predictions import refuse_twice  # loads pandas, which rules can do without

    cells = _cells(table, plays, allow_missing)
    refuse_twice(table, cells)
    _refuse_other_moves(table, plays, cells)
    _refuse_other_actions(table, plays, cells)
    rules = table.words["rule"]
    return [
        ForeignPredictions(name, table.source, _chances(table, plays, cells, rules.codes == number))
        for number, name in enumerate(rules.names)
        if (rules.codes == number).any()
    ]


def counted(
    samples: Sequence[Sample], foreign: Sequence[ForeignPredictions], *, allow_missing: bool
) -> tuple[Sample, ...]:
    """The samples with the choices that all predict; one under test may lack only if they `allow_missing`."""
    for each in () if allow_missing else foreign:
        _refuse_gaps(samples, each)
    return tuple(_counted(sample, foreign) for sample in samples)


def assess_foreign(frame: Frame, foreign: ForeignPredictions) -> AssessedRule:
    """Measure predictions of others by every criterion of a frame that chances one step ahead suffice for."""
    parts: Parts = {}
    for sample in frame.samples:
        chances = foreign.chances[sample.name]
        blind = 1.0 / chances.shape[-1]  # where nothing is said nothing counts
        parts |= parts_of(frame, sample, np.where(np.isnan(chances), blind, chances), {})
    known = frame._replace(undefined={**frame.undefined, **_impossible(frame.criteria)})
    methods = {*METHODS, *(each.method for each in frame.criteria)}
    found = column(known, {(*key, method): part for key, part in parts.items() for method in methods})
    simulated = frame.settings.expectation == "simulated"
    return AssessedRule(
        found,
        {key: part.predicted.misses for key, part in parts.items()} if simulated else {},
        unit_scores(frame.samples, parts),
    )


def _impossible(criteria: Sequence[Criterion]) -> dict[Criterion, str]:
    return {each: NOT_FROM_CHANCES for each in criteria if each.method not in FROM_CHANCES}


def _counted(sample: Sample, foreign: Sequence[ForeignPredictions]) -> Sample:
    said = np.logical_and.reduce([~np.isnan(each.chances[sample.name][..., 0]) for each in foreign])
    return sample if said[sample.play.actions >= 0].all() else replace(sample, asked=said)


def _refuse_gaps(samples: Sequence[Sample], foreign: ForeignPredictions) -> None:
    """Refuse predictions that leave out choices under test, naming the first and counting all."""
    first, missing, wanted = "", 0, 0
    for sample in samples:
        asked = sample.tested[:, None] & (sample.play.actions >= 0)
        gap = asked & np.isnan(foreign.chances[sample.name][..., 0])
        wanted, missing = wanted + int(asked.sum()), missing + int(gap.sum())
        if gap.any() and not first:
            row, round_ = np.argwhere(gap)[0].tolist()
            play = sample.play
            who = f"match '{play.matches[row]}', subject '{play.subjects[row]}'"
            first = f"game '{sample.name}', {who}, round {round_ + 1}"
    if missing:
        raise BadRequest(
            f"{foreign.source}: '{foreign.rule}' does not predict {missing:,} of {wanted:,} choices under test, the "
            f"first {first}. --test and --games say whose choices count; --allow-missing measures everybody on the "
            "choices that all predict."
        )


def _cells(table: "PredictionsTable", plays: Sequence[Play], allow_missing: bool) -> Integers:
    """Which choice each row is about: its number among all subjects and rounds of all plays; -1 for none."""
    named = [name for name in WHICH if name in table.numbers or not table.words.get(name, NOT_SAID).blank]
    codes = [table.words[name].codes if name in table.words else table.numbers[name] for name in named]
    group = by_appearance(*(np.maximum(each, 0) for each in codes))
    first = np.flatnonzero(is_first(group))
    places = _places(plays, named)
    found = np.full(len(first), -1, dtype=np.int64)
    for number, row in enumerate(first.tolist()):
        here = places.get(tuple(_word(table, name, row) for name in named), ())
        if len(here) > 1:
            raise BadRequest(
                f"{table.where(row)}: {table.called(row)} fits {len(here)} rows of the data; the columns "
                f"{', '.join(name for name in WHICH if name not in named) or 'that would tell them apart'} say which."
            )
        found[number] = here[0] if here else -1
    seat, round_ = found[group], table.numbers["round"] - 1
    widths = np.concatenate([np.full(play.n_subjects, play.n_rounds) for play in plays])
    starts = np.cumsum(widths) - widths
    inside = (seat >= 0) & (round_ >= 0) & (round_ < widths[seat])
    cells = np.where(inside, starts[seat] + round_, -1)
    made = np.concatenate([play.actions.reshape(-1) >= 0 for play in plays])
    cells = np.where(made[cells] & (cells >= 0), cells, -1)
    _refuse_others(table, cells, seat, allow_missing)
    return cells


def _refuse_others(table: "PredictionsTable", cells: Integers, seat: Integers, allow_missing: bool) -> None:
    """Refuse predictions of choices that the data do not have."""
    other = cells < 0
    count = int(other.sum())
    if not count or (allow_missing and not other.all()):
        return

    def sentence(row: int) -> str:
        why = (
            "no move is recorded in this round" if seat[row] >= 0 else "nobody of that name is in that match"
        )
        rest = " --allow-missing leaves such rows out." if not other.all() else " Are they of other data?"
        return (
            f"{table.where(row)}: {table.called(row)} is no choice of the data: {why}; {count:,} of {len(other):,} "
            f"rows predict other choices.{rest}"
        )

    refuse_first([(other, sentence)])


def _word(table: "PredictionsTable", name: str, row: int) -> str:
    if name in table.words:
        return table.words[name].names[int(table.words[name].codes[row])]
    return f"{table.numbers[name][row]}"


def _places(plays: Sequence[Play], named: Sequence[str]) -> dict[tuple[str, ...], list[int]]:
    """The rows of all plays, one after the other, by what they are called."""
    places: dict[tuple[str, ...], list[int]] = {}
    before = 0
    for play in plays:
        dataset = [play.provenance.get("dataset", "")] * play.n_subjects
        columns = [dataset if name == "dataset" else list(play.labels(name)) for name in named]
        for row, key in enumerate(zip(*columns, strict=True), start=before):
            places.setdefault(key, []).append(row)
        before += play.n_subjects
    return places


def _refuse_other_moves(table: "PredictionsTable", plays: Sequence[Play], cells: Integers) -> None:
    """Where the file says which move was made, the data say so too."""
    if "action" not in table.numbers:
        return
    moves = np.concatenate([play.actions.reshape(-1) for play in plays])
    said = table.numbers["action"]
    wrong = (cells >= 0) & (said >= 0) & (moves[cells] != said)
    refuse_first(
        [
            (
                wrong,
                lambda row: (
                    f"{table.where(row)}: {table.called(row)}: the file says that move {said[row]} was made, the data "
                    f"say {moves[cells[row]]} ({int(wrong.sum()):,} such rows): these are other data."
                ),
            )
        ]
    )


def _refuse_other_actions(table: "PredictionsTable", plays: Sequence[Play], cells: Integers) -> None:
    """Every choice has as many chances as its role has actions."""
    counts = np.concatenate(
        [np.repeat(np.array(play.game.n_actions)[play.roles], play.n_rounds) for play in plays]
    )
    extra = np.arange(table.chances.shape[1]) >= counts[cells][:, None]
    spare = (np.nan_to_num(table.chances) > 0) & extra
    wrong = (cells >= 0) & ((table.n_actions < counts[cells]) | spare.any(axis=1))
    refuse_first(
        [
            (
                wrong,
                lambda row: (
                    f"{table.where(row)}: {table.called(row)}: chances of {table.n_actions[row]} actions, but this "
                    f"role has {counts[cells[row]]}."
                ),
            )
        ]
    )


def _chances(
    table: "PredictionsTable", plays: Sequence[Play], cells: Integers, whose: Booleans
) -> dict[str, Floats]:
    """One rule's chances as arrays, by game."""
    rows = np.flatnonzero(whose & (cells >= 0))
    result, before = {}, 0
    for play in plays:
        size, width = play.actions.size, max(play.game.n_actions)
        here = rows[(cells[rows] >= before) & (cells[rows] < before + size)]
        every = np.full((size, width), np.nan)
        every[cells[here] - before] = 0.0
        given = table.chances[here, :width]
        every[cells[here] - before, : given.shape[1]] = np.nan_to_num(given)
        result[play.game.name] = every.reshape(play.n_subjects, play.n_rounds, width)
        before += size
    return result
