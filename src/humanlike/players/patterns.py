r"""Patterns: what this person did after the same last rounds, counted while they play, over what people in general do.

The equations stand in `people.personal_patterns`: counts of this person's choices after the last 0, 1, 2 and 3 rounds,
fading, each backed off to the shorter memory and to a table of what people in general do, which is learned from others'
play by counting (`people.kinds_of_people` with one kind). Any number of actions and players; payoffs are not
looked at, but where a game looks the same all around (rock, paper, scissors) patterns are counted relative to the own
last move as well.
Before it has learned of people it begins blindly and learns of this person alone. The parameter set is an example.

References
----------
Lau & Glimcher (2005), J. Exp. Analysis of Behavior 84, 555-579 (habits); Sonsino (1997), GEB 18, 286-330 (learning to
learn from patterns); Willems, Shtarkov & Tjalkens (1995), IEEE Trans. Inform. Theory 41, 653-664 (weighing memories).
"""

from humanlike.core import Information, Rule, Seat
from humanlike.players.people.about_the_learned import teller
from humanlike.players.people.foretelling import learner
from humanlike.players.people.personal_patterns import (
    BOUNDS,
    EXAMPLE,
    Parameters,
    State,
    begin,
    between,
    log_weights,
    update,
)

MEMORY = 3


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Nothing of this person is known yet."""
    return begin(seat, MEMORY)


RULE = Rule(
    "patterns",
    Parameters,
    BOUNDS,
    initial_state,
    log_weights,
    update,
    published={"example": EXAMPLE},
    needs=Information.ACTIONS,
    between=between,
    learn=learner(MEMORY, most_kinds=1),
    told=teller(MEMORY, most_kinds=1),
)
