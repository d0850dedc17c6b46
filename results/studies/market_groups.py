"""How much of prices and profits each group of random processes is responsible for (Figure 5 of the paper)."""

from typing import Any

import humanlike as hl
from results.studies.sensitivity import index_document
from results.study import Desk, Needs, Study

MARKETS, REPEATS, RANDOM_GAMES, SEED, OUTPUTS = 5, 10, 20, 2007, "pintel-5,all,scores"


def compute(part: str, desk: Desk) -> Any:
    """Total indices of the groups by the paper's own design."""
    found = hl.market.sensitivity(
        part,
        design="fixing",
        markets=MARKETS,
        repeats=REPEATS,
        random_games=RANDOM_GAMES,
        seed=SEED,
        output=OUTPUTS,
        **desk.effort,
    )
    desk.draw("by_day", found.plots()["sensitivity_by_day_pintel-5"])
    return index_document(found)


STUDY = Study(
    title="Which groups of processes matter?",
    command=f"humanlike market sensitivity --design fixing --factors groups --markets {MARKETS} --repeats {REPEATS} "
    f"--random-games {RANDOM_GAMES} --seed {SEED} --output {OUTPUTS} --figures figures",
    parts={"groups": Needs()},
    compute=compute,
    draws=True,
)
