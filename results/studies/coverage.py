"""Every claim of certainty, in worlds whose truth is known: how often it is wrong, and what it is still worth.

A claim passes if the 99 % Clopper-Pearson interval of how often it was wrong reaches what is allowed, or lies below.
"""

import time
from typing import Any

import numpy as np
from scipy.stats import binomtest

from humanlike.core import Streams
from humanlike.figures.power import draw_price_of_looking
from humanlike.work import Effort, Workforce
from results.studies.coverage_designs import sequences
from results.studies.coverage_designs.claims import GROUPS, MANY_BEFORE, Claim
from results.study import EVERY, Desk, Needs, Study

SEED = 2026
PRICE = "price of looking"
RACES = 2000


def compute(part: str, desk: Desk) -> Any:
    """Every claim of a group tried, one piece of work each; or the price of looking at every trial."""
    if part == PRICE:
        return _price(desk)
    effort = Effort(Workforce.asked(desk.workers), progress=desk.progress)
    return effort.carry_out("claims", tried, [(part, number) for number in range(len(GROUPS[part]))])


def tried(piece: tuple[str, int]) -> dict[str, Any]:
    """One claim: how often it was wrong, between which shares that lies, what it is worth."""
    part, number = piece
    claim = GROUPS[part][number]
    stream = Streams(SEED)["coverage"][part][claim.says][claim.world]
    begun = time.process_time()
    found = claim.design(stream, claim.repetitions)
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
        "excluded": claim.excluded,
        "worth": found.worth,
        "what_worth": found.what_worth,
        "before": _before(claim, stream),
        "seconds": time.process_time() - begun,
    }


def _before(claim: Claim, stream: Streams) -> float | None:
    """How often version 0.1 was wrong: its way on some of the same draws, or as it was found."""
    if claim.before is None or isinstance(claim.before, float):
        return claim.before
    found = claim.before(stream, min(claim.repetitions, MANY_BEFORE))
    return found.n_false / found.n


def _price(desk: Desk) -> Any:
    """Mean stopping time over the n of a fixed test of power .8, by effect and by range over standard deviation."""
    stream = Streams(SEED)["coverage"][PRICE]
    ranges = (4, *sequences.RANGES)
    found = {
        str(effect): [
            sequences.price_of_looking(stream[f"{effect} {span}"], RACES, effect=effect, span=span)
            for span in ranges
        ]
        for effect in sequences.EFFECTS
    }
    curves = {effect: np.array(ratios) for effect, ratios in found.items()}
    desk.draw("price_of_looking", draw_price_of_looking(np.array(ranges, dtype=np.float64), curves))
    return {"ranges": list(ranges), "ratios": found}


STUDY = Study(
    title="What is certain: every claim in a world whose truth is known",
    command="make results ONLY=coverage",
    parts={name: Needs(rules=EVERY, games=EVERY) for name in (*GROUPS, PRICE)},
    compute=compute,
    draws=True,
)
