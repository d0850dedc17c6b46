"""Two agents in the same markets, and the ways that need more games."""

from collections.abc import Iterator, Mapping

from results.pages.markdown import chance, estimate, interval, number, pictures, table
from results.shelf import MadePart

HEAD = [
    "method",
    "difference",
    "sd of the difference",
    "games of each variant for 1 million (alpha .05, power .8)",
]


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """A section for each part the planner is robbed of."""
    lines = [
        "Profits in millions, 95 % bootstrap intervals. [market.md](../market.md) says what is compared and why.",
        "",
    ]
    return lines + [line for name, made in parts.items() for line in _section(name, made)]


def _section(name: str, made: MadePart) -> Iterator[str]:
    found = made.document
    yield from (
        f"## The planner's {name}: {found['first']} minus {found['second']}, {found['n']} markets",
        "",
    )
    yield from table(
        HEAD,
        [
            [
                method["name"],
                number(method["difference"], 2),
                estimate(method["sd"], method["sd_lower"], method["sd_upper"], digits=2),
                "-" if method["needed"] is None else f"{method['needed']:.0f}",
            ]
            for method in found["methods"]
        ],
    )
    yield (
        f"Paired: {estimate(found['difference'], found['paired_lower'], found['paired_upper'], digits=2)}, "
        f"p = {chance(found['paired_p'])} (Wilcoxon {chance(found['wilcoxon_p'])}, permutation "
        f"{chance(found['permutation_p'])}); correlation {found['correlation']:.2f}. Read as independent games the "
        f"same scores say p = {chance(found['independent_p'])}. "
        + (
            f"Looking after every pair, {found['winner']} wins after {found['decided_after']} of {found['n']} pairs."
            if found["decided_after"] > 0
            else f"Looking after every pair, nothing is decided within {found['n']} pairs."
        )
        + f" {found['rests_on']}"
    )
    if bias := found["together"]:
        yield (
            f"Both in one game: {bias['together']:.2f}, {bias['bias']:+.2f} "
            f"{interval(bias['lower'], bias['upper'], digits=2)} away from "
            f"separate games (p = {chance(bias['p_value'])})."
        )
    yield ""
    yield from pictures(made.pictures)
