"""Latent classes of people: each class follows a learning rule with parameters of its own; who is in which."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy.special import expit, logit

from humanlike.core import AUTO, BadRequest, Game, Rule, Units, find_units
from humanlike.fitting import Mixture, fit_mixture, fit_one, t_quantile
from humanlike.fitting.seats import GROUPINGS
from humanlike.naming.plays import PlaysWord, find_plays, title_of
from humanlike.naming.rules import RuleWords, find_rules
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MOST = 8  # classes: more are not found again by another start


@dataclass(frozen=True, eq=False, repr=False)
class ClassesResult(Result):
    """A mixture of learning rules, and each rule alone."""

    data: str
    members: str  # who has a class: subject, match
    mixture: Mixture
    alone: dict[str, float]  # BIC of each rule with one class
    n_starts: int
    units: Units

    def headline(self) -> str:
        """Whether there are classes, and how large they are."""
        found, best = self.mixture, min(self.alone, key=lambda name: self.alone[name])
        gain = self.alone[best] - found.bic
        shares = ", ".join(
            f"{name} {100 * share:.0f} %" for name, share in zip(self.names, found.shares, strict=True)
        )
        word = "fit better than" if gain > 0 else "fit no better than"
        return (
            f"{self.data}: {len(found.rules)} classes {word} {best} for everybody (BIC {found.bic:.1f} against "
            f"{self.alone[best]:.1f}): {shares}"
        )

    @property
    def names(self) -> tuple[str, ...]:
        """What each class is called: its rule, numbered where several share one."""
        rules = [rule.name for rule in self.mixture.rules]
        return tuple(
            name if rules.count(name) == 1 else f"{name} {rules[: place + 1].count(name)}"
            for place, name in enumerate(rules)
        )

    def intervals(self) -> npt.NDArray[np.float64]:
        """95 % intervals of the shares, [classes, 2], on the scale of log-odds; NaN where unknown."""
        found = self.mixture
        with np.errstate(divide="ignore", invalid="ignore"):
            spread = found.share_errors / (found.shares * (1.0 - found.shares)) * self._t()
            return np.stack(
                [expit(logit(found.shares) - spread), expit(logit(found.shares) + spread)], axis=1
            )

    def _t(self) -> float:
        count = self.mixture.n_independent
        return t_quantile(0.95, count) if count > 1 else float("nan")

    def story(self) -> Iterator[Part]:
        """The classes, what to mind, what is independent."""
        yield self.headline()
        yield from self.remarks()
        likeliest = np.bincount(self.mixture.responsibilities.argmax(axis=1), minlength=len(self.names))
        rows = [
            [name, _with_ends(share, *ends), int(count)]
            for name, share, ends, count in zip(
                self.names, self.mixture.shares, self.intervals(), likeliest, strict=True
            )
        ]
        yield StoryTable("Classes, shares with 95 % intervals", ["class", "share", f"{self.members}s"], rows)
        rows = [
            [each["class"], each["parameter"], _with_error(each["estimate"], each["standard_error"])]
            for each in self._parameters()
        ]
        if rows:
            yield StoryTable("Parameters (standard errors)", ["class", "parameter", "estimate"], rows)
        yield f"A {self.members} belongs to one class in all its choices. {self.units.sentence}"

    def remarks(self) -> list[str]:
        """What to mind: empty classes, twins, a search that did not end, starts that disagree."""
        found, names = self.mixture, self.names
        said = [
            f"{names[place]} holds less than half a {self.members}: there is no such class."
            for place in found.empty
        ]
        said += [
            f"{names[one]} and {names[other]} are one class: their parameters agree."
            for one, other in found.twins
        ]
        if not found.converged:
            said.append("The search did not end: the likelihood still rises.")
        if found.n_agreeing == 1 < self.n_starts:
            said.append("Only one start came this far: try more --starts.")
        return said

    def document(self) -> dict[str, Any]:
        """Everything, and who is which."""
        found = self.mixture
        return {
            "data": self.data,
            "headline": self.headline(),
            "unit": self.members,
            "classes": self.frame().to_dict("records"),
            "parameters": self._parameters(),
            "log_likelihood": found.log_likelihood,
            "choices": found.n_choices,
            "n_parameters": found.n_parameters,
            "aic": found.aic,
            "bic": found.bic,
            "alone_bic": self.alone,
            "converged": found.converged,
            "starts_agreeing": found.n_agreeing,
            "empty": [self.names[place] for place in found.empty],
            "twins": [[self.names[one], self.names[other]] for one, other in found.twins],
            "remarks": self.remarks(),
            "independent": self.units.unit,
            "independent_units": found.n_independent,
            "caveat": self.units.caveat,
            "members": self.members_frame().to_dict("records"),
        }

    def frame(self) -> "pd.DataFrame":
        """One row for each class."""
        import pandas as pd

        found = self.mixture
        return pd.DataFrame(
            {
                "class": self.names,
                "rule": [rule.name for rule in found.rules],
                "share": found.shares,
                "standard_error": found.share_errors,
                "lower": self.intervals()[:, 0],
                "upper": self.intervals()[:, 1],
            }
        )

    def members_frame(self) -> "pd.DataFrame":
        """One row for each subject (or match): the likeliest class, and the chance of every one."""
        import pandas as pd

        found = self.mixture
        best = found.responsibilities.argmax(axis=1)
        table = pd.DataFrame(found.responsibilities, columns=list(self.names))
        table.insert(0, "class", [self.names[place] for place in best])
        table.insert(0, self.members, found.units)
        return table

    def _parameters(self) -> list[dict[str, Any]]:
        found = self.mixture
        return [
            {
                "class": name,
                "parameter": parameter,
                "estimate": float(value),
                "standard_error": float(error) if isfinite(error) else None,
            }
            for name, rule, values, errors in zip(
                self.names, found.rules, found.parameters, found.errors, strict=True
            )
            for parameter, value, error in zip(rule.parameter_names, values, errors, strict=True)
        ]

    def plot(self) -> "Figure":
        """Shares with their intervals."""
        from humanlike.figures.strategies import draw_strategies

        return draw_strategies(
            {self.data: (self.names, self.mixture.shares, self.intervals())},
            title=self.headline(),
            persons=[len(self.mixture.units)],
            what="class",
        )


def classes(
    data: PlaysWord,
    rule: RuleWords = "memory-one",
    *,
    number: int = 2,
    member: str = "subject",
    unit: str = AUTO,
    starts: int = 4,
    game: str | Path | Game | None = None,
) -> ClassesResult:
    """Latent classes of people: `number` classes of one rule, or one class for each of several rules.

    `member` is who has a class: subject, match, session; standard errors are over what is independent, `unit`; every
    one of `starts` searches begins with random classes.
    """
    chosen = _classes_of(find_rules(rule), number)
    if member not in GROUPINGS or member in ("pooled", "game", "role"):
        raise BadRequest(f"A subject, match or session has a class, not '{member}'.")
    if starts < 1:
        raise BadRequest(f"A search begins at least once, not {starts} times.")
    plays = find_plays(data, game=game)
    mixture = fit_mixture(plays, chosen, unit=member, independent=unit, n_starts=starts)
    alone = {each.name: fit_one(plays, each).bic for each in dict.fromkeys(chosen)}
    return ClassesResult(title_of(data), member, mixture, alone, starts, find_units(plays, unit))


def _classes_of(rules: list[Rule], number: int) -> list[Rule]:
    if len(rules) > 1:
        return rules
    if not 2 <= number <= MOST:
        raise BadRequest(f"Classes are 2 to {MOST}, not {number}; several rules give one class each.")
    if not rules[0].parameter_names:
        raise BadRequest(f"{rules[0].name} has no parameters in which classes could differ.")
    return rules * number


def _with_ends(share: float, low: float, high: float) -> str:
    return f"{share:.3f} [{low:.3f}, {high:.3f}]" if isfinite(low) else f"{share:.3f}"


def _with_error(value: float, error: float | None) -> str:
    return f"{value:.4g}" if error is None else f"{value:.4g} ({error:.2g})"
