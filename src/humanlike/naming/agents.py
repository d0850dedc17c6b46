"""Agents of the worlds: `planner`, `planner+noise`, `adaptive`, `my_agent.py:MyAgent`, a class, an object.

A market agent of one's own is a class with `start` and `day`, a function without arguments that makes such an object,
or the object itself, which is copied for every game. One of the Social Ultimatum Game is a `SocialAgent`.
"""

import inspect
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from typing import Any

from humanlike.core import look_up
from humanlike.naming.bringing import no_setting
from humanlike.naming.grammar import split_list
from humanlike.naming.kinds import Kind
from humanlike.worlds.market import (
    MARKET_AGENTS,
    PROFILE,
    Manufacturer,
    MarketAgent,
    check_manufacturer,
)
from humanlike.worlds.social_ultimatum import SOCIAL_AGENTS, SocialAgent, check_social_agent

MarketAgentWord = str | Manufacturer | Callable[[], MarketAgent] | MarketAgent
SocialAgentWord = str | SocialAgent

OPTIONS = {"noise": Manufacturer.with_noise}


def find_market_agent(word: MarketAgentWord) -> Manufacturer:
    """The manufacturer a word names; a user's own is tried in a short game first."""
    if not isinstance(word, str):
        return _manufacturer(MARKET_AGENT.given(word))
    found, parsed = market_agents_named(word).find(word)
    no_setting("market agent", parsed.name, parsed.setting, ())
    manufacturer = _manufacturer(found)
    for option in parsed.options:
        manufacturer = look_up("option of a market agent", option, OPTIONS)(manufacturer)
    return manufacturer


def find_market_profile(
    words: str | MarketAgentWord | Sequence[MarketAgentWord],
) -> tuple[Manufacturer, ...]:
    """Who sits in which seat: a list by commas, or objects; nobody named: one of each kind."""
    if isinstance(words, str):
        words = split_list(words)
    elif not isinstance(words, Sequence):
        words = [words]
    return tuple(find_market_agent(word) for word in words) or PROFILE


def find_social_agent(word: SocialAgentWord) -> SocialAgent:
    """The agent of the Social Ultimatum Game a word names."""
    if not isinstance(word, str):
        given: SocialAgent = SOCIAL_AGENT.given(word)
        return given
    found, parsed = SOCIAL_AGENT.find(word)
    no_setting("social agent", parsed.name, parsed.setting, parsed.options)
    agent: SocialAgent = found
    return agent


def find_social_agents(words: str | SocialAgentWord | Sequence[SocialAgentWord]) -> tuple[SocialAgent, ...]:
    """Several, in the order of their seats; the same one may sit more than once."""
    if isinstance(words, str):
        words = split_list(words)
    elif not isinstance(words, Sequence):
        words = [words]
    return tuple(find_social_agent(word) for word in words)


def market_agents_named(word: str) -> Kind:
    """What a word can name: any function that makes an agent if it is named, else only what is surely an agent."""
    return MARKET_AGENT if not word or ":" in word else ONLY_MARKET_AGENT


def _manufacturer(thing: Any) -> Manufacturer:
    """What makes a new agent for every game, and what to call it."""
    if isinstance(thing, Manufacturer):
        return thing
    if _plays(thing) and not inspect.isclass(thing):
        return Manufacturer(type(thing).__name__, partial(deepcopy, thing))
    made = thing.func if isinstance(thing, partial) else thing
    return Manufacturer(getattr(made, "__name__", type(made).__name__), thing)


def _plays(thing: object) -> bool:
    return all(callable(getattr(thing, method, None)) for method in ("start", "day"))


def _is_own(thing: object) -> bool:
    """Whether an object is a market agent a file defines, rather than one it imports from here to build on."""
    made_here = str(getattr(thing, "__module__", "")).startswith("humanlike.")
    return isinstance(thing, Manufacturer) or (_plays(thing) and not made_here)


def _is_market_agent(thing: object) -> bool:
    return (
        isinstance(thing, Manufacturer) or _plays(thing) or (callable(thing) and not isinstance(thing, type))
    )


def _check(thing: Any) -> None:
    check_manufacturer(_manufacturer(thing))


MARKET_AGENT = Kind("market agent", MARKET_AGENTS, _is_market_agent, _check)
ONLY_MARKET_AGENT = Kind("market agent", MARKET_AGENTS, _is_own, _check)
SOCIAL_AGENT = Kind(
    "social agent", SOCIAL_AGENTS, lambda thing: isinstance(thing, SocialAgent), check_social_agent
)
