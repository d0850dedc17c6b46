r"""Random conduct: people without any theory, who answer the last round by chances drawn at random.

For every combination of the own last move and what was met last, and for the first round, the chances of the actions
are drawn from the flat Dirichlet distribution; everybody in seats that look the same follows them. The others' moves
stay as recorded, own moves are drawn anew, round by round.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from humanlike.core import Play, Streams
from humanlike.prediction.features import alike_rows, met_categories
from humanlike.prediction.observations import Floats


class RandomConduct(NamedTuple):
    """Plays in which random conduct took the place of people, and its true chances."""

    plays: tuple[Play, ...]
    chances: tuple[Floats, ...]  # [subjects, rounds, actions]; NaN where no move was recorded


def random_conduct(stream: Streams, plays: Sequence[Play], label: str) -> RandomConduct:
    """One draw; its rows are of the session `label`."""
    made = [_redrawn(stream[str(number)], play, label) for number, play in enumerate(plays)]
    return RandomConduct(tuple(play for play, _ in made), tuple(chances for _, chances in made))


def _redrawn(stream: Streams, play: Play, label: str) -> tuple[Play, Floats]:
    actions = play.actions.astype(np.int64)
    chances = np.full((*actions.shape, max(play.game.n_actions)), np.nan)
    for rows, role in alike_rows(play):
        count = play.game.n_actions[role]
        met, n_met = met_categories(play.game, role, play.situations[rows].astype(np.int64))
        random = stream[f"role {role}"].generator()
        table = random.dirichlet(np.ones(count), size=count * n_met + 1)  # the last is for the beginning
        luck = random.random((len(rows), play.n_rounds))
        last = np.full(len(rows), count * n_met)
        for round_ in range(play.n_rounds):
            chance = table[last]
            drawn = (np.cumsum(chance[:, :-1], axis=1) < luck[:, round_, None]).sum(axis=1)
            made = actions[rows, round_] >= 0
            actions[rows[made], round_] = drawn[made]
            chances[rows[made], round_, :count] = chance[made]
            told = made & (met[:, round_] >= 0)
            last = np.where(told, drawn * n_met + met[:, round_], last)
    sessions = (label,) * play.n_subjects
    plain = np.empty((0, 0), dtype=np.int16)
    drawn_play = replace(
        play, actions=actions, situations=play.situations, sessions=sessions, intended=plain, extra={}
    )
    return drawn_play, chances
