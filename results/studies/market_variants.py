"""Three variants at once, agents' noise shared against fresh, and coefficients stored from other games."""

from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

import humanlike as hl
from humanlike.core import Streams
from humanlike.worlds.market.adjustment import Adjustment, read_adjustment
from humanlike.worlds.market.variates import variates_of
from results.study import Desk, Needs, Study

Floats = npt.NDArray[np.float64]
VARIANTS = ("planner", "planner-no-curve", "planner-no-endgame")
REFERENCE, GAMES, SEED, OTHER_SEED, SEAT = 40, 24, 2007, 1907, 0
VARIATES = ("demand", "demand,capacity")
SERIES, GROUP, DIFFERENCE, ALPHA = 2000, 10, 1.0, 0.05


def compute(part: str, desk: Desk) -> Any:
    """Coefficients from reference games, three variants in others, and how often nothing is taken for something."""
    first, second, third = VARIANTS
    effort = desk.effort | {"out": desk.folder / "reference"}
    reference = hl.market.compare(first, second, others=[third], games=REFERENCE, seed=OTHER_SEED, **effort)
    stored = {}
    for words in VARIATES:
        file = desk.folder / f"{words.replace(',', '_')}.json"
        reference.write_adjustment(file, words)
        stored[words] = read_adjustment(file)
    found = hl.market.compare(
        first, second, others=[third], games=GAMES, seed=SEED, noise="both", adjustment=stored[VARIATES[-1]],
        **desk.effort,
    )  # fmt: skip
    for name, picture in found.plots().items():
        desk.draw(name, picture)
    return found.document() | {
        "reference_games": REFERENCE,
        "series": SERIES,
        "group": GROUP,
        "variance_removed": _removed(stored, found.played.games),
        "false_claims": _claims(stored[VARIATES[-1]], reference.played.games, found.played.games),
    }


def _removed(stored: dict[str, Adjustment], games: Any) -> list[dict[str, Any]]:
    """Share of the variance that stored coefficients remove from games they were not fitted on; single and in pairs."""
    rows: list[dict[str, Any]] = []
    for words, adjustment in stored.items():
        raw = [np.array([game.scores[SEAT] for game in each]) for each in games]
        adjusted = [adjustment.adjusted(name, SEAT, each) for name, each in zip(VARIANTS, games, strict=True)]
        for place, name in enumerate(VARIANTS):
            share = 1 - adjusted[place].var(ddof=1) / raw[place].var(ddof=1)
            own = next(fit for fit in adjustment.agents if fit.agent == name).variance_removed
            rows.append(
                {"variates": words, "of": name, "paired": False, "fitted": own, "held_out": float(share)}
            )
        for i, j in combinations(range(len(VARIANTS)), 2):
            share = 1 - (adjusted[i] - adjusted[j]).var(ddof=1) / (raw[i] - raw[j]).var(ddof=1)
            of = f"{VARIANTS[i]} minus {VARIANTS[j]}"
            rows.append(
                {"variates": words, "of": of, "paired": True, "fitted": None, "held_out": float(share)}
            )
    return rows


def _claims(stored: Adjustment, *sets: Any) -> list[dict[str, Any]]:
    """How often tests of `GROUP` games a side claim a difference, where there is none and where there is one.

    All games together are the population, from which reference games and both groups are drawn afresh in every series;
    its means are the market's. Coefficients are fitted anew on the reference games drawn.
    """
    pools = [[game for each in sets for game in each[place]] for place in (0, 1)]
    scores = np.array([[game.scores[SEAT] for game in pool] for pool in pools])
    scores -= scores.mean(axis=1, keepdims=True)  # nobody is better
    variates = variates_of(pools[0], stored.variates)
    variates = (variates - variates.mean(axis=0)) / variates.std(axis=0)
    generator = Streams(SEED)["false claims"].generator()
    counts: dict[tuple[str, str], int] = {}
    for _ in range(SERIES):
        taken = generator.integers(len(variates), size=REFERENCE)
        slopes = [
            np.linalg.lstsq(variates[taken], row[taken] - row[taken].mean(), rcond=None)[0] for row in scores
        ]
        apart = [generator.integers(len(variates), size=GROUP) for _ in (0, 1)]
        for truth, shift in (("none", 0.0), ("one", DIFFERENCE)):
            for method, p_value in _tests(scores, variates, slopes, apart, shift):
                counts[method, truth] = counts.get((method, truth), 0) + (p_value <= ALPHA)
    methods = list(dict.fromkeys(method for method, _ in counts))
    return [
        {"method": method, "false": counts[method, "none"] / SERIES, "true": counts[method, "one"] / SERIES}
        for method in methods
    ]


def _tests(
    scores: Floats, variates: Floats, slopes: list[Floats], apart: list[npt.NDArray[np.int64]], shift: float
) -> list[tuple[str, float]]:
    """p-values of the first variant, `shift` better: against itself in other games, against the second in the same."""
    from scipy.stats import ttest_1samp, ttest_ind

    groups = [scores[0][place] + shift * (side == 0) for side, place in enumerate(apart)]
    explained = [variates[place] @ slopes[0] for place in apart]
    adjusted = [group - part for group, part in zip(groups, explained, strict=True)]
    own_centre = [group + part.mean() for group, part in zip(adjusted, explained, strict=True)]
    place = apart[0]
    pairs = scores[0][place] + shift - scores[1][place]
    between = variates[place] @ (slopes[0] - slopes[1])
    return [
        ("independent", float(ttest_ind(*groups, equal_var=False).pvalue)),
        ("adjusted, stored", float(ttest_ind(*adjusted, equal_var=False).pvalue)),
        ("adjusted, each group to its own mean (wrong)", float(ttest_ind(*own_centre, equal_var=False).pvalue)),
        ("paired", float(ttest_1samp(pairs, 0.0).pvalue)),
        ("paired and adjusted", float(ttest_1samp(pairs - between, 0.0).pvalue)),
        ("paired and adjusted to the pairs' own mean (wrong)",
         float(ttest_1samp(pairs - between + between.mean(), 0.0).pvalue)),
    ]  # fmt: skip


STUDY = Study(
    title="Three variants, their noise, and stored coefficients",
    command=f"humanlike market compare {' '.join(VARIANTS)} --games {REFERENCE} --seed {OTHER_SEED} --save-adjustment "
    f"coefficients.json; humanlike market compare {' '.join(VARIANTS)} --games {GAMES} --seed {SEED} --noise both "
    "--adjustment coefficients.json --figures figures",
    parts={"three variants": Needs()},
    compute=compute,
    draws=True,
)
