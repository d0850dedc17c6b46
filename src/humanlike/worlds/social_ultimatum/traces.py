"""Traces as a long table: game, round, proposer, recipient, offer, accepted, and perhaps session; CSV or Parquet.

One row an offer. Rounds count from 1; players have any names; `accepted` is 1 or 0. Without a `game` column
the file is one game. A player's name is the person's, whose games it ties together; players who are merely numbered
1 to N in every game are seats, and nobody knows who sat there. Whatever contradicts the rules is refused with its line.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core import (
    NO_OFFER,
    BadFile,
    BadGame,
    BadRecord,
    OfferTable,
    check_stakes,
    check_writable,
    whole_number,
    write_atomically,
)
from humanlike.datasets.writing import has_columns

COLUMNS = ("game", "round", "proposer", "recipient", "offer", "accepted")
SESSION = "session"  # optional
ANSWERS = {"1": True, "0": False, "true": True, "false": False, "1.0": True, "0.0": False}


def read_traces(source: Path | str | pd.DataFrame, *, endowment: int = 10, step: int = 1) -> list[OfferTable]:
    """The games of a file or table, one OfferTable a group size (smallest first)."""
    check_stakes(endowment, step)
    if isinstance(source, pd.DataFrame):
        name, words = "the table", _words(source, "The table")
    else:
        name, words = Path(source).name, _words(_read(Path(source)), str(source))
    rows = check_rows(words, endowment=endowment, step=step, source=name)
    return tables_from_rows(rows, endowment=endowment, step=step)


def write_traces(body: Sequence[OfferTable], path: Path) -> None:
    """Write a body of play as CSV, or as Parquet where the name ends so; replaces traces, and nothing else."""
    check_writable(path)
    if path.exists() and path.stat().st_size and not has_columns(path, set(COLUMNS) - {"game"}):
        raise BadFile(
            f"'{path}' is there already and holds no traces; name another file, or remove it first."
        )
    rows = rows_from_tables(body)
    if path.suffix == ".parquet":
        write_atomically(path, rows.to_parquet(index=False))
    else:
        write_atomically(path, rows.to_csv(index=False))


def rows_from_tables(body: Sequence[OfferTable]) -> pd.DataFrame:
    """The long table of a body of play."""
    parts = []
    for table in body:
        game, round_, player = np.nonzero(table.made)
        seats = np.tile(np.arange(1, table.n_players + 1), (table.n_games, 1))
        who = table.persons if table.persons.size else seats
        columns = {
            "game": np.array(table.names)[game],
            "round": round_ + 1,
            "proposer": who[game, player],
            "recipient": who[game, table.recipients[table.made]],
            "offer": table.offers[table.made].astype(np.int64),
            "accepted": table.accepted[table.made].astype(np.int64),
        }
        if table.sessions:
            columns[SESSION] = np.array(table.sessions)[game]
        parts.append(pd.DataFrame(columns))
    rows = pd.concat(parts, ignore_index=True)
    return rows if rows["proposer"].dtype.kind in "iu" else rows.astype({"proposer": str, "recipient": str})


def _read(path: Path) -> pd.DataFrame:
    try:
        return pd.read_parquet(path) if path.suffix == ".parquet" else pd.read_csv(path, dtype=str)
    except FileNotFoundError as error:
        raise BadFile(f"There is no file {path}.") from error
    except (ValueError, OSError) as error:
        raise BadFile(f"{path} cannot be read as a table of offers: {error}") from error


def _words(frame: pd.DataFrame, source: str) -> pd.DataFrame:
    """The columns of a trace as text; blanks are absent."""
    if "game" not in frame:
        frame = frame.assign(game="1")
    missing = [column for column in COLUMNS if column not in frame]
    if missing:
        raise BadFile(f"{source} lacks the column(s) {', '.join(missing)}; a trace has {', '.join(COLUMNS)}.")
    if frame.empty:
        raise BadRecord(f"{source} holds no offer at all.")
    words = frame[[*COLUMNS, *({SESSION} & set(frame.columns))]].astype("string")
    stripped = {name: column.str.strip() for name, column in words.items()}
    return pd.DataFrame({name: column.where(column != "") for name, column in stripped.items()})


def check_rows(rows: pd.DataFrame, *, endowment: int, step: int, source: str = "trace") -> pd.DataFrame:
    """The rows with numbers for words, or a sentence naming the first line that cannot be."""

    def refuse(wrong: Any, sentence: str) -> None:
        wrong = np.asarray(wrong, dtype=bool)
        if wrong.any():
            line = int(np.flatnonzero(wrong)[0])
            row = rows.iloc[line]
            where = f"{source}, line {line + 2} (game {row['game']}, round {row['round']}, proposer {row['proposer']})"
            raise BadRecord(f"{where}: {sentence}.")

    nothing_offered = rows["recipient"].isna() | rows["offer"].isna()
    refuse(nothing_offered & rows["accepted"].notna(), "an answer to an offer never made")
    refuse(rows[["game", "round", "proposer"]].isna().any(axis=1), "game, round and proposer must be given")
    refuse(nothing_offered, "no recipient or no amount; everybody makes an offer in every round")
    refuse(rows["accepted"].isna(), "the offer was never answered")
    answer = rows["accepted"].str.lower().map(ANSWERS)
    refuse(answer.isna(), "accepted must be 1 or 0")
    numbers = rows[["round", "offer"]].apply(pd.to_numeric, errors="coerce").astype(float)
    refuse(numbers.isna().any(axis=1) | (numbers["round"] % 1 != 0), "round and offer must be numbers")
    refuse(rows["recipient"] == rows["proposer"], "a player makes an offer to themselves")
    outside = (numbers["offer"] < 0) | (numbers["offer"] > endowment)
    refuse(outside, f"the offer lies outside 0..{endowment}")
    refuse(numbers["offer"] % step != 0, f"the offer is no multiple of the step {step}")
    refuse(
        rows.duplicated([*_game_columns(rows), "round", "proposer"]),
        "a second offer by the same player in one round",
    )
    refuse(numbers["round"] < 1, "rounds count from 1")
    return rows.assign(accepted=answer.astype(bool), round=numbers["round"], offer=numbers["offer"])


class _Game(NamedTuple):
    """One game of a file."""

    name: str
    session: str
    players: list[str]
    moves: npt.NDArray[np.int64]  # [rounds, players, (recipient, offer, accepted)]


def _game_columns(rows: pd.DataFrame) -> list[str]:
    """What tells games apart."""
    return [SESSION, "game"] if SESSION in rows.columns else ["game"]


def tables_from_rows(rows: pd.DataFrame, *, endowment: int, step: int) -> list[OfferTable]:
    """Checked rows as arrays, games of one size together."""
    several = SESSION in rows.columns and rows.groupby("game")[SESSION].nunique(dropna=False).max() > 1
    games = []
    for _, part in rows.groupby(_game_columns(rows), sort=False, dropna=False):
        name = str(part["game"].iloc[0])
        session = str(part[SESSION].fillna("").iloc[0]) if SESSION in part.columns else ""
        games.append(_game(f"{session}:{name}" if several else name, session, part))
    named = any(game.players != [str(seat + 1) for seat in range(len(game.players))] for game in games)
    sizes = sorted({len(game.players) for game in games})
    return [
        _table([game for game in games if len(game.players) == size], endowment, step, named=named)
        for size in sizes
    ]


def _game(name: str, session: str, game: pd.DataFrame) -> _Game:
    """The rows of one game, checked for who is there."""
    proposers = game["proposer"].to_numpy(dtype=str)
    players = _in_order(set(proposers))
    if len(players) < 3:
        raise BadGame(f"Game {name} has {len(players)} player(s) who make offers; the game needs at least 3.")
    number = {player: index for index, player in enumerate(players)}
    strangers = set(game["recipient"].to_numpy(dtype=str)) - set(players)
    if strangers:
        raise BadRecord(
            f"Game {name}: {', '.join(sorted(strangers))} receives offers but never makes one; "
            f"the players are {', '.join(players)}."
        )
    rounds = game["round"].to_numpy(dtype=np.int64)
    last = int(rounds.max())
    moves = np.full((last, len(players), 3), NO_OFFER, dtype=np.int64)
    who = np.array([number[proposer] for proposer in proposers])
    to = np.array([number[recipient] for recipient in game["recipient"].to_numpy(dtype=str)])
    moves[rounds - 1, who] = np.column_stack([to, game["offer"].to_numpy(), game["accepted"].to_numpy()])
    absent = np.argwhere(moves[:, :, 0] == NO_OFFER)
    if len(absent):
        round_, player = absent[0]
        raise BadRecord(
            f"Game {name}: player {players[player]} makes no offer in round {round_ + 1} of {last}; "
            "players cannot vanish, everybody proposes in every round."
        )
    return _Game(name, session, players, moves)


def _in_order(names: set[str]) -> list[str]:
    """Numbers as numbers, words as words."""
    numbers = {name: whole_number(name) for name in names}
    return sorted(names, key=lambda name: (numbers[name] is None, numbers[name] or 0, name))


def _table(games: list[_Game], endowment: int, step: int, *, named: bool) -> OfferTable:
    """Games of one size side by side."""
    longest = max(len(game.moves) for game in games)
    moves = np.full((len(games), longest, *games[0].moves.shape[1:]), NO_OFFER, dtype=np.int64)
    for index, game in enumerate(games):
        moves[index, : len(game.moves)] = game.moves
    return OfferTable(
        moves[..., 0].astype(np.int8),
        np.maximum(moves[..., 1], 0).astype(np.int16),
        moves[..., 2] == 1,
        endowment=endowment,
        step=step,
        names=tuple(game.name for game in games),
        persons=np.array([game.players for game in games] if named else np.empty((0, 0)), dtype=np.str_),
        sessions=tuple(game.session for game in games) if any(game.session for game in games) else (),
    )
