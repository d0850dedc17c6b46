"""The paper's Table 1 beside ours, and the pattern over twelve populations."""

from collections.abc import Mapping

from results.pages.markdown import pictures, significant, table
from results.shelf import MadePart

TABLE = "table 1"
PAPER = {  # Chang, Maheswaran, Levinboim & Rajan (2011), Table 1, from 7 human games
    "d_O": ("offers", {"adaptive": 0.57, "dba": 0.008, "dbra": 0.008, "game-theoretic": 33.3}),
    "d_R": ("recipients", {"adaptive": 0.21, "dba": 0.0005, "dbra": 0.01, "game-theoretic": 0.19}),
    "d_B": ("rejections", {"adaptive": 11.7, "dba": 0.008, "dbra": 0.11, "game-theoretic": 32.8}),
    "d_Y8": ("chains", {"adaptive": 4.22, "dba": 16.3, "dbra": 20.1, "game-theoretic": 97.0}),
}
OVER_TIME = ("adaptive", "dba", "dbra")


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Distances of every agent; the paper's in brackets."""
    main = parts[TABLE]
    agents = list(main.document)
    rows = []
    for metric, (title, printed) in PAPER.items():
        own = [
            f"{significant(main.document[agent][metric]['distance'], 2)} ({printed[agent]:g})"
            for agent in agents
        ]
        rows.append([f"{metric} {title}", *own, significant(main.document[agents[0]][metric]["halves"], 2)])
    others = [
        [name, *(significant(made.document[agent]["d_Y8"]["distance"]) for agent in OVER_TIME)]
        for name, made in parts.items()
        if name != TABLE
    ]
    return [
        "70 synthetic games of five `attached` players, 50 rounds, each played again ten times; Kullback-Leibler with "
        "floor 1e-6. In brackets the paper's numbers, from 7 human games. "
        "[social_ultimatum.md](../social_ultimatum.md) says how far this carries.",
        "",
        *table(["", *agents, "halves of the population"], rows),
        *pictures(main.pictures),
        "## Other populations",
        "",
        "d_Y8, chains, for twelve settings of the population (the default is pull 0.8, fade 0.85, sympathy 0.3):",
        "",
        *table(["population", *OVER_TIME], others),
        *(_nearer(parts, rival) for rival in OVER_TIME[1:]),
    ]


def _nearer(parts: Mapping[str, MadePart], rival: str) -> str:
    """Where the adaptive agent is not the nearer one."""
    chains = {
        name: [made.document[agent]["d_Y8"]["distance"] for agent in (OVER_TIME[0], rival)]
        for name, made in parts.items()
        if name != TABLE
    }
    others = [name for name, (own, other) in chains.items() if own >= other]
    but = f", but not with {'; '.join(others)}" if others else ""
    return f"- {OVER_TIME[0]} is nearer than {rival} in {len(chains) - len(others)} of {len(chains)}{but}."
