"""Which strategy of the repeated game everybody follows, how many follow each, and how often they slip."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import AUTO, Game, Play, Units, find_units
from humanlike.core.progress import Progress, announce, silent
from humanlike.fitting import applicable, fit_groups, left_out_sentence
from humanlike.fitting.strategy_classes import (
    StrategyFit,
    aic_of,
    bic_of,
    fit_strategies,
    log_likelihood_of,
)
from humanlike.fitting.strategy_counts import count_strategies
from humanlike.naming.plays import PlaysWord, find_plays, title_of
from humanlike.naming.rules import RuleWords, find_rules
from humanlike.naming.strategies import StrategyWords, find_strategies
from humanlike.players.automata import gamma_of
from humanlike.studies.result import Result
from humanlike.studies.strategies_document import document_of_group, rows_of_group, rows_of_persons
from humanlike.studies.strategies_remarks import remark_on, remarks_on, what_cooperates
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNSEEN = 1e-3  # a share that is printed as nothing
UNMOVED = (
    "A share of 0 that no resample moves has the bootstrap interval [0, 0]; without --bootstrap the likelihood says "
    "what else is possible."
)
CLASSES = ["group", "strategy", "share", "SE", "persons", "tremble", "gamma", "remarks"]
GROUPS = [
    "group",
    "persons",
    "person-matches",
    "choices",
    "log-likelihood",
    "BIC",
    "starts agreeing",
    "remarks",
]


@dataclass(frozen=True, eq=False, repr=False)
class StrategiesResult(Result):
    """Strategies as latent classes, group by group."""

    data: str
    by: str
    fits: tuple[StrategyFit, ...]
    actions: str  # what 0 and 1 are in these games
    units: Units
    rules: dict[str, tuple[float, int]]  # BIC and parameters of learning rules on the same groups
    refused: dict[str, str]

    @property
    def log_likelihood(self) -> float:
        """Of all groups together."""
        return log_likelihood_of(self.fits)

    @property
    def bic(self) -> float:
        """Schwarz's criterion of all groups together."""
        return bic_of(self.fits)

    def headline(self) -> str:
        """What most people follow."""
        if len(self.fits) == 1:
            return f"{self.data}: {_most(self.fits[0])}."
        leaders = [_leader(each) for each in self.fits]
        counts = {name: leaders.count(name) for name in dict.fromkeys(leaders)}
        told = ", ".join(
            f"{name} in {count}" for name, count in sorted(counts.items(), key=lambda each: -each[1])
        )
        return f"{self.data}, {len(self.fits)} groups: the strategy most people follow is {told}."

    def story(self) -> Iterator[Part]:
        """Who follows what, then how sure that is."""
        yield self.headline()
        rows = [row for each in self.fits for row in _class_rows(each)]
        interval = "bootstrap" if self.fits[0].n_resamples else "likelihood"
        yield StoryTable(f"Strategies, shares with 95 % intervals ({interval})", CLASSES, rows)
        yield StoryTable("Groups", GROUPS, [_group_row(each) for each in self.fits])
        yield (
            f"Log-likelihood {self.log_likelihood:.1f}, AIC {aic_of(self.fits):.1f}, BIC {self.bic:.1f}, "
            f"{sum(each.n_parameters for each in self.fits)} parameters."
        )
        yield from filter(None, [self._against(), self.actions])
        yield f"Each person is one strategy in all matches of a group. {self.units.sentence}"
        if any(each.n_resamples and (each.share_intervals.max(axis=1) < UNSEEN).any() for each in self.fits):
            yield UNMOVED
        if self.refused:
            yield left_out_sentence(self.refused)

    def _against(self) -> str:
        """The learning rules that were fitted to the same groups."""
        if not self.rules:
            return ""
        name = min(self.rules, key=lambda each: self.rules[each][0])
        bic, n_parameters = self.rules[name]
        word = "below" if self.bic < bic else "above"
        among = f" best of {len(self.rules)} rules," if len(self.rules) > 1 else ""
        gap = f"That is {abs(self.bic - bic):.1f} {word} {name}"
        return f"{gap},{among} with BIC {bic:.1f} ({n_parameters} parameters)."

    def document(self) -> dict[str, Any]:
        """Everything, and who is which."""
        return {
            "data": self.data,
            "by": self.by,
            "trembles": self.fits[0].trembles_are,
            "headline": self.headline(),
            "log_likelihood": self.log_likelihood,
            "aic": aic_of(self.fits),
            "bic": self.bic,
            "parameters": sum(each.n_parameters for each in self.fits),
            "choices": sum(each.n_choices for each in self.fits),
            "unit": self.units.unit,
            "caveat": self.units.caveat,
            "actions": self.actions,
            "groups": [document_of_group(each) for each in self.fits],
            "rules": [
                {"rule": name, "bic": bic, "parameters": count} for name, (bic, count) in self.rules.items()
            ],
            "left_out": dict(self.refused),
        }

    def frame(self) -> "pd.DataFrame":
        """One row for each group and class."""
        import pandas as pd

        return pd.DataFrame([row for each in self.fits for row in rows_of_group(each)])

    def persons(self) -> "pd.DataFrame":
        """One row for each group and person: the likeliest strategy, and the chance of every one."""
        import pandas as pd

        return pd.DataFrame([row for each in self.fits for row in rows_of_persons(each)])

    def plot(self) -> "Figure":
        """Shares with their intervals, a panel for each group."""
        from humanlike.figures.strategies import draw_strategies

        return draw_strategies(
            {each.counts.group: (each.counts.names, each.shares, each.share_intervals) for each in self.fits},
            title=self.headline().rstrip("."),
            persons=[len(each.counts.persons) for each in self.fits],
        )


def strategies(
    data: PlaysWord,
    strategies: StrategyWords = "df2011",
    *,
    by: str = "game",
    trembles: str = "shared",
    bootstrap: int = 0,
    unit: str = AUTO,
    starts: int = 20,
    rules: RuleWords = "",
    game: str | Path | Game | None = None,
    progress: Progress = silent,
) -> StrategiesResult:
    """Which strategies people follow in repeated games of two actions, by strategy frequency estimation.

    `strategies` are words by commas or objects: df2011, frd2012, all, names, automaton:C0101-D0101, file.py:STRATEGY;
    `by` is what a person follows one strategy within: game, pooled, role, session, match, or several joined by '+';
    `trembles` are shared by all strategies or each its own; `bootstrap` redraws the independent units so often for
    intervals that the likelihood gives otherwise; `starts` is how often the search begins; `rules` are learning rules
    to hold against the strategies by BIC.
    """
    chosen = find_strategies(strategies)
    candidates = find_rules(rules) if rules else []
    plays = find_plays(data, game=game)
    counts = count_strategies(plays, chosen, by=by, unit=unit)
    fits = []
    for place, each in enumerate(counts):
        progress(each.group, place, len(counts))
        fits.append(fit_strategies(each, trembles=trembles, n_starts=starts, n_resamples=bootstrap))
    against, refused = _rules_on(plays, candidates, by, progress)
    actions = " ".join(dict.fromkeys(what_cooperates(play.game) for play in plays))
    return StrategiesResult(
        title_of(data), by, tuple(fits), actions, find_units(plays, unit), against, refused
    )


def _rules_on(
    plays: Sequence[Play], candidates: Sequence[Any], by: str, progress: Progress
) -> tuple[dict[str, tuple[float, int]], dict[str, str]]:
    """BIC and number of parameters of learning rules on the same groups, and which rules do not apply."""
    if not candidates:
        return {}, {}
    suitable, refused = applicable(plays, candidates)
    if refused:
        announce(progress, left_out_sentence(refused))
    found = {}
    for rule in suitable:
        fits = fit_groups(plays, rule, by=by)
        found[rule.name] = (fits.bic, len(rule.parameter_names) * len(fits))
    return found, dict(refused)


def _leader(fit: StrategyFit) -> str:
    return fit.counts.names[int(np.argmax(fit.shares))]


def _most(fit: StrategyFit) -> str:
    """The strategies with most followers, and how often these slip."""
    order = [place for place in np.argsort(-fit.shares) if not fit.empty[place]][:3]
    told = ", ".join(f"{100 * fit.shares[place]:.0f} % follow {fit.counts.names[place]}" for place in order)
    slips = np.nansum(np.where(np.isnan(fit.trembles), 0.0, fit.trembles * fit.shares))
    missed = f"they miss what it prescribes in {100 * slips:.1f} % of choices"
    return f"of {len(fit.counts.persons)} persons {told}; {missed}"


def _class_rows(fit: StrategyFit) -> list[list[object]]:
    """The classes of a group, largest first."""
    likeliest = np.bincount(fit.responsibilities.argmax(axis=1), minlength=len(fit.shares))
    rows: list[list[object]] = []
    for place in np.argsort(-fit.shares, kind="stable"):
        low, high = fit.share_intervals[place]
        tremble, error = fit.trembles[place], fit.share_errors[place]
        known = bool(np.isfinite(tremble))
        rows.append(
            [
                fit.counts.group,
                fit.counts.names[place],
                f"{fit.shares[place]:.3f} [{low:.3f}, {high:.3f}]"
                if low == low
                else f"{fit.shares[place]:.3f}",
                f"{error:.3f}" if np.isfinite(error) else "-",
                int(likeliest[place]),
                f"{tremble:.3f}" if known else "-",
                f"{gamma_of(float(tremble)):.3f}" if known else "-",
                remark_on(fit, int(place)),
            ]
        )
    return rows


def _group_row(fit: StrategyFit) -> list[object]:
    return [
        fit.counts.group,
        len(fit.counts.persons),
        int(fit.counts.n_matches.sum()),
        fit.n_choices,
        f"{fit.log_likelihood:.2f}",
        f"{bic_of([fit]):.1f}",
        f"{fit.n_agreeing} of {fit.n_starts}",
        "; ".join(remarks_on(fit)),
    ]
