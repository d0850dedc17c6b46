"""A kind of thing that has names: what it is called, what ships, what a user's own must be."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from humanlike.core import BadFile, BadRequest, HumanlikeError, look_up
from humanlike.naming.bringing import bring, is_module
from humanlike.naming.grammar import Word, as_module, parse_word

_checked: list[Any] = []  # a contract takes a second, and many functions ask for the same thing


@dataclass(frozen=True)
class Kind:
    """`accepts(object)` says whether an object is of the kind; `check(object)` refuses one that breaks its contract."""

    noun: str
    catalogue: Mapping[str, Any]
    accepts: Callable[[object], bool]
    check: Callable[[Any], Any] = lambda thing: thing

    def find(self, word: str) -> tuple[Any, Word]:
        """The thing a word names, and the word taken apart; the catalogue first, then files, then modules."""
        parsed = self.parsed(word)
        if parsed.brought:
            return self.brought(parsed), parsed
        if parsed.name not in self.catalogue and is_path(parsed.text):
            raise BadFile(f"There is no {self.noun} at '{parsed.text}'.")
        return look_up(self.noun, parsed.name, self.catalogue), parsed

    def parsed(self, word: str) -> Word:
        """The word taken apart; as MODULE:OBJECT where it is nothing that ships."""
        parsed = parse_word(word)
        if parsed.brought or parsed.name in self.catalogue:
            return parsed
        module = as_module(parsed)
        return module if module is not None and is_module(module.place) else parsed

    def could_be(self, word: str) -> bool:
        """Whether a word names something of this kind; a user's own thing is not held to its contract yet."""
        parsed = self.parsed(word)
        if not parsed.brought:
            return parsed.name in self.catalogue
        try:
            bring(self.noun, parsed.place, parsed.thing, self.accepts)
        except BadRequest:  # the file is there and holds other things
            return False
        return True

    def brought(self, word: Word) -> Any:
        """The checked object of a user's file."""
        found = bring(self.noun, word.place, word.thing, self.accepts)
        try:
            self.check_once(found)
        except HumanlikeError as error:
            raise BadRequest(f"'{word.place}': {error}") from error
        return found

    def given(self, thing: object) -> Any:
        """An object given from Python instead of a name."""
        if not self.accepts(thing):
            raise BadRequest(f"A {self.noun} or its name was expected, not {thing!r:.80}.")
        self.check_once(thing)
        return thing

    def check_once(self, thing: Any) -> None:
        """Hold a user's own thing to its contract, the first time it is met; what ships was tested."""
        if thing not in self.catalogue.values() and not any(thing is each for each in _checked):
            self.check(thing)
            _checked.append(thing)


def is_path(text: str) -> bool:
    """Whether a word can only mean a place on disk."""
    return "/" in text or text.startswith(("~", "."))


def refuse_tie(noun: str, word: str, in_catalogue: bool, on_disk: bool) -> None:
    """Refuse a word that means two things."""
    if in_catalogue and on_disk:
        raise BadRequest(
            f"'{word}' is a {noun} that ships and also a place here: write ./{Path(word)} for the one on disk, "
            "or rename it."
        )
