"""From a name to the thing it names, or to a sentence that helps."""

import difflib
from collections.abc import Mapping
from typing import TypeVar

from humanlike.core.errors import UnknownName

Thing = TypeVar("Thing")


def look_up(kind: str, name: str, catalogue: Mapping[str, Thing]) -> Thing:
    """The thing called `name`, or an error naming the nearest and all known ones.

    >>> look_up("rule", "ewa", {"ewa": 1, "cournot": 2})
    1
    >>> look_up("rule", "ewwa", {"ewa": 1, "cournot": 2})
    Traceback (most recent call last):
    humanlike.core.errors.UnknownName: No rule is called 'ewwa'. Did you mean 'ewa'? Known: cournot, ewa.
    """
    if name in catalogue:
        return catalogue[name]
    near = difflib.get_close_matches(name.lower(), catalogue, n=1, cutoff=0.5)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    raise UnknownName(f"No {kind} is called '{name}'.{hint} Known: {', '.join(sorted(catalogue))}.")
