"""From a word to what it names or counts, or to a sentence that helps."""

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


def whole_number(text: str) -> int | None:
    """The number of at most 18 digits that `text` writes in decimals; None for all else (`isdigit` takes ² too).

    >>> whole_number("12"), whole_number("²"), whole_number("-1"), whole_number("1" * 5000)
    (12, None, None, None)
    """
    return int(text) if text.isdecimal() and len(text) < 19 else None
