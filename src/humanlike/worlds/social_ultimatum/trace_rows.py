"""The rows of a trace, one by one: words become numbers, or a sentence names the first line that cannot be."""

from typing import Any

import numpy as np
import pandas as pd

from humanlike.core import BadRecord
from humanlike.worlds.social_ultimatum.missing import Missing

SESSION = "session"  # optional
YES = ("1", "1.0", "yes", "y", "true", "accept", "accepted")
NO = ("0", "0.0", "no", "n", "false", "reject", "rejected", "refuse", "refused")
ANSWERS = dict.fromkeys(YES, True) | dict.fromkeys(NO, False)
LEAVE = "; --missing drop-round or drop-game leaves it out"


def game_columns(rows: pd.DataFrame) -> list[str]:
    """What tells games apart."""
    return [SESSION, "game"] if SESSION in rows.columns else ["game"]


def line_of(place: Any) -> int:
    """The line of the file on which a row stands, by its index, which counts the lines below the heading from 0."""
    return int(place) + 2


def _strangers(rows: pd.DataFrame) -> Any:
    """Rows whose recipient makes no offer in the whole game: a misspelt name, never a gap."""
    columns = game_columns(rows)
    proposers = pd.MultiIndex.from_frame(rows[[*columns, "proposer"]].fillna("").astype(str))
    recipients = pd.MultiIndex.from_frame(rows[[*columns, "recipient"]].fillna("").astype(str))
    return rows["recipient"].notna().to_numpy() & ~recipients.isin(proposers)


def _players(rows: pd.DataFrame, row: "pd.Series[Any]") -> str:
    """Who makes offers in the game of a row, in words."""
    game = (rows[game_columns(rows)].fillna("") == row[game_columns(rows)].fillna("")).all(axis=1)
    return ", ".join(map(str, rows.loc[game, "proposer"].dropna().unique()))


def check_rows(
    rows: pd.DataFrame, *, endowment: int, step: int, source: str = "trace", missing: Missing = "refuse"
) -> pd.DataFrame:
    """The rows with numbers for words; `why` says what a row lacks, which is refused unless it is to be left out."""

    def refuse(wrong: Any, sentence: str) -> None:
        wrong = np.asarray(wrong, dtype=bool)
        if wrong.any():
            row = rows.iloc[int(np.flatnonzero(wrong)[0])]
            said = row.fillna("not given").to_dict() | {"players": _players(rows, row)}
            where = "(game {game}, round {round}, proposer {proposer})"
            raise BadRecord(f"{source}, line {line_of(row.name)} " + f"{where}: {sentence}.".format_map(said))

    refuse(rows[["game", "round", "proposer"]].isna().any(axis=1), "game, round and proposer must be given")
    nothing_offered = rows["recipient"].isna() | rows["offer"].isna()
    unanswered = rows["accepted"].isna()
    if missing == "refuse":
        refuse(nothing_offered & ~unanswered, f"an answer to an offer never made{LEAVE}")
        refuse(nothing_offered, f"no recipient or no amount; everybody makes an offer in every round{LEAVE}")
        refuse(unanswered, f"the offer was never answered{LEAVE}")
    answer = rows["accepted"].str.lower().map(ANSWERS)
    refuse(
        answer.isna() & ~unanswered,
        "accepted is '{accepted}'; it must be yes or no (1/0, true/false, accept/reject, accepted/rejected)",
    )
    numbers = rows[["round", "offer"]].apply(pd.to_numeric, errors="coerce").astype(float)
    unreadable = numbers["offer"].isna() & rows["offer"].notna()
    refuse(
        unreadable | ~np.isfinite(numbers["round"]) | (numbers["round"] % 1 != 0),
        "round and offer must be numbers",
    )
    refuse((rows["recipient"] == rows["proposer"]).fillna(False), "a player makes an offer to themselves")
    refuse(_strangers(rows), "{recipient} receives offers but never makes one; the players are {players}")
    outside = (numbers["offer"] < 0) | (numbers["offer"] > endowment)
    refuse(outside, f"the offer lies outside 0..{endowment}")
    refuse(
        numbers["offer"].notna() & (numbers["offer"] % step != 0),
        f"the offer is no multiple of the step {step}",
    )
    refuse(
        rows.duplicated([*game_columns(rows), "round", "proposer"]),
        "a second offer by the same player in one round",
    )
    refuse(numbers["round"] < 1, "rounds count from 1")
    why = np.select([nothing_offered, unanswered], ["no offer by {}", "{}'s offer was never answered"], "")
    return rows.assign(
        accepted=answer.fillna(False).astype(bool), round=numbers["round"], offer=numbers["offer"], why=why
    )
