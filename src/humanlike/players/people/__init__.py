"""What people do, learned by counting, and how a player is followed by it: the workings of memory-k, kinds, patterns.

In:  plays.    Out: tables of conduct (`learned_people`, `kinds_of_people`), log-weights of rules that go by them.
Knows nothing of: payoffs, games, fitting.
Reading order: recent_rounds, kinds_of_people, learned, following, foretelling, personal_patterns.
"""
