"""Bodies of play of either kind: plays of matrix games, or traces of Social Ultimatum Games."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from humanlike.core import BadRequest, OfferTable, Play, look_up
from humanlike.naming.bringing import bring
from humanlike.naming.grammar import parse_word, split_words
from humanlike.naming.plays import PlaysWord, find_plays, title_of
from humanlike.similarity.bodies import stratum_of
from humanlike.worlds.social_ultimatum import Traces, find_missing, read_traces

BodyWord = PlaysWord | OfferTable | Traces
PROPOSER = "proposer"  # the column that only traces have


def find_body(
    word: BodyWord,
    *,
    games: str = "",
    endowment: int = 10,
    step: int = 1,
    missing: str = "refuse",
    seed: int = 1,
) -> Traces | list[Play]:
    """The plays or the tables of offers a word names; of these `games` (or '5 players') only if any are named.

    `endowment` and `step` are the stakes of traces, which a file does not say; `missing` is what to do about gaps.
    """
    traces = _traces(word, endowment, step, missing)
    if traces is None:
        return find_plays(_brought(word), games=games, seed=seed)
    known = {stratum_of(table): table for table in traces}
    names = split_words(games)
    if not names:
        return traces
    chosen = tuple(look_up("game in this body of play", name, known) for name in names)
    return Traces(chosen, traces.left_out)


def find_traces(
    word: BodyWord,
    *,
    endowment: int = 10,
    step: int = 1,
    missing: str = "refuse",
    groups: str | int | Sequence[int] = "",
) -> Traces:
    """The tables of offers a word names; a file is read as traces, whatever it looks like.

    Of these only games of `groups` of so many players, if any are named: '5', or '3,5'.
    """
    given = _brought(word)
    traces = (
        read_traces(given, endowment=endowment, step=step, missing=find_missing(missing))
        if isinstance(given, str | Path | pd.DataFrame)
        else _traces(given, endowment, step, missing)
    )
    if traces is None:
        raise BadRequest(f"Traces of Social Ultimatum Games were expected, not {given!r:.80}.")
    sizes = split_words(groups) if isinstance(groups, str) else np.atleast_1d(groups).astype(str).tolist()
    if not sizes:
        return traces
    known = {str(table.n_players): table for table in traces}
    return Traces(
        tuple(look_up("group size in these traces", size, known) for size in sizes), traces.left_out
    )


def _traces(word: BodyWord, endowment: int, step: int, missing: str) -> Traces | None:
    """Tables of offers, or None where the word names something else."""
    choice = find_missing(missing)
    given = _brought(word)
    if isinstance(given, Traces):
        return given
    if isinstance(given, OfferTable):
        return Traces((given,))
    if isinstance(given, list | tuple) and any(isinstance(part, OfferTable) for part in given):
        return Traces(tuple(given))
    if _is_trace(given):
        return read_traces(given, endowment=endowment, step=step, missing=choice)
    return None


def _is_trace(word: Any) -> bool:
    """Whether a table or a file has proposers."""
    if isinstance(word, pd.DataFrame):
        return PROPOSER in word.columns
    if not isinstance(word, str | Path):
        return False
    path = Path(word).expanduser()
    if path.suffix != ".csv" or not path.is_file():
        return False
    with path.open(encoding="utf-8", errors="replace") as file:
        return PROPOSER in file.readline()


def _brought(word: BodyWord) -> Any:
    """The object of a user's file; any other word as it is."""
    if not isinstance(word, str):
        return word
    parsed = parse_word(word)
    if not parsed.place.endswith(".py"):
        return word
    return bring("body of play", parsed.place, parsed.thing, _is_body)


def _is_body(thing: object) -> bool:
    parts: Sequence[object] = thing if isinstance(thing, list | tuple) else [thing]
    return bool(parts) and all(isinstance(part, Play | OfferTable | pd.DataFrame) for part in parts)


def title_of_body(word: BodyWord, otherwise: str) -> str:
    """A body of play in a sentence or a title; `otherwise` what to call an object without a name."""
    return title_of(word) if isinstance(word, str | Path | Play) else otherwise
