"""Programs that call themselves like somebody else: the run goes on, and they stand under a name of their own.

A name is taken if an entrant of the same kind, an experiment, or anything of that kind that ships has it. A program
with a taken name is called NAME@ab12cd, after its entry's fingerprint; nobody else's name changes.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

from humanlike.naming.entries import is_entry
from humanlike.programs import read_entry

DIGITS = 6


def told_apart(names: Mapping[str, str], taken: Collection[str]) -> dict[str, str]:
    """The names under which programs stand, by word; `names` are what all entrants of a kind call themselves."""
    uses = Counter(names.values())
    found: dict[str, str] = {}
    for word, name in names.items():
        if is_entry(word) and (uses[name] > 1 or name in taken):
            other = f"{name}@{read_entry(Path(word)).fingerprint[:DIGITS]}"
            again = sum(each == other or each.startswith(f"{other}.") for each in found.values())
            found[word] = f"{other}.{again + 1}" if again else other  # one entry, entered twice
        elif is_entry(word):
            found[word] = name
    return found


def notes_on(names: Mapping[str, str], found: Mapping[str, str]) -> list[str]:
    """Who is called otherwise than it calls itself, in sentences."""
    return [
        f"The entry in '{word}' calls itself '{names[word]}', which is somebody else's name: it stands as '{name}'."
        for word, name in found.items()
        if name != names[word]
    ]
