r"""Standings: the scores of both sides under every scheme, with references.

A detector's score is the mean over trials, games and datasets of the score of z (z = r for people, 1 - r for
machines); the highest wins. An emulator's score against detector k is the mean of the same quantity over its own
datasets; the *lowest* wins. Beside the mean the paper considers, for detectors, the worst single score
(minimax) and the median game; for emulators the winning detector, the unweighted and the weighted mean over
detectors (:math:`w_k \propto v_k - v_{min}`) and the median game. Ours is the mean over all sound detectors
(`crown.py`).

Two references: log(1/2), the score of knowing nothing, and the best constant in hindsight, which knows only the
share of people among the datasets. The *balanced* score is the mean of the mean over people and the mean over
machines: no constant beats log(1/2) in it. A detector is *sound* if its balanced score is above log(1/2)
with its interval; whether its raw score is above the best constant is told beside that and disqualifies nobody.

Arifovic, McKelvey & Pevnitskaya (2006), section 2.4.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.stats import rankdata

from humanlike.naming.scoring_systems import find_system
from humanlike.scoring import ScoringSystem, verdict_score
from humanlike.tournament.crown import Crowning
from humanlike.tournament.plan import Plan

Floats = npt.NDArray[np.float64]
DETECTOR_SCHEMES = ("mean", "minimax", "median game")
EMULATOR_SCHEMES = ("winning detector", "sound detectors", "unweighted mean", "weighted mean", "median game")


def scored(answers: pd.DataFrame, plan: Plan, system: ScoringSystem | None = None) -> pd.DataFrame:
    """The answers with a column `score`, in the mode and under the system of the plan (or the one given)."""
    table = _one_file_each(answers) if plan.mode == "all games in one file" else answers.copy()
    chances, truth = table["probability"].to_numpy(), table["is_human"].to_numpy(dtype=bool)
    table["score"] = _scores(chances, truth, plan, system)
    return table


def _scores(
    chances: Floats, truth: npt.NDArray[np.bool_], plan: Plan, system: ScoringSystem | None
) -> Floats:
    if plan.zero_constant is not None:
        return verdict_score(chances, truth, zero_constant=plan.zero_constant)
    if plan.system == "truncated-logarithmic":
        return verdict_score(chances, truth)
    pair = np.stack([1 - chances, chances], axis=-1)
    return (system or find_system(plan.system)).unnormalised_score(pair, truth.astype(np.intp))


def _one_file_each(answers: pd.DataFrame) -> pd.DataFrame:
    """The older variant (footnote 15): one verdict per source over all games, odds multiplied, kept within .01-.99."""
    table = answers.copy()
    clipped = table["probability"].clip(1e-6, 1 - 1e-6)
    table["odds"] = np.log(clipped / (1 - clipped))
    whole = table.groupby(["trial", "detector", "source", "is_human"], as_index=False, sort=False).agg(
        odds=("odds", "sum"), mark=("mark", "max")
    )
    whole["probability"] = (1 / (1 + np.exp(-whole.pop("odds")))).clip(0.01, 0.99)
    whole["game"] = "all games"
    return whole


def chance(plan: Plan, system: ScoringSystem | None = None) -> float:
    """The score of knowing nothing, one half: log(1/2) unless the plan names another system."""
    return float(_scores(np.array([0.5]), np.array([True]), plan, system)[0])


def score_bounds(plan: Plan, system: ScoringSystem | None = None) -> tuple[float, float]:
    """The lowest and the highest score there can be: those of being sure, wrongly and rightly.

    A proper score rises with the probability given to what is true, so nothing lies beyond. With `zero_constant` the
    logarithm of a tiny probability has no bound.
    """
    if plan.zero_constant is not None:
        return float("-inf"), 0.0
    sure, truth = np.array([0.0, 1.0, 0.0, 1.0]), np.array([True, True, False, False])
    with np.errstate(divide="ignore", invalid="ignore"):
        scores = _scores(sure, truth, plan, system)
    low, high = float(scores.min()), float(scores.max())
    return (low, high) if np.isfinite(scores).all() and low < high else (-np.inf, np.inf)


def best_constant(table: pd.DataFrame, plan: Plan, system: ScoringSystem | None = None) -> float:
    """The score of always saying the share of people: in a proper system the best constant in hindsight."""
    truth = table.loc[table["detector"] == table["detector"].iloc[0], "is_human"].to_numpy(dtype=bool)
    return float(_scores(np.full(len(truth), truth.mean()), truth, plan, system).mean())


def detector_standings(table: pd.DataFrame) -> pd.DataFrame:
    """One row a detector: score, balanced score, minimax, median game, and ranks (1 is best, ties shared)."""
    by = table.groupby("detector", sort=False)
    games = table.groupby(["detector", "game"], sort=False)["score"].mean()
    people = table[table["is_human"]].groupby("detector", sort=False)["score"].mean()
    machines = table[~table["is_human"]].groupby("detector", sort=False)["score"].mean()
    result = pd.DataFrame(
        {
            "score": by["score"].mean(),
            "human_score": people,
            "machine_score": machines,
            "balanced_score": (people + machines) / 2,
            "minimax": by["score"].min(),
            "median game": games.groupby("detector", sort=False).median(),
            "marks": by["mark"].apply(lambda marks: int((marks != "").sum())),
        }
    )
    result.insert(0, "mean", result["score"])
    for scheme in DETECTOR_SCHEMES:
        result[f"rank {scheme}"] = _ranks(result[scheme], highest_first=True)
    return result.sort_values("score", ascending=False).reset_index(names="name")


def emulator_standings(
    table: pd.DataFrame, detectors: pd.DataFrame, crowning: Crowning | None = None
) -> pd.DataFrame:
    """One row an emulator under every scheme; the lowest score wins, ties shared.

    `score` is what the plan's crown goes by: the winning detector, unless `crowning` is by the sound ones; where none
    is sound that scheme is absent, and rows are in the order of the unweighted mean.
    """
    machines = table[~table["is_human"]]
    against = machines.pivot_table(
        index="source", columns="detector", values="score", aggfunc="mean", sort=False
    )
    games = machines.groupby(["source", "game"], sort=False)["score"].mean()
    strength = detectors.set_index("name")["score"]
    weights = strength - strength.min()
    weights = weights / weights.sum() if weights.sum() > 0 else weights * 0 + 1 / len(weights)
    winner = str(detectors["name"].iloc[0])
    if crowning is not None and crowning.rule == "published":
        (winner,) = crowning.judges  # of detectors that tie, the one the verdict names
    schemes = {"winning detector": against[winner]}
    if crowning is not None and crowning.sound:
        schemes["sound detectors"] = against[list(crowning.sound)].mean(axis=1)
    schemes |= {
        "unweighted mean": against.mean(axis=1),
        "weighted mean": (against * weights.reindex(against.columns)).sum(axis=1),
        "median game": games.groupby("source", sort=False).median(),
    }
    result = pd.DataFrame({"score": schemes[crowning.scheme if crowning else "winning detector"]} | schemes)
    for scheme in schemes:
        result[f"rank {scheme}"] = _ranks(result[scheme], highest_first=False)
    return result.sort_values("score", kind="stable").reset_index(names="name")


def _ranks(values: "pd.Series[float]", *, highest_first: bool) -> Any:
    rounded = np.round(values.to_numpy(), 9)  # differences of rounding are ties
    return rankdata(-rounded if highest_first else rounded, method="min").astype(int)


def balanced_trials(table: pd.DataFrame) -> pd.DataFrame:
    """Per-trial balanced scores [trials, detectors]."""
    kinds = table.pivot_table(index="trial", columns=["detector", "is_human"], values="score", aggfunc="mean")
    return kinds.T.groupby(level="detector").mean().T
