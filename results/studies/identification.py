"""Which way of measuring finds the truth: the paper's twelve rules in turn, mixtures, and other estimators."""

from typing import Any

import humanlike as hl
from humanlike.players.symbols import PAPER_RULES
from humanlike.prediction import ALL_GAMES
from humanlike.prediction.design import PAPER_GAMES
from results.study import Desk, Needs, Study

EXPERIMENTS, SIMULATIONS = 20, 500
TWELVE, MIXED, MEASURED = "twelve truths", "mixtures", "estimators"
FEW = ("bush-mosteller", "roth-erev", "sarin-vahid")
ASKED: dict[str, dict[str, Any]] = {
    TWELVE: {
        "rules": "paper",
        "estimators": "likelihood,msd,published",
        "experiments": EXPERIMENTS,
        "simulations": SIMULATIONS,
    },
    MIXED: {
        "rules": ",".join((*FEW, "random")),
        "truths": "mix(bush-mosteller:.7,random:.3),mix(roth-erev:.7,random:.3),mix(bush-mosteller:.6,sarin-vahid:.4)",
        "experiments": EXPERIMENTS,
        "simulations": SIMULATIONS,
    },
    MEASURED: {
        "rules": ",".join(FEW),
        "estimators": "likelihood,msd,mad,sph,POI(Y,P),KS(Y,P),MSD(mY,mP),MSD(mY,mQ),MSD(Y,Z)",
        "experiments": 10,
        "pairs": 120,
        "simulations": 200,
    },
}


def compute(part: str, desk: Desk) -> Any:
    """Rates, regrets and the picture."""
    found = hl.identify(**ASKED[part], **desk.effort)
    desk.draw(part.replace(" ", "_"), found.plot())
    document = found.document()
    if part == MEASURED:  # nine estimators game by game would be most of the file, and no page tells them
        document["rates"] = [each for each in document["rates"] if each["game"] == ALL_GAMES]
    return document


STUDY = Study(
    title="Which way of measuring finds the truth?",
    command=f"humanlike identify --estimators likelihood,msd,published --simulations {SIMULATIONS}",
    parts={
        part: Needs(rules=tuple(PAPER_RULES.values()), games=tuple(PAPER_GAMES.values())) for part in ASKED
    },
    compute=compute,
    draws=True,
)
