"""Which parameters make a rule find what people did most likely, and which rule fits best."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from humanlike.core import BadRequest, Game, Information, Play, Rule
from humanlike.core.progress import Progress, silent
from humanlike.fitting import (
    Fit,
    FitRequest,
    Fits,
    HeldOutFit,
    applicable,
    criterion_named,
    fit_rules,
    hold_out_rules,
)
from humanlike.fitting.many_rules import FOLD_STARTS
from humanlike.naming.plays import PlaysWord, find_plays, title_of
from humanlike.naming.rules import RuleWords, find_rules, names_all, with_options
from humanlike.studies.beginning import begin
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class FittedGroups(NamedTuple):
    """One rule fitted to every group and, if asked for, scored on choices it was not fitted to."""

    fits: Fits
    held_out: HeldOutFit | None

    @property
    def order(self) -> float:
        """Nats per choice that rules are ordered by: held out where known."""
        return self.held_out.nats_per_choice if self.held_out else self.fits.nats_per_choice


@dataclass(frozen=True, eq=False, repr=False)
class FitResult(Result):
    """Rules fitted to one body of play."""

    data: str  # what was fitted to, in words
    rules: tuple[FittedGroups, ...]
    refused: Mapping[str, str]  # rules that are not defined for the data, and why

    @cached_property
    def best_first(self) -> tuple[FittedGroups, ...]:
        """The rules by nats per choice, held out where known."""
        return tuple(sorted(self.rules, key=lambda each: each.order))

    def headline(self) -> str:
        """The rule that fits best."""
        best = self.best_first[0]
        said = f"{best.order:.4f} nats per choice{', held out' if best.held_out else ''}"
        among = f" best of {len(self.rules)} rules" if len(self.rules) > 1 else ""
        return f"{best.fits.rule.name} fits {self.data}{among}: {said}, {best.fits.n_choices} choices"

    def story(self) -> Iterator[Part]:
        """Rules, best first; then the parameters, unless several rules were fitted to several groups."""
        yield self.headline()
        columns = ["rule", "groups", "choices", "nats per choice", "held out (SE)", "BIC"]
        yield StoryTable(
            f"{self.data}: rules, best first", columns, [_rule_row(each) for each in self.best_first]
        )
        several = any(len(each.fits) > 1 for each in self.rules)
        for each in self.best_first:
            if each.fits.rule.parameter_names and (not several or len(self.rules) == 1):
                yield _parameter_table(each.fits)
        for name, reason in self.refused.items():
            yield f"left out {name}: {reason}"

    def document(self) -> list[dict[str, Any]]:
        """One entry for each rule and group."""
        return [document_of_fit(fit, each.held_out) for each in self.rules for fit in each.fits]

    def frame(self) -> "pd.DataFrame":
        """One row for each rule and group: how well it fits."""
        import pandas as pd

        rows = [
            (
                fit.rule.name,
                fit.group,
                fit.n_choices,
                fit.nats_per_choice,
                fit.log_likelihood,
                fit.aic,
                fit.bic,
                fit.converged,
            )
            for each in self.rules
            for fit in each.fits
        ]
        names = ["rule", "group", "choices", "nats_per_choice", "log_likelihood", "aic", "bic", "converged"]
        return pd.DataFrame(rows, columns=names)

    def parameters(self) -> "pd.DataFrame":
        """One row for each rule, group and parameter: the estimate, its standard error, and what to mind."""
        import pandas as pd

        rows = [
            (fit.rule.name, fit.group, name, float(value), float(error), _remark(fit, name))
            for each in self.rules
            for fit in each.fits
            for name, value, error in zip(
                fit.rule.parameter_names, fit.parameters, fit.standard_errors, strict=True
            )
        ]
        names = ["rule", "group", "parameter", "estimate", "standard_error", "remark"]
        return pd.DataFrame(rows, columns=names)

    def plot(self) -> "Figure":
        """Nats per choice of every rule, over all choices and in each group, and held out where that was asked for."""
        from humanlike.figures.fitting import draw_fits

        groups = {
            each.fits.rule.name: np.array([fit.nats_per_choice for fit in each.fits]) for each in self.rules
        }
        whole = {each.fits.rule.name: each.fits.nats_per_choice for each in self.rules}
        held_out = {
            each.fits.rule.name: (each.held_out.nats_per_choice, each.held_out.standard_error)
            for each in self.rules
            if each.held_out is not None
        }
        return draw_fits(groups, whole, held_out=held_out or None, chance=whole.get("random"), data=self.data)


def fit(
    data: PlaysWord,
    rule: RuleWords = "all",
    *,
    by: str = "pooled",
    role: int | None = None,
    criterion: str = "likelihood",
    starts: int = 4,
    unit: str = "",
    held_out: str = "",
    folds: int = 5,
    fold_starts: int = FOLD_STARTS,
    options: Sequence[str] = (),
    people: PlaysWord | None = None,
    game: str | Path | Game | None = None,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> FitResult:
    """Fit rules to the choices of a body of play, group by group.

    `by` is pooled, game, role, session, subject, match, or several joined by '+'; `role` (from 1) keeps the choices of
    one role; `unit` (match, session, subject) makes standard errors robust within it; `held_out` names what is held
    out in `folds` to be scored, each searched from `fold_starts` points beside the optimum of all data; `options`
    (stickiness, lapse) are taken by every rule; `people` are those whom `RULE:fitted` was fitted to before; `game` is
    the game of plain text. Of `all` rules those that do not apply are left out; a rule that was named is refused. `out`
    keeps every rule as it is fitted.
    """
    effort = begin("fit", locals())
    candidates = find_rules(rule, people=find_plays(people) if people is not None else ())
    plays = find_plays(data, game=game)
    seat = _seat(role)
    suitable, refused = _suitable(candidates, plays, seat, whole=names_all(rule))
    rules = [with_options(chosen, options) for chosen in suitable]
    request = FitRequest(
        by, seat, criterion_named(criterion), starts, unit or None, held_out, folds, fold_starts
    )
    # what cannot be held out is refused before hours of fitting
    scored = hold_out_rules(plays, rules, request, effort) if held_out else [None] * len(rules)
    fitted = fit_rules(plays, rules, request, effort)
    result = FitResult(title_of(data), tuple(map(FittedGroups, fitted, scored)), refused)
    effort.keep(result.document)
    return result


def _seat(role: int | None) -> int | None:
    """A role as seats are counted, from 0."""
    if role is not None and role < 1:
        raise BadRequest(f"Roles count from 1, not from {role}.")
    return None if role is None else role - 1


def _suitable(
    rules: Sequence[Rule], plays: Sequence[Play], seat: int | None, *, whole: bool
) -> tuple[list[Rule], dict[str, str]]:
    """The rules defined for these games: of a `whole` collection some, of those named all, before any is fitted."""
    if whole:
        return applicable(plays, {each.name: each for each in rules})
    for rule in rules:
        for play in plays:
            for role in sorted(set(play.roles[play.studied].tolist())):
                if seat in (None, role):
                    rule.check_setting(play.game, int(role), Information.GAME)
    return list(rules), {}


def document_of_fit(fit: Fit, scored: HeldOutFit | None = None) -> dict[str, Any]:
    """Everything about one fit; a parameter without a standard error has none."""
    errors = dict(zip(fit.rule.parameter_names, fit.standard_errors, strict=True))
    document = {
        "rule": fit.rule.name,
        "group": fit.group,
        "choices": fit.n_choices,
        "nats_per_choice": fit.nats_per_choice,
        "parameters": dict(zip(fit.rule.parameter_names, fit.parameters, strict=True)),
        "standard_errors": {name: error if isfinite(error) else None for name, error in errors.items()},
        "log_likelihood": fit.log_likelihood,
        "criterion": fit.criterion,
        "loss_per_choice": fit.loss,
        "aic": fit.aic,
        "bic": fit.bic,
        "converged": fit.converged,
        "at_bound": list(fit.at_bound),
        "at_kink": list(fit.at_kink),
        "unidentified": list(fit.unidentified),
        "starts": fit.n_starts,
        "starts_agreeing": fit.n_agreeing,
        "clusters": fit.n_clusters or None,
        "floor": fit.floor,
    }
    if scored is not None:
        document["held_out"] = {
            "unit": scored.unit,
            "folds": scored.n_folds,
            "units": scored.n_units,
            "nats_per_choice": scored.nats_per_choice,
            "standard_error": scored.standard_error,
        }
    return document


def _rule_row(each: FittedGroups) -> list[object]:
    fits, scored = each
    outside = f"{scored.nats_per_choice:.4f} ({scored.standard_error:.4f})" if scored else "-"
    return [
        fits.rule.name,
        len(fits),
        fits.n_choices,
        f"{fits.nats_per_choice:.4f}",
        outside,
        f"{fits.bic:.1f}",
    ]


def _parameter_table(fits: Fits) -> StoryTable:
    rows = [
        [fit.group, fit.n_choices, f"{fit.nats_per_choice:.4f}", *_estimates(fit), _remarks(fit)]
        for fit in fits
    ]
    columns = ["group", "choices", "nats", *fits.rule.parameter_names, "remarks"]
    return StoryTable(fits.rule.name, columns, rows)


def _estimates(fit: Fit) -> list[str]:
    return [
        f"{value:.4g} ({error:.2g})" if isfinite(error) else f"{value:.4g}"
        for value, error in zip(fit.parameters, fit.standard_errors, strict=True)
    ]


def _remarks(fit: Fit) -> str:
    words = [] if fit.converged else ["not converged"]
    words += [f"{what}: {', '.join(names)}" for what, names in _flags(fit) if names]
    return "; ".join(words)


def _remark(fit: Fit, parameter: str) -> str:
    return ", ".join(what for what, names in _flags(fit) if parameter in names)


def _flags(fit: Fit) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ("bound", fit.at_bound), ("kink", fit.at_kink), ("unidentified", fit.unidentified)
