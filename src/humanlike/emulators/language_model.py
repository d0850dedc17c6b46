"""A language model as an emulator: it sits in every seat, or in one seat against recorded opponents.

What it answers is kept in its book of answers, and a play with the same stream repeats from there without it. A seat
that does not choose is a failure, as a program's is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, Game, Streams
from humanlike.core.families import family_of_model
from humanlike.emulators.emulator import Emulator, PlayShape
from humanlike.emulators.player_program import check_actions, match_lengths
from humanlike.emulators.suspect import LANGUAGE_MODEL, Suspect
from humanlike.language_models import (
    CostEstimate,
    Interview,
    ModelDescription,
    WayOfAsking,
    answer_recorded,
    asked_model,
    estimated_cost,
    play_matches,
)


@dataclass(frozen=True)
class LanguageModelPlayer:
    """Seats the model everywhere; can be sent to other processes, each of which opens the book itself."""

    description: ModelDescription
    way: WayOfAsking
    stored: bool = False  # plays from its book and asks nobody

    def __call__(self, stream: Streams, game: Game, shape: PlayShape, session: int) -> npt.NDArray[np.int8]:
        """Actions [subjects, rounds]."""
        check_actions(game)
        named = stream[f"session {session}"][f"game {game.name}"]
        actions = np.full(shape.made.shape, MISSING, dtype=np.int8)
        played = play_matches(named, self.interview, game, match_lengths(game, shape))
        actions[:, : played.shape[1]] = played
        return actions

    def answer(
        self, stream: Streams, game: Game, role: int, others: npt.NDArray[np.integer[Any]]
    ) -> npt.NDArray[np.int8]:
        """Own actions [seats, rounds] against recorded ones [seats, rounds, players - 1]."""
        check_actions(game)
        return answer_recorded(stream[f"game {game.name}"], self.interview, game, role, others)

    @property
    def interview(self) -> Interview:
        """The model as it is asked in this process."""
        return Interview(asked_model(self.description), self.way, stored=self.stored)

    @property
    def name(self) -> str:
        """Model and way of asking; whether the model or its book answers makes no difference."""
        return f"llm:{self.description.name}/{self.way.name}"

    @property
    def family(self) -> str:
        """Versions and sizes of a model, however they are asked."""
        return family_of_model(self.description.model)


def language_model_emulator(player: LanguageModelPlayer) -> Emulator:
    """The emulator that seats a language model everywhere."""
    return Emulator(
        player.name,
        player,
        description=f"{player.description.model}, {player.way.summary}",
        family=player.family,
    )


def language_model_suspect(player: LanguageModelPlayer) -> Suspect:
    """The model in a participant's seat: the very opponents the participant met, for as many rounds."""
    return Suspect(player.name, player.family, LANGUAGE_MODEL, player.answer)


def is_language_model(emulator: Emulator) -> bool:
    """Whether an emulator asks a language model."""
    return isinstance(emulator.produce, LanguageModelPlayer)


def told_of(emulator: Emulator) -> Sequence[str]:
    """What to mind about what a language model has chosen in this process; nothing about other emulators."""
    player = emulator.produce
    return player.interview.conduct.told(player.name) if isinstance(player, LanguageModelPlayer) else ()


def cost_of(emulator: Emulator, game: Game, n_subjects: int, n_rounds: int) -> CostEstimate | None:
    """What a play of this size takes at most; None for who asks nobody."""
    player = emulator.produce
    if not isinstance(player, LanguageModelPlayer) or player.stored:
        return None
    return estimated_cost(player.description, player.way, game, n_subjects, n_rounds)
