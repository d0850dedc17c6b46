r"""The dimensions of Table 1: measure x method x level x game, each with its name and direction.

A *criterion* is one cell of that product, for instance MSD of M(Y,P) on actions in matching pennies. Methods
compare observations Y with

- ``Y,P``: one-step-ahead probabilities, each made from the recorded history;
- ``Y,X``: realisations drawn from those probabilities, averaged over draws;
- ``Y,Z``: complete simulations that never see the record, averaged over simulations;
- ``mY,mQ``: choice shares per round against the mean of completely simulated probabilities;
- ``mY,mP``: choice shares per round against the mean of the one-step-ahead probabilities;
- ``bY,bQ`` and ``bY,bP``: the same with shares per block of rounds (`periods`);
- ``sY,sP``: each subject's shares over all rounds against the mean of its one-step-ahead probabilities.

Mitropoulos (2001), "On the measurement of the predictive success of learning theories in repeated games",
Table 1. The log score and the spherical score are added; both are proper, which MAD, POI and KS are not. The
equitable scores GS and EQ carry KS to any number of states (its footnote 5), the level *match* takes whole histories
as observations (its introduction), blocks and subjects' shares are its "aggregates over periods" (section 3).
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
        Measure("GS", "Gerrity score, alternatives in their order", True),
        Measure("EQ", "equitable score, each alternative against the others", True),
    )
}
EQUITABLE = ("GS", "EQ")
MOST_STATES = 36  # of an equitable score: beyond this hardly any alternative is ever predicted
METHODS = {
    "Y,P": "M(Y,P): one-step-ahead probabilities",
    "Y,X": "M(Y,X): simulated one-step-ahead predictions",
    "Y,Z": "M(Y,Z): complete simulations",
    "mY,mQ": "M(mY,mQ): shares per round, complete simulations",
    "mY,mP": "M(mY,mP): shares per round, one step ahead",
    "bY,bQ": "M(bY,bQ): shares per block of rounds, complete simulations",
    "bY,bP": "M(bY,bP): shares per block of rounds, one step ahead",
    "sY,sP": "M(sY,sP): each subject's shares over the rounds, one step ahead",
}
COMPLETE = ("Y,Z", "mY,mQ", "bY,bQ")  # methods that need complete simulations
AGGREGATE = ("mY,mQ", "mY,mP", "bY,bQ", "bY,bP")  # methods that compare shares of everybody
LEVELS = {"actions": "individual actions", "outcomes": "group outcomes", "match": "whole histories"}

USUAL = "usual"  # the word for the ways of Table 1 with the two proper scores
USUAL_MEASURES = ("MSD", "MAD", "POI", "KS", "LOG", "SPH")
USUAL_METHODS = ("Y,P", "Y,X", "Y,Z", "mY,mQ", "mY,mP")
USUAL_LEVELS = ("actions", "outcomes")


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
    if criterion.measure == "LOG" and criterion.method in ("Y,X", "Y,Z"):
        return "A realised prediction gives zero probability to every miss: its log score is minus infinity."
    if criterion.level == "match":
        return _undefined_of_histories(criterion)
    if criterion.measure == "KS" and n_categories != 2:
        return f"The Kuipers score is defined for two alternatives, not for {n_categories}."
    if criterion.measure in EQUITABLE and n_categories > MOST_STATES:
        return f"An equitable score is kept for at most {MOST_STATES} alternatives, not for {n_categories}."
    if criterion.measure in ("KS", *EQUITABLE) and criterion.method == "sY,sP":
        return "Hits and false alarms are counted over rounds; a subject's shares over all rounds are one observation."
    return ""


def _undefined_of_histories(criterion: Criterion) -> str:
    """Why a measure has no value where a whole history is one observation."""
    if criterion.method in (*AGGREGATE, "sY,sP"):
        return "A whole history is one observation: there are no shares to compare."
    if criterion.measure in ("KS", *EQUITABLE):
        return "Hardly any whole history happens twice: nothing has a base rate."
    if criterion.method == "Y,Z":
        return "A complete simulation is a recorded history with the product of its one-step chances: see M(Y,X)."
    if criterion.method != "Y,X" and criterion.measure not in ("LOG", "MAD"):
        return f"{criterion.measure} of chances needs those of all histories that did not happen; they are too many."
    return ""


def chosen(
    kind: str,
    words: Sequence[str] | None,
    catalogue: dict[str, str] | dict[str, Measure],
    usual: Sequence[str],
) -> tuple[str, ...]:
    """The catalogue's own names for `words`, in the catalogue's order; none means 'usual', 'all' everything.

    >>> chosen("measure", ["usual", "GS"], MEASURES, USUAL_MEASURES)[-2:]
    ('SPH', 'GS')
    """
    sets = {USUAL: tuple(usual), "all": tuple(catalogue)}
    names = {name.lower(): (name,) for name in catalogue} | sets
    wanted = {
        name
        for word in words or (USUAL,)
        for name in names.get(word.lower()) or (_refuse(kind, word, catalogue),)
    }
    return tuple(name for name in catalogue if name in wanted)


def _refuse(kind: str, word: str, catalogue: dict[str, str] | dict[str, Measure]) -> str:
    look_up(kind, word, catalogue)
    return word
