"""Games as JSON: an object of games by name, or one game on its own.

Two players (matrices are indexed [row action][column action]; the labels may be left out)::

    {"ochs": {"actions_row": ["U", "D"], "actions_col": ["L", "R"],
              "row": [[21, 3], [3, 5]], "col": [[3, 5], [5, 3]],
              "title": "Ochs game", "citation": "...", "note": "..."}}

Any number of players (one table each, [own action][situation], see `humanlike.core.game`)::

    {"trio": {"actions": [["0", "1"], ...], "payoffs": [[[1, 0, 0], [2, 1, 0]], ...], "situations": "sum"}}

A public goods game by its rule::

    {"pgg": {"type": "public goods", "players": 4, "endowment": 20, "multiplier": 1.6}}

Other keys, such as a payoff unit or a source, are kept as part of the note.
"""

import json
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from humanlike.core import BadFile, BadGame, Game
from humanlike.core.game import default_labels
from humanlike.games.catalogue.public_goods import public_goods


class _Entry(BaseModel):
    """What every kind of game may say about itself."""

    model_config = ConfigDict(strict=True, extra="allow", allow_inf_nan=False)
    name: str = ""
    title: str = ""
    citation: str = ""
    note: str = ""

    def words(self) -> dict[str, str]:
        """Title, citation and note; keys we have no use for join the note."""
        extra = [f"{key}: {value}" for key, value in (self.model_extra or {}).items()]
        note = "; ".join(([self.note] if self.note else []) + extra)
        return {"title": self.title, "citation": self.citation, "note": note}


class _TwoPlayers(_Entry):
    actions_row: list[str] | None = None
    actions_col: list[str] | None = None
    row: list[list[float]]
    col: list[list[float]]

    def game(self, name: str) -> Game:
        shape = (len(self.row), len(self.row[0]) if self.row else 0)
        labels = (self.actions_row or default_labels(shape[0]), self.actions_col or default_labels(shape[1]))
        return Game.from_matrices(name, self.row, self.col, labels=labels, **self.words())


class _ManyPlayers(_Entry):
    actions: list[list[str]] | None = None
    payoffs: list[list[list[float]]]
    situations: Literal["profile", "sum", "lowest"] = "profile"

    def game(self, name: str) -> Game:
        if any(len({len(row) for row in table}) > 1 for table in self.payoffs):
            raise BadGame(f"Game '{name}': every payoff table must be a full rectangle of numbers.")
        tables = tuple(np.array(table, dtype=np.float64) for table in self.payoffs)
        labels = self.actions or [list(default_labels(len(table))) for table in self.payoffs]
        return Game(
            name,
            tables,
            tuple(tuple(each) for each in labels),
            situation_kind=self.situations,
            **self.words(),
        )


class _PublicGoods(_Entry):
    type: Literal["public goods"]
    players: int
    endowment: int
    multiplier: float

    def game(self, name: str) -> Game:
        return public_goods(
            name,
            players=self.players,
            endowment=self.endowment,
            multiplier=self.multiplier,
            **self.words(),
        )


def parse(text: str, name: str) -> list[Game]:
    """Every game in `text`; a game on its own is named by its `name` or after the file."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFile(f"'{name}.json' is not JSON: {str(error)[:100]}.") from error
    if not isinstance(document, dict) or not document:
        raise BadFile(f"'{name}.json' should hold an object of games by name, or one game.")
    if all(isinstance(entry, dict) for entry in document.values()):
        return [_game(key, entry) for key, entry in document.items()]
    own_name = document.get("name")
    return [_game(own_name if isinstance(own_name, str) and own_name else name, document)]


def _game(name: str, entry: dict[str, Any]) -> Game:
    try:
        name.encode()
        return _model_of(name, entry).model_validate(entry).game(name)
    except UnicodeEncodeError as error:
        raise BadFile(f"A game's name is no text: {name!r}.") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise BadGame(f"Game '{name}', {place}: {first['msg']}.") from error


Model = type[_TwoPlayers] | type[_ManyPlayers] | type[_PublicGoods]


def _model_of(name: str, entry: dict[str, Any]) -> Model:
    """Which kind of entry this is, by its keys."""
    if entry.get("type") == "public goods":
        return _PublicGoods
    if "row" in entry or "col" in entry:
        return _TwoPlayers
    if "payoffs" in entry:
        return _ManyPlayers
    if "type" in entry:
        raise BadFile(
            f"Game '{name}' has type '{str(entry['type'])[:30]}'; only public goods and matrices can be read."
        )
    raise BadFile(f"Game '{name}' has no payoffs: give 'row' and 'col', 'payoffs', or a 'type'.")


def text_of(games: Sequence[Game]) -> str:
    """The games as one JSON object by name."""
    return json.dumps({game.name: _entry(game) for game in games}, indent=1, ensure_ascii=False) + "\n"


def text_with(text: str, name: str, games: Sequence[Game]) -> str:
    """The games added to those of `text`, whose own entries stay as they stand."""
    document = json.loads(text)
    if not all(isinstance(entry, dict) for entry in document.values()):
        document = {str(document.get("name") or name): document}
    return (
        json.dumps(document | {game.name: _entry(game) for game in games}, indent=1, ensure_ascii=False)
        + "\n"
    )


def _entry(game: Game) -> dict[str, Any]:
    words = {key: getattr(game, key) for key in ("title", "citation", "note") if getattr(game, key)}
    if game.n_players == 2:
        row, column = game.matrices
        return {
            "actions_row": list(game.labels[0]),
            "actions_col": list(game.labels[1]),
            "row": row.tolist(),
            "col": column.tolist(),
            **words,
        }
    return {
        "actions": [list(each) for each in game.labels],
        "payoffs": [table.tolist() for table in game.tables],
        "situations": game.situation_kind,
        **words,
    }
