"""Two emulators, two detectors or two market agents under common random numbers: who is better, how surely."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play, Streams
from humanlike.core.progress import Progress, silent
from humanlike.detectors import Detector, TrainedDetector
from humanlike.detectors.log_score import SMALLEST, log_scores
from humanlike.emulators import Emulator, PlayShape
from humanlike.emulators.trials import play_trials
from humanlike.naming.detectors import find_judge
from humanlike.naming.emulators import EmulatorWord, find_emulator
from humanlike.naming.entries import is_entry
from humanlike.naming.games import find_game
from humanlike.naming.grammar import split_words
from humanlike.naming.plays import find_experiments, find_plays
from humanlike.naming.rivals import Rivals, find_rivals
from humanlike.statistics import PilotPlan, plan_from_pilot
from humanlike.studies.beginning import begin, keep
from humanlike.studies.compare_scores import UnpairedResult, compare_scores
from humanlike.studies.pairs import RivalPairs, pair_up
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable, correlation_text, games_text
from humanlike.studies.variants import VariantsResult
from humanlike.work import Effort
from humanlike.worlds.market.analysis import scores_of
from humanlike.worlds.market.series import add_losses
from humanlike.worlds.market.studies import MarketSetting
from humanlike.worlds.market.variants import play_variants

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

Floats = npt.NDArray[np.float64]
GAME = "prisoners-dilemma"
AGAINST = "ewa,cournot,random"
TRIALS = 10  # a piece of work
SECONDS_A_CHOICE = 4e-6  # played by all and judged, roughly
Scores = tuple[list[float], list[float]]
Singles = tuple[list[list[float]], list[list[float]]]  # what the scores of a trial are means of


@dataclass(frozen=True, eq=False, repr=False)
class CompareResult(Result):
    """Two rivals, pair by pair."""

    kind: str  # emulators, detectors or agents
    pairs: RivalPairs
    plan: PilotPlan | None  # games needed to find this difference again; None if there is none
    lost_thoughts: dict[str, int] = field(default_factory=dict)  # of market agents, by name and seat

    def headline(self) -> str:
        """Who is ahead."""
        return self.pairs.verdict

    def document(self) -> dict[str, Any]:
        """The comparison, when it was decided, and how many pairs it takes."""
        first, second = self.pairs.names
        return {
            "kind": self.kind,
            "measure": self.pairs.measure,
            "first": first,
            "second": second,
            **self.pairs.comparison._asdict(),
            "decided_after": self.pairs.sequential.decided_after,
            "winner": self.pairs.winner,
            "rests_on": self.pairs.assumption,
            "plan": self.plan._asdict() if self.plan else None,
            **({"lost_thoughts": self.lost_thoughts} if self.kind == "agents" else {}),
        }

    def frame(self) -> "pd.DataFrame":
        """A row for each pair: both scores and their difference."""
        return self.pairs.frame()

    def story(self) -> Iterator[Part]:
        """The verdict, both ways to read it, and how many pairs it takes."""
        yield self.headline()
        both = self.pairs.comparison
        yield StoryTable(
            f"{self.pairs.names[0]} minus {self.pairs.names[1]}: {self.pairs.measure}",
            ["method", "difference", "difference from", "difference to", "sd", "p"],
            [
                ["paired", both.difference, both.paired_lower, both.paired_upper, both.sd_paired, both.paired_p],
                ["independent", both.difference, both.independent_lower, both.independent_upper,
                 both.sd_independent, both.independent_p],
            ],
        )  # fmt: skip
        yield (
            f"{both.n} pairs, {correlation_text(both.correlation)}; looking after every pair: {self.pairs.looks}. "
            f"{self.pairs.assumption}"
        )
        if self.plan:
            needs = f"{games_text(self.plan.paired)} pairs, or {games_text(self.plan.independent)} of each unpaired"
            found = self.plan.difference == both.difference
            yield f"To find {'this difference' if found else f'a difference of {self.plan.difference:g}'}: {needs}."
        for who, count in self.lost_thoughts.items():
            yield f"{who} loses {count:,} day(s) in these markets; `market play` says why."

    def plot(self) -> "Figure":
        """Every paired difference, and the running mean."""
        return self.pairs.plot()


def compare(
    first: Any = "",
    second: Any = "",
    *,
    scores: Any = None,
    variates: str | Sequence[str] = "",
    means: str | Mapping[str, float] = "",
    difference: float | None = None,
    reach: float | None = None,
    unpaired: bool = False,
    game: str | Path | Game = GAME,
    trials: int = 40,
    pairs: int = 8,
    rounds: int = 50,
    detector: str | Path | Detector | TrainedDetector = "",
    against: str | Sequence[EmulatorWord] = AGAINST,
    human: Any = None,
    people: Any = None,
    trust: bool = False,
    alpha: float = 0.05,
    seed: int = 1,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> CompareResult | VariantsResult | UnpairedResult:
    """Which of two emulators, detectors or market agents is better, how surely, and how many paired trials that takes.

    With `scores`, a table (condition, variant, score, variates) of any other simulator's games, `first` and `second`
    are variants in it, or none for all; see `compare_scores` for what goes with it.

    Emulators play `game` in `pairs` groups and `rounds` from shared chance and are judged by `detector`'s P(human), or
    by mean payoff. Detectors judge the same plays of the emulators `against` them, and those of `human` players.
    Agents earn profits in the same markets, `trials` of them. `people` are whom `RULE:fitted` is fitted to. `out` keeps
    trials and markets as they are played.
    """
    effort = begin("compare", locals())
    if scores is not None:
        found = compare_scores(
            scores, [name for name in (first, second) if name], variates=variates, means=means,
            difference=difference, alpha=alpha, reach=reach, unpaired=unpaired, seed=seed,
        )  # fmt: skip
        return keep(effort, found)
    _refuse_table_settings(bool(variates or means or unpaired or reach is not None))
    experiments = find_experiments(people)
    rivals = find_rivals(first, second, people=experiments, trust=trust)
    lost: dict[str, int] = {}
    singles = None
    if rivals.kind == "agents":
        measure, (paid, lost) = "profit in millions", _of_agents(rivals, trials, seed, effort)
    else:
        words = split_words(against) if isinstance(against, str) else against
        programs = any(map(_is_program, (first, second, detector, *words)))
        chosen = find_game(game)
        played = PairedTrials(chosen, PlayShape.full(pairs * chosen.n_players, rounds), trials, seed)
        if rivals.kind == "emulators":
            judge = find_judge(detector, trust=trust) if detector else None
            measure = f"P(human) by {judge.name}" if judge else "mean payoff"
            reach = 1.0 if judge else _range_of_payoffs(chosen)
            paid, singles = played.scores(effort, programs, score_emulators, rivals, judge)
        else:
            machines = [find_emulator(word, people=experiments, trust=trust) for word in words]
            humans = [] if human is None else find_plays(human, games=chosen.name)
            measure = "balanced mean log score" if humans else "mean log score on machine plays"
            reach = float(np.log((1 - SMALLEST) / SMALLEST))
            paid, singles = played.scores(effort, programs, score_detectors, rivals, machines, humans)
    pair = pair_up(
        Streams(seed)["compare"],
        rivals.names,
        measure,
        *paid,
        alpha=alpha,
        reach=reach,
        single_scores=_side_by_side(singles),
    )
    worth = difference or pair.comparison.difference
    plan = plan_from_pilot(*paid, worth, alpha=alpha) if worth else None
    return keep(effort, CompareResult(rivals.kind, pair, plan, lost))


def _refuse_table_settings(given: bool) -> None:
    if given:
        raise BadRequest("Variates, their means, a reach and unpaired games belong to a table of --scores.")


def _is_program(word: Any) -> bool:
    return isinstance(word, str | Path) and is_entry(str(word))


class PairedTrials(NamedTuple):
    """What is played, how often, from which seed."""

    game: Game
    shape: PlayShape
    n_trials: int
    seed: int

    def plays(self, emulators: Sequence[Emulator], start: int, *, shared: bool) -> Iterator[list[Play]]:
        """For some trials from number `start` on, one play of each emulator."""
        trials = range(start, min(start + TRIALS, self.n_trials))
        return play_trials(Streams(self.seed), emulators, self.game, self.shape, trials, shared=shared)

    def scores(
        self, effort: Effort, programs: bool, function: Callable[..., Singles], *given: Any
    ) -> tuple[Scores, Singles]:
        """`function(self, *given, start)` for all trials, some at a time; of strangers' `programs` on this machine.

        What comes back are every trial's scores, and the single scores they are means of.
        """
        choices = self.shape.n_subjects * self.shape.n_rounds * self.n_trials
        spread = effort.here if programs else effort.worthwhile(choices * SECONDS_A_CHOICE)
        starts = range(0, self.n_trials, TRIALS)
        parts = spread.carry_out("trials", function, starts, shared=(self, *given))
        first, second = ([trial for part in parts for trial in part[rival]] for rival in (0, 1))
        return (_means(first), _means(second)), (first, second)


def _of_agents(rivals: Rivals, trials: int, seed: int, effort: Effort) -> tuple[Scores, dict[str, int]]:
    setting = MarketSetting(seed=seed, effort=effort)
    played = play_variants(setting, (rivals.first, rivals.second), trials)
    first, second = (scores_of(games, played.seat).tolist() for games in (played.first, played.second))
    return (first, second), add_losses(played.all_games)


def score_emulators(
    played: PairedTrials, rivals: Rivals, judge: TrainedDetector | None, start: int
) -> Singles:
    """Both emulators in some trials, judged, or paid group by group."""
    scores: Singles = ([], [])
    for plays in played.plays((rivals.first, rivals.second), start, shared=True):
        for own, play in zip(scores, plays, strict=True):
            own.append(_paid_by_group(play) if judge is None else [float(judge.judge(play)[0])])
    return scores


def score_detectors(
    played: PairedTrials, rivals: Rivals, machines: Sequence[Emulator], humans: Sequence[Play], start: int
) -> Singles:
    """Both detectors on the same plays of some trials, machine by machine, each beside the mean over people."""
    scores: Singles = ([], [])
    for plays in played.plays(machines, start, shared=False):
        for own, judge in zip(scores, (rivals.first, rivals.second), strict=True):
            own.append(log_scores(judge, humans, plays))
    return scores


def _paid_by_group(play: Play) -> list[float]:
    """The mean payoff of every group; NaN where none of its moves is known."""
    payoffs = play.payoffs()[play.groups()]
    known = np.isfinite(payoffs).sum(axis=(1, 2))
    return [
        float(total) if n else float("nan")
        for total, n in zip(np.nansum(payoffs, axis=(1, 2)) / np.maximum(known, 1), known, strict=True)
    ]


def _means(trials: list[list[float]]) -> list[float]:
    return [float(np.nanmean(trial)) for trial in trials]


def _range_of_payoffs(game: Game) -> float:
    return float(max(table.max() for table in game.tables) - min(table.min() for table in game.tables))


def _side_by_side(singles: Singles | None) -> Floats | None:
    """Single scores [2, trials, scores]; None where a trial has one score, which is its mean."""
    if singles is None or max(map(len, singles[0])) == 1:
        return None
    return np.array(singles, dtype=np.float64)
