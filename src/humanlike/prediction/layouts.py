"""Rank tables laid out as in the paper: rules across, ways of measuring down.

Each layout is a list of rows (criteria), grouped as the paper groups them. Table 5 is different: one rule, its
ranks over the games. Criteria that were not asked for, or have no meaning in the data, are left out.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from humanlike.core import BadRequest, look_up
from humanlike.prediction.assessment import Assessment
from humanlike.prediction.criteria import ALL_GAMES, Criterion
from humanlike.prediction.design import SYMBOLS
from humanlike.prediction.observations import Floats
from humanlike.prediction.rankings import ranks_of

FOUR = ("MSD", "MAD", "POI", "KS")


class Layout(NamedTuple):
    """Which rows a table of the paper has."""

    title: str
    measures: tuple[str, ...]
    methods: tuple[str, ...]
    levels: tuple[str, ...] = ("actions",)
    by_game: bool = False  # one block for each game instead of all games together


LAYOUTS = {
    4: Layout("Measures and one-step methods, all games", FOUR, ("Y,P", "Y,X")),
    6: Layout("One step ahead: single observations and shares per round", FOUR, ("Y,P", "mY,mP")),
    7: Layout("Complete simulations: single observations and shares per round", FOUR, ("Y,Z", "mY,mQ")),
    8: Layout("Complete simulations, game by game", ("MSD",), ("Y,Z", "mY,mQ"), by_game=True),
    9: Layout("One step against complete, game by game", ("MSD",), ("Y,X", "Y,Z"), by_game=True),
    10: Layout("Shares per round, game by game", ("MSD",), ("mY,mP", "mY,mQ"), by_game=True),
    13: Layout("Actions against outcomes", ("MSD", "MAD", "POI"), ("Y,P", "Y,X"), ("actions", "outcomes")),
}


class RankTable(NamedTuple):
    """Ranks with their labels."""

    number: int
    title: str
    columns: tuple[str, ...]
    rows: tuple[
        tuple[str, ...], ...
    ]  # what each row is: game, measure, method, level as the table needs them
    ranks: Floats  # [rows, columns]; NaN where undefined


def symbol_of(rule: str) -> str:
    """The paper's abbreviation, or the rule's own name."""
    return SYMBOLS.get(rule, rule)


def rank_table(assessment: Assessment, number: int, *, rule: str = "random") -> RankTable:
    """Table `number` of the paper for this assessment; `rule` is the one Table 5 follows."""
    if number == 5:
        return _follow(assessment, rule)
    layout = look_up("rank table", str(number), {str(each): value for each, value in LAYOUTS.items()})
    games = (
        [game for game in assessment.games if game != ALL_GAMES] if layout.by_game else [assessment.games[-1]]
    )
    criteria = [
        Criterion(measure, method, level, game)
        for game in games
        for measure in layout.measures
        for method in layout.methods
        for level in layout.levels
    ]
    present = [each for each in criteria if each in assessment.criteria]
    return _table(assessment, number, layout.title, present, _labels(layout))


def _labels(layout: Layout) -> Callable[[Criterion], tuple[str, ...]]:
    if layout.by_game:
        return lambda each: (each.game, f"M({each.method})")
    if len(layout.levels) > 1:
        return lambda each: (each.measure, f"M({each.method})", each.level)
    return lambda each: (each.measure, f"M({each.method})")


def _table(
    assessment: Assessment,
    number: int,
    title: str,
    criteria: list[Criterion],
    labels: Callable[[Criterion], tuple[str, ...]],
) -> RankTable:
    if not criteria:
        raise BadRequest(f"Nothing of Table {number} was computed: it needs other measures or methods.")
    ranks = np.stack([ranks_of(assessment.of(each), each.measure) for each in criteria])
    columns = tuple(symbol_of(rule) for rule in assessment.rules)
    return RankTable(number, title, columns, tuple(labels(each) for each in criteria), ranks)


def _follow(assessment: Assessment, rule: str) -> RankTable:
    """Table 5: one rule's ranks by method and measure, games across."""
    if rule not in assessment.rules:
        raise BadRequest(
            f"Table 5 follows one rule, and '{rule}' is not among {', '.join(assessment.rules)}."
        )
    place = assessment.rules.index(rule)
    pairs = [
        (method, measure)
        for method in assessment.settings.methods
        for measure in ("MSD", "KS")
        if measure in assessment.settings.measures
    ]
    ranks = np.array(
        [
            [
                ranks_of(assessment.of(Criterion(measure, method, "actions", game)), measure)[place]
                for game in assessment.games
            ]
            for method, measure in pairs
        ]
    )
    rows = tuple((f"M({method})", measure) for method, measure in pairs)
    return RankTable(5, f"Ranks of {symbol_of(rule)}", assessment.games, rows, ranks)
