"""How many games does it take to tell two trading agents apart (Figures 1 and 2 of Sodomka, Collins and Gini)?"""

from typing import Any

import humanlike as hl
from results.study import Desk, Needs, Study

RIVALS = {
    "supplier curve": "planner-no-curve",
    "end game": "planner-no-endgame",
}  # what the planner is robbed of
GAMES, SEED = 40, 2007


def compute(part: str, desk: Desk) -> Any:
    """The planner against itself without one of its parts, by every method."""
    found = hl.market.compare(
        "planner",
        RIVALS[part],
        games=GAMES,
        seed=SEED,
        together=True,
        **desk.effort,
    )
    for name, picture in found.plots().items():
        desk.draw(f"{part.replace(' ', '_')}_{name}", picture)
    return found.document()


STUDY = Study(
    title="How many games does it take?",
    command=f"humanlike market compare planner RIVAL --games {GAMES} --seed {SEED} --together --figures figures",
    parts=dict.fromkeys(RIVALS, Needs()),
    compute=compute,
    draws=True,
)
