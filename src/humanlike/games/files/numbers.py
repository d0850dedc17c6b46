"""Numbers in game files: decimals and fractions in, the shortest exact decimal out."""

import re
from fractions import Fraction

from humanlike.core import BadFile

NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
FRACTION = re.compile(r"[+-]?\d+/\d+")


def number(token: str, where: str) -> float:
    """A payoff such as 3, -0.5, 1e3 or 2/3.

    >>> number("1/4", "here")
    0.25
    """
    try:
        if NUMBER.fullmatch(token):
            return float(token)
        if FRACTION.fullmatch(token):
            return float(Fraction(token))
    except (ZeroDivisionError, OverflowError, ValueError) as error:
        raise BadFile(f"{where}: '{token[:30]}' is not a finite number.") from error
    raise BadFile(f"{where}: '{token[:30]}' is not a number.")


def whole_number(token: str, where: str) -> int:
    """A count such as 3; nine digits are more than any game has."""
    if not re.fullmatch(r"\d{1,9}", token, re.ASCII):
        raise BadFile(f"{where}: '{token[:30]}' is not a whole number.")
    return int(token)


def plain_number(value: float) -> int | float:
    """The number as files and JSON documents write it alike: whole ones without a point.

    >>> plain_number(21.0), plain_number(0.105)
    (21, 0.105)
    """
    return int(value) if value == int(value) and abs(value) < 1e15 else float(value)


def text_of_number(value: float) -> str:
    """The shortest text that reads back as the same number.

    >>> text_of_number(21.0), text_of_number(0.105)
    ('21', '0.105')
    """
    return repr(plain_number(value))
