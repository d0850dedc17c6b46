"""Experiments that are still to be made: the game in which two theories can be told apart, and with how many pairs.

A theory is a rule with parameters, or several in shares (a prior over parameter sets, a mixed population). Both play a
game, both replay both plays; what one pair's moves say for one of them against the other is its *evidence*.

In:  two theories, a range of payoffs, a number of rounds.
Out: evidence, separation, the game that separates best, the pairs a test of given power needs.
Knows nothing of: people, files, words.
To add a way of searching: beside `search.py`; a measure of separation: in `separation.py`.
"""

from humanlike.experiments.needed_pairs import PairsNeeded, VerifiedPower, pairs_needed, verified
from humanlike.experiments.promise import Demand, Promise, promise_of, verify
from humanlike.experiments.search import Finalist, PayoffRange, SearchSize, search
from humanlike.experiments.separation import Separation, separation_in, separation_of
from humanlike.experiments.theory import Theory, evidence

__all__ = [
    "Demand",
    "Finalist",
    "PairsNeeded",
    "PayoffRange",
    "Promise",
    "SearchSize",
    "Separation",
    "Theory",
    "VerifiedPower",
    "evidence",
    "pairs_needed",
    "promise_of",
    "search",
    "separation_in",
    "separation_of",
    "verified",
    "verify",
]
