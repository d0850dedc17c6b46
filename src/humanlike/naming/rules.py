"""Rules and players: `ewa`, `ewa:mixed-model-a`, `cournot+lapse`, `my_rule.py:RULE`, `mix(ewa:.5,cournot:.5)`.

Strategies of repeated games are rules too, theirs and your own: `grim`, `automaton:C0101-D0101`, an `Automaton`.

A *rule* is what fit and predict want: its parameters are free, unless a set is named (`RULE:SET`), which fixes them. A
*player* is what next wants: a rule together with parameters. A *cast* is what play and emulators want: one player in
every seat, or a mixture.
"""

from collections.abc import Sequence
from typing import Any

from humanlike.core import BadRequest, Play, Rule, look_up
from humanlike.emulators import CASTS, MIXED, Cast, Emulator, Member, member_of
from humanlike.emulators.fitted import fitted_rule
from humanlike.engine import check_rule
from humanlike.fitting.options import OPTIONS, with_fixed
from humanlike.naming.grammar import Word, parse_mixture, parse_word, split_words
from humanlike.naming.kinds import Kind
from humanlike.naming.language_models import is_language_model_word
from humanlike.players import RULES
from humanlike.players.automata import SHORT, STRATEGY_RULES, Automaton, automaton, rule_of
from humanlike.players.symbols import PAPER_RULES

FITTED = "fitted"
PAPER = {symbol: RULES[name] for symbol, name in PAPER_RULES.items()}  # the twelve by the paper's symbols
COLLECTIONS = {"all": tuple(RULES.values()), "paper": tuple(PAPER.values())}
RuleWord = str | Rule | Automaton
RuleWords = RuleWord | Sequence[RuleWord]
WRITTEN = "automaton"  # automaton:C0101-D0101, a strategy in writing
SHORT_RULES = {short: STRATEGY_RULES[name] for short, name in SHORT.items()}


def as_rule(thing: Any) -> Any:
    """A rule for an automaton; anything else as it is."""
    return rule_of(thing) if isinstance(thing, Automaton) else thing


def _is_rule(thing: object) -> bool:
    return isinstance(thing, Rule | Automaton)


def _check(thing: object) -> None:
    check_rule(as_rule(thing))


RULE = Kind("rule", {**RULES, **STRATEGY_RULES, **SHORT_RULES}, _is_rule, _check)
RULE_OR_SYMBOL = Kind("rule", {**RULE.catalogue, **PAPER}, _is_rule, RULE.check_once)
PLAYER = Kind("rule or mixture", {**CASTS, **STRATEGY_RULES, **SHORT_RULES}, _is_rule, RULE.check_once)


def found_rule(kind: Kind, word: str) -> tuple[Any, Word]:
    """The thing a word names, and the word taken apart; a strategy in writing or of a file has become a rule."""
    parsed = parse_word(word)
    if parsed.name == WRITTEN and not parsed.brought:
        return rule_of(automaton(parsed.setting)), parsed._replace(setting="")
    found, parsed = kind.find(word)
    return as_rule(found), parsed


def find_rule(word: RuleWord, *, people: Sequence[Play] = ()) -> Rule:
    """A rule to fit; `RULE:SET` has nothing left to fit, `RULE:fitted` was fitted to `people` before."""
    if not isinstance(word, str):
        given: Rule = as_rule(RULE.given(word))
        return given
    rule, parsed = found_rule(RULE_OR_SYMBOL, word)
    return with_options(_with_setting(rule, parsed, people), parsed.options)


def find_rules(words: RuleWords, *, people: Sequence[Play] = ()) -> list[Rule]:
    """Several rules: a list by commas, `all`, `paper` (the twelve of the paper's Table 1), or objects."""
    chosen: list[Rule] = []
    for word in _words(words):
        if isinstance(word, str) and word in COLLECTIONS:
            chosen += COLLECTIONS[word]
        else:
            chosen.append(find_rule(word, people=people))
    chosen = list(dict.fromkeys(chosen))
    if not chosen:
        raise BadRequest(f"No rule was named; for example ewa, or all. Known: {', '.join(sorted(RULES))}.")
    names = [rule.name for rule in chosen]
    for name in names:
        if names.count(name) > 1:
            raise BadRequest(f"Two different rules are called '{name}': rename one of them.")
    return chosen


def _words(words: RuleWords) -> Sequence[RuleWord]:
    if isinstance(words, str):
        return split_words(words)
    return [words] if isinstance(words, Rule | Automaton) else words


def find_player(word: RuleWord | Member) -> Member:
    """A rule with parameters: the first published set, or the named one."""
    if isinstance(word, Member):
        return word
    if not isinstance(word, str):
        return member_of(as_rule(RULE.given(word)))
    rule, parsed = found_rule(RULE, word)
    if parsed.setting == FITTED:
        raise BadRequest(
            f"'{word}' has no parameters yet: fit the rule first, or let it play with --people DATA."
        )
    if parsed.setting:
        look_up(f"parameter set of {rule.name}", parsed.setting, rule.published)
    return member_of(with_options(rule, parsed.options), parsed.setting)


def find_cast(word: RuleWord | Member | Cast | Emulator) -> Cast:
    """Who sits in every seat: one player, a mixture that ships, or `mix(...)`."""
    if isinstance(word, Emulator) or (isinstance(word, str) and is_language_model_word(word)):
        name = word if isinstance(word, str) else word.name
        raise BadRequest(
            f"The emulator '{name}' plays whole data sets; here rules, seat by seat, are needed."
        )
    if isinstance(word, Cast):
        return word
    if not isinstance(word, str):
        return Cast((find_player(word),))
    shares = parse_mixture(word)
    if shares is not None:
        return Cast(
            tuple(find_player(share.word) for share in shares), tuple(share.weight for share in shares)
        )
    if word in CASTS:
        return CASTS[word]
    parsed = parse_word(word)
    if parsed.name in MIXED:
        raise BadRequest(f"'{word}': the mixture '{parsed.name}' takes neither a set nor options.")
    if not parsed.brought:
        found_rule(PLAYER, word)  # an unknown name is told what else it might have been
    return Cast((find_player(word),))


def with_options(rule: Rule, options: Sequence[str]) -> Rule:
    """The rule with `+lapse`, `+stickiness` in the order said."""
    for option in options:
        rule = look_up(f"option of the rule {rule.name}", option, OPTIONS)(rule)
    return rule


def _with_setting(rule: Rule, word: Word, people: Sequence[Play]) -> Rule:
    if not word.setting:
        return rule
    if word.setting == FITTED:
        if not people:
            raise BadRequest(f"'{word.text}' needs the people it is fitted to: --people DATA.")
        return fitted_rule(rule, people)
    look_up(f"parameter set of {rule.name}", word.setting, rule.published)
    return with_fixed(rule, word.setting)
