"""Which rule is taken for which, as a matrix."""

from collections.abc import Mapping

from results.pages.markdown import pictures, table
from results.shelf import MadePart


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Shares of plays, makers down, namings across; empty is none."""
    lines = []
    for field, made in parts.items():
        found = made.document
        rules = found["rules"]
        rows = [
            [maker, *(f"{share:.2f}" if share else "" for share in row)]
            for maker, row in zip(rules, found["chosen"], strict=True)
        ]
        lines += [
            f"## {field.capitalize()}",
            "",
            f"Each of {len(rules)} rules, with its published parameters, makes {found['repetitions']} plays of "
            f"{found['game']} ({found['pairs']} pairs, 50 rounds); all are fitted to each play, and the "
            "smallest BIC names its maker. Shares of plays, made by the row, ascribed to the column:",
            "",
            *table(["made by", *rules], rows),
            *pictures(made.pictures),
        ]
    return lines
