"""A small experiment in which it is known who was a machine: simulated people, and a rule in some participants' seats.

"People" follow a memory-one rule; they show how an audit works, not what people do.
"""

from dataclasses import replace

import numpy as np

from humanlike.core import Play
from humanlike.core.streams import Streams
from humanlike.emulators import Cast, member_of
from humanlike.emulators.suspect import suspect_of_cast
from humanlike.engine import everybody, simulate
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.players.automata import STRATEGY_RULES

DILEMMA = GAMES["prisoners-dilemma"]
MEMORY = RULES["memory-one"]
PEOPLE = MEMORY.with_parameters(
    {"first": 0.5, "after_00": 0.85, "after_01": 0.35, "after_10": 0.45, "after_11": 0.2}
)
SUSPECT = "win-stay-lose-shift:dal-bo-frechette-2011"


def people(n_pairs, seed=1, name="lab", rounds=12):
    """Pairs of simulated people."""
    stream = Streams(seed)[name]
    play = simulate(stream, DILEMMA, everybody(DILEMMA, [(MEMORY, PEOPLE)], n_pairs), n_rounds=rounds)
    subjects = [f"{name}-{row}" for row in range(play.n_subjects)]
    return replace(play, subjects=subjects, provenance={"dataset": name})


def polluted(n_pairs=60, n_machines=12, n_verified=40, seed=1):
    """An experiment with machines in the row seats of the first pairs, who of the others is verified, and machines."""
    play = people(n_pairs, seed)
    rows = 2 * np.arange(n_machines)
    cast = Cast((member_of(STRATEGY_RULES["win-stay-lose-shift"], "dal-bo-frechette-2011"),))
    moves = np.array(play.actions)
    moves[rows] = suspect_of_cast("hidden", cast).in_place_of(Streams(seed)["hidden"], play, rows).actions
    hidden = Play(DILEMMA, moves, subjects=list(play.subjects), provenance={"dataset": "experiment"})
    others = [name for row, name in enumerate(hidden.subjects) if row not in set(rows.tolist())]
    return hidden, others[-n_verified:], {hidden.subjects[row] for row in rows.tolist()}
