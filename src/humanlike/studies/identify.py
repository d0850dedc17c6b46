"""Which way of measuring finds the truth, where the truth is known?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from humanlike.core import BadRequest, Game, Information, Rule, Streams
from humanlike.core.progress import Progress, announce, silent
from humanlike.emulators import Cast, member_of
from humanlike.fitting import left_out_sentence, suitable
from humanlike.naming.games import find_games
from humanlike.naming.grammar import split_list
from humanlike.naming.rules import PAPER, RuleWords, find_cast, find_rules
from humanlike.prediction import (
    CAUTIONS,
    Criterion,
    Design,
    Identification,
    Settings,
    Truth,
    cautions_of,
    estimators_named,
    identify_truths,
    paper_games,
)
from humanlike.statistics import exact_interval
from humanlike.studies.beginning import begin
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

FINDS = 0.9  # a way that finds the truth more often than this is called one that finds it


class Rate(NamedTuple):
    """How often one way of measuring, with one estimator, finds the truth."""

    criterion: Criterion
    estimator: str
    found: int
    trials: int
    lower: float  # of the 95 % interval of Clopper and Pearson
    upper: float
    by_truth: tuple[int, ...]

    @property
    def rate(self) -> float:
        """The share of experiments in which the truth is first."""
        return self.found / self.trials

    @property
    def way(self) -> str:
        """MSD(Y,P), actions."""
        return f"{self.criterion.measure}({self.criterion.method}), {self.criterion.level}"


@dataclass(frozen=True, eq=False, repr=False)
class IdentificationResult(Result):
    """How often each way of measuring names the rule that made the play."""

    identification: Identification
    refused: dict[str, str]  # candidates that are not defined for the games, and why
    seed: int

    @cached_property
    def rates(self) -> tuple[Rate, ...]:
        """Every way that is defined and not blind, with every estimator."""
        told = self.identification
        counts = told.found.sum(axis=3)  # [estimators, criteria, truths]
        trials = told.found.shape[2] * told.found.shape[3]
        lower, upper = exact_interval(counts.sum(axis=2), trials)
        return tuple(
            Rate(
                told.criteria[place],
                estimator.name,
                int(counts[number, place].sum()),
                trials,
                float(lower[number, place]),
                float(upper[number, place]),
                tuple(counts[number, place].tolist()),
            )
            for number, estimator in enumerate(told.design.estimators)
            for place in told.kept
        )

    @cached_property
    def main(self) -> tuple[Rate, ...]:
        """Those of all games together (or of the only game), best first."""
        where = self.identification.criteria[-1].game
        return tuple(
            sorted((each for each in self.rates if each.criterion.game == where), key=lambda each: -each.rate)
        )

    @property
    def size(self) -> str:
        """What was simulated, in words."""
        told, design = self.identification, self.identification.design
        return (
            f"{len(told.truths)} truths x {design.n_experiments} experiments of "
            f"{design.pairs_a_game * len(design.games)} pairs and "
            f"{design.n_rounds} rounds in {len(design.games)} game{'s' * (len(design.games) > 1)}, "
            f"{len(told.candidates)} candidates"
        )

    def headline(self) -> str:
        """How many ways find the truth, the best of them, and how many never do."""
        best = self.main[0]
        often = sum(each.rate > FINDS for each in self.main)
        never = sum(each.found == 0 for each in self.main)
        return (
            f"{often} of {len(self.main)} ways of measuring find the truth in more than 90 % of experiments, {never} "
            f"never do; best: {best.way} after {best.estimator}, {100 * best.rate:.0f} % "
            f"[{100 * best.lower:.0f}, {100 * best.upper:.0f}]"
        )

    def story(self) -> Iterator[Part]:
        """Rates, what the paper warns of, what is left out and why, what fitting by another measure costs."""
        yield self.headline()
        yield f"{self.size}. Players 1 are fitted, players 2 predicted; a truth is found by whoever ranks it first."
        names = [each.name for each in self.identification.design.estimators]
        yield StoryTable(
            "Share of experiments in which the truth is first [95 %], by what the parameters were fitted by",
            ["way of measuring", *names, "the paper warns"],
            self._rows(names),
        )
        yield from (f"({number}) {told}" for number, told in enumerate(self._warnings().values(), start=1))
        for why, ways in self._excluded().items():
            yield f"Left out: {', '.join(ways)}. {why}"
        if len(names) > 1:
            yield self._regret_table(names)
        if self.refused:
            yield left_out_sentence(self.refused)

    def _rows(self, names: Sequence[str]) -> list[list[object]]:
        """One row for each way of measuring, best first by its best estimator."""
        marks = {key: number for number, key in enumerate(self._warnings(), start=1)}
        by_way: dict[str, dict[str, Rate]] = {}
        for each in self.main:
            by_way.setdefault(each.way, {})[each.estimator] = each
        rows: list[list[object]] = []
        for way, rates in by_way.items():
            said = "".join(f"({marks[key]})" for key in cautions_of(next(iter(rates.values())).criterion))
            rows.append([way, *(_share(rates[name]) for name in names), said])
        return rows

    def _warnings(self) -> dict[str, str]:
        """The paper's warnings that concern a way of measuring here."""
        present = {key for each in self.main for key in cautions_of(each.criterion)}
        return {key: told for key, told in CAUTIONS.items() if key in present}

    def _excluded(self) -> dict[str, list[str]]:
        """Blind ways of measuring by the reason."""
        found: dict[str, list[str]] = {}
        for each, why in self.identification.blind.items():
            found.setdefault(why, []).append(f"{each.measure}({each.method})")
        return found

    def _regret_table(self, names: Sequence[str]) -> StoryTable:
        told, where = self.identification, self.identification.criteria[-1].game
        table = told.regret()
        rows = [
            [f"{each.measure}({each.method}), {each.level}", *(f"{value:.2f}" for value in table[:, place])]
            for place, each in enumerate(told.criteria)
            if place in told.kept and each.game == where
        ]
        title = "Regret: how much worse the true rule does by the row, fitted by the column, in deviations over rules"
        return StoryTable(title, ["judged by", *names], rows)

    def document(self) -> dict[str, Any]:
        """Rates of every way and estimator, what is excluded and why, regrets, who is named."""
        told, design = self.identification, self.identification.design
        where = told.criteria[-1].game
        return {
            "truths": [truth.name for truth in told.truths],
            "candidates": list(told.candidates),
            "games": [game.name for game in design.games],
            "estimators": [each.name for each in design.estimators],
            "experiments": design.n_experiments,
            "pairs": design.n_pairs,
            "rounds": design.n_rounds,
            "simulations": design.settings.n_simulations,
            "seed": self.seed,
            "size": self.size,
            "rates": [_document_of(each) for each in self.rates],
            "above": [[each.way, each.estimator] for each in self.main if each.rate > FINDS],
            "never": [[each.way, each.estimator] for each in self.main if not each.found],
            "excluded": [{**each._asdict(), "why": why} for each, why in told.blind.items()],
            "undefined": [{**each._asdict(), "why": why} for each, why in told.undefined.items()],
            "warnings": self._warnings(),
            "regret": [
                {**each._asdict(), **_by_name(design.estimators, told.regret()[:, place])}
                for place, each in enumerate(told.criteria)
                if place in told.kept and each.game == where
            ],
            "refused": dict(self.refused),
        }

    def frame(self) -> "pd.DataFrame":
        """One row for each way of measuring, estimator and truth."""
        import pandas as pd

        told = self.identification
        rows = [
            (*each.criterion, each.estimator, truth.name, hits, told.design.n_experiments)
            for each in self.rates
            for truth, hits in zip(told.truths, each.by_truth, strict=True)
        ]
        names = ["measure", "method", "level", "game", "estimator", "truth", "found", "experiments"]
        return pd.DataFrame(rows, columns=names)

    def plot(self) -> "Figure":
        """The first estimator's picture."""
        return next(iter(self.plots().values()))

    def plots(self) -> "dict[str, Figure]":
        """For each estimator: how often every way of measuring finds each truth."""
        from humanlike.figures.identification import draw_identification

        told = self.identification
        pictures = {}
        for estimator in told.design.estimators:
            rates = [each for each in self.main if each.estimator == estimator.name]
            pictures[estimator.name] = draw_identification(
                [each.way for each in rates],
                [truth.name for truth in told.truths],
                np.array([each.by_truth for each in rates]) / told.design.n_experiments,
                [(each.rate, each.lower, each.upper) for each in rates],
                data=f"parameters: {estimator.name}; {self.size}",
            )
        return pictures


def identify(
    rules: RuleWords = "paper",
    *,
    truths: str | Sequence[str | Cast | Rule] = "",
    estimators: str | Sequence[str] = "likelihood",
    experiments: int = 20,
    pairs: int = 240,
    rounds: int = 40,
    games: str | Sequence[str | Game] = "",
    settings: Settings | None = None,
    simulations: int = 1_000,
    starts: int = 2,
    seed: int = 1,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> IdentificationResult:
    """Let each truth make experiments, the candidates `rules` predict them, and see which ways of measuring find it.

    `truths` (by default every candidate in turn) are rules, `RULE:SET`, or mixtures `mix(cross:.7,random:.3)`, of which
    the rule that most subjects follow is to be found. Candidates are fitted to players 1 by each of `estimators`
    (published: not at all; likelihood, msd, mad, sph; or a measure itself: POI(Y,P), KS(Y,P), MSD(mY,mQ), MSD(Y,Z))
    and predict players 2. `pairs` are shared out to the `games` (by default the paper's four); `settings` say what is
    measured, `simulations` how many complete ones. `out` keeps every truth as it is measured.
    """
    effort = begin("identify", locals())
    played = find_games(games) if games else paper_games()
    seats = [(game, role, Information.GAME) for game in played for role in range(game.n_players)]
    candidates, refused = suitable(seats, find_rules(rules))
    if refused:
        announce(progress, left_out_sentence(refused))
    words = split_list(estimators) if isinstance(estimators, str) else estimators
    design = Design(
        tuple(played),
        tuple(estimators_named(words)),
        experiments,
        pairs,
        rounds,
        starts,
        replace(settings or Settings(), n_simulations=simulations, n_resamples=0),
    )
    found = identify_truths(
        Streams(seed)["identify"], candidates, _truths(truths, candidates), design, effort=effort
    )
    result = IdentificationResult(found, refused, seed)
    effort.keep(result.document)
    return result


def _truths(words: str | Sequence[str | Cast | Rule], candidates: Sequence[Rule]) -> list[Truth]:
    """What the subjects follow; every candidate in turn if nothing is said."""
    if not words:
        return [Truth(rule.name, (rule.name,), Cast((member_of(rule),))) for rule in candidates]
    named = split_list(words) if isinstance(words, str) else words
    found = [_truth(word) for word in named]
    names = [truth.name for truth in found]
    if len(set(names)) < len(names):
        raise BadRequest(f"Every truth is named once, not {', '.join(names)}.")
    return found


def _truth(word: str | Cast | Rule) -> Truth:
    cast = find_cast(PAPER.get(word, word) if isinstance(word, str) else word)
    shares = np.array(cast.shares or [1 / len(cast.members)] * len(cast.members))
    most = np.flatnonzero(np.isclose(shares, shares.max()))
    right = tuple(dict.fromkeys(cast.members[place].rule.name for place in most))
    name = word if isinstance(word, str) and word not in PAPER else cast.members[0].name
    return Truth(name if len(cast.members) == 1 or isinstance(word, str) else cast.description, right, cast)


def _share(each: Rate) -> str:
    return f"{each.rate:.2f} [{each.lower:.2f}, {each.upper:.2f}]"


def _document_of(each: Rate) -> dict[str, Any]:
    told = each._asdict() | {"rate": each.rate, "cautions": list(cautions_of(each.criterion))}
    del told["criterion"]
    return {**each.criterion._asdict(), **told}


def _by_name(estimators: Sequence[Any], values: Any) -> dict[str, Any]:
    finite = [float(value) if np.isfinite(value) else None for value in values]
    return {"regret": {each.name: value for each, value in zip(estimators, finite, strict=True)}}
