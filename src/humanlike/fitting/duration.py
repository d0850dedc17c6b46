"""How long fitting takes on one core, roughly: to decide whether other processes are worth starting."""

from collections.abc import Iterable

from humanlike.core import Rule

COMPILED = 0.5  # seconds a rule before its first step
STEPPED = 6e-7  # seconds a choice, start and parameter, until the search ends


def seconds_to_fit(rules: Iterable[Rule], n_choices: int, n_starts: int) -> float:
    """Of all `rules` to `n_choices` each; within a factor of three.

    >>> from humanlike.players import RULES
    >>> seconds_to_fit([RULES["cross"]], 1_000_000, 2)
    2.9
    """
    return sum(COMPILED + STEPPED * len(rule.parameter_names) * n_starts * n_choices for rule in rules)
