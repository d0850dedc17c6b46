"""Social Ultimatum play predicted by agents that never saw the game: `hl.social.predict(...)`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, OfferTable, Streams
from humanlike.core.progress import Progress, silent
from humanlike.naming.agents import find_social_agents
from humanlike.naming.bodies import find_traces, title_of_body
from humanlike.statistics import bootstrap
from humanlike.studies.result import Result
from humanlike.studies.social_fit import ALL_AGENTS, Agents, blind_nats
from humanlike.studies.telling import Part, StoryTable, interval_text
from humanlike.worlds.social_ultimatum import (
    Fold,
    SocialAgent,
    SocialFit,
    Traces,
    fit_agent,
    folds_of,
    learn,
    left_out_document,
    tell_left_out,
)
from humanlike.worlds.social_ultimatum.forecasts import DECISIONS

if TYPE_CHECKING:
    import pandas as pd

BLIND: Final = "blind"
ESTIMATES: Final = ("likelihood", "paper")
WITHOUT: Final = {"game": "game", "session": "session", "connected": "circle of people who met"}
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class SocialPredictResult(Result):
    """Nats a decision, held out, of every agent and of somebody blind."""

    title: str
    people: Traces
    games: tuple[str, ...]  # in the order of the folds
    nats: Mapping[str, Floats]  # by agent, [games, (recipient, offer, answer)]
    hold_out: str
    estimates: str
    seed: int

    def ranked(self) -> list[str]:
        """Agents, the best first."""
        return sorted(self.nats, key=lambda name: float(self.nats[name].mean()))

    def interval(self, name: str) -> tuple[float, float, float]:
        """Nats a decision of an agent and their 95 % interval, games redrawn."""
        return self._redrawn(self.nats[name].mean(axis=1), name)

    def gain(self, name: str) -> tuple[float, float, float]:
        """How many nats a decision an agent saves against somebody blind, with its 95 % interval."""
        return self._redrawn((self.nats[BLIND] - self.nats[name]).mean(axis=1), f"gain of {name}")

    def _redrawn(self, values: Floats, name: str) -> tuple[float, float, float]:
        if len(values) < 2:
            return float(values.mean()), float("nan"), float("nan")
        found = bootstrap(Streams(self.seed)["social predict"][name], values)
        return float(found.estimate), float(found.lower), float(found.upper)

    def headline(self) -> str:
        """Who predicts best, and whether better than nobody."""
        best = next(name for name in self.ranked() if name != BLIND)
        saved, lower, upper = self.gain(best)
        better = "better than blindly" if lower > 0 else "not surely better than blindly"
        said = interval_text(saved, lower, upper)
        return f"{best} predicts {self.title} best, {better}: {said} nats a decision saved"

    def document(self) -> dict[str, Any]:
        """Every agent: nats by decision, with intervals and what is gained."""
        agents = []
        for name in self.ranked():
            mean, lower, upper = self.interval(name)
            gain = self.gain(name)
            parts = dict(zip(DECISIONS, self.nats[name].mean(axis=0).tolist(), strict=True))
            agents.append(
                {"agent": name, "nats": mean, "interval": [lower, upper], **parts}
                | {"gain": gain[0], "gain_interval": list(gain[1:])}
            )
        return {
            "agents": agents,
            "games": list(self.games),
            "hold_out": self.hold_out,
            "estimates": self.estimates,
            "left_out": left_out_document(self.people.left_out),
        }

    def frame(self) -> "pd.DataFrame":
        """A row for each agent and game: nats of recipient, offer and answer."""
        import pandas as pd

        rows = [
            (name, game, *own.tolist())
            for name, nats in self.nats.items()
            for game, own in zip(self.games, nats, strict=True)
        ]
        return pd.DataFrame(rows, columns=["agent", "game", *DECISIONS])

    def story(self) -> Iterator[Part]:
        """The ranking, by decision, and how it was done."""
        yield self.headline()
        rows = [
            (
                name,
                interval_text(*self.interval(name)),
                *self.nats[name].mean(axis=0).tolist(),
                "-" if name == BLIND else interval_text(*self.gain(name)),
            )
            for name in self.ranked()
        ]
        columns = ("agent", "nats a decision", *DECISIONS, "saved against blind")
        yield StoryTable("Held out: minus log-probability of what people did, mean over games", columns, rows)
        learned = {
            "likelihood": "free parameters and tremble by maximum likelihood",
            "paper": "parameters by the paper's counting, the tremble by maximum likelihood",
        }[self.estimates]
        yield (
            f"{len(self.games)} games; agents learned without the {WITHOUT[self.hold_out]} they predict: {learned}. "
            f"Intervals (95 %) redraw games. Adaptive agents by the paper's counting are a cast of the other "
            "games' players, of whom nobody knows who sits where."
        )
        yield from tell_left_out(self.people.left_out)


def predict(
    traces: Any,
    *,
    agents: Agents = ALL_AGENTS,
    hold_out: str = "game",
    estimates: str = "likelihood",
    window: int = 5,
    endowment: int = 10,
    step: int = 1,
    missing: str = "refuse",
    groups: str | int | Sequence[int] = "",
    seed: int = 1,
    progress: Progress = silent,
) -> SocialPredictResult:
    """Predict every recipient, offer and answer by agents learned from the other games.

    `hold_out` is what is predicted at a time: a 'game', a 'session', or all 'connected' games that share people.
    `estimates` of free parameters are those of maximum 'likelihood' or of the 'paper'.
    """
    if estimates not in ESTIMATES:
        raise BadRequest(f"--estimates is {' or '.join(ESTIMATES)}, not '{estimates}'.")
    people = find_traces(traces, endowment=endowment, step=step, missing=missing, groups=groups)
    chosen = find_social_agents(agents)
    if not chosen:
        raise BadRequest(f"No agent was named; there are {ALL_AGENTS}.")
    folds = folds_of(people, hold_out)
    nats: dict[str, Floats] = {}
    for done, agent in enumerate(chosen):
        nats[agent.name] = _held_out_nats(folds, agent, estimates, window)
        progress(agent.name, done + 1, len(chosen))
    nats[BLIND] = np.concatenate(
        [np.tile(blind_nats([table]), (table.n_games, 1)) for fold in folds for table in fold.held]
    )
    games = tuple(name for fold in folds for table in fold.held for name in table.names)
    title = Path(title_of_body(traces, "the traces")).stem
    return SocialPredictResult(title, people, games, nats, hold_out, estimates, seed)


def _held_out_nats(folds: Sequence[Fold], agent: SocialAgent, estimates: str, window: int) -> Floats:
    """Nats of one agent, [games in the order of the folds, (recipient, offer, answer)]."""
    fitted = agent if estimates == "likelihood" else replace(agent, free=())
    parts: list[Floats] = []
    for fold in folds:
        fit = fit_agent(fold.rest, fitted, learn(fold.rest), window=window)
        parts += [game_nats(fit, table, window=window) for table in fold.held]
    return np.concatenate(parts)


def game_nats(fit: SocialFit, table: OfferTable, *, window: int = 5) -> Floats:
    """Mean nats of each kind of decision in each game, [games, (recipient, offer, answer)]."""
    logs = fit.log_chances(table, window=window)
    return np.stack([-np.nanmean(part, axis=(1, 2)) for part in logs], axis=1)
