"""Real rejection probabilities: people who answer one-shot ultimatum offers.

Read from a long table of play (columns session, match, role, round, action): role 1 offers `action` steps of
a pie of `pie_steps`; role 2 accepts (0) or refuses (1). Shares of the pie carry over to any endowment; between
shares that were seen the line between their neighbours is taken, beyond them the nearest one.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from humanlike.core import BadFile, BadRecord, check_stakes
from humanlike.worlds.social_ultimatum.setting import Floats

COLUMNS = ("session", "match", "role", "round", "action")


class Responders(NamedTuple):
    """How often each share of the pie was refused."""

    shares: Floats  # increasing, 0..1
    refused: Floats  # proportion refused
    cases: Floats  # how many answers

    def rejection(self, *, endowment: int = 10, step: int = 1) -> Floats:
        """Rejection probability of the offers 0, step, ..., endowment."""
        check_stakes(endowment, step)
        wanted = np.arange(0, endowment + step, step) / endowment
        return np.asarray(np.interp(wanted, self.shares, self.refused))


def read_responders(path: Path, *, pie_steps: int = 20) -> Responders:
    """Answers by share of the pie, from a file or a folder with `play.csv`."""
    path = path / "play.csv" if path.is_dir() else path
    try:
        rows = pd.read_csv(path)
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be read as a table of play: {error}") from error
    missing = [column for column in COLUMNS if column not in rows]
    if missing:
        raise BadFile(f"{path} lacks the column(s) {', '.join(missing)}.")
    keys = ["session", "match", "round"]
    offers, answers = (rows.loc[rows["role"] == role, [*keys, "action"]] for role in (1, 2))
    pairs = offers.merge(answers, on=keys, suffixes=("_offer", "_answer"))
    if len(pairs) != len(answers):
        raise BadRecord(
            f"{path}: {len(answers) - len(pairs)} answer(s) to offers never made (role 2 without role 1)."
        )
    pairs = pairs[(pairs["action_offer"] >= 0) & (pairs["action_answer"] >= 0)]
    if pairs.empty or not pairs["action_offer"].between(0, pie_steps).all():
        raise BadRecord(
            f"{path}: offers must lie in 0..{pie_steps} steps of the pie, and some must be answered."
        )
    if not pairs["action_answer"].isin([0, 1]).all():
        raise BadRecord(f"{path}: a responder accepts (0) or refuses (1).")
    by_offer = pairs.groupby("action_offer")["action_answer"].agg(["mean", "count"])
    shares = by_offer.index.to_numpy(dtype=np.float64) / pie_steps
    return Responders(
        shares, by_offer["mean"].to_numpy(dtype=np.float64), by_offer["count"].to_numpy(dtype=np.float64)
    )
