"""The Social Ultimatum Game: Table 1 and Figure 2 of the paper in form, and how far the pattern carries."""

from typing import Any

import humanlike as hl
from humanlike.core import OfferTable, Streams
from humanlike.worlds.social_ultimatum import (
    SOCIAL_AGENTS,
    AttachedParameters,
    Seating,
    SocialSetting,
    play_tables,
)
from results.study import Desk, Needs, Study

GAMES, PLAYERS, ROUNDS, TIMES, SEED = 70, 5, 50, 10, 3
TABLE = "table 1"
SETTINGS = {
    f"pull {pull} fade {fade} sympathy {sympathy}": AttachedParameters(
        pull=pull, fade=fade, sympathy=sympathy
    )
    for pull in (0.8, 1.0, 1.4)
    for fade in (0.75, 0.85)
    for sympathy in (0.3, 1.0)
}


def population(traits: AttachedParameters) -> OfferTable:
    """Synthetic people with these traits."""
    seating = Seating((SOCIAL_AGENTS["attached"],) * PLAYERS, {"attached": traits})
    return play_tables(Streams(SEED)["social ultimatum"], SocialSetting(PLAYERS, ROUNDS), seating, GAMES)


def compute(part: str, desk: Desk) -> Any:
    """Every agent, learned from a synthetic population, against that population."""
    people = population(SETTINGS[part] if part in SETTINGS else AttachedParameters())
    found = hl.social.compare(people, times=TIMES, seed=SEED)
    if part == TABLE:
        desk.draw("panels", found.plot())
    return {
        agent: {
            each.name: {
                "distance": each.distance,
                "interval": each.interval,
                "halves": each.same_population_baseline,
            }
            for each in own
        }
        for agent, own in found.likenesses.items()
    }


STUDY = Study(
    title="The Social Ultimatum Game: the paper's Table 1, in form",
    command=f"humanlike social play --games {GAMES} --rounds {ROUNDS} --seed {SEED} --out people.csv; "
    f"humanlike social compare people.csv --times {TIMES} --seed {SEED}",
    parts=dict.fromkeys((TABLE, *SETTINGS), Needs()),
    compute=compute,
    draws=True,
)
