"""Automata: strategies of repeated games, one table of them, each a rule whose parameter is its tremble.

In:  states, what they play and where they lead.    Out: a value, and the `Rule` that plays it.
Knows nothing of: games, data files, fitting, batches.
To add a strategy: its line in `catalogue.py`, its worked example in `tests/players/test_automata.py`.
"""

from humanlike.players.automata.automaton import (
    Automaton,
    automaton,
    description_of,
    gamma_of,
    rule_of,
    tremble_of,
)
from humanlike.players.automata.catalogue import SHORT, STRATEGIES, STRATEGY_SETS

STRATEGY_RULES = {name: rule_of(each) for name, each in STRATEGIES.items()}

__all__ = [
    "SHORT",
    "STRATEGIES",
    "STRATEGY_RULES",
    "STRATEGY_SETS",
    "Automaton",
    "automaton",
    "description_of",
    "gamma_of",
    "rule_of",
    "tremble_of",
]
