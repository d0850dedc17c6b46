r"""The dimensions of Table 1: measure x method x level x game, each with its name and direction.

A *criterion* is one cell of that product, for instance MSD of M(Y,P) on actions in matching pennies. Methods
compare observations Y with

- ``Y,P``: one-step-ahead probabilities, each made from the recorded history;
- ``Y,X``: realisations drawn from those probabilities, averaged over draws;
- ``Y,Z``: complete simulations that never see the record, averaged over simulations;
- ``mY,mQ``: choice shares per round against the mean of completely simulated probabilities;
- ``mY,mP``: choice shares per round against the mean of the one-step-ahead probabilities.

Mitropoulos (2001), "On the measurement of the predictive success of learning theories in repeated games",
Table 1. The log score and the spherical score are added; both are proper, which MAD, POI and KS are not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from humanlike.core import look_up

ALL_GAMES = "all"


@dataclass(frozen=True)
class Measure:
    """One way of putting a number on the distance between prediction and observation."""

    name: str
    title: str
    higher_is_better: bool


MEASURES = {
    measure.name: measure
    for measure in (
        Measure("MSD", "mean squared deviation (root)", False),
        Measure("MAD", "mean absolute deviation", False),
        Measure("POI", "proportion of inaccuracy", False),
        Measure("KS", "Kuipers score", True),
        Measure("LOG", "log score, nats per forecast", True),
        Measure("SPH", "spherical score", True),
    )
}
METHODS = {
    "Y,P": "M(Y,P): one-step-ahead probabilities",
    "Y,X": "M(Y,X): simulated one-step-ahead predictions",
    "Y,Z": "M(Y,Z): complete simulations",
    "mY,mQ": "M(mY,mQ): shares per round, complete simulations",
    "mY,mP": "M(mY,mP): shares per round, one step ahead",
}
COMPLETE = ("Y,Z", "mY,mQ")  # methods that need complete simulations
LEVELS = {"actions": "individual actions", "outcomes": "group outcomes"}


class Criterion(NamedTuple):
    """One way of measuring, in one game or in all."""

    measure: str
    method: str
    level: str
    game: str

    @property
    def title(self) -> str:
        """For people: MSD(Y,P), actions, all games."""
        where = "all games" if self.game == ALL_GAMES else self.game
        return f"{self.measure}({self.method}), {self.level}, {where}"


def leading(criteria: Sequence[Criterion]) -> Criterion | None:
    """The way of measuring that leads: log score of the actions one step ahead, or the first there is."""
    usual = (each for each in criteria if each[:3] == ("LOG", "Y,P", "actions"))
    return next(usual, criteria[0] if criteria else None)


def undefined_because(criterion: Criterion, n_categories: int) -> str:
    """Why this measure has no meaning here, in a sentence; empty if it has one."""
    if criterion.measure == "KS" and n_categories != 2:
        return f"The Kuipers score is defined for two alternatives, not for {n_categories}."
    if criterion.measure == "LOG" and criterion.method in ("Y,X", "Y,Z"):
        return "A realised prediction gives zero probability to every miss: its log score is minus infinity."
    return ""


def chosen(
    kind: str, words: Sequence[str] | None, catalogue: dict[str, str] | dict[str, Measure]
) -> tuple[str, ...]:
    """The catalogue's own names for `words`, in the catalogue's order; None or 'all' means everything."""
    if not words or tuple(words) == ("all",):
        return tuple(catalogue)
    names = {name.lower(): name for name in catalogue}
    wanted = {
        names[word.lower()] if word.lower() in names else _refuse(kind, word, catalogue) for word in words
    }
    return tuple(name for name in catalogue if name in wanted)


def _refuse(kind: str, word: str, catalogue: dict[str, str] | dict[str, Measure]) -> str:
    look_up(kind, word, catalogue)
    return word
