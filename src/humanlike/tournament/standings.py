r"""Standings: the scores of both sides under every scheme, with references.

A detector's score is the mean over trials, games and datasets of the score of z (z = r for people, 1 - r for
machines); the highest wins. An emulator's score against detector k is the mean of the same quantity over its own
datasets; the *lowest* wins. Beside the mean the paper considers, for detectors, the worst single score
(minimax) and the median game; for emulators the winning detector, the unweighted and the weighted mean over
detectors (:math:`w_k \propto v_k - v_{min}`, `weights.py`) and the median game. Ours is the mean over all sound
detectors (`crown.py`).

Two references: log(1/2), the score of knowing nothing, and the best constant in hindsight, which knows only the
share of people among the datasets. The *balanced* score is the mean of the mean over people and the mean over
machines: no constant beats log(1/2) in it. A detector is *sound* if its balanced score is above log(1/2)
with its interval; whether its raw score is above the best constant is told beside that and disqualifies nobody.

Arifovic, McKelvey & Pevnitskaya (2006), section 2.4.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.stats import rankdata

from humanlike.tournament.crown import Crowning
from humanlike.tournament.failures import Conduct, Scored
from humanlike.tournament.hits import hits
from humanlike.tournament.weights import Weights, weights_of

DETECTOR_SCHEMES = ("mean", "minimax", "median game")
EMULATOR_SCHEMES = ("winning detector", "sound detectors", "unweighted mean", "weighted mean", "median game")


def detector_standings(scores: Scored) -> pd.DataFrame:
    """One row a detector: score, balanced score, hits, minimax, median game, and ranks (1 is best, ties shared).

    The disqualified stand last, with the reason.
    """
    table = scores.answers
    chances, truth = table["probability"].to_numpy(), table["is_human"].to_numpy(dtype=bool)
    right = pd.Series(np.where(table["mark"] == "", hits(chances, truth), 0.0), table.index)
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
            "hits": right.groupby(table["detector"], sort=False).mean(),
            "minimax": by["score"].min(),
            "median game": games.groupby("detector", sort=False).median(),
            "marks": by["mark"].apply(lambda marks: int((marks != "").sum())),
        }
    )
    result.insert(0, "mean", result["score"])
    result = _with_conduct(result, scores.conduct["detectors"])
    return _in_order(result, DETECTOR_SCHEMES, highest_first=True)


def emulator_standings(
    scores: Scored,
    detectors: pd.DataFrame,
    crowning: Crowning | None = None,
    weights: Weights | None = None,
) -> pd.DataFrame:
    """One row an emulator under every scheme; the lowest score wins, ties shared; the disqualified stand last.

    `score` is what the plan's crown goes by: the winning detector, unless `crowning` is by the sound ones; where none
    is sound that scheme is absent, and rows are in the order of the unweighted mean. `weights` are those of the
    weighted mean (the paper's where none are given); where nobody has any it is absent. Disqualified detectors have
    no say, unless all are.
    """
    strength = strength_of(detectors)
    shares = pd.Series((weights or weights_of(strength)).shares)
    machines = scores.games[scores.games["detector"].isin(list(strength.index))]
    against = machines.pivot_table(
        index="source", columns="detector", values="score", aggfunc="mean", sort=False
    )
    games = machines.groupby(["source", "game"], sort=False)["score"].mean()
    winner = str(detectors["name"].iloc[0])
    if crowning is not None and crowning.rule == "published" and crowning.judges:
        (winner,) = crowning.judges  # of detectors that tie, the one the verdict names
    schemes = {"winning detector": against[winner]}
    if crowning is not None and crowning.sound:
        schemes["sound detectors"] = against[list(crowning.sound)].mean(axis=1)
    schemes["unweighted mean"] = against.mean(axis=1)
    if shares.sum() > 0:
        schemes["weighted mean"] = (against * shares.reindex(against.columns)).sum(axis=1)
    schemes["median game"] = games.groupby("source", sort=False).median()
    result = pd.DataFrame({"score": schemes[crowning.scheme if crowning else "winning detector"]} | schemes)
    result = _with_conduct(result, scores.conduct["emulators"])
    return _in_order(result, tuple(schemes), highest_first=False)


def strength_of(detectors: pd.DataFrame) -> "pd.Series[float]":
    """The scores of the detectors that have a say, by name: nobody who is disqualified, unless all are."""
    able = detectors[detectors["disqualified"] == ""]
    return (able if len(able) else detectors).set_index("name")["score"]


def _with_conduct(standings: pd.DataFrame, conduct: Mapping[str, Conduct]) -> pd.DataFrame:
    own = [conduct[str(name)] for name in standings.index]
    return standings.assign(
        failed=[each.failed for each in own],
        asked=[each.asked for each in own],
        disqualified=[each.disqualified for each in own],
    )


def _in_order(standings: pd.DataFrame, schemes: Sequence[str], *, highest_first: bool) -> pd.DataFrame:
    """With ranks under every scheme; best first by `score`, the disqualified last."""
    last = (standings["disqualified"] != "").to_numpy()
    ranks = {f"rank {each}": _ranks(standings[each], last, highest_first=highest_first) for each in schemes}
    ordered = standings.assign(**ranks).sort_values("score", ascending=not highest_first, kind="stable")
    return ordered.sort_values("disqualified", key=lambda why: why != "", kind="stable").reset_index(
        names="name"
    )


def _ranks(values: "pd.Series[float]", last: npt.NDArray[np.bool_], *, highest_first: bool) -> Any:
    rounded = np.round(values.to_numpy(), 9)  # differences of rounding are ties
    ordered = -rounded if highest_first else rounded
    ranks = np.empty(len(ordered), dtype=int)
    for group, before in ((~last, 0), (last, int((~last).sum()))):
        ranks[group] = before + rankdata(ordered[group], method="min")
    return ranks


def balanced_trials(table: pd.DataFrame) -> pd.DataFrame:
    """Per-trial balanced scores [trials, detectors]."""
    kinds = table.pivot_table(index="trial", columns=["detector", "is_human"], values="score", aggfunc="mean")
    return kinds.T.groupby(level="detector").mean().T
