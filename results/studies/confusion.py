"""Which rule is taken for which: each makes plays, all of its field are fitted, the smallest BIC names one."""

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
THEORIES = (
    "ewa",
    "self-tuning-ewa",
    "sophisticated-ewa",
    "strategic-ewa",
    "rule-learning",
    "adaptive-dynamics",
    "impulse-matching",
    "action-sampling",
    "i-saw",
    "tom-0",
    "tom-1",
    "memory-one",
)
FIELDS = {"rules of the papers": (RULES, 40, 50), "learning theories of the field": (THEORIES, 10, 30)}
GAME = "chicken"


def compute(part: str, desk: Desk) -> Any:
    """The matrix of shares and its picture."""
    rules, repetitions, pairs = FIELDS[part]
    found = hl.confuse(rules, game=GAME, repetitions=repetitions, pairs=pairs, **desk.effort)
    desk.draw(part, found.plot())
    return {**found.document(), "pairs": pairs}


STUDY = Study(
    title="Which rule is taken for which?",
    command="humanlike recover RULES --confusion --repetitions N --pairs N",
    parts={part: Needs(rules=rules, games=(GAME,)) for part, (rules, _, _) in FIELDS.items()},
    compute=compute,
    draws=True,
)
