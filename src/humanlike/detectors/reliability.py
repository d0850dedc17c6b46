"""How a trained detector did on what its models had never met: figures that are kept with it and told beside a verdict.

Two ways of holding out. *Sibling*: the treatment or the machine itself, while its study and its rule stay in training.
*Family*: the game, the whole study and the whole family, which is what a stranger's play is.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

CHANCE = "-.693"  # log(1/2), the balanced score of a coin


class HeldOutFigures(NamedTuple):
    """Scores of one kind of unit (single seats, whole plays) under one way of holding out."""

    balanced: float  # mean log score, people and machines weighing the same
    lower: float  # 95 % interval that redraws studies and machines
    upper: float
    machines_passing: float  # share of machine plays taken for people's
    people_missed: float  # share of people's plays taken for machines'


class HeldOutReliability(NamedTuple):
    """Both ways of holding out, for single seats and for whole plays."""

    seats_sibling: HeldOutFigures
    seats_family: HeldOutFigures
    plays_sibling: HeldOutFigures
    plays_family: HeldOutFigures

    @property
    def sentence(self) -> str:
        """What a verdict on strangers is worth."""
        seats, plays = self.seats_family, self.plays_family
        return (
            f"On studies and families of machines it never met it scores {plays.balanced:.3f} "
            f"[{plays.lower:.3f}, {plays.upper:.3f}] on whole plays and {seats.balanced:.3f} "
            f"[{seats.lower:.3f}, {seats.upper:.3f}] on single seats (a coin: {CHANCE}); "
            f"{plays.machines_passing:.0%} of machine plays pass for people's, {plays.people_missed:.0%} of people's "
            f"do not. With their siblings in training it would seem to score {self.plays_sibling.balanced:.3f} and "
            f"{self.seats_sibling.balanced:.3f}."
        )

    def document(self) -> dict[str, dict[str, float]]:
        """As a saved detector and `--json` hold it."""
        return {name: each._asdict() for name, each in self._asdict().items()}


def read_reliability(document: Mapping[str, Any] | None) -> HeldOutReliability | None:
    """The figures of a saved detector; a wrong document raises KeyError, TypeError or ValueError."""
    if document is None:
        return None
    if set(document) != set(HeldOutReliability._fields):
        raise KeyError("its reliability has other parts than " + ", ".join(HeldOutReliability._fields))
    return HeldOutReliability(**{name: _figures(part) for name, part in document.items()})


def _figures(document: Mapping[str, Any]) -> HeldOutFigures:
    return HeldOutFigures(**{name: float(value) for name, value in document.items()})
