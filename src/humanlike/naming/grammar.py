"""The grammar of names, the same in every command.

::

    NAME[:SETTING][+OPTION...]         ewa   ewa:mixed-model-a   cournot+lapse   power:exponent=1.5
    FILE.py[:OBJECT][:SETTING][+OPTION...]      my_rule.py:RULE+lapse
    MODULE:OBJECT[:SETTING][+OPTION...]         my_package.rules:RULE
    mix(WORD[:SHARE],...)              mix(ewa:.5,cournot:.5)
    first(WORD,WORD,...)               first(coordination,payoff-change)
    llm:MODEL[/WAY][+stored]           llm:smollm2/persona   llm:my_model.toml   (`language_models`)

Lists are separated by commas outside brackets. What a setting means is the kind's affair: a parameter set of a rule,
parameters of a scoring system, a count. A word found in a catalogue *and* on disk is refused; `./NAME` always means
the file.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from humanlike.core import BadParameters, BadRequest

FILE = re.compile(
    r"^(?P<file>.+\.py)(?::(?P<object>[A-Za-z_]\w*))?(?::(?P<setting>[^+:]*))?(?P<options>(?:\+[\w-]+)*)$"
)
MODULE = re.compile(
    r"^(?P<module>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):(?P<object>[A-Za-z_]\w*)(?::(?P<setting>[^+:]*))?"
    r"(?P<options>(?:\+[\w-]+)*)$"
)
MIXTURE = re.compile(r"^mix\((?P<members>.*)\)$", flags=re.S)
FIRST = re.compile(r"^first\((?P<members>.*)\)$", flags=re.S)


class Word(NamedTuple):
    """One name, taken apart; `place` and `thing` are set for a user's file or module."""

    text: str
    name: str
    setting: str = ""
    options: tuple[str, ...] = ()
    place: str = ""  # FILE.py or MODULE
    thing: str = ""  # OBJECT; empty: the only one of its kind in the file

    @property
    def brought(self) -> bool:
        """Whether the word names an object in a user's file."""
        return bool(self.place)


class Share(NamedTuple):
    """A member of a mixture and how much of the population it makes up."""

    word: str
    weight: float


def parse_word(text: str) -> Word:
    """A word of the catalogue or of a user's file, taken apart.

    >>> parse_word("ewa:mixed-model-a+lapse")
    Word(text='ewa:mixed-model-a+lapse', name='ewa', setting='mixed-model-a', options=('lapse',), place='', thing='')
    >>> parse_word("rules/mine.py:RULE+lapse")[4:], parse_word("mine.py").thing
    (('rules/mine.py', 'RULE'), '')
    """
    text = text.strip()
    match = FILE.match(text)
    if match:
        return Word(
            text, _stem(match), match["setting"] or "", _options(match), match["file"], match["object"] or ""
        )
    base, *options = text.split("+")
    name, _, setting = base.partition(":")
    return Word(text, name, setting, tuple(options))


def as_module(word: Word) -> Word | None:
    """The same word read as MODULE:OBJECT, or None if it cannot be one."""
    match = MODULE.match(word.text)
    if match is None:
        return None
    return Word(
        word.text, _stem(match), match["setting"] or "", _options(match), match["module"], match["object"]
    )


def _stem(match: "re.Match[str]") -> str:
    """What to call a brought thing until it says its own name."""
    place = match.groupdict().get("file") or match["module"]
    return f"{place}:{match['object']}" if match["object"] else place


def _options(match: "re.Match[str]") -> tuple[str, ...]:
    return tuple(filter(None, match["options"].split("+")))


def split_words(text: str) -> tuple[str, ...]:
    """The words of a list, separated by commas outside brackets, each once.

    >>> split_words("ewa, mix(ewa:.5,cournot:.5), ewa")
    ('ewa', 'mix(ewa:.5,cournot:.5)')
    """
    return tuple(dict.fromkeys(split_list(text)))


def split_list(text: str) -> list[str]:
    """The words of a list, separated by commas outside brackets, in their places: seats may hold one thing twice."""
    words, depth, current = [], 0, ""
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            words.append(current)
            current = ""
        else:
            current += letter
    return [word.strip() for word in (*words, current) if word.strip()]


def parse_mixture(text: str) -> tuple[Share, ...] | None:
    """The members of `mix(...)` with their shares (equal ones where none is said), or None for any other word.

    >>> parse_mixture("mix(ewa:mixed-model-a:.75,cournot:.25)")
    (Share(word='ewa:mixed-model-a', weight=0.75), Share(word='cournot', weight=0.25))
    >>> [share.weight for share in parse_mixture("mix(ewa,cournot)")]
    [0.5, 0.5]
    """
    match = MIXTURE.match(text.strip())
    if match is None:
        return None
    parts = [_share(word) for word in split_list(match["members"])]
    if not parts:
        raise BadRequest(f"'{text}' mixes nobody; for example mix(ewa:.5,cournot:.5).")
    said = [weight is not None for _, weight in parts]
    if any(said) and not all(said):
        raise BadRequest(f"'{text}' gives some shares and not others; give all, or none for equal shares.")
    if len({word for word, _ in parts}) < len(parts):
        raise BadRequest(f"'{text}' names somebody twice.")
    weights = [1 / len(parts) if weight is None else weight for _, weight in parts]
    if min(weights) <= 0 or abs(sum(weights) - 1) > 1e-6:
        raise BadRequest(f"'{text}': shares are above 0 and sum to 1, not {sum(weights):g}.")
    return tuple(Share(word, weight) for (word, _), weight in zip(parts, weights, strict=True))


def parse_first(text: str) -> tuple[str, ...] | None:
    """The members of `first(...)` in their order, or None for any other word.

    >>> parse_first("first(coordination, mine.py:DETECTOR)"), parse_first("coordination")
    (('coordination', 'mine.py:DETECTOR'), None)
    """
    match = FIRST.match(text.strip())
    return None if match is None else tuple(split_list(match["members"]))


def parts_of(text: str) -> tuple[str, ...]:
    """The words a word is made of: the members of `mix(...)` or `first(...)`, right or wrong, or the word alone.

    >>> parts_of("first(coordination,entries/mine)"), parts_of("mix(ewa:.5,cournot:.5)"), parts_of("ewa")
    (('coordination', 'entries/mine'), ('ewa', 'cournot'), ('ewa',))
    """
    members = parse_first(text)
    if members is not None:
        return tuple(part for member in members for part in parts_of(member))
    mixture = MIXTURE.match(text.strip())
    return (text,) if mixture is None else tuple(_share(word)[0] for word in split_list(mixture["members"]))


def _share(word: str) -> tuple[str, float | None]:
    """A member and its share, if the last part is a number."""
    head, _, tail = word.rpartition(":")
    try:
        return (head, float(tail)) if head else (word, None)
    except ValueError:
        return word, None


def assignments(words: Sequence[str] | Mapping[str, float]) -> dict[str, float]:
    """`name=value` words as numbers by name; a mapping is one already.

    >>> assignments(["alpha=.3"])
    {'alpha': 0.3}
    """
    if isinstance(words, Mapping):
        return dict(words)
    values = {}
    for word in words:
        name, equals, number = word.partition("=")
        try:
            values[name.strip()] = float(number)
        except ValueError:
            raise BadParameters(f"'{word}' should be name=number, for example alpha=.3.") from None
        if not equals:
            raise BadParameters(f"'{word}' should be name=number, for example alpha=.3.")
    return values
