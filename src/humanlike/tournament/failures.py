r"""Failing never pays: one rule for what is not delivered, and everything scored by it.

- A game an emulator fails in scores the *highest* score there can be, which is the worst for it, against every
  detector; it enters no detector's score.
- An answer a detector fails to give scores the *worst* score there can be in its own score. On the emulator's side it
  counts as one half: failing on a friend helps it no more than saying one half, which is cheaper.
- Who failed in more than `quota` of what it was asked, over all trials so far, is disqualified: it cannot lead, win,
  judge emulators or share a prize.

So nobody misses a trial, and whoever fails would have done better by any play and by saying one half. Where all games
are in one file the file is the unit: an emulator that fails in a game forfeits the file of that trial, and so does a
detector that fails to answer a part of it.

*Why sequences stay valid.* A score is a function of the trial's own outcome, failures included, and lies within the
bounds of scores: what the sequences of `stopping.py` compare is what entrants do, of which failing is a part. Who
is disqualified is found from the same trials, however, and a race in which rivals drop out whenever it is convenient
would be no race. So a disqualified entrant stays somebody the winner must be ahead of until its own chance of failing
is *shown* to exceed the quota (`out_after`): the bounded sequence on its share of failures in each trial, at
:math:`\alpha` over all entrants of its side at once and at any look. The best entrant that keeps the quota is
then left out in at most :math:`\alpha` of tournaments, and who is worse is established against it in at most
:math:`\alpha`, as before.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.scoring import ScoringSystem
from humanlike.statistics import find_leader
from humanlike.tournament.plan import Plan
from humanlike.tournament.scores import chance, scores_of, worst_and_best

Floats = npt.NDArray[np.float64]
ROUNDING = 1e-9  # by which a product of share and count may miss a whole number
ONE_FILE, WHOLE = "all games in one file", "all games"
GAME = ["trial", "game", "source"]  # what an emulator is asked for


class Conduct(NamedTuple):
    """How often an entrant failed in what it was asked."""

    asked: int
    failed: int
    disqualified: str = ""  # why, or empty
    out_after: int = (
        -1
    )  # trials after which its chance of failing was shown to exceed the quota; -1: it is not

    @property
    def is_out(self) -> bool:
        """Whether it is disqualified and surely so."""
        return bool(self.disqualified) and self.out_after > 0


class Scored(NamedTuple):
    """Both sides of all trials so far with their scores, and how often who failed."""

    answers: pd.DataFrame  # what each detector said of each dataset, `score` the detector's
    games: pd.DataFrame  # every game each emulator was asked for, by detector, `score` the emulator's
    conduct: Mapping[str, Mapping[str, Conduct]]  # by side and name


def scored(
    answers: pd.DataFrame, datasets: pd.DataFrame, plan: Plan, system: ScoringSystem | None = None
) -> Scored:
    """The detectors' and the emulators' scores in the mode and under the system of the plan (or the one given)."""
    owed = datasets.loc[~datasets["is_human"].astype(bool), [*GAME, "mark"]]
    if plan.mode == ONE_FILE:
        answers, owed = _one_file_each(answers), _one_file_owed(owed)
    missing = owed[owed["mark"] != ""]
    table = _delivered(answers, missing).reset_index(drop=True)
    truth = table["is_human"].to_numpy(dtype=bool)
    worst, best = worst_and_best(plan, system)
    said, gave = scores_of(table["probability"].to_numpy(), truth, plan, system), table["mark"] == ""
    table["score"] = np.where(gave, said, worst)
    games = table.assign(score=np.where(gave, said, chance(plan, system)))[~truth]
    if len(missing):
        everybody = table[["detector"]].drop_duplicates()
        forfeited = missing.merge(everybody, how="cross").assign(is_human=False, score=best)
        games = pd.concat([games, forfeited], ignore_index=True)
    conduct = {
        "detectors": _conduct(table, "detector", "answers", plan),
        "emulators": _conduct(owed, "source", "games", plan),
    }
    return Scored(table, games, conduct)


def _delivered(answers: pd.DataFrame, missing: pd.DataFrame) -> pd.DataFrame:
    """Answers about people and about plays that count."""
    failed = pd.MultiIndex.from_frame(missing[GAME])
    return answers[answers["is_human"].astype(bool) | ~pd.MultiIndex.from_frame(answers[GAME]).isin(failed)]


def _one_file_each(answers: pd.DataFrame) -> pd.DataFrame:
    """The older variant (footnote 15): one verdict per source over all games, kept within .01-.99.

    Who was asked game by game has odds multiplied; who was shown the file itself has said one thing of it.
    """
    seen_whole = answers["game"] == WHOLE
    table, said = answers[~seen_whole].copy(), answers[seen_whole]
    clipped = table["probability"].clip(1e-6, 1 - 1e-6)
    table["odds"] = np.log(clipped / (1 - clipped))
    whole = table.groupby(["trial", "detector", "source", "is_human"], as_index=False, sort=False).agg(
        odds=("odds", "sum"), mark=("mark", "max")
    )
    whole["probability"] = (1 / (1 + np.exp(-whole.pop("odds")))).clip(0.01, 0.99)
    whole["game"] = WHOLE
    return pd.concat([whole, said[whole.columns]], ignore_index=True) if len(said) else whole


def _one_file_owed(owed: pd.DataFrame) -> pd.DataFrame:
    """One file an emulator and trial, forfeited by a failure in any of its games."""
    files = owed.groupby(["trial", "source"], as_index=False, sort=False).agg(mark=("mark", "max"))
    return files.assign(game=WHOLE)


def _conduct(asked: pd.DataFrame, who: str, what: str, plan: Plan) -> dict[str, Conduct]:
    """How often each entrant in the column `who` failed in the rows it was asked for."""
    what = "files" if plan.mode == ONE_FILE else what
    failed = asked.assign(failed=(asked["mark"] != "").astype(float))
    shares = failed.pivot_table(index=who, columns="trial", values="failed", aggfunc="mean", sort=False)
    level = (1 - plan.confidence) / max(len(shares), 1)
    found = {}
    for name, rows in failed.groupby(who, sort=False)["failed"]:
        count, times = len(rows), int(rows.sum())
        found[str(name)] = Conduct(count, times)
        if times - plan.quota * count > ROUNDING:
            reason = f"failed in {times} of {count} {what}, more than {100 * plan.quota:g} %"
            known = shares.loc[name].sort_index().to_numpy(dtype=float)
            found[str(name)] = Conduct(count, times, reason, _shown_after(known, plan.quota, level))
    return found


def _shown_after(shares: Floats, quota: float, level: float) -> int:
    """Trials after which shares of failures, one a trial, were shown to exceed the quota on average; -1 if not."""
    if quota == 0:  # one failure shows it
        return int(np.argmax(shares > 0)) + 1
    reach = np.array([[0.0, 1 - quota], [quota, 0.0]])
    found = find_leader(np.stack([shares, np.full(len(shares), quota)]), alpha=level, reach=reach)
    return found.established_after if found.leader == 0 else -1
