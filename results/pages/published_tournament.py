"""The published tournament, the detector the paper proposes, its weights and warning, hits, all games in one file."""

from collections.abc import Iterator, Mapping
from typing import Any

from results.pages.markdown import estimate, interval, number, table
from results.shelf import MadePart

HEAD = [
    "detector",
    "score",
    "balanced",
    "95 %, any look",
    "other people and games",
    "hits",
    "median game",
    "rank",
]
COMBINED, ALONE = "coordination-then-payoff-change", "coordination"


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """Part by part, the finding first."""
    run, combined, files = (
        parts[name].document for name in ("published run", "with the combination", "all games in one file")
    )
    return [
        run["agreement"]["sentence"],
        "",
        *_combination(combined),
        *_weights(run),
        *_hits(run),
        *_files(files),
    ]


def _combination(found: Mapping[str, Any]) -> Iterator[str]:
    both, alone = (found["detectors"][name] for name in (COMBINED, ALONE))
    balanced, score = (found["paired"][name] for name in ("balanced", "score"))
    yield "## Coordination, then Payoff Change (section 4.3.1)"
    yield ""
    yield (
        f"`{COMBINED}` says what Coordination says wherever that recognises the game, and what Payoff Change says "
        f"elsewhere. Over {found['trials']} trials its balanced score is {number(both['balanced_score'])}, that of "
        f"Coordination alone {number(alone['balanced_score'])} (difference {_difference(balanced)}); its median game "
        f"{number(both['median game'])} beside {number(alone['median game'])}. By the paper's own score it is "
        f"{'higher' if score['mean'] > 0 else 'lower'}: {number(both['score'])} beside {number(alone['score'])} "
        f"({_difference(score)}), because there are far more machines than people to be wrong about, and Payoff Change "
        "is often sure."
    )
    yield ""
    yield from _standings(found)


def _difference(test: Mapping[str, Any]) -> str:
    return f"{estimate(test['mean'], test['lower'], test['upper'])}, paired by trial"


def _standings(found: Mapping[str, Any]) -> list[str]:
    rows = [
        [
            name,
            number(each["score"]),
            number(each["balanced_score"]),
            interval(each["lower"], each["upper"]),
            interval(each["redrawn"]["lower"], each["redrawn"]["upper"]),
            number(each["hits"]),
            number(each["median game"]),
            each["rank mean"],
        ]
        for name, each in found["detectors"].items()
    ]
    return table(HEAD, rows)


def _weights(found: Mapping[str, Any]) -> Iterator[str]:
    weights = found["weights"]
    yield "## Weights of the weighted mean (section 2.4.2)"
    yield ""
    yield from table(
        ["detector", "score", "weight"],
        [
            [name, number(found["detectors"][name]["score"]), number(share)]
            for name, share in weights["shares"].items()
        ],
    )
    nothing = sum(weights["shares"][name] for name in ("random", "dates"))
    yield (
        f"Random and Dates, which say one half of everything, hold {number(nothing, 2)} of the weight. "
        f"{weights['warning']}"
    )
    yield ""


def _hits(found: Mapping[str, Any]) -> Iterator[str]:
    yield "## Hits beside the score"
    yield ""
    yield (
        "The share of right calls, one half counting half, in the published run. Hits do not see how sure somebody is: "
        "the order is another."
    )
    yield ""
    ordered = sorted(found["detectors"].items(), key=lambda each: -each[1]["hits"])
    ranks = {name: each["rank mean"] for name, each in found["detectors"].items()}
    yield from table(
        ["detector", "hits", "score", "rank by score"],
        [[name, number(each["hits"]), number(each["score"]), ranks[name]] for name, each in ordered],
    )


def _files(found: Mapping[str, Any]) -> Iterator[str]:
    count, alone = found["files"], found["detectors"][ALONE]["hits"]
    yield "## All games in one file (footnote 15)"
    yield ""
    yield (
        f"One verdict for each of {count} files, odds of games multiplied. Coordination is right about "
        f"{number(alone * count, 1)} of {count} ({number(alone)}); the paper's first tournament had it at 16.5 of 18 "
        f"({number(16.5 / 18)})."
    )
    yield ""
    yield from table(
        ["detector", "hits", "of files", "balanced"],
        [
            [name, number(each["hits"]), number(each["hits"] * count, 1), number(each["balanced_score"])]
            for name, each in found["detectors"].items()
        ],
    )
