"""What to mind about estimated strategies: classes that collapse, strategies that cannot be told apart, few persons."""

import numpy as np

from humanlike.core import Game
from humanlike.fitting.strategy_classes import StrategyFit

BLIND = 0.499  # a tremble above this is guessing
UNSURE = 0.9  # a person's likeliest strategy should be at least as likely


def remark_on(fit: StrategyFit, place: int) -> str:
    """What to mind about one class of a group."""
    said = []
    if fit.empty[place]:
        said.append("holds nobody")
    if len(fit.counts.classes[place]) > 1:
        said.append("prescribe the same in all these rounds")
    if fit.trembles[place] > BLIND:
        said.append("errs as often as not: no strategy")
    if not fit.empty[place] and np.isnan(fit.share_errors[place]):
        said.append("no standard error")
    return "; ".join(said)


def remarks_on(fit: StrategyFit) -> list[str]:
    """What to mind about a group."""
    return list(filter(None, [*_of_the_search(fit), *_of_the_persons(fit), *_of_the_classes(fit)]))


def _of_the_search(fit: StrategyFit) -> list[str]:
    alone = fit.n_starts > 1 and fit.n_agreeing == 1
    return [
        "" if fit.converged else "not converged",
        "one start alone came this far: try more --starts" if alone else "",
    ]


def _of_the_persons(fit: StrategyFit) -> list[str]:
    persons, classes = len(fit.counts.persons), len(fit.shares)
    unsure = int((fit.responsibilities.max(axis=1) < UNSURE).sum())
    few = f"{persons} persons for {classes} strategies" if persons <= classes else ""
    return [
        "one person: no shares of a population" if persons == 1 else few,
        "persons known by one match each" if np.median(fit.counts.n_matches) < 2 else "",
        f"{unsure} persons not surely one strategy" if unsure else "",
        f"{fit.counts.n_slips} executed moves were not the intended ones" if fit.counts.n_slips else "",
    ]


def _of_the_classes(fit: StrategyFit) -> list[str]:
    empty, blind = int(fit.empty.sum()), int((fit.trembles > BLIND).sum())
    guessing = blind > 1 and fit.trembles_are == "own"
    return [
        f"{empty} of {len(fit.shares)} strategies hold nobody" if empty else "",
        f"{blind} classes are blind guessing, not told from each other" if guessing else "",
    ]


def what_cooperates(game: Game) -> str:
    """What actions 0 and 1 of a game of two actions are called; and a warning where 0 cannot be cooperation."""
    first, second = game.labels[0][:2]
    told = f"C is action 0 ({first}), D is action 1 ({second})."
    if tuple(game.n_actions) != (2, 2):
        return ""
    row, column = game.tables
    tempting = bool((row[0] > row[1]).all() and (column[0] > column[1]).all())
    if tempting and row[1, 1] > row[0, 0] and column[1, 1] > column[0, 0]:
        told += (
            f" Mind that in '{game.name}' action 0 always pays more and action 1 is the cooperative one: these "
            "strategies then read the other way round."
        )
    return told
