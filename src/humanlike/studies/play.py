"""Let players play a game: what they did and what they earned.

A trial draws from the streams a tournament draws from: the same seed, trial, entrant, game and shape give the same
moves in both, so any match of a tournament can be played again alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from humanlike.core import (
    FIXED,
    BadRequest,
    Game,
    Information,
    Matching,
    Meetings,
    Play,
    Rule,
    Streams,
    draw_meetings,
)
from humanlike.core.matching import passes_of_zipper
from humanlike.core.play_text import counted
from humanlike.core.progress import Progress, announce, silent
from humanlike.datasets import PlaySummary, summarise, write_plays
from humanlike.emulators import Cast, Emulator, PlayShape, cast_emulator, seat_roles
from humanlike.emulators.language_model import cost_of, told_of
from humanlike.engine import check_size, simulate
from humanlike.naming.cells import first_round
from humanlike.naming.emulators import EmulatorWord, find_emulator
from humanlike.naming.games import find_game
from humanlike.naming.grammar import assignments
from humanlike.naming.matchings import find_information, find_matching
from humanlike.naming.plays import find_experiments
from humanlike.naming.rules import find_cast
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from humanlike.studies.compete import CompeteResult

PAIRS, ROUNDS, SEED = 8, 50, 1
AS_PEOPLE_MET = "as people met"


@dataclass(frozen=True, eq=False, repr=False)
class PlayResult(Result):
    """Plays, one for each trial, and what they amount to."""

    game: Game
    names: tuple[str, ...]
    plays: tuple[Play, ...]
    seed: int
    matching: Matching | None = FIXED  # None: whom people met beside whom this was played
    information: Information = Information.GAME
    ignorant: tuple[str, ...] = ()  # rules that learn from people and have not
    told: tuple[str, ...] = ()  # by language models: how they were asked and what they left unanswered

    @cached_property
    def summary(self) -> PlaySummary:
        """Over the pairs of all trials together; where partners change, over those who meet among themselves."""
        return summarise(Play.join(self.plays))

    def write(self, path: Path | str) -> Path:
        """Keep the plays: .csv or .parquet (long table), .txt (plain), else `play.parquet` in a folder; says where."""
        return write_plays(path, self.plays)

    @property
    def met_again_from(self) -> int | None:
        """The round from which on a zipper brings the same people together again; None if it never does."""
        play = self.plays[0]
        n_groups = play.n_subjects // self.game.n_players
        if self.matching is None or passes_of_zipper(self.matching, n_groups, play.n_rounds) < 2:
            return None
        return self.matching.spell * n_groups + 1

    def frame(self) -> "pd.DataFrame":
        """The long table, one row for each choice."""
        from humanlike.datasets.long_table import table_of

        return table_of(self.plays)

    def document(self) -> dict[str, Any]:
        """Means, deviations, cells, centre and spread, by role."""
        summary = self.summary
        roles = [self.game.role_name(role) for role in summary.roles]

        def by_role(values: Any) -> dict[str, float]:
            return dict(zip(roles, (float(value) for value in values), strict=True))

        return {
            "game": self.game.name,
            "players": list(self.names),
            "seed": self.seed,
            "pairs": self.plays[0].n_subjects // self.game.n_players,
            "rounds": summary.n_rounds,
            "trials": len(self.plays),
            "matching": self.matching.word if self.matching else AS_PEOPLE_MET,
            "met_again_from": self.met_again_from,
            "information": self.information.word,
            "remarks": self.remarks,
            "mean": by_role(summary.mean),
            "sd": by_role(summary.standard_deviation),
            "total": summary.total,
            "cells": summary.cells,
            "centre": by_role(summary.centre),
            "euclidean_sd": summary.euclidean_deviation,
        }

    @property
    def remarks(self) -> list[str]:
        """What to mind about the players."""
        return [
            f"Mind {name}: it has learned from nobody and plays without knowing what people do; "
            f"{name}:fitted --people DATA learns from people first."
            for name in self.ignorant
        ] + list(self.told)

    def plot(self) -> "Figure":
        """Cells over rounds and, with two players, the pairs' payoffs in the payoff polygon."""
        from humanlike.figures.play import draw_play
        from humanlike.studies.shares_over_rounds import corners_of, pair_cloud, shares_over_rounds

        play = Play.join(self.plays)
        cells, shares = shares_over_rounds(play)
        two = self.game.n_players == len(self.summary.roles) == 2
        return draw_play(
            " against ".join(self.names),
            cells,
            shares,
            pairs=pair_cloud(play, self.summary) if two else None,
            corners=corners_of(self.game) if two else None,
            data=self.headline().partition(": ")[2],
        )

    def headline(self) -> str:
        """Who played what, how often."""
        play = self.plays[0]
        size = f"{play.n_subjects // self.game.n_players} pairs x {play.n_rounds} rounds x {len(self.plays)} trials"
        design = (
            ""
            if self.matching == FIXED
            else f", {self.matching.sentence if self.matching else AS_PEOPLE_MET}"
        )
        return f"{' against '.join(self.names)} in {self.game.name}: {size}{design}, seed {self.seed}"

    def story(self) -> Iterator[Part]:
        """Payoffs by role, then the cells."""
        found = self.document()
        yield self.headline()
        yield from self.remarks
        rows = [
            [role, *(f"{found[part][role]:.4f}" for part in ("mean", "sd", "centre"))]
            for role in found["mean"]
        ]
        pools = f"{counted(self.summary.n_matches, 'pool')}, each meeting among themselves"
        units = "pairs" if self.matching == FIXED else pools
        yield StoryTable(f"Payoffs of {units}", ["role", "mean", "SD", "centre"], rows)
        yield f"Total {found['total']:.4f}; Euclidean SD about the centre {found['euclidean_sd']:.4f}"
        if found["cells"]:
            shares = [[cell, f"{share:.4f}"] for cell, share in found["cells"].items()]
            yield StoryTable("Cells", ["cell", "share"], shares)
        if again := self.met_again_from:
            yield (
                f"A zipper of {found['pairs']} pairs ends after round {again - 1}; from round {again} on the same "
                "people meet again. More pairs or longer spells (zipper:spell=K) avoid it."
            )


def play(
    game: str | Path | Game,
    player: EmulatorWord,
    player2: EmulatorWord | None = None,
    *,
    pairs: int | None = None,
    rounds: int | None = None,
    trials: int = 1,
    trial: int | None = None,
    seed: int | None = None,
    first: str = "",
    changes: Mapping[str, float] | Sequence[str] = (),
    people: Any = None,
    matching: str | Matching = "fixed",
    information: str | Information = "game",
    like: "str | Path | CompeteResult | None" = None,
    progress: Progress = silent,
) -> PlayResult:
    """Let a rule, a mixture or any emulator (or one rule for each role) play a game.

    `trials` repetitions, or `trial` alone (from 1); `first` fixes the cells of round 1 (`UL:3,DR:5`), one pair
    each; `changes` are parameters of the first player (`{"delta": .5}`); `people` are the plays that `RULE:fitted`
    is fitted to. 8 pairs play 50 rounds with seed 1, unless said otherwise.

    `matching` says who meets whom: fixed partners, strangers, zipper or groups:size=6 (`core.matching`);
    `information` what players see: own (action and payoff), actions (also the others'), game (also their payoffs).
    Who meets whom is drawn for the trial and the game, alike for every player named.

    `like` is a tournament or its directory: the player is one of its entrants, and seed, shape, session, mixture and
    fitted parameters are the tournament's, so that the moves are those it judged.
    """
    numbers = range(trial, trial + 1) if trial is not None else range(1, trials + 1)
    if like is not None:
        settled = {"pairs": pairs, "rounds": rounds, "seed": seed, "people": people, "player2": player2}
        said = {"matching": matching != "fixed" or None, "information": information != "game" or None}
        _leave_out(settled | said | {"first": first or None, "set": changes or None})
        return _played_like(like, game, player, numbers)
    rounds, seed = ROUNDS if rounds is None else rounds, SEED if seed is None else seed
    chosen = find_game(game)
    start = first_round(chosen, first) if first else None
    n_pairs = pairs if pairs is not None else len(start) if start else PAIRS
    _check_sizes(n_pairs, rounds, trials, trial)
    check_size(n_pairs * chosen.n_players * trials, rounds)
    if start and len(start) != n_pairs:
        raise BadRequest(f"--first names {len(start)} pairs, but {n_pairs} play.")
    words = [player] if player2 is None else [player, player2]
    design, seen = find_matching(matching), find_information(information)
    if start and design.kind in ("strangers", "groups"):
        raise BadRequest(
            f"--first names the cells of pairs, and {design.kind} are in other pairs from round 1 on; "
            "let partners be fixed, or a zipper."
        )
    names, emulator, rules, produce = _producer(chosen, words, assignments(changes), start, people, seen)
    if emulator is not None:
        _announce_cost(emulator, chosen, n_pairs * chosen.n_players * len(numbers), rounds, progress)

    def of_trial(number: int) -> Play:
        stream = Streams(seed)[f"trial {number}"]
        drawn = stream["matching"][f"game {chosen.name}"]
        meetings = draw_meetings(drawn, design, chosen, n_pairs * chosen.n_players, rounds)
        found: Play = produce(stream, n_pairs, rounds, meetings)
        return found.from_source({"dataset": f"{' vs '.join(names)} trial {number}"})

    ignorant = tuple(dict.fromkeys(rule.name for rule in rules if rule.is_ignorant))
    plays = tuple(map(of_trial, numbers))
    told = () if emulator is None else tuple(told_of(emulator))
    return PlayResult(chosen, names, plays, seed, design, seen, ignorant, told)


def _leave_out(settled: Mapping[str, object]) -> None:
    said = [name for name, value in settled.items() if value is not None]
    if said:
        raise BadRequest(f"A tournament settles how it is played; leave out {', '.join(said)}.")


def _played_like(
    like: "str | Path | CompeteResult", game: str | Path | Game, player: EmulatorWord, numbers: Sequence[int]
) -> PlayResult:
    """The trials of a tournament that was played before, again."""
    from humanlike.tournament.replay import replay_entrant  # only here: playing needs no tournament

    name = game if isinstance(game, str) else find_game(game).name
    _check_sizes(1, 1, 1, numbers[0] if numbers else 0)
    if isinstance(like, str | Path):
        found = replay_entrant(Path(like), name, player, numbers)
    else:
        found = replay_entrant(like.run, name, player, numbers, material=like.tournament.material)
    plays = tuple(
        play.from_source({"dataset": f"{found.entrant.name} trial {number}"})
        for number, play in zip(numbers, found.plays, strict=True)
    )
    design = FIXED if all(play.partners.ndim == 2 for play in plays) else None
    return PlayResult(found.game, (found.entrant.name,), plays, found.seed, design)


def _announce_cost(
    emulator: Emulator, game: Game, n_subjects: int, n_rounds: int, progress: Progress
) -> None:
    """Say what a language model will be asked at most, before it is."""
    cost = cost_of(emulator, game, n_subjects, n_rounds)
    if cost is not None:
        announce(progress, f"{emulator.name}: {cost.sentence}.")


def _check_sizes(n_pairs: int, rounds: int, trials: int, trial: int | None) -> None:
    number = trials if trial is None else trial
    if min(n_pairs, rounds, trials, number) < 1:
        raise BadRequest(f"Pairs, rounds and trials count from 1 up, not {n_pairs}, {rounds}, {number}.")


def _producer(
    game: Game,
    words: list[EmulatorWord],
    changes: Mapping[str, float],
    start: Any,
    people: Any,
    information: Information,
) -> tuple[tuple[str, ...], Emulator | None, tuple[Rule, ...], Any]:
    """Names of the players, the emulator if there is one, rules that are followed, and what plays.

    That is a function (stream, pairs, rounds, meetings) -> Play.
    """
    if len(words) == 1 and start is None and not changes:
        emulator = find_emulator(words[0], people=find_experiments(people))
        return (emulator.name,), emulator, emulator.rules, _by_emulator(game, emulator, information)
    casts = [find_cast(word) for word in words]
    casts[0] = casts[0].changed(changes)
    names = tuple(
        word if isinstance(word, str) else cast.description for word, cast in zip(words, casts, strict=True)
    )
    rules = tuple(rule for cast in casts for rule in cast.rules)
    if len(casts) == 1 and start is None:
        return names, None, rules, _by_emulator(game, cast_emulator(names[0], casts[0]), information)
    return names, None, rules, _by_roles(game, names, casts, start, information)


def _by_emulator(game: Game, emulator: Emulator, information: Information) -> Any:
    emulator.check_information(game, information)

    def produce(stream: Streams, n_pairs: int, rounds: int, meetings: Meetings | None) -> Play:
        shape = PlayShape.full(n_pairs * game.n_players, rounds, meetings)
        return emulator.play(stream[f"entrant {emulator.name}"], game, shape)

    return produce


def _by_roles(
    game: Game, names: Sequence[str], casts: Sequence[Cast], start: Any, information: Information
) -> Any:
    def produce(stream: Streams, n_pairs: int, rounds: int, meetings: Meetings | None) -> Play:
        own = stream["entrant " + " ".join(names)]
        return simulate(
            own[f"game {game.name}"]["choice"],
            game,
            seat_roles(own, game, casts, n_pairs),
            n_rounds=rounds,
            first=start,
            information=information,
            meetings=meetings,
        )

    return produce
