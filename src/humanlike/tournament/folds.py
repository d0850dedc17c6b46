"""What strangers' detectors are trained without: folds, because a program learns in a minute and not in a millisecond.

Our own detectors learn once for each game and source to be judged. For a program games (those that are one game up to
units together) are dealt into at most `GAME_FOLDS` folds, experiments and emulators into `SOURCE_FOLDS` each, and one
model is trained for each pair of folds, without all of both: at most 4 x (2 + 2) = 16 trainings, and still never the
tested game, study or family. With every source of a fold goes all that is akin to it, and the machine plays that copied
the shapes of its people. Sources with the widest kinship are dealt first; each joins the fold that loses least by it.

Where that leaves too little, kinship is passed over on that side (the experiments or emulators of the fold
themselves are left out, and a caveat says so); where even that does, a pair has a training of its own.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from humanlike.core import Game
from humanlike.detectors import Source
from humanlike.detectors.held_out import LEAST_PLAYS
from humanlike.games import game_digest

GAME_FOLDS, SOURCE_FOLDS = 4, 2


class Labelled(NamedTuple):
    """What decides whether a play may be trained on."""

    source: Source
    is_human: bool
    game: Game
    shape_of: Source | None = None


class Omission(NamedTuple):
    """What a model is trained without: games by digest, and all that is akin to one of these sources."""

    games: frozenset[bytes]
    sources: frozenset[Source]

    def leaves(self, play: Labelled) -> bool:
        """Whether a play may be trained on."""
        if game_digest(play.game) in self.games:
            return False
        shape = play.shape_of
        return not any(
            play.source.is_akin(each) or (shape is not None and shape.is_akin(each)) for each in self.sources
        )

    def suffices(self, labelled: Sequence[Labelled]) -> bool:
        """Whether enough is left of both kinds."""
        left = [play.is_human for play in labelled if self.leaves(play)]
        return min(left.count(True), left.count(False)) >= LEAST_PLAYS


def omissions(
    labelled: Sequence[Labelled], games: Sequence[Game], sources: Mapping[str, Source]
) -> dict[tuple[str, str], Omission]:
    """By game and source to be judged: what its model is trained without; pairs with the same share a model."""
    dealt = _games_dealt(games)
    people = {play.source.name for play in labelled if play.is_human}
    found: dict[tuple[str, str], Omission] = {}
    for side in (True, False):
        own = [source for name, source in sources.items() if (name in people) == side]
        strict = _combined(dealt, _dealt(own))
        if not all(each.suffices(labelled) for each in strict.values()):
            strict = _combined(dealt, _dealt([Source(each.name) for each in own]))
        for (game, name), each in strict.items():
            alone = Omission(frozenset({game_digest(games[game])}), frozenset({Source(name)}))
            found[games[game].name, name] = each if each.suffices(labelled) else alone
    return found


def _combined(
    games: Sequence[frozenset[bytes]], folds: Sequence[Sequence[Source]]
) -> dict[tuple[int, str], Omission]:
    """By the number of a game and the name of a source."""
    return {
        (number, source.name): Omission(digests, frozenset(fold))
        for number, digests in enumerate(games)
        for fold in folds
        for source in fold
    }


def _games_dealt(games: Sequence[Game]) -> list[frozenset[bytes]]:
    """For each game the fold it is in; games that are one game together."""
    classes = list(dict.fromkeys(map(game_digest, games)))
    folds = [frozenset(classes[start::GAME_FOLDS]) for start in range(GAME_FOLDS)]
    return [next(fold for fold in folds if game_digest(game) in fold) for game in games]


def _dealt(sources: Sequence[Source]) -> list[list[Source]]:
    """Folds that lose as little as they can: widest kinship first, each where least more is left out."""

    def lost(fold: Sequence[Source]) -> int:
        return sum(any(source.is_akin(each) for each in fold) for source in sources)

    folds: list[list[Source]] = [[] for _ in range(SOURCE_FOLDS)]
    for source in sorted(sources, key=lambda each: -lost([each])):
        cheapest = min(folds, key=lambda fold: (lost([*fold, source]) - lost(fold), len(fold)))
        cheapest.append(source)
    return [fold for fold in folds if fold]
