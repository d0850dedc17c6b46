"""Which groups of processes are told from the agents' noise, and whether prices move on certain days (Figure 5)."""

from typing import Any

import humanlike as hl
from results.study import Desk, Needs, Study

MARKETS, REPEATS, RANDOM_GAMES, SEED, OUTPUTS = 8, 4, 16, 2107, "all,scores,products"
SHOWN = "product-6"  # with the Pintel 5.0 GHz processor, as in the paper's figure


def compute(part: str, desk: Desk) -> Any:
    """Tests of every group against the agents' noise, and of every product's daily prices for common periods."""
    found = hl.market.sensitivity(
        part,
        design="fixing",
        markets=MARKETS,
        repeats=REPEATS,
        random_games=RANDOM_GAMES,
        seed=SEED,
        output=OUTPUTS,
        periods=True,
        smoothing=1,
        **desk.effort,
    )
    desk.draw("raw_days", found.plots()[f"sensitivity_by_day_{SHOWN}"])
    document = found.document()
    kept = ("factors", "against_noise", "periods")
    return {name: document[name] for name in kept} | {
        "means": {word: found.means(word).total.tolist() for word in found.outputs},
        "markets": MARKETS,
        "repeats": REPEATS,
    }


STUDY = Study(
    title="Factors against the agents' noise, and days",
    command=f"humanlike market sensitivity --design fixing --factors groups --markets {MARKETS} --repeats {REPEATS} "
    f"--random-games {RANDOM_GAMES} --seed {SEED} --output {OUTPUTS} --periods --smoothing 1 --figures figures",
    parts={"groups": Needs()},
    compute=compute,
    draws=True,
)
