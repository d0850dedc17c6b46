"""Which rule is taken for which: each of thirteen makes plays, all are fitted, the smallest BIC names one."""

from typing import Any

import humanlike as hl
from results.study import Desk, Needs, Study

RULES = (
    "bush-mosteller",
    "mookherjee-sopher",
    "cross",
    "boergers-sarin",
    "roth-erev",
    "roth-erev-logit",
    "sarin-vahid",
    "adjusted-reinforcement",
    "ewa",
    "memory-one",
    "noisy-best-reply",
    "experimentation",
    "karandikar",
)
REPETITIONS, PAIRS = 40, 50


def compute(part: str, desk: Desk) -> Any:
    """The matrix of shares and its picture."""
    found = hl.confuse(RULES, game=part, repetitions=REPETITIONS, pairs=PAIRS, **desk.effort)
    desk.draw(part, found.plot())
    return found.document()


STUDY = Study(
    title="Which rule is taken for which?",
    command=f"humanlike recover {','.join(RULES)} --confusion --repetitions {REPETITIONS} --pairs {PAIRS}",
    parts={"chicken": Needs(rules=RULES, games=("chicken",))},
    compute=compute,
    draws=True,
)
