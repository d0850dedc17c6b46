"""Strategies of repeated games: `grim`, `tft`, `df2011` (a set), `automaton:C0101-D0101`, `mine.py:STRATEGY`."""

from collections.abc import Sequence

from humanlike.core import BadRequest, UnknownName
from humanlike.naming.bringing import no_setting
from humanlike.naming.grammar import parse_word, split_words
from humanlike.naming.kinds import Kind
from humanlike.naming.rules import WRITTEN
from humanlike.players.automata import SHORT, STRATEGIES, STRATEGY_SETS, Automaton, automaton

StrategyWord = str | Automaton
StrategyWords = StrategyWord | Sequence[StrategyWord]
STRATEGY = Kind(
    "strategy",
    {**STRATEGIES, **{short: STRATEGIES[name] for short, name in SHORT.items()}},
    lambda thing: isinstance(thing, Automaton),
)


def find_strategies(words: StrategyWords) -> list[Automaton]:
    """Several strategies: words by commas, sets among them, or objects; each once."""
    given = (
        split_words(words) if isinstance(words, str) else words if isinstance(words, Sequence) else [words]
    )
    found = list(dict.fromkeys(each for word in given for each in _named(word)))
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise BadRequest(f"Two different strategies are called '{name}': rename one of them.")
    if not found:
        raise BadRequest(f"No strategy was named; sets are {', '.join(STRATEGY_SETS)}, or tft,grim for two.")
    return found


def _named(word: StrategyWord) -> list[Automaton]:
    if not isinstance(word, str):
        return [STRATEGY.given(word)]
    if word in STRATEGY_SETS:
        return [STRATEGIES[name] for name in STRATEGY_SETS[word]]
    parsed = parse_word(word)
    if parsed.name == WRITTEN and not parsed.brought:
        return [automaton(parsed.setting)]
    try:
        found, parsed = STRATEGY.find(word)
    except UnknownName as error:
        raise UnknownName(f"{str(error).rstrip('.')}; sets: {', '.join(STRATEGY_SETS)}.") from None
    no_setting("strategy", parsed.name, parsed.setting, parsed.options)
    return [found]
