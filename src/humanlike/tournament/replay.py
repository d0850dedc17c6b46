"""One entrant's play of one game in one trial of a run, again: the moves the tournament judged, before shuffling.

An entrant draws from streams of its own, so nobody else has to play. Seed, the human play whose shape it copies, the
session of the zipper design, the mixture and fitted parameters all follow from the run's plan.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from humanlike.core import BadRequest, Game, Play, Streams, look_up
from humanlike.emulators import Emulator
from humanlike.naming.emulators import EmulatorWord, name_of_emulator
from humanlike.naming.entries import is_entry
from humanlike.tournament import records
from humanlike.tournament.beginnings import check_readable
from humanlike.tournament.directory import PLAN
from humanlike.tournament.material import Material, emulator_words, gather_one, names_of_emulators
from humanlike.tournament.objects import Objects, words_and_objects
from humanlike.tournament.plan import Plan, limits_of, read_plan
from humanlike.tournament.trial import moves_digest, produce


class Replayed(NamedTuple):
    """Plays of one entrant in one game, by trial."""

    game: Game
    entrant: Emulator
    seed: int
    plays: tuple[Play, ...]


def replay_entrant(
    run: Path,
    game: str,
    entrant: EmulatorWord,
    trials: Sequence[int],
    *,
    objects: Iterable[object] = (),
    material: Material | None = None,
) -> Replayed:
    """What `entrant` did in these `trials` of `game` in the run directory `run`.

    `material` is what the run was played with, where that is at hand; `objects` are those its plan names.
    """
    if material is None:
        material = _material_of(run, entrant, objects)
        (emulator,) = material.emulators
    else:
        named = {each.name: each for each in material.emulators}
        emulator = look_up(f"emulator of '{run}'", _name(material.plan, entrant), named)
    known = {each.name: each for each in material.games}
    chosen = look_up(f"game of '{run}'", game, known)
    alone = replace(material, emulators=(emulator,))
    plays = tuple(_play(run, alone, chosen, number) for number in trials)
    return Replayed(chosen, emulator, material.plan.seed, plays)


def _material_of(run: Path, entrant: EmulatorWord, objects: Iterable[object]) -> Material:
    plan = read_plan(run / PLAN)
    check_readable(run, plan)
    given = [*objects, *words_and_objects("emulators", [entrant])[1]]
    name, apart, limits = _name(plan, entrant), names_of_emulators(plan), limits_of(plan)
    words = {
        apart.get(word) or name_of_emulator(word, trust=plan.trust, limits=limits): word
        for word in emulator_words(plan)
    }
    return gather_one(plan, look_up(f"emulator of '{run}'", name, words), Objects.of(given))


def _name(plan: Plan, entrant: EmulatorWord) -> str:
    """An entrant is called by its word, by its name, or is given itself."""
    if isinstance(entrant, str) and entrant not in emulator_words(plan):
        return entrant
    if isinstance(entrant, str) and is_entry(entrant):
        return names_of_emulators(plan)[entrant]
    return name_of_emulator(entrant, trust=plan.trust)


def _play(run: Path, material: Material, game: Game, number: int) -> Play:
    (emulator,) = material.emulators
    record = records.load(run, number)
    if not isinstance(record, records.TrialRecord):
        raise BadRequest(record or f"'{run}' has no finished trial {number}.")
    stream = Streams(material.plan.seed)[f"trial {number}"]
    datasets, failed = produce(stream, material, game, material.games.index(game), turn=number - 1)
    if failed:
        raise BadRequest(f"{emulator.name} failed in '{game.name}', trial {number}: {failed[emulator.name]}.")
    play = datasets[-1].play
    rows = record.datasets
    judged = rows[(rows["game"] == game.name) & (rows["source"] == emulator.name)]["moves"]
    if judged.tolist() != [moves_digest(play)]:
        raise BadRequest(
            f"{emulator.name} plays '{game.name}', trial {number}, otherwise than on record in '{run}': "
            "that run was made with another version, or on another type of machine."
        )
    return play
