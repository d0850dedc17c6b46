"""How an option wraps a rule: another `Rule` with a few parameters more, behind the rule's own."""

import re
from collections import namedtuple
from collections.abc import Callable, Mapping
from typing import Any

from humanlike.core import BadRequest, Interval, Rule


def inner(rule: Rule, parameters: Any) -> Any:
    """The wrapped rule's own parameters: all but those of the option."""
    return rule.parameters(*parameters[: len(rule.parameter_names)])


def wrapped(
    rule: Rule,
    more: Mapping[str, tuple[Interval, float]],
    initial_state: Callable[..., Any],
    log_weights: Callable[..., Any],
    update: Callable[..., Any],
    option: str = "",
    between: Callable[..., Any] | None = None,
) -> Rule:
    """`rule` with `more` parameters, each with bounds and usual value; `option` is called like the only one.

    `between` is needed where the option has a state of its own (`Rule.between`).
    """
    option = option or next(iter(more))
    taken = [name for name in more if name in rule.parameter_names]
    if taken:
        raise BadRequest(f"{rule.name} has a parameter {taken[0]} already; +{option} can be said once.")
    named_tuple: Callable[..., Any] = namedtuple  # the fields are known only now
    parameters = named_tuple(re.sub(r"\W", "_", f"With_{rule.name}_{option}"), (*rule.parameter_names, *more))
    usual = [value for _, value in more.values()]

    def between_matches(values: Any, state: Any) -> Any:
        return rule.after_a_match(inner(rule, values), state)

    return Rule(
        f"{rule.name}+{option}",
        parameters,
        (*rule.bounds, *(bounds for bounds, _ in more.values())),
        initial_state,
        log_weights,
        update,
        published={name: parameters(*values, *usual) for name, values in rule.published.items()},
        needs=rule.needs,
        n_actions=rule.n_actions,
        n_players=rule.n_players,
        most_situations=rule.most_situations,
        needs_analysis=rule.needs_analysis,
        symbols=(*(rule.symbols or rule.parameter_names), *more),
        per_payoff=rule.per_payoff,
        between=between or (between_matches if rule.between else None),
        learn=rule.learn,
        learned=rule.learned,
        told=rule.told,
    )
