"""Traces as a long table: game, round, proposer, recipient, offer, accepted, and perhaps session; CSV or Parquet.

One row an offer. Rounds count from 1; players have any names; `accepted` is 1 or 0, or a word that says so (yes, no,
true, false, accept, reject, ...). Without a `game` column the file is one game. A player's name is the person's, whose
games it ties together; players who are merely numbered 1 to N in every game are seats, and nobody knows who sat there.
Whatever contradicts the rules is refused with its line; whatever is missing too, or its round or game is left out.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

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
from humanlike.worlds.social_ultimatum.missing import LeftOut, Missing, Traces, tell_left_out
from humanlike.worlds.social_ultimatum.trace_rows import LEAVE, SESSION, check_rows, game_columns, line_of

COLUMNS = ("game", "round", "proposer", "recipient", "offer", "accepted")


def read_traces(
    source: Path | str | pd.DataFrame, *, endowment: int = 10, step: int = 1, missing: Missing = "refuse"
) -> Traces:
    """The games of a file or table, one OfferTable a group size (smallest first).

    Where an offer or an answer is `missing`, the file is refused, or the round or the game left out.
    """
    check_stakes(endowment, step)
    if isinstance(source, pd.DataFrame):
        name, words = "the table", _words(source, "The table")
    else:
        name, words = Path(source).name, _words(_read(Path(source)), str(source))
    rows = check_rows(words, endowment=endowment, step=step, source=name, missing=missing)
    return tables_from_rows(rows, endowment=endowment, step=step, source=name, missing=missing)


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
        if path.suffix == ".parquet":
            return pd.read_parquet(path)
        return pd.read_csv(path, dtype=str, skip_blank_lines=False)  # blank lines count when a line is named
    except FileNotFoundError as error:
        raise BadFile(f"There is no file {path}.") from error
    except (ValueError, OSError) as error:
        raise BadFile(f"{path} cannot be read as a table of offers: {error}") from error


def _words(frame: pd.DataFrame, source: str) -> pd.DataFrame:
    """The columns of a trace as text; blanks are absent."""
    frame = frame.reset_index(drop=True).dropna(how="all")
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


class _Game(NamedTuple):
    """One game of a file."""

    name: str
    session: str
    players: list[str]
    moves: npt.NDArray[np.int64]  # [rounds, players, (recipient, offer, accepted)]


def tables_from_rows(
    rows: pd.DataFrame, *, endowment: int, step: int, source: str = "trace", missing: Missing = "refuse"
) -> Traces:
    """Checked rows as arrays, games of one size together; what `missing` says of rounds that are not whole."""
    several = SESSION in rows.columns and rows.groupby("game")[SESSION].nunique(dropna=False).max() > 1
    games: list[_Game] = []
    left_out: list[LeftOut] = []
    for _, part in rows.groupby(game_columns(rows), sort=False, dropna=False):
        name = str(part["game"].iloc[0])
        session = str(part[SESSION].fillna("").iloc[0]) if SESSION in part.columns else ""
        game = _game(f"{session}:{name}" if several else name, session, part, source)
        whole, lost = _whole(game, part, missing, source)
        games += [] if whole is None else [whole]
        left_out += lost
    if not games:
        raise BadRecord(f"No game is left. {' '.join(tell_left_out(left_out))}")
    named = any(game.players != [str(seat + 1) for seat in range(len(game.players))] for game in games)
    sizes = sorted({len(game.players) for game in games})
    tables = [
        _table([game for game in games if len(game.players) == size], endowment, step, named=named)
        for size in sizes
    ]
    return Traces(tuple(tables), tuple(left_out))


def _game(name: str, session: str, rows: pd.DataFrame, source: str) -> _Game:
    """The rows of one game; what they lack is NO_OFFER."""
    where = f"{source}, line {line_of(rows.index[0])}"
    known = rows["why"].to_numpy() == ""
    complete = rows if known.all() else rows[known]
    players = _in_order(set(rows["proposer"].to_numpy(dtype=str)))
    if len(players) < 3:
        raise BadGame(
            f"{where}: game {name} has {len(players)} player(s) who make offers; the game needs at least 3."
        )
    last, n_rounds = int(rows["round"].max()), rows["round"].nunique()
    if last > 2 * n_rounds:
        raise BadRecord(
            f"{source}, line {line_of(rows['round'].idxmax())}: game {name} has a round {last}, but only {n_rounds} "
            "rounds are recorded; rounds count from 1, one by one."
        )
    number = {player: index for index, player in enumerate(players)}
    moves = np.full((last, len(players), 3), NO_OFFER, dtype=np.int64)
    who, to = (
        np.array([number[word] for word in complete[column].to_numpy(dtype=str)], dtype=np.int64)
        for column in ("proposer", "recipient")
    )
    rounds = complete["round"].to_numpy(dtype=np.int64)
    moves[rounds - 1, who] = np.column_stack([to, complete["offer"], complete["accepted"]])
    return _Game(name, session, players, moves)


def _whole(
    game: _Game, rows: pd.DataFrame, missing: Missing, source: str
) -> tuple[_Game | None, list[LeftOut]]:
    """The game with only whole rounds (or none of it), and what was left out."""
    absent = np.argwhere(game.moves[:, :, 0] == NO_OFFER)
    if not len(absent):
        return game, []
    if missing == "refuse":
        place, player = absent[0].tolist()
        raise BadRecord(_refusal(game, rows, place, player, source))
    whys = {
        (int(round_), str(who)): why
        for round_, who, why in zip(rows["round"], rows["proposer"], rows["why"], strict=True)
    }
    lost: dict[int, LeftOut] = {}
    for place, player in absent.tolist():
        who = game.players[player]
        why = whys.get((place + 1, who), "no offer by {}").format(who)
        lost.setdefault(place, LeftOut(game.name, place + 1, why))
    left = len(game.moves) - len(lost)
    if missing == "drop-game" or left < 2:
        first = next(iter(lost.values()))
        others = f", and {len(lost) - 1} more of {len(game.moves)} rounds" if len(lost) > 1 else ""
        return None, [LeftOut(game.name, 0, f"{first.why} in round {first.round}{others}")]
    moves = game.moves.copy()
    moves[list(lost)] = NO_OFFER
    ends = max(set(range(len(moves))) - set(lost)) + 1  # rounds left out at the end need no place
    return game._replace(moves=moves[:ends]), list(lost.values())


def _refusal(game: _Game, rows: pd.DataFrame, place: int, player: int, source: str) -> str:
    """Why a game with an absent offer is refused; an absent row has no line, so the nearest round's first is named."""
    line = line_of((rows["round"] - (place + 1)).abs().idxmin())
    return (
        f"{source}, line {line}: game {game.name}, player {game.players[player]} makes no offer in round {place + 1} "
        f"of {len(game.moves)}; players cannot vanish, everybody proposes in every round{LEAVE}."
    )


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
