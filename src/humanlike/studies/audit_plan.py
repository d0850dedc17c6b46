"""How many rounds, and which two or three short games, unmask suspects? A study planned before it is run.

People are those of `people` in each of their games, or, where these are few or their matches too short, a model of them
(`kinds`: what they do after the last three rounds, several kinds of them) at play among itself. Suspects answer them.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import BadRequest, Play, Streams, find_units
from humanlike.core.progress import Progress, silent
from humanlike.detectors.unmasking import Unmasked, together, unmask
from humanlike.emulators.suspect import played_instead
from humanlike.engine import everybody, simulate
from humanlike.naming.plays import PlaysWord, find_plays
from humanlike.naming.suspects import RECORDED, SuspectWords, check_suspect_word, suspect_words
from humanlike.players import RULES
from humanlike.studies.audit_people import first_rounds
from humanlike.studies.audit_plan_result import GamePlan, PlanResult, ProbeSet
from humanlike.studies.audit_suspects import PlacesTaken, answered
from humanlike.studies.beginning import begin, keep
from humanlike.work import Effort

ROUNDS, POWER, ACCUSED = 20, 0.9, 0.05
FEWEST_PEOPLE, MOST_PEOPLE = (
    60,
    300,
)  # seats of a game; of fewer a model takes their place, of more some are drawn
MOST_GAMES = 3
N_FOLDS = 5
HUMAN_MODEL = "kinds"
MOST_SETS = 200


class _Planned(NamedTuple):
    """One game with its people."""

    play: Play
    is_model: bool


def plan_audit(
    people: PlaysWord,
    *,
    suspects: SuspectWords = "zoo",
    rounds: int = ROUNDS,
    games: str = "",
    power: float = POWER,
    accused: float = ACCUSED,
    seed: int = 1,
    trust: bool = False,
    workers: int = 0,
    cluster: str = "",
    out: str | Path | None = None,
    progress: Progress = silent,
) -> PlanResult:
    """Plan a study in which `suspects` are unmasked: in the games of `people`'s plays, up to `rounds` rounds each.

    A suspect is unmasked where at least a share `power` of its seats score higher than all but a share `accused` of
    people. Told are the rounds this takes in each game, and the smallest set of up to three games that does it.
    """
    effort = begin("plan_audit", locals())
    _check(rounds, power, accused)
    plays = find_plays(people, games=games)
    words = [word for word in suspect_words(suspects, plays) if word != RECORDED]
    for word in words:
        check_suspect_word(word)
    stream = Streams(seed)["plan"]
    planned = _games(stream, plays, rounds)
    pieces = [(each.play, word) for each in planned for word in words]
    made = effort.carry_out("suspects play", _moves, pieces, shared=(seed, trust))
    unmasked, refused = _unmasked(planned, words, made, effort)
    if not any(unmasked):
        raise BadRequest(f"No suspect can play any of these games. {' '.join(dict.fromkeys(refused))}")
    plans = [
        GamePlan(each.play.game.name, each.play.n_subjects, each.is_model, found)
        for each, found in zip(planned, unmasked, strict=True)
        if found
    ]
    probe = _probe_set(stream["together"], plans, rounds, power, accused)
    return keep(
        effort, PlanResult(tuple(plans), probe, rounds, power, accused, seed, tuple(dict.fromkeys(refused)))
    )


def _check(rounds: int, power: float, accused: float) -> None:
    if rounds < 1:
        raise BadRequest(f"A game has at least one round, not {rounds}.")
    for name, value in (("power", power), ("accused", accused)):
        if not 0 < value < 1:
            raise BadRequest(f"--{name} is a share between 0 and 1, not {value:g}.")


def _games(stream: Streams, plays: Sequence[Play], rounds: int) -> list[_Planned]:
    """The people of each game, as they played, or as a model of them plays."""
    found: dict[str, _Planned] = {}
    for play in plays:
        if play.game.name in found or not play.studied.any():
            continue
        own = first_rounds(play.rows(play.studied), rounds)
        long_enough = own.n_rounds >= rounds and (own.situations >= 0).any()
        if long_enough and own.n_subjects >= FEWEST_PEOPLE:
            found[play.game.name] = _Planned(_some(stream[play.game.name], own), False)
        else:
            found[play.game.name] = _Planned(_by_model(stream[play.game.name], play, rounds), True)
    if not found:
        raise BadRequest("A plan needs plays by people, one for each game that may be added to the study.")
    return list(found.values())


def _some(stream: Streams, play: Play) -> Play:
    """Some of the rows, if there are many."""
    if play.n_subjects <= MOST_PEOPLE:
        return play
    return play.rows(np.sort(stream["rows"].generator().permutation(play.n_subjects)[:MOST_PEOPLE]))


def _by_model(stream: Streams, play: Play, rounds: int) -> Play:
    """A model of the people of a play, at play among itself."""
    rule = RULES[HUMAN_MODEL].taught([play])
    population = everybody(play.game, [(rule, rule.default)], -(-MOST_PEOPLE // play.game.n_players))
    return simulate(stream["model"], play.game, population, n_rounds=rounds)


class _Moves(NamedTuple):
    """What a suspect did in a game; nothing where it refused."""

    name: str
    moves: tuple[Any, ...]
    refused: tuple[str, ...]


def _moves(seed: int, trust: bool, piece: tuple[Play, Any]) -> _Moves:
    play, word = piece
    everywhere = np.arange(play.n_subjects)
    seating = PlacesTaken((everywhere,), (everywhere,), play.n_subjects, play.n_subjects)
    found = answered((play,), seating, (play,), seed, trust, word)
    return _Moves(found.name, tuple(found.moves[0]), found.refused)


def _unmasked(
    planned: Sequence[_Planned], words: Sequence[Any], made: Sequence[_Moves], effort: Effort
) -> tuple[list[dict[str, Unmasked]], list[str]]:
    """Evidence for each suspect in each game, and who refused what."""
    found, refused = [], [f"{each.name}: {reason}" for each in made for reason in each.refused]
    for place, each in enumerate(planned):
        effort.progress("looking for suspects", place, len(planned))
        own = made[place * len(words) : (place + 1) * len(words)]
        plays = {
            answer.name: played_instead(each.play, answer.moves[0], answer.name)
            for answer in own
            if answer.moves
        }
        fold = find_units([each.play]).numbers[0] % N_FOLDS
        found.append(unmask(each.play, plays, fold) if plays else {})
    return found, refused


def _probe_set(
    stream: Streams, plans: Sequence[GamePlan], rounds: int, power: float, accused: float
) -> ProbeSet:
    """The fewest rounds in all, in up to three games, that unmask everybody; else the set with the best worst case."""
    everybody = sorted({name for plan in plans for name in plan.unmasked})
    best: ProbeSet | None = None
    steps = sorted({*(step for step in (3, 5, 7, 10, 15, 20, 30, 50) if step < rounds), rounds})
    sets = [each for size in range(1, MOST_GAMES + 1) for each in combinations(plans, size)][:MOST_SETS]
    for length in steps:
        for chosen in sets:
            found = _powers(stream, chosen, everybody, length, accused)
            candidate = ProbeSet(tuple(plan.game for plan in chosen), length, found)
            if best is None or candidate.merit(power) > best.merit(power):
                best = candidate
    assert best is not None
    return best


def _powers(
    stream: Streams, chosen: Sequence[GamePlan], names: Sequence[str], rounds: int, accused: float
) -> Mapping[str, float]:
    """The power against each suspect in the games it can play; 0 where it can play none."""
    found = {}
    for name in names:
        parts = [plan.unmasked[name] for plan in chosen if name in plan.unmasked]
        found[name] = float(together(stream[name], parts, rounds).power(accused)[0]) if parts else 0.0
    return found
