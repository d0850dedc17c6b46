"""Social Ultimatum agents fitted to traces by maximum likelihood: `hl.social.fit(...)`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from humanlike.core import BadRequest, OfferTable
from humanlike.naming.agents import SocialAgentWord, find_social_agents
from humanlike.naming.bodies import find_traces, title_of_body
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable
from humanlike.worlds.social_ultimatum import (
    AttachedParameters,
    Learned,
    SocialFit,
    Traces,
    Tremble,
    fit_agent,
    fit_players,
    learn,
    left_out_document,
    tell_left_out,
    write_learned,
)

ALL_AGENTS: Final = "adaptive,dba,dbra,game-theoretic,attached"
BY: Final = ("population", "player")
Agents = SocialAgentWord | Sequence[SocialAgentWord]


@dataclass(frozen=True, eq=False, repr=False)
class SocialFitResult(Result):
    """Agents with the parameters under which the traces are most likely, the likeliest first."""

    title: str
    people: Traces
    fits: tuple[SocialFit, ...]
    learned: Learned  # what was counted, with what was fitted in its place
    by: str

    @property
    def blind(self) -> float:
        """Nats a decision of somebody who decides blindly."""
        return float(blind_nats(self.people).mean())

    def write(self, path: Path | str) -> None:
        """Keep everything as JSON that `social play --learned` takes."""
        write_learned(Path(path), self.learned, self.people.left_out)

    def headline(self) -> str:
        """Which agent explains the traces best."""
        best = self.fits[0]
        nats = f"{best.nats:.4f} nats a decision (blindly {self.blind:.4f})"
        return f"{best.agent.name} explains {self.title} best: {nats}"

    def document(self) -> dict[str, Any]:
        """Every agent: parameters, tremble, likelihood."""
        return {
            "agents": [
                {
                    "agent": fit.agent.name,
                    "nats": fit.nats,
                    "log_likelihood": fit.log_likelihood,
                    "decisions": fit.n_decisions,
                    "bic": fit.bic,
                    "parameters": fit.free,
                    "on_bounds": list(fit.on_bounds),
                }
                for fit in self.fits
            ],
            "blind": self.blind,
            "by": self.by,
            "players": None if self.by != "player" else _players_document(self.learned),
            "left_out": left_out_document(self.people.left_out),
        }

    def story(self) -> Iterator[Part]:
        """Agents by likelihood, then their parameters."""
        yield self.headline()
        yield StoryTable(
            "Maximum likelihood of every recipient, offer and answer",
            ("agent", "nats a decision", "free", "BIC", "on a bound"),
            [
                (fit.agent.name, fit.nats, len(fit.free), fit.bic, ", ".join(fit.on_bounds) or "-")
                for fit in self.fits
            ],
        )
        for fit in self.fits:
            chosen = ", ".join(f"{name} {value:.3g}" for name, value in fit.free.items())
            yield f"{fit.agent.name}: {chosen}"
        if self.by == "player":
            for size, own in sorted(self.learned.adaptive.items()):
                means = ", ".join(f"{name} {array.mean():.3g}" for name, array in own._asdict().items())
                yield f"{size} players, each fitted alone: {own.fairness.size} player-games; mean {means}"
        yield (
            "tremble: the share of decisions taken blindly; scatter: how far offers stray from what is meant. "
            f"{self.fits[0].n_decisions:,} decisions; fitted and judged on the same games, `social predict` holds out."
        )
        yield from tell_left_out(self.people.left_out)


def _players_document(learned: Learned) -> list[dict[str, Any]]:
    return [
        {"n_players": size, **{name: np.asarray(array).tolist() for name, array in own._asdict().items()}}
        for size, own in sorted(learned.adaptive.items())
    ]


def blind_nats(body: Sequence[OfferTable]) -> Any:
    """Mean nats of recipient, offer and answer for whoever chooses blindly, shape [3]."""
    made = np.array([int(table.made.sum()) for table in body], dtype=np.float64)
    each = np.log([[table.n_players - 1, table.n_values, 2] for table in body])
    return (made[:, None] * each).sum(axis=0) / made.sum()


def fit(
    traces: Any,
    *,
    agents: Agents = ALL_AGENTS,
    by: str = "population",
    window: int = 5,
    endowment: int = 10,
    step: int = 1,
    missing: str = "refuse",
    groups: str | int | Sequence[int] = "",
) -> SocialFitResult:
    """The parameters under which traces are most likely, agent by agent.

    Everybody of a `population` shares them; by 'player', adaptive players are also fitted one by one in each game, and
    `write` keeps them in the place of the paper's estimates. Of the traces only `groups` of so many players, if any are
    named.
    """
    if by not in BY:
        raise BadRequest(f"--by is {' or '.join(BY)}, not '{by}'.")
    people = find_traces(traces, endowment=endowment, step=step, missing=missing, groups=groups)
    learned = learn(people)
    fits = [fit_agent(people, agent, learned, window=window) for agent in find_social_agents(agents)]
    if not fits:
        raise BadRequest(f"No agent was named; there are {ALL_AGENTS}.")
    found = {each.agent.name: each for each in fits}
    title = Path(title_of_body(traces, "the traces")).stem
    ranked = tuple(sorted(fits, key=lambda each: -each.log_likelihood))
    return SocialFitResult(title, people, ranked, _fitted(people, learned, found, by, window), by)


def _fitted(
    people: Traces, learned: Learned, found: Mapping[str, SocialFit], by: str, window: int
) -> Learned:
    """What was counted, with what was fitted in its place."""
    if "dbra" in found:
        returned = found["dbra"].free["reciprocation"]
        shared = {size: own._replace(reciprocation=returned) for size, own in learned.distributions.items()}
        learned = replace(learned, distributions=shared)
    if "attached" in found:
        own = next(iter(found["attached"].parameters.values()))
        learned = replace(learned, attached=AttachedParameters(*(float(value) for value in own)))
    if by == "player":
        tremble = found["adaptive"].tremble if "adaptive" in found else Tremble()
        players = {table.n_players: fit_players(table, tremble, window=window) for table in people}
        learned = replace(learned, adaptive=players)
    return learned
