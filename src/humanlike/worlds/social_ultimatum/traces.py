"""Traces as a long table: game, round, proposer, recipient, offer, accepted; CSV or Parquet.

One row an offer. Rounds count from 1; players have any names; `accepted` is 1 or 0. Without a `game` column
the file is one game. Whatever contradicts the rules is refused with its line.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core import BadFile, BadGame, BadRecord, whole_number, write_atomically
from humanlike.similarity import NO_OFFER, OfferTable, check_stakes

COLUMNS = ("game", "round", "proposer", "recipient", "offer", "accepted")
ANSWERS = {"1": True, "0": False, "true": True, "false": False, "1.0": True, "0.0": False}


def read_traces(path: Path, *, endowment: int = 10, step: int = 1) -> list[OfferTable]:
    """The games of a file, one OfferTable a group size (smallest first)."""
    check_stakes(endowment, step)
    rows = check_rows(_read(path), endowment=endowment, step=step, source=path.name)
    return tables_from_rows(rows, endowment=endowment, step=step)


def write_traces(body: Sequence[OfferTable], path: Path) -> None:
    """Write a body of play as CSV, or as Parquet where the name ends so."""
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
        parts.append(
            pd.DataFrame(
                {
                    "game": np.array(table.names)[game],
                    "round": round_ + 1,
                    "proposer": player + 1,
                    "recipient": table.recipients[table.made].astype(np.int64) + 1,
                    "offer": table.offers[table.made].astype(np.int64),
                    "accepted": table.accepted[table.made].astype(np.int64),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def _read(path: Path) -> pd.DataFrame:
    try:
        frame = pd.read_parquet(path) if path.suffix == ".parquet" else pd.read_csv(path, dtype=str)
    except FileNotFoundError as error:
        raise BadFile(f"There is no file {path}.") from error
    except (ValueError, OSError) as error:
        raise BadFile(f"{path} cannot be read as a table of offers: {error}") from error
    if "game" not in frame:
        frame["game"] = "1"
    missing = [column for column in COLUMNS if column not in frame]
    if missing:
        raise BadFile(f"{path} lacks the column(s) {', '.join(missing)}; a trace has {', '.join(COLUMNS)}.")
    if frame.empty:
        raise BadRecord(f"{path} holds no offer at all.")
    words = frame[list(COLUMNS)].astype("string")
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
    refuse(rows.duplicated(["game", "round", "proposer"]), "a second offer by the same player in one round")
    refuse(numbers["round"] < 1, "rounds count from 1")
    return rows.assign(accepted=answer.astype(bool), round=numbers["round"], offer=numbers["offer"])


def tables_from_rows(rows: pd.DataFrame, *, endowment: int, step: int) -> list[OfferTable]:
    """Checked rows as arrays, games of one size together."""
    by_size: dict[int, list[tuple[str, npt.NDArray[np.int64]]]] = {}
    for name, game in rows.groupby("game", sort=False):
        moves = _game(str(name), game)
        by_size.setdefault(moves.shape[1], []).append((str(name), moves))
    return [_table(by_size[size], endowment, step) for size in sorted(by_size)]


def _game(name: str, game: pd.DataFrame) -> npt.NDArray[np.int64]:
    """One game as [rounds, players, (recipient, offer, accepted)]."""
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
    return moves


def _in_order(names: set[str]) -> list[str]:
    """Numbers as numbers, words as words."""
    numbers = {name: whole_number(name) for name in names}
    return sorted(names, key=lambda name: (numbers[name] is None, numbers[name] or 0, name))


def _table(games: list[tuple[str, npt.NDArray[np.int64]]], endowment: int, step: int) -> OfferTable:
    longest = max(len(moves) for _, moves in games)
    moves = np.full((len(games), longest, *games[0][1].shape[1:]), NO_OFFER, dtype=np.int64)
    for index, (_, own) in enumerate(games):
        moves[index, : len(own)] = own
    recipients = moves[..., 0].astype(np.int8)
    offers = np.maximum(moves[..., 1], 0).astype(np.int16)
    names = tuple(name for name, _ in games)
    return OfferTable(recipients, offers, moves[..., 2] == 1, endowment=endowment, step=step, names=names)
