"""Two bodies of play side by side: the same strata in the same order, or a sentence about what differs."""

from collections.abc import Sequence
from typing import Any

from humanlike.core import BadRequest, OfferTable, Play, check_body


def stratum_of(part: OfferTable | Play) -> str:
    """What may only be compared with its like: a group size, or a matrix game."""
    return f"{part.n_players} players" if isinstance(part, OfferTable) else part.game.name


def matched(first: Sequence[Any], second: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Both bodies with their parts in the same order."""
    sides = [_by_stratum(body, who) for body, who in ((first, "first body"), (second, "second body"))]
    names = list(sides[0])
    if set(names) != set(sides[1]):
        only = [sorted(set(a) - set(b)) for a, b in (sides, sides[::-1])]
        raise BadRequest(
            "Both bodies must hold the same games or group sizes; "
            f"only the first has: {', '.join(only[0]) or 'none'}; only the second has: {', '.join(only[1]) or 'none'}."
        )
    pairs = [(sides[0][name], sides[1][name]) for name in names]
    for one, other in pairs:
        _check_pair(one, other)
    return [one for one, _ in pairs], [other for _, other in pairs]


def _by_stratum(body: Sequence[Any], who: str) -> dict[str, Any]:
    if not body:
        raise BadRequest(f"The {who} of play is empty: no play, no distance.")
    kinds = {type(part) for part in body}
    if len(kinds) > 1:
        raise BadRequest(f"The {who} mixes matrix games with Social Ultimatum Games; compare one at a time.")
    if kinds == {OfferTable}:
        check_body(body, who)
    result: dict[str, Any] = {}
    for part in body:
        if isinstance(part, Play) and not (part.actions >= 0).any():
            raise BadRequest(f"The {who} holds no move at all of '{part.game.name}'.")
        if stratum_of(part) in result:
            raise BadRequest(f"The {who} holds {stratum_of(part)} twice; join them first.")
        result[stratum_of(part)] = part
    return result


def _check_pair(one: Any, other: Any) -> None:
    if isinstance(one, OfferTable) != isinstance(other, OfferTable):
        raise BadRequest("A matrix game cannot be compared with a Social Ultimatum Game.")
    if isinstance(one, OfferTable):
        if (one.endowment, one.step) != (other.endowment, other.step):
            raise BadRequest(
                f"The bodies split different endowments: {one.endowment} in steps of {one.step}, "
                f"{other.endowment} in steps of {other.step}."
            )
    elif not one.game.same_payoffs(other.game):
        raise BadRequest(
            f"'{one.game.name}' has other actions or payoffs in the second body; rename one of them."
        )


def longest_rounds(first: Sequence[Any], second: Sequence[Any]) -> dict[str, int]:
    """Rounds of the longest game by stratum, over both bodies."""
    return {
        stratum_of(one): max(one.n_rounds, other.n_rounds) for one, other in zip(first, second, strict=True)
    }
