"""The scoring systems that ship.

Plain names stand for themselves; families take parameters, on the command line after a colon:
`truncated-logarithmic:K=50`, `power:exponent=1.5`, `beta:left=1,right=1`,
`threshold:at=.25,weight=10`.
"""

from collections.abc import Callable, Mapping

from humanlike.scoring.generator import beta_generator, power_generator
from humanlike.scoring.system import ScoringSystem
from humanlike.scoring.systems import (
    LOGARITHMIC,
    QUADRATIC,
    SPHERICAL,
    gambling_house,
    threshold_system,
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


FAMILIES: Mapping[str, Callable[..., ScoringSystem]] = {
    "truncated-logarithmic": truncated_logarithmic,
    "power": _power_house,
    "beta": _beta_house,
    "threshold": threshold_system,
}
