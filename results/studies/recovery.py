"""Parameter recovery of every rule with parameters: does fitting give back what made the play?

True values lie inside the bounds (on a bound no interval is symmetric), published ones where they do.
"""

from typing import Any

import humanlike as hl
from results.study import Desk, Needs, Study

TRUTHS: dict[
    str, tuple[str, str, dict[str, float]]
] = {  # study: rule, game, what differs from the published set
    "bush-mosteller": ("bush-mosteller", "chicken", {}),
    "mookherjee-sopher": ("mookherjee-sopher", "matching-pennies", {}),
    "cross": ("cross", "chicken", {}),
    "boergers-sarin": ("boergers-sarin", "chicken", {}),
    "roth-erev": ("roth-erev", "chicken", {}),
    "roth-erev-logit": ("roth-erev-logit", "chicken", {"alpha": 4.0, "beta": 1.5}),
    "sarin-vahid": ("sarin-vahid", "chicken", {}),
    "adjusted-reinforcement": ("adjusted-reinforcement", "chicken", {}),
    "memory-one": (
        "memory-one",
        "prisoners-dilemma",
        {"first": 0.6, "after_00": 0.9, "after_01": 0.3, "after_10": 0.6, "after_11": 0.2},
    ),
    "noisy-best-reply": ("noisy-best-reply", "rock-paper-scissors", {"level": 1.4, "sensitivity": 3.0}),
    "ewa": (
        "ewa",
        "chicken",
        {"initial_experience": 2.0, "rho": 0.8, "phi": 0.9, "delta": 0.3, "sensitivity": 0.6},
    ),
    "experimentation": ("experimentation", "chicken", {"cap": 4.5, "top": 0.9}),
    "karandikar": ("karandikar", "chicken", {"alpha": 0.49, "beta": 0.2}),
    "alg2": ("alg2", "ochs", {}),
    "alg2 in the stag hunt": ("alg2", "stag-hunt-2", {}),
    "self-tuning-ewa": ("self-tuning-ewa", "chicken", {}),
    "sophisticated-ewa": (
        "sophisticated-ewa",
        "ochs",
        {"initial_experience": 2.0, "rho": 0.8, "phi": 0.9, "delta": 0.3, "sensitivity": 0.3},
    ),
    "impulse-matching": ("impulse-matching", "chicken", {"initial_impulses": 0.5}),
    "action-sampling": ("action-sampling", "ochs", {"sample_size": 5.4}),
    "i-saw": ("i-saw", "market-entry", {"grand_weight": 0.45, "sample_size": 1.6}),
    "adaptive-dynamics": ("adaptive-dynamics", "chicken", {}),
    "rule-learning": ("rule-learning", "chicken", {}),
    "tom-0": ("tom-0", "matching-pennies", {"bias": 0.3}),
    "tom-1": ("tom-1", "matching-pennies", {"bias": 0.3}),
    "repeated-game-strategies": ("repeated-game-strategies", "prisoners-dilemma", {}),
    "person-means": ("person-means", "chicken", {"fading": 0.9}),
    "habit": ("random+habit", "chicken", {"habit": 1.5}),
    "turn-taking": ("random+turn-taking", "battle-of-the-sexes", {"turn_taking": 1.0}),
    "anticipation": ("random+anticipation", "rock-paper-scissors", {"anticipation": 6.0}),
}
STARTS = {"noisy-best-reply": 4, "action-sampling": 4, "i-saw": 4}  # their likelihoods have several optima
MANY = (400, 200)
FEW = (100, 50)  # repetitions and pairs for rules that take their time
SMALLER = dict.fromkeys(
    (
        "sophisticated-ewa",
        "impulse-matching",
        "action-sampling",
        "i-saw",
        "adaptive-dynamics",
        "rule-learning",
        "tom-0",
        "tom-1",
        "repeated-game-strategies",
        "person-means",
        "habit",
        "turn-taking",
        "anticipation",
    ),
    FEW,
)


def compute(part: str, desk: Desk) -> Any:
    """Truth, estimates, errors and coverage of one rule in one game."""
    rule, game, changes = TRUTHS[part]
    starts = STARTS.get(rule, 1)
    repetitions, pairs = SMALLER.get(part, MANY)
    found = hl.recover(
        rule,
        game=game,
        changes=changes,
        starts=starts,
        repetitions=repetitions,
        pairs=pairs,
        **desk.effort,
    )
    return found.document()


STUDY = Study(
    title="Parameter recovery",
    command="humanlike recover RULE --game GAME --starts 1",
    parts={
        part: Needs(rules=(rule.partition("+")[0],), games=(game,))
        for part, (rule, game, _) in TRUTHS.items()
    },
    compute=compute,
)
