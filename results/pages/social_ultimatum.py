"""The paper's Table 1 beside ours, the pattern by number of games and over twelve populations."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from humanlike.studies.social_compare import TABLE_1
from results.pages.markdown import pictures, significant, table
from results.shelf import MadePart

TABLE, PUBLISHED, SIZE = "table 1", "published", "games "
TITLES = {"d_O": "offers", "d_R": "recipients", "d_B": "rejections", "d_Y8": "chains"}
PAPER = {metric: (title, dict(TABLE_1[metric])) for metric, title in TITLES.items()}
OVER_TIME = ("adaptive", "dba", "dbra")


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Distances of every agent, the paper's in brackets; where the order is another; how many games it takes."""
    main = parts[TABLE]
    agents = list(main.document)
    rows = [
        [
            f"{metric} {title}",
            *(
                f"{significant(main.document[agent][metric]['distance'], 2)} ({printed[agent]:g})"
                for agent in agents
            ),
            significant(main.document[agents[0]][metric]["halves"], 2),
        ]
        for metric, (title, printed) in PAPER.items()
    ]
    sizes = {name: made for name, made in parts.items() if name.startswith(SIZE)}
    n_draws = max((len(made.document) for made in sizes.values()), default=0)
    settings = {
        name: made for name, made in parts.items() if name not in sizes and name not in (TABLE, PUBLISHED)
    }
    return [
        "70 synthetic games of five `attached` players, 50 rounds, each played again ten times; Kullback-Leibler with "
        "floor 1e-6. In brackets the paper's numbers, from 7 human games. "
        "[social_ultimatum.md](../social_ultimatum.md) says how far this carries.",
        "",
        *table(["", *agents, "halves of the population"], rows),
        *reversals(main.document),
        "",
        *pictures(main.pictures),
        *_published(parts),
        "## By number of games",
        "",
        f"d_Y8 of {n_draws} draws (seeds 1 to {n_draws}) of the same population, 30 rounds a game; the paper has 7 "
        "games of 20 to 50 rounds. `humanlike social play --games 7 --rounds 30 --seed 1 --out people.csv; humanlike "
        "social compare people.csv --seed 1` is the first draw of the first row.",
        "",
        *table(
            [
                "games",
                *(f"{agent}, median (least to most)" for agent in OVER_TIME),
                "adaptive nearest",
                "and its corrected interval below both",
            ],
            [[name.removeprefix(SIZE), *_by_size(made.document)] for name, made in sizes.items()],
        ),
        "## Other populations",
        "",
        "d_Y8, chains, for twelve settings of the population (the default is pull 0.8, fade 0.85, sympathy 0.3):",
        "",
        *table(
            ["population", *OVER_TIME],
            [
                [name, *(significant(made.document[agent]["d_Y8"]["distance"]) for agent in OVER_TIME)]
                for name, made in settings.items()
            ],
        ),
        *(_nearer(settings, rival) for rival in OVER_TIME[1:]),
    ]


def _published(parts: Mapping[str, MadePart]) -> list[str]:
    """Table 1 by the paper's own settings, if it was computed."""
    if PUBLISHED not in parts:
        return []
    ours = parts[PUBLISHED].document
    rows = [
        [
            f"{metric} {title}",
            *(f"{significant(ours[agent][metric]['distance'], 2)} ({printed[agent]:g})" for agent in ours),
        ]
        for metric, (title, printed) in PAPER.items()
    ]
    return [
        "## By the paper's settings",
        "",
        "`--published`: floor 2.2e-16 (no floor above 6e-8 can give the printed 33.26), chains of a length that never "
        "occurs counted as never returned; 7 games of 30 rounds. `humanlike social play --games 7 --rounds 30 --seed 3 "
        "--out people.csv; humanlike social compare people.csv --published --seed 3`. These people never offer 1, all "
        "that the game-theoretic agent offers: no rejections can be compared, and its offers are as far as the floor "
        "lets them be. Whoever offers 1 now and then, as the paper's people must have, is nearer.",
        "",
        *table(["", *ours], rows),
    ]


def reversals(ours: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> list[str]:
    """A line for every pair of agents whose order in a metric is not the paper's."""
    lines = []
    for metric, (_, printed) in PAPER.items():
        for one, other in combinations(ours, 2):
            own = [ours[agent][metric]["distance"] for agent in (one, other)]
            theirs = [printed[agent] for agent in (one, other)]
            if None not in own and (own[0] - own[1]) * (theirs[0] - theirs[1]) < 0:
                near, far = (one, other) if own[0] < own[1] else (other, one)
                lines.append(
                    f"- {metric}: {near} is nearer than {far} here ({significant(min(own), 2)} and "
                    f"{significant(max(own), 2)}), {far} nearer than {near} in the paper ({min(theirs):g} and "
                    f"{max(theirs):g})."
                )
    if not lines:
        return ["Every two agents stand in the paper's order in every metric."]
    return ["Not in the paper's order:", "", *lines]


def _by_size(draws: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Distances over the draws, and in how many of them the adaptive agent is the nearest."""
    cells = []
    for agent in OVER_TIME:
        found = sorted(
            draw[agent]["distance"] for draw in draws.values() if draw[agent]["distance"] is not None
        )
        unknown = f"; none in {len(draws) - len(found)}" if len(found) < len(draws) else ""
        cells.append(f"{_median(found):.2f} ({found[0]:.2f} to {found[-1]:.2f}){unknown}")
    nearest = [draw for draw in draws.values() if _is_nearest(draw)]
    apart = [draw for draw in nearest if _is_apart(draw)]
    return [*cells, f"{len(nearest)} of {len(draws)}", f"{len(apart)} of {len(draws)}"]


def _median(ordered: Sequence[float]) -> float:
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _is_nearest(draw: Mapping[str, Any]) -> bool:
    """Nearer than every rival that has a distance."""
    own, *others = (draw[agent]["distance"] for agent in OVER_TIME)
    return own is not None and all(other is None or own < other for other in others)


def _is_apart(draw: Mapping[str, Any]) -> bool:
    own, *others = (draw[agent]["interval"] for agent in OVER_TIME)
    return own is not None and all(other is not None and own[1] < other[0] for other in others)


def _nearer(settings: Mapping[str, MadePart], rival: str) -> str:
    """Where the adaptive agent is not the nearer one."""
    chains = {
        name: [made.document[agent]["d_Y8"]["distance"] for agent in (OVER_TIME[0], rival)]
        for name, made in settings.items()
    }
    others = [name for name, (own, other) in chains.items() if own >= other]
    but = f", but not with {'; '.join(others)}" if others else ""
    return f"- {OVER_TIME[0]} is nearer than {rival} in {len(chains) - len(others)} of {len(chains)}{but}."
