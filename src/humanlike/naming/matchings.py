"""Designs of matching and what players see, by words: `strangers`, `groups:size=6,spell=5`, `zipper`; `own`, `game`."""

from humanlike.core import BadParameters, Information, Matching, look_up, whole_number

ROLES = {"kept": False, "any": True}  # whether anybody may meet anybody
NUMBERS = ("size", "spell")


def find_matching(word: str | Matching) -> Matching:
    """The design a word names: its kind and, behind a colon, `size`, `spell` (rounds) and `roles` (kept, or any).

    >>> find_matching("groups:size=6,roles=any")
    Matching(kind='groups', spell=1, size=6, mixed=True)
    """
    if isinstance(word, Matching):
        return word
    kind, _, words = word.strip().partition(":")
    numbers: dict[str, int] = {}
    mixed = False
    for setting in filter(None, (each.strip() for each in words.split(","))):
        name, _, value = setting.partition("=")
        if name == "roles":
            mixed = look_up("way to treat roles", value, ROLES)
        elif name in NUMBERS and whole_number(value) is not None:
            numbers[name] = int(value)
        else:
            raise BadParameters(
                f"Matching '{word}': '{setting}' is none of size=NUMBER (of a group), spell=NUMBER (of rounds) and "
                "roles=kept or roles=any."
            )
    return Matching(kind, **numbers, mixed=mixed)


def find_information(word: str | Information) -> Information:
    """What players see, by a word: own (action and payoff), actions (also the others'), game (also their payoffs)."""
    return Information.called(word) if isinstance(word, str) else Information(word)
