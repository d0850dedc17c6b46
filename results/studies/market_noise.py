"""How much profit varies when only the agents' own chance does (Table 1, Figures 3 and 4 of the paper)."""

from typing import Any

import humanlike as hl
from results.study import Desk, Needs, Study

MARKETS, REPEATS, RANDOM_GAMES, SEED = 5, 20, 40, 2007


def compute(part: str, desk: Desk) -> Any:
    """Spread in random and in held markets, by agent."""
    found = hl.market.noise(
        markets=MARKETS,
        repeats=REPEATS,
        random_games=RANDOM_GAMES,
        seed=SEED,
        **desk.effort,
    )
    for name, picture in found.plots().items():
        desk.draw(name, picture)
    return found.document() | {"random_games": RANDOM_GAMES}


STUDY = Study(
    title="Agents' own noise",
    command=f"humanlike market noise --markets {MARKETS} --repeats {REPEATS} --random-games {RANDOM_GAMES} "
    f"--seed {SEED} --figures figures",
    parts={"default profile": Needs()},
    compute=compute,
    draws=True,
)
