"""Which groups and single processes are told from the agents' noise; do prices move on certain days (Figure 5)?"""

from typing import Any

import humanlike as hl
from humanlike.studies.sensitivity_result import SensitivityResult
from results.study import Desk, Needs, Study

MARKETS, REPEATS, RANDOM_GAMES, SEED, OUTPUTS = 8, 4, 16, 2107, "all,scores,products"
BASES, BASE_OUTPUTS = 12, "all,scores"  # every process alone, by Jansen's design
SHOWN = "product-6"  # with the Pintel 5.0 GHz processor, as in the paper's figure


def compute(part: str, desk: Desk) -> Any:
    """Tests of every group or process against the agents' noise; of groups, every product's days for common periods."""
    if part == "processes":
        single = hl.market.sensitivity(
            part, design="jansen", markets=BASES, seed=SEED, output=BASE_OUTPUTS, **desk.effort
        )
        return _kept(single) | {"markets": BASES}
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
    return _kept(found) | {"markets": MARKETS, "repeats": REPEATS}


def _kept(found: SensitivityResult) -> dict[str, Any]:
    """The tests, and indices averaged over agents or days."""
    document = found.document()
    means = {word: found.means(word).total.tolist() for word in found.outputs}
    return {name: document[name] for name in ("factors", "against_noise", "periods")} | {"means": means}


STUDY = Study(
    title="Factors against the agents' noise, and days",
    command=f"humanlike market sensitivity --design fixing --factors groups --markets {MARKETS} --repeats {REPEATS} "
    f"--random-games {RANDOM_GAMES} --seed {SEED} --output {OUTPUTS} --periods --smoothing 1 --figures figures; "
    f"humanlike market sensitivity --design jansen --factors processes --markets {BASES} --seed {SEED} --output "
    f"{BASE_OUTPUTS}",
    parts={"groups": Needs(), "processes": Needs()},
    compute=compute,
    draws=True,
)
