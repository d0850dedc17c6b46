"""Every claim of certainty, in worlds whose truth is known: how often it is wrong, and what it is still worth.

A claim passes if the 99 % Clopper-Pearson interval of how often it was wrong reaches what is allowed, or lies below.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from scipy.stats import binomtest

from humanlike.core import Streams
from humanlike.statistics import power_of
from humanlike.work import Effort, Workforce
from results.studies.coverage_designs import comparisons
from results.studies.coverage_designs.outcome import Outcome
from results.study import Desk, Needs, Study

SEED = 2026
MANY, SOME = 1000, 300  # repetitions: where one takes under a second, and otherwise


@dataclass(frozen=True)
class Claim:
    """What the package says, the world in which it is tried, and how often it may be wrong there."""

    says: str
    world: str
    design: Callable[[Streams, int], Outcome]
    allowed: float = 0.05
    repetitions: int = MANY
    before: str = ""  # how often version 0.1 was wrong in the same world


COMPARISONS = (
    *(
        Claim(
            f"{name} of `compare` and `market compare` holds the difference, 95 %",
            f"two variants in the same {n} markets, scores correlated .7",
            partial(comparisons.paired_interval, n=n, way=way),
            before=before,
        )
        for n in (10, 40)
        for name, way, before in (
            ("the paired interval", "paired", ""),
            ("the bootstrap interval", "bootstrap", ".10" if n == 10 else ""),
            ("the interval of independent groups", "independent", ""),
        )
    ),
    *(
        Claim(
            f"{name} of `compare` is at most .05",
            "two equal variants in the same 12 markets",
            partial(comparisons.paired_p_value, n=12, test=test),
        )
        for name, test in (
            ("the paired t-test's p", "paired"),
            ("Wilcoxon's p", "wilcoxon"),
            ("the permutation test's p", "permutation"),
            ("the p of independent groups", "independent"),
        )
    ),
    Claim(
        "a variant differs from the baseline, by Holm, 5 % over all",
        "five equal variants and a baseline, 12 markets",
        comparisons.many_variants,
    ),
    Claim(
        "`power`: 34 pairs find half a standard deviation with this chance",
        "normal differences",
        partial(comparisons.planned_power, effect=0.5, n=34),
        allowed=1 - power_of("paired", 0.5, 34, 0.05),
    ),
    Claim(
        "games planned from a pilot find the difference in 80 % of studies",
        "a pilot of 30 pairs",
        comparisons.pilot_plan,
        allowed=0.2,
    ),
    *(
        Claim(
            "the interval of a standard deviation holds it, 95 %",
            f"{n} normal scores",
            partial(comparisons.spread_interval, n=n),
            before=before,
        )
        for n, before in ((20, ".14"), (40, ".11"))
    ),
    Claim(
        "`market noise`: the ratio of controlled to random spread is in its interval, 95 %",
        "5 markets of 20 games, 40 random games",
        comparisons.noise_ratio,
    ),
    Claim(
        "`market sensitivity`: an index by fixing is in its interval, 95 %",
        "5 markets of 10 games, 20 random games",
        comparisons.fixing_index,
        before=".12",
    ),
    Claim(
        "`market sensitivity`: an index by Jansen's design is in its interval, 95 %",
        "60 conditions",
        comparisons.jansen_index,
    ),
    Claim(
        "demand-adjusted profits: Student's interval holds the difference, 95 %",
        "40 games of each of two equal variants, demand explains .8 of the variance",
        comparisons.adjusted_scores,
        before=".40",
    ),
    Claim(
        "`discriminate`: the worse of two forecasters is ahead with this chance",
        "100 questions of chance .5, forecasts .5 and .6, quadratic",
        comparisons.misranked,
        allowed=0.1357,
    ),
)
GROUPS: dict[str, tuple[Claim, ...]] = {"comparisons": COMPARISONS}


def compute(part: str, desk: Desk) -> Any:
    """Every claim of a group tried, one piece of work each."""
    effort = Effort(Workforce.asked(desk.workers), progress=desk.progress)
    return effort.carry_out("claims", tried, [(part, number) for number in range(len(GROUPS[part]))])


def tried(piece: tuple[str, int]) -> dict[str, Any]:
    """One claim: how often it was wrong, between which shares that lies, what it is worth."""
    part, number = piece
    claim = GROUPS[part][number]
    begun = time.process_time()
    found = claim.design(Streams(SEED)["coverage"][part][claim.says][claim.world], claim.repetitions)
    share = binomtest(found.n_false, found.n).proportion_ci(0.99, "exact")
    return {
        "claim": claim.says,
        "world": claim.world,
        "allowed": claim.allowed,
        "wrong": found.n_false / found.n,
        "low": float(share.low),
        "high": float(share.high),
        "repetitions": found.n,
        "passes": bool(share.low <= claim.allowed),
        "worth": found.worth,
        "what_worth": found.what_worth,
        "before": claim.before,
        "seconds": time.process_time() - begun,
    }


STUDY = Study(
    title="What is certain: every claim in a world whose truth is known",
    command="make results ONLY=coverage",
    parts={name: Needs() for name in GROUPS},
    compute=compute,
)
