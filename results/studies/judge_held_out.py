"""The shipped judge's detector, fitted again to its own material without what it is tested on, in two ways.

*Sibling*: the tested treatment (one game of one study) or emulator is left out; other treatments of the study, mixtures
with the rule and the game itself stay. *Family*: the game, the whole study and everything that shares a rule are left
out, which is what a stranger's play is. Calibration holds out in the same way.
"""

from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.detectors import logistic
from humanlike.detectors.features import studied_features
from humanlike.detectors.held_out import TrainingRows, training_rows
from humanlike.detectors.regression import fit_regression
from humanlike.detectors.reliability import HeldOutFigures
from humanlike.statistics import bootstrap
from results.studies.judge_material import DATA_SETS, JudgeMaterial, judge_material
from results.study import EVERY, Desk, Needs, Study

Way = Literal["sibling", "family"]
WAYS: tuple[Way, ...] = ("sibling", "family")
STRENGTH = {"seats": logistic.SEAT_STRENGTH, "plays": logistic.PLAY_STRENGTH}
Booleans = npt.NDArray[np.bool_]


class Answers(NamedTuple):
    """P(human) of every row, by models that had not met it."""

    rows: TrainingRows
    probability: npt.NDArray[np.float64]

    def where(self, chosen: Booleans) -> "Answers":
        """Some of the rows."""
        return Answers(self.rows.take(chosen), self.probability[chosen])

    @property
    def score(self) -> npt.NDArray[np.float64]:
        """Log z of each row."""
        return np.log(np.where(self.rows.is_human, self.probability, 1 - self.probability))

    @property
    def wrong(self) -> Booleans:
        """Rows taken for what they are not."""
        return np.where(self.rows.is_human, self.probability < 0.5, self.probability > 0.5)


def compute(part: str, desk: Desk) -> Any:
    """Figures of both ways for single seats or whole plays, and every source's."""
    material = judge_material()
    return evaluated(material, part, desk.progress)


def evaluated(material: JudgeMaterial, kind: str, progress: Any) -> dict[str, Any]:
    """Both ways of holding out for `seats` or `plays`."""
    rows = rows_of(material, kind)
    answers = {way: held_out_answers(material, rows, way, STRENGTH[kind], progress) for way in WAYS}
    shared = np.array([max(play.game.n_actions) == 2 for play in material.plays])[rows.plays]
    return {
        "figures": {way: figures(Streams(1)[kind][way], found)._asdict() for way, found in answers.items()},
        "two_actions": {  # the only game with three was played in one study
            way: figures(Streams(1)[kind][way]["two actions"], found.where(shared))._asdict()
            for way, found in answers.items()
        },
        "sources": _by_source(material, answers),
        "people": sum(material.is_human),
        "machines": len(material.plays) - sum(material.is_human),
        "left_out": material.left_out,
    }


def rows_of(material: JudgeMaterial, kind: str) -> TrainingRows:
    """Features of single seats, or of whole plays."""
    features = [studied_features(play) for play in material.plays]
    place = {id(play): number for number, play in enumerate(material.plays)}
    summary = logistic.summary_of if kind == "plays" else lambda found: found
    return training_rows(
        material.plays,
        material.is_human,
        lambda play: summary(features[place[id(play)]]),
        material.sources,
    )


def held_out_answers(
    material: JudgeMaterial, rows: TrainingRows, way: Way, strength: float, progress: Any
) -> Answers:
    """Every row's probability; a model for each source, and for each of its games where games are held out."""
    if way == "sibling":  # calibrated as the shipped judge was: source by source
        rows = rows._replace(circles=rows.sources)
    probability = np.full(len(rows.plays), np.nan)
    tests = _tests(rows, way)
    for done, (source, game) in enumerate(tests):
        tested = (rows.sources == source) & ((rows.games == game) if game >= 0 else True)
        model = fit_regression(rows.take(~_left_out(material, rows, way, tested, game)), strength)
        scores = model.linear.log_odds(rows.features[tested])
        probability[tested] = model.calibration.probabilities(scores, np.ones(len(scores)))
        progress(f"held out, {way}", done + 1, len(tests))
    return Answers(rows, probability)


def _tests(rows: TrainingRows, way: Way) -> list[tuple[int, int]]:
    """Sources, with single games of people's (treatments) and, where games are held out, of machines' too; -1: all."""
    by_game = rows.is_human | (way == "family")
    pairs = np.column_stack([rows.sources, np.where(by_game, rows.games, -1)])
    return [(int(source), int(game)) for source, game in np.unique(pairs, axis=0)]


def _left_out(material: JudgeMaterial, rows: TrainingRows, way: Way, tested: Booleans, game: int) -> Booleans:
    """The rows a model must not see."""
    if way == "sibling":
        return tested
    own = material.sources[int(rows.plays[tested][0])]
    akin = np.array([each.is_akin(own) for each in material.sources])
    return np.asarray(akin[rows.plays] | (rows.games == game))


def figures(stream: Streams, found: Answers) -> HeldOutFigures:
    """The balanced score with an interval that redraws studies and emulators, and how many are mistaken."""
    sides = []
    for human in (True, False):
        mine = found.rows.is_human == human
        sums = np.stack(
            [
                [found.score[rows].sum(), rows.sum()]
                for rows in (
                    mine & (found.rows.sources == source) for source in np.unique(found.rows.sources[mine])
                )
            ]
        )
        sides.append(
            bootstrap(
                stream[str(human)], sums, lambda each: each[:, 0].sum() / each[:, 1].sum(), n_resamples=4000
            )
        )
    # the two sides are independent: their errors add up in squares
    centre = float(sides[0].estimate + sides[1].estimate) / 2
    below = float(np.hypot(*(side.estimate - side.lower for side in sides))) / 2
    above = float(np.hypot(*(side.upper - side.estimate for side in sides))) / 2
    people = found.rows.is_human
    return HeldOutFigures(
        centre,
        centre - below,
        centre + above,
        float(found.wrong[~people].mean()),
        float(found.wrong[people].mean()),
    )


def _by_source(material: JudgeMaterial, answers: dict[Way, Answers]) -> list[dict[str, Any]]:
    rows = answers["family"].rows
    listed = []
    for number in np.unique(rows.sources):
        mine = rows.sources == number
        source = material.sources[int(rows.plays[mine][0])]
        listed.append(
            {
                "name": source.name,
                "is_human": bool(rows.is_human[mine][0]),
                "kin": sorted(kin.partition(" ")[2] for kin in source.kin),
                "ways": {
                    way: {
                        "score": float(found.score[mine].mean()),
                        "probability": float(found.probability[mine].mean()),
                        "mistaken": float(found.wrong[mine].mean()),
                    }
                    for way, found in answers.items()
                },
            }
        )
    return listed


STUDY = Study(
    title="The judge's detector on studies and families of machines it never met",
    command="python scripts/describe_judge.py",
    parts={kind: Needs(data=DATA_SETS, rules=EVERY, detectors=("logistic",)) for kind in ("plays", "seats")},
    compute=compute,
)
