"""What a table says of who made the moves.

A column ``kind`` says it; ``player_type`` may say more precisely what sort of machine it was (llm or program where
``kind`` says machine), and ``model`` is its name. They belong to a seat, not to a single choice.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from humanlike.core.errors import BadRecord
from humanlike.core.kinds import HUMAN, KINDS, MACHINE, kind_of, kinds_in_words
from humanlike.core.words import Words, different

KIND_COLUMNS = ("kind", "player_type")

Integers = npt.NDArray[np.int64]
_NUMBER = {word: number for number, word in enumerate(("", *KINDS))}


def read_as_kinds(column: str, words: Words) -> bool:
    """Whether a column says of which kind players are; player types of another meaning are left alone."""
    return column == "kind" or all(kind_of(name) is not None for name in words.names)


def kinds_told(columns: Mapping[str, Words]) -> Words | None:
    """The kind that is told for each row, empty where nothing is; None if no column tells it.

    Of two columns the more precise one counts: a machine may turn out to be a language model, a human may not.
    """
    told = [columns[name] for name in KIND_COLUMNS if name in columns and read_as_kinds(name, columns[name])]
    if not told:
        return None
    rows = [_numbers(words)[words.codes] for words in told]
    result = rows[0]
    for finer in rows[1:]:
        machine = (result == _NUMBER[MACHINE]) & (finer > _NUMBER[HUMAN])
        result = np.where((result == _NUMBER[""]) | machine, finer, result)
    return different(result, list(_NUMBER))


def contradict(columns: Mapping[str, Words]) -> npt.NDArray[np.bool_]:
    """Rows whose kind and player type cannot both be true."""
    kind, finer = (columns[name] for name in KIND_COLUMNS)
    if not read_as_kinds("player_type", finer):
        return np.zeros(len(kind.codes), dtype=np.bool_)
    one, other = _numbers(kind)[kind.codes], _numbers(finer)[finer.codes]
    silent = (one == _NUMBER[""]) | (other == _NUMBER[""])
    machines = ((one == _NUMBER[MACHINE]) & (other > _NUMBER[HUMAN])) | (
        (other == _NUMBER[MACHINE]) & (one > _NUMBER[HUMAN])
    )
    return np.asarray(~silent & (one != other) & ~machines)


def _numbers(words: Words) -> Integers:
    """The number of the kind each different word means."""
    for name in words.names:
        if kind_of(name) is None:
            raise BadRecord(f"The kind '{name[:40]}' is unknown; {kinds_in_words()}.")
    return np.array([_NUMBER[kind_of(name) or ""] for name in words.names], dtype=np.int64)
