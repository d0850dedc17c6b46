"""Who made the moves: a human, a program, a language model, or a machine of which no more is known."""

from collections.abc import Mapping
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from humanlike.core.errors import BadRecord
from humanlike.core.labels import Labels

HUMAN, PROGRAM, LANGUAGE_MODEL, MACHINE = "human", "program", "language model", "machine"
KINDS = (HUMAN, PROGRAM, LANGUAGE_MODEL, MACHINE)
PLURALS = {HUMAN: "people", PROGRAM: "programs", LANGUAGE_MODEL: "language models", MACHINE: "machines"}
SYNONYMS = {"bot": PROGRAM, "llm": LANGUAGE_MODEL, "language-model": LANGUAGE_MODEL}
Of = TypeVar("Of")


def kind_of(word: str) -> str | None:
    """The kind that a word means; empty where it says nothing, None for a word nobody knows.

    >>> kind_of(" LLM "), kind_of("human"), kind_of(""), kind_of("cyborg")
    ('language model', 'human', '', None)
    """
    text = word.strip().lower().replace("_", "-")
    return text if text in ("", *KINDS) else SYNONYMS.get(text)


def are_human(kinds: Labels) -> npt.NDArray[np.bool_]:
    """Which rows people stand behind; a kind that does not exist is refused."""
    names = kinds.names or ()
    for word in kinds.different():
        if word not in KINDS:
            raise BadRecord(f"A player is {', '.join(KINDS)}, not '{word[:40]}'.")
    return np.array([name == HUMAN for name in names], dtype=np.bool_)[kinds.codes]


def in_order_of_kinds(found: Mapping[str, Of]) -> dict[str, Of]:
    """What is found of each kind, people first."""
    return {kind: found[kind] for kind in KINDS if kind in found}


def kinds_in_words() -> str:
    """What a column of kinds may say."""
    return "it is human, program, language model (llm) or machine, or left empty for human"
