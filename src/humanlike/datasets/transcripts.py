"""Play as transcripts: one JSON object a line and participant, choices marked <<so>>.

The form of Psych-101 and Psych-201: ``text`` tells the instructions and, round by round, what the participant saw;
every human choice stands between << and >>, so that a language model can be asked for exactly those words. Play
that is not studied (bots) is told only as what others met.

References
----------
Binz et al. (2025), Nature 644, 1002-1009 (Centaur, Psych-101).

"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from humanlike.core import Play, write_atomically


def write_transcripts(path: Path, plays: Sequence[Play]) -> None:
    """One line for each subject and game."""
    lines = [json.dumps(entry, ensure_ascii=False) for play in plays for entry in transcripts(play)]
    write_atomically(path, "\n".join(lines) + "\n")


def transcripts(play: Play) -> Iterator[dict[str, str]]:
    """A transcript for each studied subject; somebody's matches follow one another."""
    rows: dict[str, list[int]] = {}
    for place in np.flatnonzero(play.studied).tolist():
        rows.setdefault(play.subjects[place], []).append(place)
    payoffs = play.payoffs()
    for subject, own in rows.items():
        parts = [_instructions(play, int(play.roles[own[0]]))]
        for number, row in enumerate(own, start=1):
            if len(own) > 1:
                parts.append(f"Match {number} begins.")
            parts += _rounds(play, row, payoffs[row])
        yield {
            "text": "\n".join(parts),
            "experiment": play.provenance.get("dataset", "") or play.game.name,
            "participant": subject,
        }


def _instructions(play: Play, role: int) -> str:
    game = play.game
    names = ", ".join(game.labels[role])
    text = (
        f"You play a game with {game.n_players - 1} other(s), round after round. You choose one of: {names}."
    )
    if game.n_players != 2 or game.tables[role].size > 36:
        return text
    cells = [
        f"{own} against {other} pays you {game.tables[role][i, j]:g}"
        for i, own in enumerate(game.labels[role])
        for j, other in enumerate(game.labels[1 - role])
    ]
    return f"{text} {'; '.join(cells)}."


def _rounds(
    play: Play, row: int, payoffs: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]"
) -> Iterator[str]:
    role = int(play.roles[row])
    for round_ in range(play.n_rounds):
        action, situation = int(play.actions[row, round_]), int(play.situations[row, round_])
        if action < 0:
            if situation >= 0:
                yield f"Round {round_ + 1}: you make no choice in time."
            continue
        words = f"Round {round_ + 1}: you choose <<{play.game.labels[role][action]}>>."
        if situation >= 0:
            met = (
                f"The other chooses {play.game.labels[1 - role][situation]}."
                if play.game.n_players == 2
                else f"The others' choices amount to {situation}."
            )
            words += f" {met} You earn {payoffs[round_]:g}."
        yield words
