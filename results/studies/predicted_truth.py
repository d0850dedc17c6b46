"""The paper's design with a known truth: subjects who follow Bush and Mosteller, the twelve rules of the paper."""

from typing import Any

import humanlike as hl
from humanlike.players.symbols import PAPER_RULES
from humanlike.prediction.design import PAPER_GAMES
from humanlike.studies.predict import wishes_of
from results.studies.ranking import rank_document
from results.study import Desk, Needs, Study

TRUTH, SIMULATIONS, HORIZONS = "bush-mosteller", 4_000, "1,2,5,10,T"


def compute(part: str, desk: Desk) -> Any:
    """Ranks of the twelve, by the paper's symbols."""
    found = hl.predict(
        f"simulated:{part}",
        "paper",
        simulations=SIMULATIONS,
        wishes=wishes_of(horizons=HORIZONS, uncertain=True),
        **desk.effort,
    )
    if found.study.horizons is not None:
        desk.draw("horizons", found.plots()["horizons"])
    return rank_document(found.study) | {"symbols": dict(PAPER_RULES), "simulations": SIMULATIONS}


STUDY = Study(
    title="The paper's design with a known truth",
    command=f"humanlike predict simulated:{TRUTH} --simulations {SIMULATIONS} --horizons {HORIZONS} --uncertain",
    parts={TRUTH: Needs(rules=tuple(PAPER_RULES.values()), games=tuple(PAPER_GAMES.values()))},
    compute=compute,
    draws=True,
)
