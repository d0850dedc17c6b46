"""Every choice's chances by every rule, as a table (`datasets.predictions` says what its columns mean).

Beside the choices under test stand those of everybody in the same matches, marked `no`: group outcomes and whole
histories cannot be predicted without them.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from humanlike.core import Labels
from humanlike.core.words import Words
from humanlike.prediction.forecasts import one_step_chances
from humanlike.prediction.observations import Floats, Sample
from humanlike.prediction.study import Study
from humanlike.scoring.panels.columns import Booleans, Integers


def predictions_table(study: Study) -> pa.Table:
    """A row for each rule and choice, rules in the order of the study."""
    width = max(max(sample.play.game.n_actions) for sample in study.samples)
    parts = [
        _part(rule, sample, chances, width)
        for rule in study.assessment.rules
        for sample, chances in _chances(study, rule)
    ]
    return pa.concat_tables(parts).unify_dictionaries()


def _chances(study: Study, rule: str) -> Iterator[tuple[Sample, Floats]]:
    foreign = {each.rule: each for each in study.foreign}
    for sample in study.samples:
        if rule in foreign:
            yield sample, foreign[rule].chances[sample.name]
        else:
            yield sample, one_step_chances(sample.play, study.calibrations[rule, sample.name])


def _part(rule: str, sample: Sample, chances: Floats, width: int) -> pa.Table:
    """One rule's chances in one game."""
    play = sample.play
    match = play.labels("match").numbers()
    needed = np.isin(match, match[sample.tested])
    row, round_ = np.nonzero(needed[:, None] & (sample.moves >= 0) & ~np.isnan(chances[..., 0]))
    columns = {
        "rule": _said(rule, len(row)),
        "dataset": _said(play.provenance.get("dataset", ""), len(row)),
        "game": _said(play.game.name, len(row)),
        **{by: _words(play.labels(by).take(row)) for by in ("match", "subject")},
        "role": pa.array(play.roles[row] + 1, pa.int32()),
        "round": pa.array(round_ + 1, pa.int32()),
        "action": pa.array(play.actions[row, round_], pa.int32()),
        "tested": _tested(sample.tested[row]),
    }
    return pa.table(
        columns | _columns(chances[row, round_], np.array(play.game.n_actions)[play.roles[row]], width)
    )


def _columns(chances: Floats, n_actions: Integers, width: int) -> dict[str, pa.Array]:
    """p0, p1, ...: absent beyond the last action of a choice."""
    absent = np.arange(width) >= n_actions[:, None]
    values = np.full(absent.shape, np.nan)
    values[:, : chances.shape[1]] = chances
    return {f"p{place}": pa.array(values[:, place], mask=absent[:, place]) for place in range(width)}


def _said(word: str, count: int) -> pa.Array:
    return _coded(np.zeros(count, dtype=np.int64), (word,))


def _tested(tested: Booleans) -> pa.Array:
    return _coded((~tested).astype(np.int64), ("yes", "no"))


def _words(labels: Labels) -> pa.Array:
    words = Words(labels.numbers(), labels.different())
    return _coded(words.codes, words.names)


def _coded(codes: Integers, names: Sequence[str]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), pa.array(list(names), pa.string()))
