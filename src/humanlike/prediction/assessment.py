"""What a run over Table 1 was asked for (Settings) and what it found (Assessment)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from humanlike.core import BadRequest, Information, Matching, Units
from humanlike.engine.replay import FLOOR
from humanlike.prediction.criteria import USUAL_LEVELS, USUAL_MEASURES, USUAL_METHODS, Criterion
from humanlike.prediction.observations import Floats


@dataclass(frozen=True)
class Settings:
    """What to compute, and how carefully."""

    measures: tuple[str, ...] = USUAL_MEASURES
    methods: tuple[str, ...] = USUAL_METHODS
    levels: tuple[str, ...] = USUAL_LEVELS
    n_simulations: int = 10_000  # S
    n_resamples: int = 500
    expectation: Literal["exact", "simulated"] = "exact"  # how M(Y,X) is obtained
    uncertain: bool = False  # let predictions carry the uncertainty of the parameters
    floor: float = FLOOR  # the smallest chance that enters a logarithm
    block: int = 10  # rounds whose shares are taken together by M(bY,bP) and M(bY,bQ)
    matching: Matching | None = None  # of complete simulations; None: as people were matched
    information: str = Information.GAME.word  # what players saw; rules that need more are left out

    def __post_init__(self) -> None:
        if self.block < 1:
            raise BadRequest(f"A block holds 1 round at least, not {self.block}.")
        if self.n_simulations < 1 or self.n_resamples < 0:
            raise BadRequest(
                f"At least 1 simulation and 0 resamples are needed, not {self.n_simulations} and {self.n_resamples}."
            )
        Information.called(self.information)
        if not 0 < self.floor < 1:
            raise BadRequest(f"The floor of a chance lies between 0 and 1, not {self.floor:g}.")


@dataclass(frozen=True, eq=False)
class Assessment:
    """How every rule did by every criterion."""

    rules: tuple[str, ...]
    criteria: tuple[Criterion, ...]
    values: Floats  # [criteria, rules]; NaN where undefined
    resamples: Floats  # [criteria, rules, resamples]
    undefined: Mapping[Criterion, str]  # why a criterion has no value at all
    kuipers_undefined: Mapping[str, int]  # per game: subjects who used one action only
    n_units: Mapping[str, int]  # per game
    n_observations: Mapping[str, int]  # per game: choices predicted
    settings: Settings
    split: str = ""  # what the parameters were fitted to and what was predicted
    sources: Mapping[str, str] = field(default_factory=dict)  # per rule: where its parameters come from
    caveats: tuple[str, ...] = ()  # what the intervals leave out
    unit: str = "match"  # what is taken as independent
    caveat: str = ""  # which way that errs
    n_independent: int = 0  # how many of them are predicted, in all games together
    freedom: Mapping[str, int] = field(default_factory=dict)  # per game and for all: degrees of freedom

    @property
    def independent(self) -> str:
        """What is taken as independent, in words, with what that leaves out."""
        counted = Units(self.unit, (), self.n_independent, "").sentence
        return " ".join([counted, *self.caveats])

    def of(self, criterion: Criterion) -> Floats:
        """The values of one criterion, shape [rules]."""
        return np.asarray(self.values[self.row(criterion)])

    def row(self, criterion: Criterion) -> int:
        """Where a criterion stands."""
        if criterion not in self.criteria:
            raise BadRequest(f"{criterion.title} was not computed.")
        return self.criteria.index(criterion)

    @property
    def defined(self) -> tuple[Criterion, ...]:
        """The criteria that have values."""
        return tuple(each for each in self.criteria if each not in self.undefined)

    @property
    def games(self) -> tuple[str, ...]:
        """Every game, then all of them together if there are several."""
        return tuple(dict.fromkeys(each.game for each in self.criteria))
