"""What a player would do next, round by round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Information, Play, Rule
from humanlike.emulators import Member
from humanlike.engine import replay
from humanlike.naming.cells import own_payoff_history, profile_of
from humanlike.naming.games import find_game
from humanlike.naming.grammar import assignments
from humanlike.naming.rules import find_player
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class View(NamedTuple):
    """What one seat would do before every round and after the last."""

    role: str  # empty where only one seat is asked
    labels: tuple[str, ...]
    probabilities: npt.NDArray[np.float64]  # [rounds + 1, actions]


@dataclass(frozen=True, eq=False, repr=False)
class NextResult(Result):
    """Choice probabilities of a player along a history, by seat."""

    player: Member
    views: tuple[View, ...]

    def headline(self) -> str:
        """The probabilities of the coming round, of the first seat."""
        view = self.views[0]
        chances = ", ".join(
            f"{label} {chance:.4f}"
            for label, chance in zip(view.labels, view.probabilities[-1], strict=False)
        )
        return f"{self.player.rule.name} would next choose {chances}"

    def plot(self) -> "Figure":
        """The probabilities before every round, the coming one marked."""
        from humanlike.figures.play import draw_next

        views = [(view.role, view.labels, view.probabilities[:, : len(view.labels)]) for view in self.views]
        return draw_next(self.player.rule.name, views)

    def frame(self) -> "pd.DataFrame":
        """One row for each seat, round and action."""
        import pandas as pd

        rows = [
            (view.role, number + 1, label, float(chance))
            for view in self.views
            for number, chances in enumerate(view.probabilities)
            for label, chance in zip(view.labels, chances, strict=False)
        ]
        return pd.DataFrame(rows, columns=["role", "round", "action", "probability"])

    def document(self) -> dict[str, Any]:
        """By role; without roles where only one seat is asked."""
        documents = {view.role: self._view(view) for view in self.views}
        return documents.get("", documents)

    def _view(self, view: View) -> dict[str, Any]:
        return {
            "player": self.player.rule.name,
            "parameters": self.player.parameters._asdict(),
            "rounds": [
                {"round": number + 1, "probabilities": dict(zip(view.labels, row.tolist(), strict=False))}
                for number, row in enumerate(view.probabilities)
            ],
        }

    def story(self) -> Iterator[Part]:
        """A table for each seat."""
        settings = ", ".join(f"{name} {value:g}" for name, value in self.player.parameters._asdict().items())
        for view in self.views:
            words = (view.role, self.player.rule.name, f"({settings})" if settings else "")
            rows = [
                [number + 1, *(f"{chance:.6f}" for chance in row[: len(view.labels)])]
                for number, row in enumerate(view.probabilities)
            ]
            yield StoryTable(" ".join(filter(None, words)), ["round", *view.labels], rows)


def next_choice(
    player: str | Rule | Member,
    history: str = "",
    *,
    game: str | Path | Game | None = None,
    role: str = "row",
    changes: Mapping[str, float] | Sequence[str] = (),
) -> NextResult:
    """The choice probabilities before every round of a history, and for the round after it.

    `history` is `A1 A0 B1` (action and own payoff) or `UL DR` (cells of `game`); `role` says whose history it is
    where payoffs are given.
    """
    chosen = find_player(player)
    chosen = chosen.changed(assignments(changes))
    words = history.replace(",", " ").split()
    if chosen.rule.needs == Information.OWN_PAYOFF and not _are_cells(words, game):
        return NextResult(chosen, (_after_payoffs(chosen, words, game, role),))
    if game is None:
        rule = chosen.rule
        raise BadRequest(
            f"{rule.name} needs {rule.needs.sentence}: name the game with --game and give the history as its cells."
        )
    return NextResult(chosen, _after_cells(chosen, words, find_game(game)))


def _are_cells(words: list[str], game: Any) -> bool:
    """Whether a history is given as cells: no word ends in a payoff."""
    return game is not None and bool(words) and not any(word[-1].isdigit() for word in words)


def _after_payoffs(player: Member, words: list[str], name: str | Path | Game | None, role: str) -> View:
    """A player who sees only own payoffs; without a game: actions A and B that pay 0 or 1."""
    if role not in ("row", "column"):
        raise BadRequest(f"--role is row or column, not '{role}'.")
    seat = 0 if role == "row" or name is None else 1
    game = (
        Game.from_matrices("payoffs 0 or 1", [[0, 1], [0, 1]], np.zeros((2, 2)))
        if name is None
        else find_game(name)
    )
    actions, situations = own_payoff_history(game.tables[seat], game.labels[seat], words)
    play = Play(
        game,
        np.array([[*actions, 0]], dtype=np.int16),  # the last round is only a place to look
        roles=np.array([seat]),
        situations=np.array([[*situations, 0]], dtype=np.int64),
    )
    return _view(player, play, 0, Information.OWN_PAYOFF, "")


def _after_cells(player: Member, words: list[str], game: Game) -> tuple[View, ...]:
    """Everybody's view of a history of cells, by role."""
    profiles = [profile_of(game, word) for word in words]
    profiles.append((0,) * game.n_players)  # only a place to look
    play = Play(game, np.array(profiles, dtype=np.int16).T)
    return tuple(
        _view(player, play, seat, Information.GAME, game.role_name(seat)) for seat in range(game.n_players)
    )


def _view(player: Member, play: Play, subject: int, information: Information, role: str) -> View:
    found = replay(play, player.rule, player.parameters, information=information)
    return View(role, play.game.labels[int(play.roles[subject])], np.exp(found.log_probabilities[subject]))
