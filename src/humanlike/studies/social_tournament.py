"""Who passes for people in the Social Ultimatum Game: `hl.social.tournament(...)` and `hl.social.judge(...)`.

Entrants are agents, learned from people's games; in every fold they play the held-out games again. Detectors judge each
held-out game, people's and entrants', by what they know of the other folds. Both are scored: detectors by the
logarithm of the probability they gave to the truth (proper; people's and machines' games weigh the same), entrants by
how human detectors thought them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, OfferTable, Streams, look_up
from humanlike.core.progress import Progress, silent
from humanlike.detectors.social_ultimatum import SOCIAL_DETECTORS, KnownPlayers, SocialDetector
from humanlike.naming.agents import SocialAgentWord, find_social_agent, find_social_agents
from humanlike.naming.bodies import find_traces, title_of_body
from humanlike.naming.grammar import split_words
from humanlike.scoring import verdict_score
from humanlike.statistics import bootstrap
from humanlike.studies.result import Result
from humanlike.studies.social_fit import Agents
from humanlike.studies.telling import Part, StoryTable, interval_text
from humanlike.worlds.social_ultimatum import (
    Fold,
    Learned,
    SocialAgent,
    SocialFit,
    Traces,
    Tremble,
    fit_agent,
    folds_of,
    learn,
    left_out_document,
    parameters_held_out,
    resimulate_held_out,
    tell_left_out,
)

if TYPE_CHECKING:
    import pandas as pd

ENTRANTS: Final = "adaptive,dba,dbra,game-theoretic"
DETECTORS: Final = ",".join(SOCIAL_DETECTORS)
MODEL: Final = "attached"  # the agent that is learned from people for likelihood ratios
PEOPLE: Final = "people"
ALMOST: Final = Tremble(0.01, 0.01, 0.01, 0.0)  # suspects do what they say, nearly always
CHANCE: Final = float(np.log(0.5))
Floats = npt.NDArray[np.float64]


class JudgedGame(NamedTuple):
    """One game of a fold: who made it, and what each detector sees in it."""

    fold: int
    maker: str
    name: str
    features: Mapping[str, Floats]  # by detector, [features]


@dataclass(frozen=True, eq=False, repr=False)
class SocialTournamentResult(Result):
    """Every verdict on every held-out game."""

    title: str
    people: Traces
    entrants: tuple[str, ...]
    games: tuple[JudgedGame, ...]
    verdicts: Mapping[str, Floats]  # P(human) by detector, [games]
    model: str
    hold_out: str
    seed: int

    def mean_verdict(self, detector: str, maker: str) -> tuple[float, float, float]:
        """How human a detector thinks a maker's games, with a 95 % interval over folds."""
        return self._by_fold(
            self.verdicts[detector], [game.maker == maker for game in self.games], f"{detector} {maker}"
        )

    def score(self, detector: str) -> tuple[float, float, float]:
        """The balanced score of a detector, 0 at best, a coin having log 1/2; with a 95 % interval over folds."""
        human = np.array([game.maker == PEOPLE for game in self.games])
        scores = verdict_score(self.verdicts[detector], human)
        weights = np.where(human, 1 / human.sum(), 1 / (~human).sum()) / 2
        folds = np.array([game.fold for game in self.games])
        sums = np.array([(weights * scores)[folds == fold].sum() for fold in np.unique(folds)])
        found = bootstrap(Streams(self.seed)["social tournament"][detector], sums * len(sums))
        return float(found.estimate), float(found.lower), float(found.upper)

    def _by_fold(self, values: Floats, which: Sequence[bool], name: str) -> tuple[float, float, float]:
        chosen = np.array(which)
        folds = np.array([game.fold for game in self.games])
        means = np.array([values[chosen & (folds == fold)].mean() for fold in np.unique(folds)])
        found = bootstrap(Streams(self.seed)["social tournament"][name], means)
        return float(found.estimate), float(found.lower), float(found.upper)

    def most_human(self) -> str:
        """The entrant detectors think most human, the coin having no say."""
        detectors = [name for name in self.verdicts if name != "coin"] or list(self.verdicts)
        means = {
            entrant: np.mean([self.mean_verdict(detector, entrant)[0] for detector in detectors])
            for entrant in self.entrants
        }
        return max(means, key=lambda name: means[name])

    def headline(self) -> str:
        """Both winners."""
        best = max(self.verdicts, key=lambda name: self.score(name)[0])
        score, lower, upper = self.score(best)
        beats = "beats a coin" if lower > CHANCE else "does not surely beat a coin"
        return (
            f"Best detector: {best}, {interval_text(score, lower, upper)} ({beats}, {CHANCE:.3f}); most human entrant: "
            f"{self.most_human()}"
        )

    def document(self) -> dict[str, Any]:
        """Scores, and every detector's mean verdict on everybody."""
        return {
            "detectors": {
                name: {
                    "score": self.score(name)[0],
                    "interval": list(self.score(name)[1:]),
                    "mean_p_human": {
                        who: self.mean_verdict(name, who)[0] for who in (PEOPLE, *self.entrants)
                    },
                }
                for name in self.verdicts
            },
            "most_human": self.most_human(),
            "games": len(self.games),
            "hold_out": self.hold_out,
            "model": self.model,
            "left_out": left_out_document(self.people.left_out),
        }

    def frame(self) -> "pd.DataFrame":
        """A row for each game and detector."""
        import pandas as pd

        rows = [
            (game.fold, game.maker, game.name, detector, float(verdicts[place]))
            for detector, verdicts in self.verdicts.items()
            for place, game in enumerate(self.games)
        ]
        return pd.DataFrame(rows, columns=["fold", "maker", "game", "detector", "p_human"])

    def story(self) -> Iterator[Part]:
        """Detectors by score, with what they think of everybody."""
        yield self.headline()
        rows = []
        for name in sorted(self.verdicts, key=lambda name: -self.score(name)[0]):
            means = [
                interval_text(*self.mean_verdict(name, who), digits=2) for who in (PEOPLE, *self.entrants)
            ]
            rows.append((name, interval_text(*self.score(name)), *means))
        columns = ("detector", "score", *(f"P(human) of {who}" for who in (PEOPLE, *self.entrants)))
        yield StoryTable("Held out; score: mean log-probability of the truth, balanced", columns, rows)
        n_people = sum(game.maker == PEOPLE for game in self.games)
        yield (
            f"{n_people} games of {self.title}, {len(self.games) - n_people} of entrants learned from them, held out "
            f"by {self.hold_out}: all know only the others. People's agent of the likelihood ratio: "
            f"'{self.model}', fitted by maximum likelihood. Detectors know which entrants are under suspicion."
        )
        yield from tell_left_out(self.people.left_out)


@dataclass(frozen=True, eq=False, repr=False)
class SocialJudgeResult(Result):
    """P(human) of each game of unknown makers."""

    title: str
    names: tuple[str, ...]
    verdicts: Mapping[str, Floats]  # by detector, [games]
    likelihoods: Mapping[str, Floats]  # mean log-probability of a decision by agent, [games]
    model: str

    def headline(self) -> str:
        """What the first detector thinks."""
        name, verdicts = next(iter(self.verdicts.items()))
        human = int((verdicts > 0.5).sum())
        mean = f"{name}, mean P(human) {verdicts.mean():.3f}"
        return f"{self.title}: {human} of {len(verdicts)} games look like people's ({mean})"

    def document(self) -> dict[str, Any]:
        """Every game."""
        return {
            "games": [
                {
                    "game": name,
                    "p_human": {detector: float(own[place]) for detector, own in self.verdicts.items()},
                    "nats": {agent: -float(own[place]) for agent, own in self.likelihoods.items()},
                }
                for place, name in enumerate(self.names)
            ],
            "mean_p_human": {detector: float(own.mean()) for detector, own in self.verdicts.items()},
            "model": self.model,
        }

    def story(self) -> Iterator[Part]:
        """Every game, and which agent explains it best."""
        yield self.headline()
        rows = []
        for place, name in enumerate(self.names):
            best = max(self.likelihoods, key=lambda agent: self.likelihoods[agent][place])
            rows.append((name, *(float(own[place]) for own in self.verdicts.values()), best))
        yield StoryTable("P(human) at even odds", ("game", *self.verdicts, "most likely under"), rows)
        yield f"'{PEOPLE}' is '{self.model}' fitted to people by maximum likelihood; the others are learned from them."


def tournament(
    traces: Any,
    *,
    agents: Agents = ENTRANTS,
    detectors: str | Sequence[str] = DETECTORS,
    model: SocialAgentWord = MODEL,
    hold_out: str = "game",
    times: int = 3,
    window: int = 5,
    endowment: int = 10,
    step: int = 1,
    missing: str = "refuse",
    groups: str | int | Sequence[int] = "",
    seed: int = 1,
    progress: Progress = silent,
) -> SocialTournamentResult:
    """Let agents learned from people's games pass for people, and detectors judge them, held out by game.

    In each fold entrants play every held-out game again `times` times. `model` is the agent that is fitted to people
    for likelihood ratios; `hold_out` a 'game', a 'session' or all 'connected' games that share people.
    """
    people = find_traces(traces, endowment=endowment, step=step, missing=missing, groups=groups)
    bench = _Bench(_entrants(agents), _detectors(detectors), find_social_agent(model), times, window)
    folds = folds_of(people, hold_out)
    games = bench.describe(Streams(seed)["social ultimatum"], folds, progress)
    verdicts = {name: np.full(len(games), np.nan) for name in bench.detectors}
    for fold in range(len(folds)):
        here = np.array([game.fold == fold for game in games])
        rest = [game for game in games if game.fold != fold]
        for name, detector in bench.detectors.items():
            verdicts[name][here] = detector.probabilities(
                _trained(detector, rest),
                np.stack([game.features[name] for game in games if game.fold == fold]),
            )
    names = tuple(agent.name for agent in bench.entrants)
    title = Path(title_of_body(traces, "the traces")).stem
    return SocialTournamentResult(
        title, people, names, tuple(games), verdicts, bench.model.name, hold_out, seed
    )


def judge(
    suspects: Any,
    traces: Any,
    *,
    agents: Agents = ENTRANTS,
    detectors: str | Sequence[str] = DETECTORS,
    model: SocialAgentWord = MODEL,
    times: int = 3,
    window: int = 5,
    endowment: int = 10,
    step: int = 1,
    missing: str = "refuse",
    seed: int = 1,
    progress: Progress = silent,
) -> SocialJudgeResult:
    """P(human) of each game of `suspects`, by detectors trained on people's `traces` and agents learned from them."""
    accused, people = (
        find_traces(word, endowment=endowment, step=step, missing=missing) for word in (suspects, traces)
    )
    _check_strangers(accused, people)
    bench = _Bench(_entrants(agents), _detectors(detectors), find_social_agent(model), times, window)
    games = bench.describe(Streams(seed)["social ultimatum"], folds_of(people), progress)
    known = bench.known(people, learn(people))
    verdicts = {
        name: np.concatenate(
            [
                detector.probabilities(_trained(detector, games), detector.describe(known, table))
                for table in accused
            ]
        )
        for name, detector in bench.detectors.items()
    }
    likelihoods = {
        name: np.concatenate(
            [
                fit.log_chances(table, window=window).by_game() / (3 * table.made.sum(axis=(1, 2)))
                for table in accused
            ]
        )
        for name, fit in ({PEOPLE: known.people} | dict(known.suspects)).items()
    }
    names = tuple(name for table in accused for name in table.names)
    title = Path(title_of_body(suspects, "the suspects")).stem
    return SocialJudgeResult(title, names, verdicts, likelihoods, bench.model.name)


def _entrants(agents: Agents) -> tuple[SocialAgent, ...]:
    found = tuple(dict.fromkeys(find_social_agents(agents)))
    if not any(agent.chances is not None for agent in found):
        raise BadRequest(f"No entrant gives probabilities, so none can be suspected; add one of {ENTRANTS}.")
    return found


def _detectors(words: str | Sequence[str]) -> dict[str, SocialDetector]:
    names = split_words(words) if isinstance(words, str) else tuple(words)
    if not names:
        raise BadRequest(f"No detector was named; there are {DETECTORS}.")
    return {name: look_up("detector of Social Ultimatum play", name, SOCIAL_DETECTORS) for name in names}


def _check_strangers(accused: Traces, people: Traces) -> None:
    """Refuse suspects that are among the people who train."""
    seen = {_content(table, game) for table in people for game in range(table.n_games)}
    for table in accused:
        for game in range(table.n_games):
            if _content(table, game) in seen:
                raise BadRequest(
                    f"Game {table.names[game]} of the suspects is also among people's: detectors know it. "
                    "`humanlike social tournament` judges people's own games, held out."
                )


def _content(table: OfferTable, game: int) -> bytes:
    return b"".join(array[game].tobytes() for array in (table.recipients, table.offers, table.accepted))


def _trained(detector: SocialDetector, games: Sequence[JudgedGame]) -> Any:
    """A detector's model from games of known makers."""
    makers = np.unique([game.maker for game in games], return_inverse=True)[1].astype(np.int64)
    human = np.array([game.maker == PEOPLE for game in games])
    return detector.train(np.stack([game.features[detector.name] for game in games]), human, makers)


class _Bench(NamedTuple):
    """Who plays, who judges, and by which agent people are described."""

    entrants: tuple[SocialAgent, ...]
    detectors: dict[str, SocialDetector]
    model: SocialAgent
    times: int
    window: int

    def known(self, body: Sequence[OfferTable], learned: Learned) -> KnownPlayers:
        """What is learned from a body of people's play."""
        people = fit_agent(body, self.model, learned, window=self.window)
        sizes = [table.n_players for table in body]
        suspects = {
            agent.name: SocialFit(
                agent,
                {size: parameters_held_out(learned, agent, size) for size in sizes},
                ALMOST,
                {},
                0.0,
                1,
                (),
            )
            for agent in self.entrants
            if agent.chances is not None
        }
        return KnownPlayers(people, suspects, self.window)

    def describe(self, stream: Streams, folds: Sequence[Fold], progress: Progress) -> list[JudgedGame]:
        """Every held-out game, people's and entrants', as detectors see it who know the other folds."""
        games: list[JudgedGame] = []
        for number, fold in enumerate(folds):
            known = self.known(fold.rest, learn(fold.rest))
            played = {
                agent.name: resimulate_held_out(stream, [fold], agent, times=self.times, window=self.window)
                for agent in self.entrants
            }
            for maker, tables in ({PEOPLE: list(fold.held)} | played).items():
                for table in tables:
                    games += self._described(number, maker, known, table)
            progress("folds", number + 1, len(folds))
        return games

    def _described(self, fold: int, maker: str, known: KnownPlayers, table: OfferTable) -> list[JudgedGame]:
        features = {name: detector.describe(known, table) for name, detector in self.detectors.items()}
        return [
            JudgedGame(fold, maker, table.names[game], {name: own[game] for name, own in features.items()})
            for game in range(table.n_games)
        ]
