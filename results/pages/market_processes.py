"""Total sensitivity indices of single processes, the largest first."""

from collections.abc import Mapping, Sequence

from results.pages.markdown import estimate, pictures, table
from results.shelf import MadePart

SHOWN = 10
FLOOR = "agents"
TITLES = {"all": "order price, all products", "scores": "profit, mean over the six agents"}


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """For each output the ten largest indices and the agents' noise, which is the floor."""
    (made,) = parts.values()
    lines = []
    for word, title in TITLES.items():
        lines += [
            f"## {title}",
            "",
            *table(["process", "total index"], _largest(made.document["outputs"][word])),
        ]
    return [
        "Total index with its 95 % limits (bootstrap over base markets). Exchanging any process at all makes games "
        "drift apart as much as the agents' own noise does: that is the floor.",
        "",
        *lines,
        *pictures(made.pictures),
    ]


def _largest(indices: Mapping[str, Sequence[float]]) -> list[list[str]]:
    order = sorted((name for name in indices if name != FLOOR), key=lambda name: -indices[name][0])
    rows = [[name, estimate(*indices[name], digits=2)] for name in order[:SHOWN]]
    return [*rows, ["*agents' noise, the floor*", estimate(*indices[FLOOR], digits=2)]]
