"""Emulators: a rule for everybody, a mixture, `RULE:fitted`, a language model, an entry directory, a user's own.

`RULE:fitted` needs the people it is fitted to: a tournament's own, or those of `--people DATA`.
"""

from collections.abc import Mapping, Sequence

from humanlike.core import BadRequest, Play, Rule
from humanlike.emulators import (
    EMULATORS,
    MIXED,
    PUBLISHED,
    Cast,
    Emulator,
    Member,
    cast_emulator,
    check_emulator,
)
from humanlike.emulators.fitted import SUFFIX, fitted_emulator
from humanlike.emulators.language_model import language_model_emulator
from humanlike.emulators.program import emulator_from_entry
from humanlike.naming.bringing import no_setting
from humanlike.naming.entries import is_entry
from humanlike.naming.grammar import parse_mixture, parse_word
from humanlike.naming.kinds import Kind, refuse_tie
from humanlike.naming.language_models import find_language_model, is_language_model_word
from humanlike.naming.rules import FITTED, RULE, SHORT_RULES, as_rule, find_cast, found_rule, with_options
from humanlike.players.automata import STRATEGY_RULES, Automaton
from humanlike.programs import Limits

EMULATOR_SETS: Mapping[str, Sequence[str]] = {
    "published": (*PUBLISHED, *MIXED),
    "seven": PUBLISHED,
    "all": tuple(EMULATORS),
}
EmulatorWord = str | Emulator | Rule | Automaton | Member | Cast


def find_emulator(
    word: EmulatorWord,
    *,
    people: Sequence[tuple[str, Play]] = (),
    trust: bool = False,
    limits: Limits | None = None,
) -> Emulator:
    """The emulator a word names; a rule, with or without parameters, plays every seat.

    `people` are plays with the names of their experiments, which `RULE:fitted` is fitted to; a stranger's program has
    `limits`, and no sandbox if `trust`.
    """
    if isinstance(word, Emulator):
        given: Emulator = EMULATOR.given(word)
        return given
    if not isinstance(word, str):
        cast = find_cast(word)
        return cast_emulator(cast.members[0].name if len(cast.members) == 1 else cast.description, cast)
    if is_language_model_word(word):
        return language_model_emulator(find_language_model(word))
    refuse_tie("emulator", word, word in EMULATORS, is_entry(word))
    if is_entry(word):
        return emulator_from_entry(word, limits, trust=trust)
    if word in EMULATORS:
        return EMULATORS[word]
    if parse_mixture(word) is not None:
        return cast_emulator(word, find_cast(word))
    return _of_word(word, people)


def _of_word(word: str, people: Sequence[tuple[str, Play]]) -> Emulator:
    found, parsed = found_rule(EMULATOR, word)
    if isinstance(found, Emulator) and parsed.brought:
        no_setting("emulator", parsed.name, parsed.setting, parsed.options)
        return found
    if parsed.setting != FITTED:
        cast = find_cast(word)
        return cast_emulator(cast.members[0].name if parsed.brought else word, cast)
    rule, _ = found_rule(RULE, word)
    if not people:
        raise BadRequest(f"'{word}' needs the people it is fitted to: --people DATA.")
    return fitted_emulator(with_options(rule, parsed.options), people)


def is_fitted(word: str) -> bool:
    """Whether finding what a word names takes a fit, which takes time."""
    return f":{FITTED}" in word and not is_entry(word)


def check_emulator_word(word: EmulatorWord, *, trust: bool = False, limits: Limits | None = None) -> None:
    """Refuse a wrong name before any work is done: all but the fitting itself."""
    if isinstance(word, str) and not is_entry(word) and parse_word(word).setting == FITTED:
        rule, parsed = found_rule(RULE, word)
        with_options(rule, parsed.options)
        if not rule.parameter_names:
            raise BadRequest(f"{rule.name} has no parameters to fit.")
    else:
        find_emulator(word, trust=trust, limits=limits)


def name_of_emulator(word: EmulatorWord, *, trust: bool = False, limits: Limits | None = None) -> str:
    """What the emulator of a word is called, without fitting it to anybody."""
    if isinstance(word, str) and not is_entry(word) and parse_word(word).setting == FITTED:
        rule, parsed = found_rule(RULE, word)
        return with_options(rule, parsed.options).name + SUFFIX
    return find_emulator(word, trust=trust, limits=limits).name


def _check(thing: object) -> None:
    """A rule is an emulator too: everybody follows it."""
    if isinstance(thing, Rule | Automaton):
        RULE.check_once(as_rule(thing))
    else:
        check_emulator(thing)


EMULATOR = Kind(
    "emulator",
    {**EMULATORS, **STRATEGY_RULES, **SHORT_RULES},
    lambda thing: isinstance(thing, Emulator | Rule | Automaton),
    _check,
)
