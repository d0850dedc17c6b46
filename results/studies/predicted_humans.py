"""Which rule predicts people, by every way of measuring: seven bodies of play, every rule."""

from typing import Any

import humanlike as hl
from humanlike.prediction import USUAL_METHODS, Settings, Wishes
from results.studies.ranking import rank_document
from results.study import EVERY, Desk, Needs, Study

SPLITS = {  # whose choices the rules are fitted to; all others are predicted
    "bos-conventions": "role 1",
    "df2011": "half the persons by game",  # most people sit in both roles
    "ipd-lab": "role 1 by game",
    "rps-dyads": "role 1",
    "rps-groups": "half",
    "pgg-online": "half",
    "pennies-vs-bots": "half",
}
SIMULATIONS = 2_000
ONE_STEP = ("Y,P", "Y,X", "mY,mP")
ONLY = {"pgg-online": ONE_STEP}  # twenty-five group sizes: to let each play would take an hour
DRAWN = "bos-conventions"


def compute(part: str, desk: Desk) -> Any:
    """Ranks of all rules on one body of play."""
    found = hl.predict(
        part,
        "all",
        fit=SPLITS[part],
        settings=Settings(n_simulations=SIMULATIONS, methods=ONLY.get(part, USUAL_METHODS)),
        wishes=Wishes(checks=part == DRAWN),
        **desk.effort,
    )
    if part == DRAWN:
        for name, picture in found.plots().items():
            desk.draw(name, picture)
    return rank_document(found.study) | {"simulations": SIMULATIONS}


STUDY = Study(
    title="Which rule predicts people?",
    command=f"humanlike predict DATA --rules all --fit SPLIT --simulations {SIMULATIONS}",
    parts={name: Needs(data=(name,), rules=EVERY) for name in SPLITS},
    compute=compute,
    draws=True,
)
