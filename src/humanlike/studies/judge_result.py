"""What a judge's verdicts amount to: a story with reasons, a document, a table of matches, who passes for human."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import UNITS
from humanlike.detectors import TrainedDetector, Verdict
from humanlike.detectors.features import meaning_of
from humanlike.detectors.judging import JudgedPlay, Refused, strongest_terms
from humanlike.detectors.labelled import Estimate, GuessScore, LabelledScore
from humanlike.detectors.shared_matches import SharedMatches
from humanlike.detectors.trained_on import Overlap, together
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable, interval_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SHOWN = 5  # reasons for and against
KINDS = {True: "human", False: "machine", None: None}


@dataclass(frozen=True, eq=False, repr=False)
class JudgeResult(Result):
    """Verdicts on bodies of play, and how the judge did where the makers are known."""

    detector: TrainedDetector
    judged: tuple[JudgedPlay, ...]
    means: tuple[Estimate, ...]  # over the matches of each judged play
    refused: tuple[Refused, ...]
    scores: tuple[LabelledScore, ...]
    people_as_detectors: tuple[GuessScore, ...]
    shared: tuple[SharedMatches, ...]  # between the data sets that were given
    limit: int  # how many matches the story lists; 0: all

    @property
    def names(self) -> list[str]:
        """What each judged play is called: its data set, game and, where both kinds are judged, whose seats."""
        plain = [f"{each.dataset} {each.game}" for each in self.judged]
        return [
            f"{name}, {KINDS[each.is_human]} seats" if plain.count(name) > 1 else name
            for name, each in zip(plain, self.judged, strict=True)
        ]

    @property
    def in_training(self) -> dict[str, Overlap]:
        """How much of each data set was in the training, all its games and matches together."""
        return {
            name: together([each.in_training for each in self.judged if each.dataset == name])
            for name in dict.fromkeys(each.dataset for each in self.judged)
        }

    @property
    def reliability(self) -> str:
        """What is known of the judge on strangers' play, in words; nothing for one that was never trained."""
        trained_on = self.detector.trained_on
        if not trained_on.digest:
            return ""
        measured = trained_on.reliability
        told = (
            measured.sentence
            if measured
            else "How it does on studies and machines it never met was not measured."
        )
        return f"{told} {trained_on.caveat}".strip()

    def frame(self) -> "pd.DataFrame":
        """One row for each match; `together` is the verdict on all matches of its data set and game at once."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "dataset": each.dataset,
                    "game": each.game,
                    "kind": KINDS[each.is_human],
                    "match": match.match,
                    "rounds": match.n_rounds,
                    "probability": match.verdict.probability,
                    "together": each.verdict.probability,
                }
                for each in self.judged
                for match in each.matches
            ]
        )

    def document(self) -> dict[str, Any]:
        """Verdicts with reasons, what was refused and why, scores."""
        return {
            "detector": self.detector.name,
            "trained_on": self.detector.trained_on.summary(),
            "reliability": self._reliability_document(),
            "in_training": {
                name: {**each._asdict(), "warning": each.sentence} for name, each in self.in_training.items()
            },
            "shared_matches": [{**each._asdict(), "warning": each.sentence} for each in self.shared],
            "plays": [_play_document(each, mean) for each, mean in zip(self.judged, self.means, strict=True)],
            "refused": [each._asdict() for each in self.refused],
            "scores": [_plain(each) for each in self.scores],
            "people_as_detectors": [_plain(each) for each in self.people_as_detectors],
        }

    def _reliability_document(self) -> dict[str, Any]:
        measured = self.detector.trained_on.reliability
        return {**(measured.document() if measured else {}), "sentence": self.reliability}

    def headline(self) -> str:
        """The verdict on the only body of play, or on the most and the least human one."""
        if len(self.judged) == 1:
            return self._verdict(0)
        order = np.argsort([each.verdict.probability for each in self.judged], kind="stable")
        return f"Most human: {self._verdict(int(order[-1]))}; least: {self._verdict(int(order[0]))}"

    def _verdict(self, place: int) -> str:
        each = self.judged[place]
        return (
            f"{self.names[place]}: P(human) = {each.verdict.probability:.3f} "
            f"({each.n_seats} seats, {len(each.matches)} matches)"
        )

    def story(self) -> Iterator[Part]:
        """Everybody's verdict, then each with its reasons and matches; what was refused, scores, who judged."""
        if len(self.judged) > 1:
            yield self.headline()
            yield self._overview()
        for place in range(len(self.judged)):
            yield from self._told(place)
        yield from self._warnings()
        for each in self.refused:
            yield f"Not judged: {each.reason}"
        if self.scores:
            yield _score_table(self.scores)
            yield from filter(None, [self.scores[0].caveat])
        if self.people_as_detectors:
            yield _guess_table(self.people_as_detectors)
        yield f"Detector: {self.detector.name}, {self.detector.sentence}."
        if self.reliability:
            yield self.reliability

    def _warnings(self) -> Iterator[Part]:
        """What was met in training, what is the same play twice, and who is taken as independent."""
        for name, overlap in self.in_training.items():
            if overlap.sentence:
                yield f"Warning: {name}: {overlap.sentence}"
        for each in self.shared:
            yield f"Warning: {each.sentence}"
        caveats: dict[tuple[str, str], str] = {}
        for judged in self.judged:
            place = (judged.dataset, judged.units.unit)
            caveats[place] = caveats.get(place, "") or judged.units.caveat
        for (name, unit), caveat in caveats.items():
            units = [each.units.n_units for each in self.judged if each.dataset == name]
            told = (
                f"Intervals of {name} redraw {UNITS[unit]}. "
                if max(units) > 1
                else f"{name} has no intervals. "
            )
            yield f"{told}{caveat}".strip()

    def _overview(self) -> StoryTable:
        known = self.in_training
        rows = [
            [
                name,
                each.n_seats,
                len(each.matches),
                f"{each.verdict.probability:.3f}",
                _text(mean),
                "yes" if known[each.dataset].sentence else "no",
            ]
            for name, each, mean in zip(self.names, self.judged, self.means, strict=True)
        ]
        columns = ["play", "seats", "matches", "P(human)", "of a match [95 %]", "in its training"]
        return StoryTable("All matches judged together, and on average one by one", columns, rows)

    def _told(self, place: int) -> Iterator[Part]:
        judged, mean = self.judged[place], self.means[place]
        yield self._verdict(place)
        for word, entries in _reasons(judged.verdict, SHOWN).items():
            for entry in entries:
                yield f"  {word}: {entry['feature']} {entry['log_odds']:+.2f} ({entry['meaning']})"
        shown = judged.matches[: self.limit or None]
        rows = [
            [each.match, each.n_rounds, f"{each.verdict.probability:.3f}", *_main_reasons(each.verdict)]
            for each in shown
        ]
        title = f"Matches one by one: P(human) {_text(mean)} on average"
        yield StoryTable(title, ["match", "rounds", "P(human)", "most for", "most against"], rows)
        if len(shown) < len(judged.matches):
            yield f"... and {len(judged.matches) - len(shown)} more matches (--limit 0 lists all)."

    def plot(self) -> "Figure":
        """Who passes for human: matches one by one, their mean with its interval, all together; and chance."""
        from humanlike.figures.judgement import draw_passing

        values, lower, upper = np.array(self.means).T
        return draw_passing(
            self.names,
            [each.is_human for each in self.judged],
            values,
            lower,
            upper,
            spread=[np.array([match.verdict.probability for match in each.matches]) for each in self.judged],
            together=np.array([each.verdict.probability for each in self.judged]),
            measure="P(human) of a match",
            data=f"judged by {self.detector.name}"
            + (f"; not judged: {', '.join(each.game for each in self.refused)}" if self.refused else ""),
        )


def _reasons(verdict: Verdict, count: int) -> dict[str, list[dict[str, Any]]]:
    def entry(term: tuple[str, float]) -> dict[str, Any]:
        name, value = term
        return {"feature": name, "log_odds": value, "meaning": meaning_of(name)}

    speaking_for, against = strongest_terms(verdict.terms, count)
    return {"for": [entry(term) for term in speaking_for], "against": [entry(term) for term in against]}


def _main_reasons(verdict: Verdict) -> list[str]:
    return [
        f"{entries[0]['feature']} {entries[0]['log_odds']:+.2f}" if entries else "-"
        for entries in _reasons(verdict, 1).values()
    ]


def _play_document(judged: JudgedPlay, mean: Estimate) -> dict[str, Any]:
    return {
        "dataset": judged.dataset,
        "game": judged.game,
        "kind": KINDS[judged.is_human],
        "seats": judged.n_seats,
        "probability": judged.verdict.probability,
        "match_mean": mean._asdict(),
        **_reasons(judged.verdict, SHOWN),
        "unit": judged.units.unit,
        "caveat": judged.units.caveat,
        "in_training": {**judged.in_training._asdict(), "warning": judged.in_training.sentence},
        "matches": [
            {
                "match": match.match,
                "subjects": list(match.subjects),
                "rounds": match.n_rounds,
                "probability": match.verdict.probability,
                **_reasons(match.verdict, SHOWN),
            }
            for match in judged.matches
        ],
    }


def _plain(score: LabelledScore | GuessScore) -> dict[str, Any]:
    return {
        key: value._asdict() if hasattr(value, "_asdict") else value for key, value in score._asdict().items()
    }


def _text(estimate: Estimate) -> str:
    return interval_text(*estimate) if np.isfinite(estimate.lower) else f"{estimate.value:.3f}"


def _which_intervals(scores: Sequence[LabelledScore]) -> str:
    """What intervals are over, or that one unit has none."""
    if all(each.n_people == 1 for each in scores):
        return f"no intervals: one {scores[0].unit} says nothing of others"
    return f"95 % intervals over {UNITS[scores[0].unit]}"


def _score_table(scores: Sequence[LabelledScore]) -> StoryTable:
    return StoryTable(
        f"Known makers (a constant earns at best -0.693; {_which_intervals(scores)})",
        ["seats of", UNITS[scores[0].unit], "balanced score", "people's", "machines'", "balanced accuracy"],
        [
            [
                each.name,
                each.n_people,
                *map(
                    _text,
                    (each.balanced_score, each.human_score, each.machine_score, each.balanced_accuracy),
                ),
            ]
            for each in scores
        ],
    )


def _guess_table(scores: Sequence[GuessScore]) -> StoryTable:
    return StoryTable(
        "People as detectors",
        ["guesses about machines in", "guesses", "right", "mean log z at .8/.2"],
        [
            [each.game, each.n_guesses, _text(each.machine_accuracy), _text(each.machine_score)]
            for each in scores
        ],
    )
