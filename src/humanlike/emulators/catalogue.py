"""The emulators that ship: seven of the published tournament, mixed models, and every other rule.

A mixed model seats different rules, or parameter sets, in one dataset. The paper names the idea and two
further EWA sets; which ten mixtures it ran is not recorded, so these are ours: with the seven they make up the
published number of seventeen machine datasets.
"""

from humanlike.emulators.cast import Cast, member_of
from humanlike.emulators.emulator import Emulator
from humanlike.players import RULES

PUBLISHED = ("random", "cournot", "fictitious-play", "adjusted-reinforcement", "ewa", "alg1", "alg2")
MIXED = {
    "mixed-ewa": (("ewa", ""), ("ewa", "mixed-model-a"), ("ewa", "mixed-model-b")),
    "mixed-ewa-reinforcement": (("ewa", ""), ("adjusted-reinforcement", "")),
    "mixed-ewa-fictitious": (("ewa", "mixed-model-a"), ("fictitious-play", "")),
    "mixed-ewa-cournot": (("ewa", "mixed-model-b"), ("cournot", "")),
    "mixed-ewa-random": (("ewa", ""), ("random", "")),
    "mixed-reinforcement-fictitious": (("adjusted-reinforcement", ""), ("fictitious-play", "")),
    "mixed-reinforcement-cournot": (("adjusted-reinforcement", ""), ("cournot", "")),
    "mixed-reinforcement-random": (("adjusted-reinforcement", ""), ("random", "")),
    "mixed-cournot-fictitious": (("cournot", ""), ("fictitious-play", "")),
    "mixed-all-five": (
        ("random", ""),
        ("cournot", ""),
        ("fictitious-play", ""),
        ("adjusted-reinforcement", ""),
        ("ewa", ""),
    ),
}
CASTS: dict[str, Cast] = {name: Cast((member_of(rule),)) for name, rule in RULES.items()} | {
    name: Cast(tuple(member_of(RULES[rule], set_name) for rule, set_name in members))
    for name, members in MIXED.items()
}


def cast_emulator(name: str, cast: Cast) -> Emulator:
    """An emulator that seats `cast`."""
    return Emulator(name, cast, description=cast.description, rules=cast.rules, meets_others=True)


EMULATORS: dict[str, Emulator] = {name: cast_emulator(name, cast) for name, cast in CASTS.items()}
