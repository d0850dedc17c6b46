r"""Standings: the scores of both sides under every scheme, with references.

A detector's score is the mean over trials, games and datasets of the score of z (z = r for people, 1 - r for
machines); the highest wins. An emulator's score against detector k is the mean of the same quantity over its own
datasets; the *lowest* wins. Beside the mean the paper considers, for detectors, the worst single score
(minimax) and the median game; for emulators the winning detector, the unweighted and the weighted mean over
detectors (:math:`w_k \propto v_k - v_{min}`) and the median game.

Two references: log(1/2), the score of knowing nothing, and the best constant in hindsight, which knows only the
share of people among the datasets. The *balanced* score is the mean of the mean over people and the mean over
machines: no constant beats log(1/2) in it. "Beats chance" means: balanced score above log(1/2) with its interval,
and raw score above the best constant.

Arifovic, McKelvey & Pevnitskaya (2006), section 2.4.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.stats import rankdata

from humanlike.naming.scoring_systems import find_system
from humanlike.scoring import ScoringSystem, verdict_score
from humanlike.tournament.plan import Plan

Floats = npt.NDArray[np.float64]
DETECTOR_SCHEMES = ("mean", "minimax", "median game")
EMULATOR_SCHEMES = ("winning detector", "unweighted mean", "weighted mean", "median game")


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


def emulator_standings(table: pd.DataFrame, detectors: pd.DataFrame) -> pd.DataFrame:
    """One row an emulator under the four schemes; the lowest score wins, ties shared."""
    machines = table[~table["is_human"]]
    against = machines.pivot_table(
        index="source", columns="detector", values="score", aggfunc="mean", sort=False
    )
    games = machines.groupby(["source", "game"], sort=False)["score"].mean()
    strength = detectors.set_index("name")["score"]
    weights = strength - strength.min()
    weights = weights / weights.sum() if weights.sum() > 0 else weights * 0 + 1 / len(weights)
    winner = str(detectors["name"].iloc[0])
    result = pd.DataFrame(
        {
            "score": against[winner],
            "winning detector": against[winner],
            "unweighted mean": against.mean(axis=1),
            "weighted mean": (against * weights.reindex(against.columns)).sum(axis=1),
            "median game": games.groupby("source", sort=False).median(),
        }
    )
    for scheme in EMULATOR_SCHEMES:
        result[f"rank {scheme}"] = _ranks(result[scheme], highest_first=False)
    return result.sort_values("score").reset_index(names="name")


def _ranks(values: "pd.Series[float]", *, highest_first: bool) -> Any:
    rounded = np.round(values.to_numpy(), 9)  # differences of rounding are ties
    return rankdata(-rounded if highest_first else rounded, method="min").astype(int)


def trial_scores(table: pd.DataFrame, side: str, winner: str | None = None) -> pd.DataFrame:
    """Per-trial scores [trials, entrants] of one side; emulators' are negated, so that high is good for both."""
    if side == "detectors":
        return table.pivot_table(index="trial", columns="detector", values="score", aggfunc="mean", sort=True)
    own = table[~table["is_human"] & (table["detector"] == winner)]
    return -own.pivot_table(index="trial", columns="source", values="score", aggfunc="mean", sort=True)


def balanced_trials(table: pd.DataFrame) -> pd.DataFrame:
    """Per-trial balanced scores [trials, detectors]."""
    kinds = table.pivot_table(index="trial", columns=["detector", "is_human"], values="score", aggfunc="mean")
    return kinds.T.groupby(level="detector").mean().T
