r"""Kinds: people are of several kinds, each with a table of what it does after the last three rounds.

.. math:: p_a \propto \sum_z w_z(t)\, P_z(a \mid c_t)\; L_{g t c}(a), \qquad w_z(t+1) \propto w_z(t)\, P_z(a_t \mid c_t)

While somebody plays it becomes plain of which kind z they are: the weights w are Bayes's, from the kinds' shares among
people in this seat. Tables P, shares, lifts L of single rounds and the number of kinds (up to twelve) are learned by
counting other people's play (`people.kinds_of_people`). Where experience is carried from match to match the weights are
kept: who cooperated with the last partner begins as such with the next. Any number of actions and players; payoffs are
not looked at. Before it has learned it chooses blindly.

References
----------
Dal Bo & Frechette (2011), AER 101, 411-429 (kinds of people in repeated games); Stahl & Wilson (1995), GEB 10, 218-254;
Camerer, Ho & Chong (2002), JET 104, 137-188 (why kinds matter for forecasts).
"""

from humanlike.players.people.foretelling import foretelling_people

RULE = foretelling_people("kinds", memory=3, most_kinds=12)
