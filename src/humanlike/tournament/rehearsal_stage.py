"""The stage of a rehearsal: games and people as a tournament may bring them, drawn anew every time.

Without an organiser's plan it has every shape of game a program can meet (a published game, where there is one, and one
that nobody has seen), the reconstruction's people in published games, and stand-ins elsewhere: matches of unequal
length, one of a single round and one in which nobody moves, gaps, and the largest play that known data hold. With a
plan it has the plan's own games and people; of many, a few, the largest play and every shape of game among them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, product

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Play, Streams
from humanlike.detectors import DETECTORS
from humanlike.emulators import EMULATORS, PUBLISHED, PlayShape
from humanlike.games import GAMES, random_game
from humanlike.programs import Entry
from humanlike.tournament.failures import ONE_FILE
from humanlike.tournament.humans import RECONSTRUCTION, HumanPlay
from humanlike.tournament.material import Material, detector_words, emulator_words
from humanlike.tournament.objects import Objects, words_and_objects
from humanlike.tournament.plan import Plan
from humanlike.tournament.published import PUBLISHED_GAMES

MOST_GAMES = 7  # of a plan's games, unless they have more shapes
MACHINES = 2  # whose plays a detector is shown in each game
USUAL_ROUNDS = 50  # of the published tournament
MOST_ROUNDS = 300  # of the longest matches of two people in known data, `rps-dyads`
LARGEST_GAPS = 0.02  # the share of moves not made is drawn up to this; in `rps-dyads` it is .003
STAND_INS = "stand-ins"


def stage_of(plan: Plan, *, own: bool) -> tuple[Plan, Objects]:
    """The plan to rehearse, without anybody's entry, and the objects it names; `own` if its games and people stay."""
    shipped = plan.model_copy(
        update={
            "emulators": _enough([word for word in emulator_words(plan) if word in EMULATORS], PUBLISHED),
            "detectors": _enough(
                [word for word in detector_words(plan) if _is_ready(word)], ("random", "dates")
            ),
        }
    )
    if own:
        return shipped, Objects()
    stream = Streams(plan.seed)["rehearsal"]
    games = drawn_games(stream)
    plays = list(stand_ins(stream, [game for game in games if game.name not in PUBLISHED_GAMES], plan.pairs))
    words, objects = words_and_objects("humans", plays)
    update = {"humans": (RECONSTRUCTION, *words), "games": tuple(game.name for game in games)}
    return shipped.model_copy(update=update), Objects.of(objects)


def with_entry(plan: Plan, entry: Entry, *, own: bool) -> Plan:
    """The plan with the entry before everybody else; in the mode the entry reads, unless the plan is `own`."""
    side = "detectors" if entry.description.kind == "detector" else "emulators"
    update: dict[str, object] = {side: (str(entry.directory), *getattr(plan, side))}
    if entry.description.reads == "all games" and not own:
        update["mode"] = ONE_FILE
    return plan.model_copy(update=update)


def _enough(words: Sequence[str], otherwise: Sequence[str]) -> tuple[str, ...]:
    """The words, or others where a tournament needs more; nobody fits a rule or trains a detector for a rehearsal."""
    return tuple(words) if len(words) > 1 else tuple(dict.fromkeys((*words, *otherwise)))


def _is_ready(word: str) -> bool:
    return word in DETECTORS and DETECTORS[word].fit is None


def drawn_games(stream: Streams) -> list[Game]:
    """Of each shape up to the catalogue's largest a published game, if there is one, and one that nobody has seen.

    One game is of the rest of the catalogue.
    """
    generator = stream["games"].generator()
    catalogue = [game for game in GAMES.values() if game.n_players == 2]
    sizes = sorted({2, 3, *chain.from_iterable(game.n_actions for game in catalogue)})
    drawn = [_any(generator, [game for game in catalogue if game.name not in PUBLISHED_GAMES])]
    for number, shape in enumerate(product(sizes, repeat=2), start=1):
        known = [GAMES[name] for name in PUBLISHED_GAMES if GAMES[name].n_actions == shape]
        drawn += [_any(generator, known)] if known else []
        drawn.append(random_game(generator, *shape, name=f"random-{number}"))
    return drawn


def _any(generator: np.random.Generator, games: Sequence[Game]) -> Game:
    return games[int(generator.integers(len(games)))]


def stand_ins(stream: Streams, games: Sequence[Game], n_matches: int) -> Iterator[Play]:
    """For every game two plays that shipped emulators make in people's place, one uneven and one as large as any."""
    for game in games:
        own = stream[f"game {game.name}"]
        generator = own["shapes"].generator()
        short = generator.integers(2, USUAL_ROUNDS + 1, n_matches)
        short[: min(3, n_matches)] = (USUAL_ROUNDS, 1, 0)[:n_matches]
        long = np.full(n_matches, MOST_ROUNDS)
        long[1:2] = generator.integers(1, MOST_ROUNDS)
        for size, lengths in (("uneven", short), ("largest", long)):
            shape = _with_gaps(generator, generator.permutation(lengths), game.n_players)
            emulator = EMULATORS[PUBLISHED[int(generator.integers(len(PUBLISHED)))]]
            yield emulator.play(own[size], game, shape).from_source({"dataset": STAND_INS})


def _with_gaps(generator: np.random.Generator, lengths: npt.NDArray[np.integer], n_players: int) -> PlayShape:
    """Matches of these lengths in which now and then a move was not made."""
    shape = (n_players * len(lengths), int(lengths.max()))
    playing = np.arange(shape[1]) < np.repeat(lengths, n_players)[:, None]
    gaps = generator.random(shape) < generator.uniform(0, LARGEST_GAPS)
    gaps[:, 0] = False  # or a match of one round could have none
    return PlayShape(playing & ~gaps)


def scaled_down(material: Material) -> Material:
    """A few games, with every shape and the largest play among them, a few people in each, a few machines."""
    generator = Streams(material.plan.seed)["rehearsal"]["chosen"].generator()
    humans = {
        game.name: _some(generator, material.humans[game.name], material.plan.humans_per_game)
        for game in material.games
    }
    shuffled = [material.games[place] for place in generator.permutation(len(material.games))]
    by_size = sorted(shuffled, key=lambda game: humans[game.name][0].play.actions.size)
    largest = {game.n_actions: game for game in by_size}  # the last of each shape
    others = [game for game in shuffled if largest[game.n_actions] is not game]
    kept = [*largest.values(), *others[: max(0, MOST_GAMES - len(largest))]]
    places = sorted(generator.permutation(len(material.emulators))[:MACHINES])
    return replace(
        material,
        games=tuple(game for game in material.games if game in kept),
        humans={game.name: humans[game.name] for game in kept},
        emulators=tuple(material.emulators[place] for place in places),
    )


def _some(generator: np.random.Generator, humans: Sequence[HumanPlay], count: int) -> list[HumanPlay]:
    """The largest play and others at random."""
    order = sorted(generator.permutation(len(humans)), key=lambda place: -humans[place].play.actions.size)
    others = generator.permutation(order[1:])[: count - 1]
    return [humans[place] for place in (order[0], *others)]
