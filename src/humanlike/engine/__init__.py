"""Engine: rules in, play out; or play in, probabilities out.

`simulate` lets any population of rules play any game; `replay` asks a rule, round by round, how likely it
found what was recorded; `answer` seats a rule among opponents who are on record. One compiled program serves every
seed, parameter value and game of one shape.

In:  a Game, a Population (which rule with which parameters sits where), a stream of random numbers.
Out: a Play; or one-step-ahead log-probabilities.
Knows nothing of: particular rules or games, files, statistics.
To add a trick: here, never in a rule.
"""

from humanlike.engine.answering import answer
from humanlike.engine.contract import check_rule
from humanlike.engine.population import Block, Population, alike, everybody, seated
from humanlike.engine.replay import Replay, replay
from humanlike.engine.simulation import simulate, simulate_actions, simulate_and_tally
from humanlike.engine.size import check_size

__all__ = [
    "Block",
    "Population",
    "Replay",
    "alike",
    "answer",
    "check_rule",
    "check_size",
    "everybody",
    "replay",
    "seated",
    "simulate",
    "simulate_actions",
    "simulate_and_tally",
]
