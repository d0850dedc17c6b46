"""Users' own code: which words run it in this process, outside any sandbox, and from which files it comes."""

import importlib.util
from collections.abc import Container
from pathlib import Path

from humanlike.core import BadFile
from humanlike.naming.entries import is_entry
from humanlike.naming.grammar import Word, as_module, parse_word, parts_of
from humanlike.naming.language_models import digest_of_model, is_language_model_word
from humanlike.naming.user_files import digest_of_file


def places_of(word: str, catalogue: Container[str]) -> tuple[str, ...]:
    """The files and modules a word takes objects from: FILE.py or MODULE, each once.

    `catalogue` holds the words of the kind that ship; a program in an entry directory has its sandbox.

    >>> places_of("mix(mine.py:RULE,ewa)", {"ewa"}), places_of("ewa:fitted", {"ewa"}), places_of("rules:MINE", {"ewa"})
    (('mine.py',), (), ('rules',))
    """
    parts = [each for each in parts_of(word) if not is_entry(each) and not is_language_model_word(each)]
    places = [_place(parse_word(each), catalogue) for each in parts]
    return tuple(dict.fromkeys(place for place in places if place))


def _place(word: Word, catalogue: Container[str]) -> str:
    if word.brought or word.name in catalogue:
        return word.place
    module = as_module(word)
    return "" if module is None else module.place


def digest_of(place: str) -> str:
    """SHA-256 of a user's file, or of the file a module comes from, with the neighbours it imports; of a model's."""
    if place.endswith(".toml"):
        return digest_of_model(place)
    return digest_of_file(Path(place) if place.endswith(".py") else _file_of_module(place))


def _file_of_module(name: str) -> Path:
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, AttributeError, ValueError):
        found = None
    if found is None or found.origin is None:
        raise BadFile(f"There is no module '{name}'.")
    return Path(found.origin)
