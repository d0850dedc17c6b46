"""Machines of public data sets whose tables do not say what they are: what is known of them by name.

Rows of bots and confederates are there only because people met them. A table says so itself in its columns ``kind``,
``player_type`` and ``model`` (see `core.kind_columns`); this is for those that leave it out, or say only machine.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core.kind_columns import kinds_told
from humanlike.core.kinds import LANGUAGE_MODEL, MACHINE, PROGRAM
from humanlike.core.words import Words, different

Integers = npt.NDArray[np.int64]


class KnownMachines(NamedTuple):
    """The machines of a data set: how their labels begin, and what they are."""

    beginning: str
    kind: str
    model: str = ""  # empty: the label itself, up to a number sign
    named: bool = True  # whether it is known what they are called


MACHINES = {
    "pennies-vs-bots": KnownMachines("bot-", PROGRAM),
    "rps-vs-static-bots": KnownMachines("bot", PROGRAM),
    "akata-human-vs-gpt4": KnownMachines("gpt4", LANGUAGE_MODEL, "gpt-4"),
    "ultimatum-responders": KnownMachines("partner-", MACHINE, named=False),
}


def completed(columns: dict[str, Words], known: KnownMachines) -> dict[str, Words]:
    """Kind and model of every row, completed for the machines of a data set.

    Columns are ``subject``, and ``kind``, ``player_type`` and ``model`` where there are such.
    """
    subject = columns["subject"]
    theirs = np.array([name.startswith(known.beginning) for name in subject.names])[subject.codes]
    told = kinds_told(columns) or Words(np.zeros_like(subject.codes), [""])
    open_ = np.array([name in ("", MACHINE) for name in told.names])[told.codes] & theirs
    result = {"kind": _filled(told, open_, Words(np.zeros_like(subject.codes), [known.kind]))}
    if known.named:
        blank = Words(np.zeros_like(subject.codes), [""])
        model = columns.get("model", blank)
        unnamed = np.array([not name.strip() for name in model.names])[model.codes] & theirs
        names = [known.model or name.split("#")[0] for name in subject.names]
        result["model"] = _filled(model, unnamed, different(subject.codes, names))
    return result


def _filled(words: Words, where: npt.NDArray[np.bool_], other: Words) -> Words:
    """The words with others in some rows."""
    codes: Integers = np.where(where, other.codes + len(words.names), words.codes)
    return different(codes, [*words.names, *other.names])
