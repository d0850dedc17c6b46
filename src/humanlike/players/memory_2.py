r"""Memory-2: what people in general do after the same last two rounds, counted, and backed off to shorter memories.

As `memory-1`, looking further back. Any number of actions; before it has learned it chooses blindly.

References
----------
Hilbe, Martinez-Vaquero, Chatterjee & Nowak (2017), PNAS 114, 4715-4720.
"""

from humanlike.players.people.foretelling import foretelling_people

RULE = foretelling_people("memory-2", memory=2, most_kinds=1)
