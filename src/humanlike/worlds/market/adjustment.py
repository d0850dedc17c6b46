"""Stored adjustments: coefficients fitted once on reference games, in a file, so that any two games can be compared.

Demand-adjusted profit takes out of a profit what the market's conditions explain (`variates`): with coefficients
:math:`b` of an agent in a seat and the market's own means :math:`c`, the adjusted profit is :math:`y - b'(v - c)`. The
means are the market's, never those of the games adjusted: a group centred on its own demand keeps the luck its demand
brought, and only looks steadier. Coefficients that are off (a new opponent, another strategy) leave the mean in place
and remove less of the variance; coefficients of other rules mean nothing and are refused.

Wellman, Jordan, Kiekintveld, Miller & Reeves (2006), TADA/AMEC; Sodomka, Collins & Gini (2007), "Managing Market
Variability": such coefficients "may be inaccurate, and will have to be recalculated" when strategies change.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadFile, BadRecord, BadRequest, Streams, write_atomically
from humanlike.statistics import ControlVariate, cross_fitted, fit_control_variate
from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.series import GameSummary
from humanlike.worlds.market.variates import WORLDS, expected_variates, variate_names, variates_of

Floats = npt.NDArray[np.float64]
KIND = "market adjustment"
FOLDS = 5
NO_RULE = ("patience",)  # what a game does not depend on


class Seated(NamedTuple):
    """An agent's reference games."""

    agent: str
    seat: int
    games: Sequence[GameSummary]


@dataclass(frozen=True)
class AgentFit:
    """Coefficients of one agent in one seat, [variates], in millions a unit."""

    agent: str
    seat: int
    coefficients: tuple[float, ...]
    variance_removed: float  # share, out of sample (five folds)
    games: int


@dataclass(frozen=True)
class Adjustment:
    """Fitted coefficients with where they come from."""

    variates: tuple[str, ...]  # words: demand, capacity
    centre: tuple[float, ...]  # the market's own means
    agents: tuple[AgentFit, ...]
    profile: tuple[str, ...]  # who played, by seat
    seed: int
    rules: Rules

    def adjusted(self, agent: str, seat: int, games: Sequence[GameSummary]) -> Floats:
        """An agent's profits [games] in millions, as in a market of average conditions."""
        scores = np.array([game.scores[seat] for game in games])
        return self._control(self.fit_of(agent, seat)).adjust(scores, variates_of(games, self.variates))

    def fit_of(self, agent: str, seat: int) -> AgentFit:
        """The agent's own coefficients; of somebody who was not there, those of who sat in that seat."""
        here = [fit for fit in self.agents if fit.seat == seat]
        if not here:
            seats = ", ".join(sorted({str(fit.seat) for fit in self.agents}))
            raise BadRequest(
                f"The stored coefficients are of seat(s) {seats}, not of seat {seat}: compare there, or fit others "
                "with --save-adjustment."
            )
        return next((fit for fit in here if fit.agent == agent), here[0])

    def borrowed(self, agents: Sequence[str], seat: int) -> str:
        """A sentence about whose coefficients stand in for those of agents that were not there; empty if none do."""
        lent = {agent: self.fit_of(agent, seat).agent for agent in agents}
        missing = [agent for agent, lender in lent.items() if agent != lender]
        if not missing:
            return ""
        return (
            f"No coefficients are stored for {' and '.join(missing)}: those of {lent[missing[0]]} in seat {seat} are "
            "used, which leaves means in place but removes less; pairs gain only from coefficients of both variants "
            "(--save-adjustment beside the comparison of other games)."
        )

    def check_market(self, rules: Rules) -> "Adjustment":
        """The same adjustment, if it is of this market."""
        other = [
            f"{field.name} {getattr(self.rules, field.name)} instead of {getattr(rules, field.name)}"
            for field in fields(Rules)
            if field.name not in NO_RULE and getattr(self.rules, field.name) != getattr(rules, field.name)
        ]
        if other:
            raise BadRequest(
                f"The stored coefficients are of another market ({', '.join(other)}): play that one, or fit new "
                "ones here with `market play --games 60 --save-adjustment FILE`; pairs need none."
            )
        return self

    def opponents_differ(self, names: Sequence[str], seat: int) -> str:
        """A sentence where the coefficients were fitted against other opponents; empty if not."""
        if len(names) == len(self.profile) and all(
            here == there
            for place, (here, there) in enumerate(zip(names, self.profile, strict=True))
            if place != seat
        ):
            return ""
        return (
            f"The coefficients were fitted against other opponents ({', '.join(self.profile)}): adjusted means stay "
            "in place, but less variance may be removed."
        )

    def write(self, path: Path) -> None:
        """Keep the coefficients with their provenance."""
        from humanlike import __version__

        document = {
            "kind": KIND,
            "humanlike": __version__,
            "variate_names": variate_names(self.variates),
            "centre_of_worlds": WORLDS,
            **asdict(self),
        }
        write_atomically(path, json.dumps(document, indent=1) + "\n")

    @staticmethod
    def _plain(document: Any) -> "Adjustment":
        """An adjustment from a file's document; whatever is missing or of another kind raises."""
        if document["kind"] != KIND:
            raise ValueError(f"it says it is a '{document['kind']}'")
        agents = tuple(
            AgentFit(**{**each, "coefficients": tuple(map(float, each["coefficients"]))})
            for each in document["agents"]
        )
        found = Adjustment(
            tuple(document["variates"]),
            tuple(map(float, document["centre"])),
            agents,
            tuple(document["profile"]),
            int(document["seed"]),
            Rules(**document["rules"]),
        )
        numbers = [found.centre, *(fit.coefficients for fit in agents)]
        if any(len(each) != len(variate_names(found.variates)) for each in numbers) or not agents:
            raise ValueError("its coefficients, means and variates do not belong together")
        if not all(np.isfinite(each).all() for each in numbers):
            raise ValueError("a coefficient or mean is no finite number")
        return found

    def _control(self, fit: AgentFit) -> ControlVariate:
        return ControlVariate(np.array(fit.coefficients), np.array(self.centre))


def read_adjustment(path: Path) -> Adjustment:
    """The coefficients of a file that `Adjustment.write` wrote."""
    try:
        return Adjustment._plain(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, ValueError, KeyError, TypeError) as error:
        raise BadFile(
            f"'{path}' holds no stored coefficients ({type(error).__name__}: {error}); "
            "`humanlike market play --games 60 --save-adjustment FILE` writes some."
        ) from error


def fit_adjustment(
    seated: Sequence[Seated], profile: Sequence[str], seed: int, rules: Rules, words: Sequence[str]
) -> Adjustment:
    """Coefficients of every agent from its own reference games."""
    centre = expected_variates(rules, tuple(words))
    needed = FOLDS * (len(centre) + 2) // (FOLDS - 1) + 1
    few = min(len(each.games) for each in seated)
    if few < needed:
        raise BadRecord(
            f"{few} games are too few to fit {len(centre)} coefficients and say what they remove: play at least "
            f"{needed}, better {10 * len(centre)}, or adjust by fewer variates."
        )
    fits = tuple(_fit(each, np.array(centre), words) for each in seated)
    return Adjustment(tuple(words), centre, fits, tuple(profile), seed, rules)


def _fit(seated: Seated, centre: Floats, words: Sequence[str]) -> AgentFit:
    scores = np.array([game.scores[seated.seat] for game in seated.games])
    variates = variates_of(seated.games, words)
    fitted = fit_control_variate(scores, variates, centre=centre)
    left = cross_fitted(Streams(1)["adjustment"], scores, variates, centre=centre, n_folds=FOLDS)
    spread = float(scores.var())
    removed = 1 - float(left.var()) / spread if spread > 0 else float("nan")
    coefficients = tuple(fitted.coefficients.tolist())
    return AgentFit(seated.agent, seated.seat, coefficients, removed, len(scores))
