"""From a name on the command line to a scoring system.

Plain names stand for themselves; families take parameters after a colon:
`truncated-logarithmic:K=50`, `power:exponent=1.5`, `beta:left=1,right=1`.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from humanlike.core import BadParameters, look_up
from humanlike.scoring.exhibits import EXHIBITS
from humanlike.scoring.generator import beta_generator, power_generator
from humanlike.scoring.system import Incentive, ScoringSystem
from humanlike.scoring.systems import (
    LOGARITHMIC,
    QUADRATIC,
    SPHERICAL,
    gambling_house,
    truncated_logarithmic,
)

SYSTEMS: Mapping[str, ScoringSystem] = {
    system.name: system for system in (LOGARITHMIC, QUADRATIC, SPHERICAL, truncated_logarithmic())
}


def _power_house(exponent: float = 1.0, factor: float = 1.0) -> ScoringSystem:
    return gambling_house(
        power_generator(exponent, factor), name=f"power:exponent={exponent:g},factor={factor:g}"
    )


def _beta_house(left: float = 1.0, right: float = 1.0) -> ScoringSystem:
    return gambling_house(beta_generator(left, right), name=f"beta:left={left:g},right={right:g}")


Made = TypeVar("Made")

FAMILIES: Mapping[str, Callable[..., ScoringSystem]] = {
    "truncated-logarithmic": truncated_logarithmic,
    "power": _power_house,
    "beta": _beta_house,
}


def find_system(name: str) -> ScoringSystem:
    """The system called `name`, with parameters if it is of a family.

    >>> find_system("truncated-logarithmic:K=50").title
    'Truncated logarithmic, K = 50'
    """
    family, _, words = name.partition(":")
    look_up("scoring system", family, {key: None for key in (*SYSTEMS, *FAMILIES)})
    if family in FAMILIES:
        return make_with_words(family, FAMILIES[family], words)
    if words:
        raise BadParameters(f"The {family} system takes no parameters, but '{words}' was given.")
    return SYSTEMS[family]


def find_incentive(name: str) -> Incentive:
    """The system or the improper exhibit called `name`.

    >>> find_incentive("floored-logarithm:epsilon=0.05").title
    'Floored logarithm (improper)'
    """
    family, _, words = name.partition(":")
    if family in EXHIBITS:
        return make_with_words(family, EXHIBITS[family], words)
    look_up("scoring system or exhibit", family, {key: None for key in (*SYSTEMS, *FAMILIES, *EXHIBITS)})
    return find_system(name)


def make_with_words(family: str, maker: Callable[..., Made], words: str) -> Made:
    """`maker` called with parameters written as 'name=number,name=number'."""
    parameters: dict[str, float] = {}
    for word in filter(None, words.split(",")):
        key, _, value = word.partition("=")
        try:
            parameters[key.strip()] = float(value)
        except ValueError:
            raise BadParameters(f"{family}: '{word}' is not of the form name=number.") from None
    try:
        return maker(**parameters)
    except TypeError:
        raise BadParameters(f"{family} does not take these parameters: {', '.join(parameters)}.") from None
