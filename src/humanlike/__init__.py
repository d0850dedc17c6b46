"""Measure how human-like a machine player is.

Every question the package answers is a verb here, and returns a result with `.frame()`, `.document()`, `.plot()`:

>>> import humanlike as hl
>>> hl.play("chicken", "ewa", pairs=100, rounds=20, seed=7)
<PlayResult: ewa in chicken: 100 pairs x 20 rounds x 1 trials, seed 7>

Reading order: core, games, players, engine; then whichever room you came for.
"""

from typing import Any

__version__ = "0.1.0"

VERBS = {  # imported when first used: naming a game must not load JAX. No verb carries a room's name.
    "audit": "humanlike.studies.audit:audit",
    "bayes": "humanlike.studies.bayes:bayes",
    "call_for_entries": "humanlike.studies.call:call_for_entries",
    "check_entry": "humanlike.studies.entry:check_entry",
    "classes": "humanlike.studies.classes:classes",
    "compare": "humanlike.studies.compare:compare",
    "compete": "humanlike.studies.compete:compete",
    "confuse": "humanlike.studies.recover:confuse",
    "data": "humanlike.studies.data",
    "decide": "humanlike.studies.decide:decide",
    "delphi": "humanlike.studies.delphi:delphi",
    "describe_game": "humanlike.studies.describe_game:describe_game",
    "describe_model": "humanlike.studies.describe_model:describe_model",
    "describe_rule": "humanlike.studies.describe_rule:describe_rule",
    "design": "humanlike.studies.design:design",
    "discriminate": "humanlike.studies.discriminate:discriminate",
    "draw": "humanlike.studies.draw:draw",
    "example": "humanlike.studies.example:example",
    "fit": "humanlike.studies.fit:fit",
    "identify": "humanlike.studies.identify:identify",
    "judge": "humanlike.studies.judge:judge",
    "liken": "humanlike.studies.liken:liken",
    "market": "humanlike.studies.market",
    "next": "humanlike.studies.next:next_choice",
    "plan_audit": "humanlike.studies.audit_plan:plan_audit",
    "play": "humanlike.studies.play:play",
    "pool": "humanlike.studies.pool:pool",
    "power": "humanlike.studies.power:power",
    "predict": "humanlike.studies.predict:predict",
    "propriety": "humanlike.studies.propriety:propriety",
    "read": "humanlike.naming.plays:find_plays",
    "recover": "humanlike.studies.recover:recover",
    "resume": "humanlike.studies.resume:resume",
    "reveal": "humanlike.studies.reveal:reveal",
    "run": "humanlike.studies.published:run_published",
    "score": "humanlike.studies.score:score",
    "social": "humanlike.studies.social",
    "strategies": "humanlike.studies.strategies:strategies",
    "transfer": "humanlike.studies.transfer:transfer",
}


def __getattr__(name: str) -> Any:
    if name not in VERBS:
        raise AttributeError(
            f"module 'humanlike' has no attribute '{name}'; its verbs are {', '.join(VERBS)}."
        )
    from importlib import import_module

    place, _, attribute = VERBS[name].partition(":")
    module = import_module(place)
    return getattr(module, attribute) if attribute else module


def __dir__() -> list[str]:
    return sorted([*globals(), *VERBS])
