"""The Social Ultimatum Game: Table 1 and Figure 2 of the paper in form, and how far the pattern carries."""

from typing import Any

import humanlike as hl
from humanlike.core import OfferTable, Streams
from humanlike.studies.social_compare import SocialCompareResult
from humanlike.worlds.social_ultimatum import (
    SOCIAL_AGENTS,
    AttachedParameters,
    Seating,
    SocialSetting,
    play_tables,
)
from results.study import Desk, Needs, Study

GAMES, PLAYERS, ROUNDS, SEED = 70, 5, 50, 3
TABLE = "table 1"
PUBLISHED = "published"  # by the paper's own settings, at the paper's size
PAPER_GAMES = 7
SETTINGS = {
    f"pull {pull} fade {fade} sympathy {sympathy}": AttachedParameters(
        pull=pull, fade=fade, sympathy=sympathy
    )
    for pull in (0.8, 1.0, 1.4)
    for fade in (0.75, 0.85)
    for sympathy in (0.3, 1.0)
}
PAPER_ROUNDS = 30  # the paper's games had 20 to 50
SIZES = {f"games {games}": games for games in (7, 14, 35, 70)}  # the paper has 7
DRAWS = range(1, 21)  # seeds


def population(traits: AttachedParameters) -> OfferTable:
    """Synthetic people with these traits."""
    seating = Seating((SOCIAL_AGENTS["attached"],) * PLAYERS, {"attached": traits})
    return play_tables(Streams(SEED)["social ultimatum"], SocialSetting(PLAYERS, ROUNDS), seating, GAMES)


def distances(found: SocialCompareResult) -> dict[str, Any]:
    """Every agent in every metric."""
    return {
        agent: {
            each.name: {
                "distance": each.distance,
                "corrected": each.corrected,
                "interval": each.interval,
                "halves": each.same_population_baseline,
            }
            for each in own
        }
        for agent, own in found.likenesses.items()
    }


def compute(part: str, desk: Desk) -> Any:
    """Every agent, learned from a synthetic population, against that population."""
    if part in SIZES:
        return {str(seed): _drawn(SIZES[part], seed) for seed in DRAWS}
    if part in SETTINGS:
        return distances(hl.social.compare(population(SETTINGS[part]), seed=SEED))
    if part == PUBLISHED:
        few = hl.social.play(players=PLAYERS, games=PAPER_GAMES, rounds=PAPER_ROUNDS, seed=SEED)
        return distances(hl.social.compare(few.table, published=True, seed=SEED))
    people = hl.social.play(players=PLAYERS, games=GAMES, rounds=ROUNDS, seed=SEED)
    found = hl.social.compare(people.table, seed=SEED)
    desk.draw("panels", found.plot())
    return distances(found)


def _drawn(games: int, seed: int) -> dict[str, Any]:
    """The chains of one draw of so many games, as the two commands give them with this seed."""
    people = hl.social.play(players=PLAYERS, games=games, rounds=PAPER_ROUNDS, seed=seed)
    found = distances(hl.social.compare(people.table, agents="adaptive,dba,dbra", seed=seed))
    return {agent: own["d_Y8"] for agent, own in found.items()}


STUDY = Study(
    title="The Social Ultimatum Game: the paper's Table 1, in form",
    command=f"humanlike social play --games {GAMES} --rounds {ROUNDS} --seed {SEED} --out people.csv; "
    f"humanlike social compare people.csv --seed {SEED}",
    parts=dict.fromkeys((TABLE, PUBLISHED, *SETTINGS, *SIZES), Needs()),
    compute=compute,
    draws=True,
)
