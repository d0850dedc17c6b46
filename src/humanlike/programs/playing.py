"""A player program: one process a seat, one JSON line a round each way.

First it hears who it is and what is played, once::

    {"type": "start", "protocol": 1, "seat": 0, "actions": 2, "other_actions": 2,
     "payoffs": [[3, 0], [5, 1]], "other_payoffs": [[3, 0], [5, 1]], "rounds": null, "seed": 7}

`payoffs[own action][other's action]` are the own payoffs, `other_payoffs[other's action][own action]` the other's
(each with the earner's action first); `rounds` is a number only where players are told it. Then in every round::

    {"type": "round", "round": 2, "last": {"action": 0, "payoff": 0, "other_action": 1, "other_payoff": 5}}

(`last` is null in round 1), to be answered by one line, ``{"action": 1}`` or ``{"probabilities": [0.25, 0.75]}``; the
organiser draws from probabilities. At last comes ``{"type": "end", "last": {...}}``, and the program leaves. Actions
count from 0. Where a setting shows less, the keys that would tell more are absent: without the others'
payoffs no `other_payoffs` and `other_payoff`; with own payoffs only, no `payoffs`, `other_actions`, `other_action`.

All seats are asked before any answer is read: nobody moves second, and nobody may have answered before.
A program's time is what it keeps us waiting.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Information, UnsuitableGame
from humanlike.games.files.numbers import plain_number
from humanlike.programs.conversation import Conversation
from humanlike.programs.ending import Ending
from humanlike.programs.workshop import Program

PROTOCOL = 1
GOODBYE_SECONDS = 0.5


class SeatedPlayer:
    """A player program in one seat of a two-player game, one match long."""

    def __init__(self, conversation: Conversation, game: Game, seat: int, information: Information) -> None:
        self._conversation = conversation
        self._game, self._seat, self._information = game, seat, information
        self._last: dict[str, Any] | None = None
        self._round = 0

    def start(self, seed: int, rounds: int | None = None) -> None:
        """Tell the player what is played."""
        own, other = self._game.tables[self._seat], self._game.tables[1 - self._seat]
        document: dict[str, Any] = {"type": "start", "protocol": PROTOCOL, "seat": self._seat}
        document["actions"] = len(own)
        if self._information >= Information.ACTIONS:
            document |= {"other_actions": len(other), "payoffs": plain_table(own)}
        if self._information >= Information.GAME:
            document["other_payoffs"] = plain_table(other)
        self._conversation.tell({**document, "rounds": rounds, "seed": seed})

    def ask(self) -> None:
        """Ask for the move of the next round, without waiting for it."""
        self._round += 1
        self._conversation.ask({"type": "round", "round": self._round, "last": self._last})

    def probabilities(self) -> npt.NDArray[np.float64]:
        """The answer: a probability for every action; a plain action has probability 1."""
        answer = self._conversation.hear()
        n_actions = self._game.n_actions[self._seat]
        if isinstance(answer, dict) and set(answer) == {"action"} and type(answer["action"]) is int:
            if 0 <= answer["action"] < n_actions:
                return np.asarray(np.arange(n_actions) == answer["action"], dtype=np.float64)
        elif isinstance(answer, dict) and set(answer) == {"probabilities"}:
            if _are_probabilities(answer["probabilities"], n_actions):
                weights = np.array(answer["probabilities"], dtype=np.float64)
                return np.asarray(weights / weights.sum())
        raise self._conversation.bad(
            f"round {self._round}: neither an action from 0 to {n_actions - 1} nor {n_actions} probabilities"
        )

    def saw(self, profile: tuple[int, int]) -> None:
        """Remember what happened, as far as this seat may see it."""
        payoffs = [plain_number(payoff) for payoff in self._game.payoffs_of(profile)]
        self._last = {"action": profile[self._seat], "payoff": payoffs[self._seat]}
        if self._information >= Information.ACTIONS:
            self._last["other_action"] = profile[1 - self._seat]
        if self._information >= Information.GAME:
            self._last["other_payoff"] = payoffs[1 - self._seat]

    def end(self) -> Ending:
        """The match is over; answers to further questions were not asked for."""
        self._conversation.check_silence()
        return self._conversation.end({"type": "end", "last": self._last}, GOODBYE_SECONDS)


def plain_table(table: npt.NDArray[np.float64]) -> list[list[int | float]]:
    """Payoffs for a JSON document, written as they are in a game file."""
    return [[plain_number(payoff) for payoff in row] for row in table.tolist()]


def _are_probabilities(values: Any, count: int) -> bool:
    if not isinstance(values, list) or len(values) != count:
        return False
    if not all(type(value) in (int, float) and 0 <= value <= 1 for value in values):
        return False
    return math.isclose(sum(values), 1.0, abs_tol=1e-6)


@contextmanager
def seated_program(
    program: Program, game: Game, seat: int, *, information: Information = Information.GAME
) -> Iterator[SeatedPlayer]:
    """The program taking a seat; it is ended when the block is left."""
    program.entry.require("player")
    if game.n_players != 2:
        raise UnsuitableGame(f"Player programs play two-player games; '{game.name}' has {game.n_players}.")
    with program.conversing() as running:
        yield SeatedPlayer(Conversation(program.name, running), game, seat, information)


def play_match(
    programs: Sequence[Program],
    game: Game,
    uniforms: npt.NDArray[np.float64],
    seeds: Sequence[int],
    *,
    information: Information = Information.GAME,
    tell_rounds: bool = False,
) -> tuple[npt.NDArray[np.int16], list[Ending]]:
    """One match of two programs (or of one with itself): actions [seat, round], and what each took.

    `uniforms` [seat, round] are the random numbers with which moves are drawn from probabilities.
    """
    n_rounds = uniforms.shape[1]
    actions = np.empty((2, n_rounds), dtype=np.int16)
    with ExitStack() as stack:
        players = [
            stack.enter_context(seated_program(program, game, seat, information=information))
            for seat, program in enumerate(programs)
        ]
        for player, seed in zip(players, seeds, strict=True):
            player.start(seed, n_rounds if tell_rounds else None)
        for round_ in range(n_rounds):
            actions[:, round_] = _moves(players, uniforms[:, round_])
            for player in players:
                player.saw((int(actions[0, round_]), int(actions[1, round_])))
        return actions, [player.end() for player in players]


def _moves(players: Sequence[SeatedPlayer], uniforms: npt.NDArray[np.float64]) -> list[int]:
    for player in players:
        player.ask()
    cumulated = [np.cumsum(player.probabilities()) for player in players]
    return [
        min(int(np.searchsorted(each, uniform, side="right")), len(each) - 1)
        for each, uniform in zip(cumulated, uniforms, strict=True)
    ]
