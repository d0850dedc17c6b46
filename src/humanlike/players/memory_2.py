r"""Memory-2: what people in general do after the same last rounds, counted, and backed off to shorter memories.

One table of chances for everybody, learned from other people's play (`people.kinds_of_people` has the
equations, with one kind), for any number of actions. Before it has learned it chooses blindly. `memory-one` is the same
idea for two actions with its five chances as parameters; learned by counting, early rounds and rounds of a known number
are told apart as well.

References
----------
Nowak & Sigmund (1993), Nature 364, 56-58; Hilbe, Martinez-Vaquero, Chatterjee & Nowak (2017), PNAS 114, 4715-4720.
"""

from humanlike.players.people.foretelling import foretelling_people

RULE = foretelling_people("memory-2", memory=2, most_kinds=1)
