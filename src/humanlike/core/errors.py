"""What can go wrong, as a family.

::

    HumanlikeError              anything we can explain in a sentence (the command line exits with 2)
    ├── UnknownName             a name that no catalogue holds; says what was meant and what exists
    ├── BadGame                 payoffs that are no game: not numbers, ragged, no actions
    ├── BadParameters           parameters out of bounds, missing or not numbers
    ├── BadRecord               a line of data that contradicts its game or itself
    ├── BadFile                 a file that cannot be read as what it claims to be
    ├── BadRequest              a combination of options that cannot be carried out
    ├── NotEnoughInformation    a rule that would have to know more than the setting shows
    ├── UnsuitableGame          a rule, detector or measure that is not defined for this game
    ├── BrokenContract          somebody's own rule, emulator, detector or scoring system that does not do its part
    └── MissingExtra            an optional dependency that is not installed; names the extra

A message says what was given, what was meant, and what exists.
"""


class HumanlikeError(Exception):
    """Anything we can explain in a sentence."""


class UnknownName(HumanlikeError):
    """A name that no catalogue holds."""


class BadGame(HumanlikeError):
    """Payoffs that are no game."""


class BadParameters(HumanlikeError):
    """Parameters out of bounds, missing or not numbers."""


class BadRecord(HumanlikeError):
    """A line of data that contradicts its game or itself."""


class BadFile(HumanlikeError):
    """A file that cannot be read as what it claims to be."""


class BadRequest(HumanlikeError):
    """A combination of options that cannot be carried out."""


class NotEnoughInformation(HumanlikeError):
    """A rule that would have to know more than the setting shows."""


class UnsuitableGame(HumanlikeError):
    """A rule, detector or measure that is not defined for this game."""


class BrokenContract(HumanlikeError):
    """Somebody's own rule, emulator, detector or scoring system that does not do its part."""


class MissingExtra(HumanlikeError):
    """An optional dependency that is not installed."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs {package}; install it with: pip install 'humanlike[{extra}]'")
