"""All thirty-seven random processes of the market and the agents' noise: 52 x 39 = 2,028 games."""

from typing import Any

import humanlike as hl
from results.studies.sensitivity import index_document
from results.study import Desk, Needs, Study

MARKETS, SEED, OUTPUTS = 52, 2007, "all,scores"


def compute(part: str, desk: Desk) -> Any:
    """Total indices of every process, by Jansen's design."""
    found = hl.market.sensitivity(
        part,
        design="jansen",
        markets=MARKETS,
        seed=SEED,
        output=OUTPUTS,
        **desk.effort,
    )
    drawn = found.plots()
    desk.draw("order_price", drawn["sensitivity_bars_all"])
    desk.draw("profit", drawn["sensitivity_bars_scores"])
    return index_document(found)


STUDY = Study(
    title="Which processes matter?",
    command=f"humanlike market sensitivity --design jansen --factors processes --markets {MARKETS} --seed {SEED} "
    f"--output {OUTPUTS} --figures figures",
    parts={"processes": Needs()},
    compute=compute,
    draws=True,
)
