"""What every agent of the Social Ultimatum Game promises, checked at small tables: for those who bring their own.

Everybody proposes to somebody else, a multiple of the step between nothing and the endowment; every offer is answered
with yes or no; and the same numbers give the same table. An agent whose parameters must be given is only looked at: it
plays when it has them.
"""

from dataclasses import replace
from typing import Any, Final

import numpy as np

from humanlike.core import BrokenContract, Streams, attempt
from humanlike.worlds.social_ultimatum.setting import Draws, SocialAgent, SocialSetting
from humanlike.worlds.social_ultimatum.simulation import Seating, play_tables

SETTING: Final = SocialSetting(n_players=4, n_rounds=6, endowment=12, step=2)
N_GAMES: Final = 3
FUNCTIONS: Final = ("initial_state", "propose", "answer", "update")


def check_social_agent(agent: object) -> SocialAgent:
    """`agent`, if it keeps what agents promise; else `BrokenContract` says what it does not."""
    if not isinstance(agent, SocialAgent):
        raise BrokenContract(f"A {type(agent).__name__} is no social agent; make one with SocialAgent(...).")
    _check_fields(agent)
    if agent.needs_parameters:
        return agent
    what = f"Social agent '{agent.name}'"
    first, again = (
        attempt(what, lambda: play_tables(Streams(0), SETTING, Seating((_watched(agent),) * 4), N_GAMES))
        for _ in range(2)
    )
    if not np.array_equal(first.offers, again.offers) or not np.array_equal(first.accepted, again.accepted):
        raise BrokenContract(
            f"{what} plays differently when the same numbers are drawn again: use only the draws it is given."
        )
    return agent


def _check_fields(agent: SocialAgent) -> None:
    if not isinstance(agent.name, str) or not agent.name.strip():
        raise BrokenContract(f"A social agent needs a name, a text that is not empty, not {agent.name!r}.")
    what = f"Social agent '{agent.name}'"
    for field in FUNCTIONS:
        if not callable(getattr(agent, field)):
            raise BrokenContract(f"{what}: {field} must be a function, not {getattr(agent, field)!r:.60}.")
    if not hasattr(agent.parameters, "_field_defaults"):
        raise BrokenContract(f"{what}: parameters must be a NamedTuple, not {agent.parameters!r:.60}.")
    unknown = set(agent.draws) - set(Draws._fields) if isinstance(agent.draws, tuple) else {repr(agent.draws)}
    if unknown:
        raise BrokenContract(
            f"{what}: draws is a tuple of {', '.join(Draws._fields)}; {', '.join(sorted(unknown))} is not."
        )


def _watched(agent: SocialAgent) -> SocialAgent:
    """The same agent, each of its proposals and answers looked at."""

    def propose(*arguments: Any) -> Any:
        proposals = agent.propose(*arguments)
        _check_proposals(agent.name, proposals)
        return proposals

    def answer(*arguments: Any) -> Any:
        answers = np.asarray(agent.answer(*arguments))
        if answers.dtype != np.bool_ or answers.shape != (SETTING.n_players, N_GAMES):
            raise BrokenContract(
                f"Social agent '{agent.name}': answer(...) must return booleans [proposers, games], not "
                f"{answers.dtype} {list(answers.shape)}."
            )
        return answers

    return replace(agent, propose=propose, answer=answer)


def _check_proposals(name: str, proposals: Any) -> None:
    what = f"Social agent '{name}': propose(...)"
    shape = (SETTING.n_players, N_GAMES)
    for field in ("recipient", "offer"):
        given = np.asarray(getattr(proposals, field, None))
        if given.shape != shape or not np.issubdtype(given.dtype, np.integer):
            raise BrokenContract(
                f"{what} must return Proposals(recipient, offer), whole numbers [players, games]; its {field} is "
                f"{given.dtype} {list(given.shape)}."
            )
    own = np.arange(SETTING.n_players)[:, None]
    if not np.all(
        (proposals.recipient >= 0) & (proposals.recipient < own.size) & (proposals.recipient != own)
    ):
        raise BrokenContract(f"{what} must name one of the other players, numbered from 0, as recipient.")
    offers = np.unique(proposals.offer)
    wrong = offers[(offers < 0) | (offers > SETTING.endowment) | (offers % SETTING.step != 0)]
    if wrong.size:
        raise BrokenContract(
            f"{what} offers {wrong[0]} where multiples of {SETTING.step} up to {SETTING.endowment} can be offered."
        )
