"""All games in one file: all that a source played in a trial, put before detectors of files together.

A file has the plays of one experiment or emulator in the order of the plan's games. People may have several plays of a
game in it, or none of some; an emulator that failed in a game has no file in that trial, it forfeits it (`failures`).
Detectors of single plays are asked game by game as ever, and their odds multiplied.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from humanlike.core import Game, Play, Streams
from humanlike.detectors import Detector
from humanlike.tournament.failures import ONE_FILE
from humanlike.tournament.plan import Plan
from humanlike.tournament.showing import DIGITS, play_digest, shown_again

FEWEST = 2  # games, or a file is a play


class WholeFile(NamedTuple):
    """What one source played in a trial, as it is shown."""

    source: str
    is_human: bool
    plays: tuple[Play, ...]


def whole_files(shown: Iterable[tuple[str, bool, Play]], n_games: int) -> list[WholeFile]:
    """The files of a trial from (source, is_human, play) in the order of games; none of who failed in one of them."""
    found: dict[tuple[str, bool], list[Play]] = {}
    for source, is_human, play in shown:
        found.setdefault((source, is_human), []).append(play)
    return [
        WholeFile(source, is_human, tuple(plays))
        for (source, is_human), plays in found.items()
        if is_human or len(plays) == n_games
    ]


def digest_of_plays(plays: Sequence[Play]) -> str:
    """Sixteen hexadecimal digits that belong to one play, or to the plays of a file."""
    if len(plays) == 1:
        return play_digest(plays[0])
    content = hashlib.sha256()
    for play in plays:
        content.update(f"{play.game.name}\0{play_digest(play)}\0".encode())
    return content.hexdigest()[:DIGITS]


def plays_again(stream: Streams, plays: Sequence[Play]) -> tuple[Play, ...]:
    """The same moves, the pairs of each play in another order."""
    if len(plays) == 1:
        return (shown_again(stream, plays[0]),)
    return tuple(shown_again(stream[f"play {number}"], play) for number, play in enumerate(plays, start=1))


def misplaced_detectors(plan: Plan, games: Sequence[Game], detectors: Mapping[str, Detector]) -> list[str]:
    """Detectors of files where there are none, in sentences."""
    seers = [each.name for each in detectors.values() if each.sees_files]
    if not seers:
        return []
    if plan.mode != ONE_FILE:
        return [
            f"{', '.join(seers)}: sees all games in one file, and this tournament asks game by game; hold it with "
            f'--one-file (mode = "{ONE_FILE}"), or leave out who needs that.'
        ]
    if len(games) < FEWEST:
        known = ", ".join(game.name for game in games) or "none"
        return [
            f"{', '.join(seers)}: sees all games of a file together, and this tournament has {len(games)} ({known}); "
            "name two or more with --games."
        ]
    return []
