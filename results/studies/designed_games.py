"""Games designed to tell two theories apart, beside the games that ship: pairs needed, promised and verified power."""

from typing import Any

import humanlike as hl
from results.study import EVERY, Desk, Needs, Study

EXPERIMENTS: dict[str, tuple[str, str, dict[str, Any]]] = {  # study: theory, rival, settings
    "ewa's set or mixed model a": ("ewa", "ewa:mixed-model-a", {"rounds": 10}),
    "two estimates of ewa": ("ewa:camerer-ho-2", "ewa:camerer-ho-4", {"rounds": 20}),
    "ewa or strategic ewa": ("ewa", "strategic-ewa", {"rounds": 5}),
    "bush-mosteller or cross, 3x3": ("bush-mosteller", "cross", {"rounds": 20, "size": "3x3"}),
}


def _rules(*words: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.partition(":")[0] for word in words))


def compute(part: str, desk: Desk) -> Any:
    """The game found, the games that ship, and the picture."""
    theory, rival, settings = EXPERIMENTS[part]
    found = hl.design(theory, rival, **settings, **desk.effort)
    desk.draw(part, found.plot())
    return found.document()


STUDY = Study(
    title="Games designed to tell two theories apart",
    command="humanlike design THEORY RIVAL --rounds N",
    parts={
        part: Needs(rules=_rules(theory, rival), games=EVERY)
        for part, (theory, rival, _) in EXPERIMENTS.items()
    },
    compute=compute,
    draws=True,
)
