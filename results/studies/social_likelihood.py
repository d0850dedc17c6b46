"""Social Ultimatum agents by their likelihood: found again, predicting held-out people, passing for them."""

from typing import Any

import humanlike as hl
from humanlike.core import OfferTable
from results.study import Desk, Needs, Study

GAMES, ROUNDS = 7, 30  # the paper's size
FOUND: dict[
    str, tuple[str, int, dict[str, Any]]
] = {  # what is played, in how many games, and what fitting must find again
    "found: adaptive 4 .3 .2": ("adaptive", 12, {"fairness": 4, "reactivity": 0.3, "exploration": 0.2}),
    "found: adaptive 5.5 .1 .1": ("adaptive", 12, {"fairness": 5.5, "reactivity": 0.1, "exploration": 0.1}),
    "found: attached": ("attached", 20, {}),
}
SEEDS = (1, 2, 3)
HELD_OUT = {f"held out: seed {seed}": seed for seed in SEEDS}
PAPER = {f"held out, paper's estimates: seed {seed}": seed for seed in SEEDS}
CONTEST = {f"tournament: seed {seed}": seed for seed in SEEDS}
OTHER_PEOPLE = "tournament: adaptive people"


def people(seed: int) -> OfferTable:
    """Synthetic people as many as the paper had."""
    return hl.social.play("attached", games=GAMES, rounds=ROUNDS, seed=seed).table


def compute(part: str, desk: Desk) -> Any:
    """One fit, one prediction or one tournament."""
    if part in FOUND:
        agent, games, given = FOUND[part]
        table = hl.social.play(agent, games=games, rounds=ROUNDS, seed=2, **given).table
        return hl.social.fit(table, agents=agent).document()["agents"][0]
    if part in HELD_OUT:
        return hl.social.predict(people(HELD_OUT[part])).document()
    if part in PAPER:
        return hl.social.predict(people(PAPER[part]), estimates="paper").document()
    if part == OTHER_PEOPLE:
        others = hl.social.play(
            "adaptive",
            games=GAMES,
            rounds=ROUNDS,
            fairness=[5, 4, 3, 4, 6],
            reactivity=[0.5, 0.2, 0.3, 0.1, 0.4],
            exploration=[0.1, 0.2, 0, 0.05, 0.3],
            seed=1,
        )
        return hl.social.tournament(others.table, agents="dba,dbra,game-theoretic").document()
    return hl.social.tournament(people(CONTEST[part])).document()


STUDY = Study(
    title="Social Ultimatum agents by their likelihood",
    command=f"humanlike social play --games {GAMES} --rounds {ROUNDS} --seed 1 --out people.csv; "
    "humanlike social predict people.csv; humanlike social tournament people.csv",
    parts=dict.fromkeys((*FOUND, *HELD_OUT, *PAPER, *CONTEST, OTHER_PEOPLE), Needs()),
    compute=compute,
)
