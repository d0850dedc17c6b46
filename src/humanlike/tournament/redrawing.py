r"""Other people, other games: intervals that redraw experiments and games beside those over trials.

Trials repeat the same people in the same games, so an interval over trials says nothing of people and games that were
not there. Here experiments and games are redrawn independently, and every cell counts as often as its row and its
column were drawn (the pigeonhole bootstrap): with weights :math:`u_e` and :math:`v_g`,

.. math:: b = \frac12 \frac{\sum_{e,g} u_e v_g S_{eg}}{\sum_{e,g} u_e v_g n_{eg}}
            + \frac12 \frac{\sum_g v_g M_g}{\sum_g v_g m_g}

for a balanced score, S and M being sums of scores over n human and m machine datasets. No experiment stands in an
emulator's score, so its lead redraws games only. Percentile intervals, each on its own; with few experiments or games
they are still too narrow, and with a single one there is none.

Owen (2007), The pigeonhole bootstrap, Annals of Applied Statistics 1, 386-411.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core import Streams
from humanlike.tournament.failures import Scored

Floats = npt.NDArray[np.float64]
RESAMPLES = 4000
FEW = 10  # experiments or games below which a bootstrap over them is known to be too narrow


class Redrawn(NamedTuple):
    """An interval over other experiments and games like these; NaN where there is none."""

    lower: float
    upper: float

    @property
    def document(self) -> dict[str, float] | None:
        """Plain values; None where there is no interval."""
        return self._asdict() if self.lower == self.lower else None


class Redrawing(NamedTuple):
    """What was redrawn, and how far the balanced scores and the leading emulator's leads could have moved."""

    experiments: int
    games: int
    balanced: dict[str, Redrawn]  # by detector
    leads: dict[str, Redrawn]  # leading emulator minus rival, by rival; below 0 is a lead

    def caveat(self) -> str:
        """Which way these intervals err, or why there are none and which way those over trials err."""
        single = [
            f"one {what}"
            for what, count in (("experiment", self.experiments), ("game", self.games))
            if count < 2
        ]
        if single:
            return (
                f"With {' and '.join(single)} no interval over other people and games can be computed; those over "
                "trials hold for these people and games only, and are too narrow for others."
            )
        if min(self.experiments, self.games) < FEW:
            return (
                f"Redrawn are {self.experiments} experiments and {self.games} games: so few that intervals over them "
                "are still too narrow."
            )
        return f"Redrawn are {self.experiments} experiments and {self.games} games."


def redraw(
    stream: Streams,
    scores: Scored,
    *,
    judges: Sequence[str],
    emulator: str,
    confidence: float,
) -> Redrawing:
    """Redraw the experiments and games of scored trials; emulators are ranked by the mean over `judges`."""
    table, played = scores.answers, scores.games
    people = table.loc[table["is_human"], "source"].unique()
    games = table["game"].unique()
    weights = _Weights(
        pd.DataFrame(_multiplicities(stream["experiments"], len(people)), columns=people),
        pd.DataFrame(_multiplicities(stream["games"], len(games)), columns=games),
    )
    detectors = [str(name) for name in table["detector"].unique()]
    own = {name: table[table["detector"] == name] for name in detectors}
    both = len(people) > 1 and len(games) > 1
    balanced = {
        name: _ends(weights.balanced(rows) if both else np.empty(0), confidence) for name, rows in own.items()
    }
    able = [name for name, each in scores.conduct["emulators"].items() if not each.disqualified]
    judged = played[played["detector"].isin(list(judges)) & played["source"].isin(able)]
    leads = _leads(weights, judged, emulator, confidence)
    return Redrawing(len(people), len(games), balanced, leads)


class _Weights(NamedTuple):
    """How often each experiment and each game was drawn, [resamples, things]."""

    experiments: pd.DataFrame
    games: pd.DataFrame

    def balanced(self, rows: pd.DataFrame) -> Floats:
        """Balanced scores of one detector, [resamples]; NaN where no cell of people was drawn."""
        cells = rows[rows["is_human"]].groupby(["source", "game"])["score"].agg(["sum", "count"])
        every = pd.MultiIndex.from_product([self.experiments.columns, self.games.columns])
        known = cells.reindex(every).fillna(0.0).to_numpy().T.reshape(2, *map(len, every.levels))
        u, v = self.experiments.to_numpy(), self.games.to_numpy()
        parts = [np.einsum("re,eg,rg->r", u, each, v) for each in known]
        return (_ratio(*parts) + self.mean_over_games(rows[~rows["is_human"]])) / 2

    def mean_over_games(self, rows: pd.DataFrame) -> Floats:
        """Mean scores, [resamples]."""
        by = rows.groupby("game")["score"].agg(["sum", "count"]).reindex(self.games.columns).fillna(0.0)
        v = self.games.to_numpy()
        return _ratio(v @ by["sum"].to_numpy(), v @ by["count"].to_numpy())


def _leads(weights: _Weights, judged: pd.DataFrame, emulator: str, confidence: float) -> dict[str, Redrawn]:
    if weights.games.shape[1] < 2 or emulator not in set(judged["source"]):
        return {}
    means = {str(name): weights.mean_over_games(rows) for name, rows in judged.groupby("source", sort=False)}
    return {
        name: _ends(means[emulator] - values, confidence)
        for name, values in means.items()
        if name != emulator
    }


def _multiplicities(stream: Streams, count: int) -> Floats:
    """How often each of `count` things is drawn in `count` draws, [resamples, things]."""
    return stream.generator().multinomial(count, np.full(count, 1 / count), size=RESAMPLES).astype(np.float64)


def _ratio(above: Floats, below: Floats) -> Floats:
    return np.asarray(np.divide(above, below, out=np.full(len(above), np.nan), where=below > 0))


def _ends(values: Floats, confidence: float) -> Redrawn:
    known = values[np.isfinite(values)]
    if not len(known):
        return Redrawn(float("nan"), float("nan"))
    low, high = np.quantile(known, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Redrawn(float(low), float(high))
