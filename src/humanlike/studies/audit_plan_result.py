"""What a plan says: rounds to unmask, game by game, and a set of games to add to a study."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from humanlike.core import Streams
from humanlike.detectors.unmasking import Unmasked, together
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable, interval_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SEATS = (1, 2, 4)  # matches of one player put together


class GamePlan(NamedTuple):
    """One game: its people, and the evidence for each suspect."""

    game: str
    n_people: int
    is_model: bool  # people are a model of people
    unmasked: Mapping[str, Unmasked]

    def rounds_to_unmask(self, name: str, power: float, accused: float) -> int | None:
        """The first round from which on the power is reached; None if it is not."""
        reached = self.unmasked[name].power(accused) >= power
        if not reached[-1]:
            return None
        return int(len(reached) - np.argmin(reached[::-1]) + 1) if not reached.all() else 1


class ProbeSet(NamedTuple):
    """Games to be added to a study, with so many rounds each, and the power against each suspect."""

    games: tuple[str, ...]
    rounds: int
    power: Mapping[str, float]

    def merit(self, wanted: float) -> tuple[float, ...]:
        """Unmasking more suspects first; of sets that unmask everybody the shortest, else the most power."""
        powers = list(self.power.values())
        n_unmasked = sum(each >= wanted for each in powers)
        in_all = -self.rounds * len(self.games)
        return n_unmasked, 1.0 if n_unmasked == len(powers) else float(np.mean(powers)), in_all


@dataclass(frozen=True, eq=False, repr=False)
class PlanResult(Result):
    """Games with the evidence in them, and the recommended set."""

    games: tuple[GamePlan, ...]
    probe: ProbeSet
    rounds: int
    power: float
    accused: float
    seed: int
    refused: tuple[str, ...]

    @property
    def passing(self) -> list[str]:
        """Suspects that the recommended set does not unmask."""
        return [name for name, reached in self.probe.power.items() if reached < self.power]

    def headline(self) -> str:
        """Which games, how long, and who is unmasked."""
        n_all = len(self.probe.power)
        return (
            f"Add {', '.join(self.probe.games)}, {self.probe.rounds} rounds each: {n_all - len(self.passing)} of "
            f"{n_all} suspects are unmasked (power {self.power:g}, {100 * self.accused:g} % of people accused)."
        )

    def frame(self) -> "pd.DataFrame":
        """One row for each game, suspect and number of rounds."""
        import pandas as pd

        rows = []
        for plan in self.games:
            for name, found in plan.unmasked.items():
                power, (lower, upper) = found.power(self.accused), found.intervals(self.accused)
                for place in range(len(power)):
                    area = found.area(place + 1)
                    rows.append((plan.game, name, place + 1, power[place], lower[place], upper[place], *area))
        columns = ["game", "suspect", "rounds", "power", "lower", "upper", "area", "area_lower", "area_upper"]
        return pd.DataFrame(rows, columns=columns)

    def by_seats(self) -> list[tuple[str, str, dict[int, float]]]:
        """Power by the number of matches of one player, after all rounds."""
        stream = Streams(self.seed)["plan"]["seats"]
        return [
            (
                plan.game,
                name,
                {
                    seats: float(
                        together(stream[plan.game][name], [found], self.rounds, seats).power(self.accused)[0]
                    )
                    for seats in SEATS
                },
            )
            for plan in self.games
            for name, found in plan.unmasked.items()
        ]

    def document(self) -> dict[str, Any]:
        """The set, rounds to unmask, curves."""
        return {
            "probe_set": {
                **self.probe._asdict(),
                "games": list(self.probe.games),
                "power": dict(self.probe.power),
            },
            "not_unmasked": self.passing,
            "wanted": {"power": self.power, "accused": self.accused},
            "games": [
                {
                    "game": plan.game,
                    "people": plan.n_people,
                    "is_model": plan.is_model,
                    "suspects": {
                        name: {
                            "rounds_to_unmask": plan.rounds_to_unmask(name, self.power, self.accused),
                            "power": found.power(self.accused).tolist(),
                            "area": [found.area(place + 1).value for place in range(found.people.shape[1])],
                        }
                        for name, found in plan.unmasked.items()
                    },
                }
                for plan in self.games
            ],
            "seats": [
                {
                    "game": game,
                    "suspect": name,
                    "power": {str(seats): value for seats, value in powers.items()},
                }
                for game, name, powers in self.by_seats()
            ],
            "refused": list(self.refused),
            "seed": self.seed,
        }

    def story(self) -> Iterator[Part]:
        """The set, then every suspect in every game."""
        yield self.headline()
        if self.passing:
            yield f"Not unmasked by it: {', '.join(self.passing)}."
        yield StoryTable(
            f"Power of the set at {100 * self.accused:g} % of people accused",
            ["suspect", "power"],
            [
                [name, f"{value:.2f}"]
                for name, value in sorted(self.probe.power.items(), key=lambda each: each[1])
            ],
        )
        yield self._by_game()
        rows = [
            [name, game, *(f"{value:.2f}" for value in powers.values())]
            for game, name, powers in self.by_seats()
        ]
        yield StoryTable(
            f"Power by matches of one player, {self.rounds} rounds each",
            ["suspect", "game", *(f"{seats} match{'es' * (seats > 1)}" for seats in SEATS)],
            rows,
        )
        models = [plan.game for plan in self.games if plan.is_model]
        if models:
            yield f"In {', '.join(models)} people are a model of few or shorter matches, and tell less than people do."
        yield (
            "Games and matches are added up as if people were independent from one to the next, which is hopeful: "
            "whoever plays like a machine in one is likelier to in another."
        )
        yield from self.refused

    def _by_game(self) -> StoryTable:
        rows = []
        for plan in self.games:
            for name, found in plan.unmasked.items():
                needed = plan.rounds_to_unmask(name, self.power, self.accused)
                rows.append(
                    [
                        name,
                        plan.game,
                        str(needed) if needed else f"not in {self.rounds}",
                        f"{found.power(self.accused)[-1]:.2f}",
                        interval_text(*found.area(found.people.shape[1]), 2),
                    ]
                )
        return StoryTable(
            f"One match of each game alone, up to {self.rounds} rounds",
            ["suspect", "game", "rounds to unmask", "power at the end", "area at the end"],
            rows,
        )

    def plot(self) -> "Figure":
        """Power over rounds in each game, of the suspects that are hardest to unmask."""
        from humanlike.figures.audit import Curve, draw_unmasking

        panels = {}
        for plan in self.games[:6]:
            hardest = sorted(plan.unmasked, key=lambda name: plan.unmasked[name].power(self.accused).mean())
            panels[plan.game] = [
                Curve(
                    name,
                    plan.unmasked[name].power(self.accused),
                    *plan.unmasked[name].intervals(self.accused),
                )
                for name in hardest[:5]
            ]
        return draw_unmasking(
            np.arange(1, self.rounds + 1),
            panels,
            wanted=self.power,
            finding=self.headline(),
            measure="power",
            data=f"share of suspects' seats beyond all but {100 * self.accused:g} % of people, the five hardest "
            "to unmask in each game, 95 % bands",
        )
