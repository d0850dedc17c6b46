"""Language models: `llm:smollm2`, `llm:smollm2/persona`, `llm:my_model.toml/plain`, each with `+stored`.

::

    llm:NAME[/WAY][+stored]          a model that ships
    llm:FILE.toml[/WAY][+stored]     a model of yours: where it listens, how it is asked, what it may cost

The way of asking is the description's own where none is named. `+stored` plays from the book of answers alone.
"""

import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

from humanlike.core import BadRequest, look_up
from humanlike.language_models import SHIPPED, WAYS, ModelDescription, read_description

if TYPE_CHECKING:
    from humanlike.emulators.language_model import LanguageModelPlayer

PREFIX = "llm:"
STORED = "stored"
IN_A_FILE = re.compile(r"^(?P<file>.*\.toml)(?:/(?P<way>[^/]*))?$")


def is_language_model_word(word: str) -> bool:
    """Whether a word means a language model."""
    return word.strip().startswith(PREFIX)


def file_of_model(word: str) -> str:
    """The file that describes the model of a word; empty for models that ship and for other words.

    >>> file_of_model("llm:models/mine.toml/plain+stored"), file_of_model("llm:smollm2/plain"), file_of_model("ewa")
    ('models/mine.toml', '', '')
    """
    found = IN_A_FILE.match(_taken_apart(word)[0]) if is_language_model_word(word) else None
    return found["file"] if found else ""


def find_language_model(word: str) -> "LanguageModelPlayer":
    """The model a word names and how it is asked; nobody is asked anything yet."""
    from humanlike.emulators.language_model import (
        LanguageModelPlayer,
    )  # loads JAX, which a mere word needs not

    text, options = _taken_apart(word)
    for option in options:
        look_up("option of a language model", option, {STORED: True})
    found = IN_A_FILE.match(text)
    if found:
        description, way = read_description(Path(found["file"]).expanduser()), found["way"]
    else:
        name, _, way = text.partition("/")
        description = _shipped(name)
    return LanguageModelPlayer(
        description, look_up("way of asking", way or description.way, WAYS), STORED in options
    )


def digest_of_model(file: str) -> str:
    """SHA-256 of what a file says a model is and how it is asked; budget, rate and prices may change meanwhile."""
    told = read_description(Path(file).expanduser()).model_dump_json(
        exclude={"budget", "prices", "rate", "answers"}
    )
    return hashlib.sha256(told.encode()).hexdigest()


def _shipped(name: str) -> ModelDescription:
    if not name:
        raise BadRequest(f"'{PREFIX}' names no model; for example llm:smollm2/plain, or llm:my_model.toml.")
    return look_up("language model", name, SHIPPED)


def _taken_apart(word: str) -> tuple[str, list[str]]:
    """What stands between the prefix and the options, and the options."""
    text, *options = word.strip().removeprefix(PREFIX).split("+")
    return text, options
