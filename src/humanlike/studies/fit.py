"""Which parameters make a rule find what people did most likely, and which rule fits best."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import (
    AUTO,
    UNITS,
    BadRequest,
    Experience,
    Game,
    Play,
    Units,
    carry_experience,
    find_units,
)
from humanlike.core.progress import Progress, announce, silent
from humanlike.fitting import (
    CRITERIA,
    Fit,
    FitRequest,
    Fits,
    FittedGroups,
    HeldOutFit,
    applicable,
    bounds_sentence,
    fit_rules,
    left_out_sentence,
    reached_bounds,
    studied_rows,
    t_quantile,
)
from humanlike.fitting.resampled import bootstrap_interval
from humanlike.naming.plays import PlaysWord, find_plays, title_of
from humanlike.naming.rules import RuleWords, find_rules, with_options
from humanlike.prediction.estimators import PUBLISHED, Estimator, estimator_named
from humanlike.prediction.measured_fits import fit_rule_by_measure
from humanlike.studies.beginning import begin
from humanlike.studies.fit_ceiling import MeasuredRules, asking_for_ceiling, measure_rules
from humanlike.studies.fit_document import documents_of_groups
from humanlike.studies.fit_tests import (
    HypothesisOutcome,
    check_hypotheses,
    outcome_parts,
    outcomes,
    profile_parts,
)
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable
from humanlike.work import FinishedRow

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

NO_ERRORS = (
    "A fit by a measure itself has no standard errors; --bootstrap N redraws the units and fits again."
)
FEW = 12  # units below which standard errors are rough


@dataclass(frozen=True, eq=False, repr=False)
class FitResult(Result):
    """Rules fitted to one body of play."""

    data: str  # what was fitted to, in words
    rules: tuple[FittedGroups, ...]
    refused: Mapping[str, str]  # rules that are not defined for the data, and why
    units: Units  # who is taken as independent of whom
    tests: tuple[HypothesisOutcome, ...] = ()  # of what was supposed about parameters
    measured: MeasuredRules | None = None  # the ceiling, and what each rule explains of it
    experience: Experience | None = None  # who kept what they learned, where that was asked for

    @cached_property
    def best_first(self) -> tuple[FittedGroups, ...]:
        """The rules by nats per choice, held out where known."""
        return tuple(sorted(self.rules, key=lambda each: each.order))

    def headline(self) -> str:
        """The rule that fits best, and what a fit that ended on a bound has made of it."""
        best = self.best_first[0]
        among = f" best of {len(self.rules)} rules" if len(self.rules) > 1 else ""
        score = f"{best.order:.4f} nats per choice{', held out' if best.held_out else ''}"
        said = f"{best.fits.rule.name} fits {self.data}{among}: {score}, {best.fits.n_choices} choices"
        if (by := best.fits[0].criterion) not in CRITERIA:
            said += f", parameters by {by} ({best.fits[0].loss:.4f})"
        if best.held_out and best.held_out.is_blind:
            said += ", no better than blind guessing"
        became = bounds_sentence([reached_bounds(fit) for fit in best.fits])
        return f"{said}; {became}" if became else said

    def story(self) -> Iterator[Part]:
        """Rules, best first; then the parameters, unless several rules were fitted to several groups."""
        yield self.headline()
        if self.experience:
            yield self.experience.sentence
        yield from filter(None, map(_blind, self.best_first))
        yield from (told for each in self.best_first for told in each.fits.rule.minded)
        columns = ["rule", "groups", "choices", "nats per choice", "held out (SE)", "BIC", "remarks"]
        yield StoryTable(
            f"{self.data}: rules, best first", columns, [_rule_row(each) for each in self.best_first]
        )
        if self.measured is not None:
            yield from self.measured.story()
        several = any(len(each.fits) > 1 for each in self.rules)
        for each in self.best_first:
            if each.fits.rule.parameter_names and (not several or len(self.rules) == 1):
                yield _parameter_table(each.fits)
                if each.draws is not None:
                    yield _bootstrap_table(each)
            yield from profile_parts(each)
        yield from outcome_parts(self.tests, self.units.unit)
        yield self.independent()
        if any(each.fits[0].criterion not in CRITERIA and each.draws is None for each in self.rules):
            yield NO_ERRORS
        if self.refused:
            yield left_out_sentence(self.refused)

    def independent(self) -> str:
        """What is taken as independent, and what follows where there are few of them."""
        scored = self.best_first[0].held_out
        said = [scored.sentence] if scored and scored.unit != self.units.unit else []
        if scored and scored.unit == self.units.unit == "person":
            said.append("A person's choices are held out together; what partners did stays in training.")
        return " ".join([self.units.sentence, *filter(None, [_few(self.units, self.rules)]), *said])

    def document(self) -> list[dict[str, Any]]:
        """One entry for each rule and group."""
        told = {"carried": self.experience.document()} if self.experience else {}
        documents = [
            document | told
            for each in self.rules
            for document in documents_of_groups(each, self.units.caveat)
        ]
        for document in documents if self.tests else ():
            mine = (document["rule"], document["group"])
            document["tests"] = [each._asdict() for each in self.tests if (each.rule, each.group) == mine]
        if self.measured is not None:
            for document in documents:
                document["ceiling"] = self.measured.document_of(document["rule"])
        return documents

    def frame(self) -> "pd.DataFrame":
        """One row for each rule and group: how well it fits, and how well its rule does on what is held out."""
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
                each.held_out.nats_per_choice if each.held_out else None,
                len(each.held_out.blind_folds) if each.held_out else None,
            )
            for each in self.rules
            for fit in each.fits
        ]
        names = ["rule", "group", "choices", "nats_per_choice", "log_likelihood", "aic", "bic", "converged"]
        return pd.DataFrame(rows, columns=[*names, "held_out", "blind_folds"])

    def parameters(self) -> "pd.DataFrame":
        """One row for each rule, group and parameter: estimate, standard error, 95 % interval, and what to mind."""
        import pandas as pd

        rows = [
            (fit.rule.name, fit.group, name, *map(float, numbers), _remark(fit, name))
            for each in self.rules
            for fit in each.fits
            for name, *numbers in zip(
                fit.rule.parameter_names, fit.parameters, fit.standard_errors, *fit.intervals(), strict=True
            )
        ]
        names = ["rule", "group", "parameter", "estimate", "standard_error", "lower", "upper", "remark"]
        return pd.DataFrame(rows, columns=names)

    def plot(self) -> "Figure":
        """Nats per choice of every rule, over all choices and in each group, and held out where that was asked for."""
        from humanlike.figures.fitting import draw_fits

        groups = {
            each.fits.rule.name: np.array([fit.nats_per_choice for fit in each.fits]) for each in self.rules
        }
        whole = {each.fits.rule.name: each.fits.nats_per_choice for each in self.rules}
        held_out = {
            each.fits.rule.name: (each.held_out.nats_per_choice, each.held_out.reach)
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
    unit: str = AUTO,
    held_out: str = "",
    folds: int = 5,
    bootstrap: int = 0,
    profile: bool = False,
    tests: str | Sequence[str] = (),
    ceiling: bool = False,
    options: Sequence[str] = (),
    people: PlaysWord | None = None,
    game: str | Path | Game | None = None,
    carry: bool = False,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> FitResult:
    """Fit rules to the choices of a body of play, group by group.

    `by` is pooled, game, role, session, subject, person, match, or several joined by '+'; `role` (from 1) keeps the
    choices of one role; `starts` is how often every search begins; `unit` (person, dyad, match, connected, session,
    study; auto picks it from the data) is what is independent: standard errors are over it; `held_out` names what is
    held out in `folds` to be scored (auto: the unit; or game, role), each searched as often as the whole and from its
    optimum;
    `criterion` is likelihood, msd, mad, sph or a measure itself, such as POI(Y,P) or MSD(mY,mQ), which is minimised
    without derivatives; `bootstrap` redraws the units so many times and fits again, for intervals of the parameters;
    `profile` adds profile-likelihood intervals; `tests` are hypotheses in words ("delta=0", "rho=phi", "delta=0,phi=1"
    together), each a Wald test, corrected by Holm;
    `ceiling` measures how well the choices held out can be foretold at all, by boosting, and each rule by that;
    `options` (stickiness, lapse) are taken by every rule; `people` are those whom `RULE:fitted` was fitted to before;
    `game` is the game of plain text; `carry` lays each person's matches of one game end to end, so that a rule keeps
    what it learned. Of several rules those that do not apply are named first and left out; a single one is refused.
    `out` keeps every rule as it is fitted.
    """
    effort = begin("fit", locals())
    candidates = find_rules(rule, people=find_plays(people) if people is not None else ())
    plays = find_plays(data, game=game)
    seat = _seat(role)
    experience = _carried(plays, by, role) if carry else None
    plays = list(experience.plays) if experience else plays
    suitable, refused = applicable(plays, candidates, role=seat)
    rules = [with_options(chosen, options) for chosen in suitable]
    wanted = _criterion(criterion)
    asked = [tests] if isinstance(tests, str) else list(tests)
    check_hypotheses(rules, asked)
    request = FitRequest(by, seat, wanted.name, starts, unit, held_out, folds, bootstrap, profile)
    if ceiling:
        request = asking_for_ceiling(request)
    if refused:
        announce(progress, left_out_sentence(refused))
    units = _units(plays, unit, seat)
    fitter = None if wanted.smooth else fit_rule_by_measure
    fitted = fit_rules(
        plays, rules, request, effort, row=lambda found: _row(found, units.caveat), fitter=fitter
    )
    measured = measure_rules(plays, fitted, request, progress) if ceiling else None
    tested = outcomes(fitted, asked) if asked else ()
    result = FitResult(title_of(data), tuple(fitted), refused, units, tested, measured, experience)
    effort.keep(result.document)
    return result


def _criterion(word: str) -> Estimator:
    """What is minimised."""
    found = estimator_named(word)
    if found.name == PUBLISHED:
        raise BadRequest(
            "Published parameters are not fitted: name a set, as in ewa:mixed-model-a, to score one."
        )
    return found


def _carried(plays: Sequence[Play], by: str, role: int | None) -> Experience:
    """The plays with people's matches end to end; where roles are told apart, role by role."""
    groups = by.split("+")
    if "match" in groups:
        raise BadRequest(
            "Whoever carries what they learned plays all matches as one: --carry has no groups by match."
        )
    return carry_experience(plays, by_role=role is not None or "role" in groups)


def _units(plays: Sequence[Play], unit: str, role: int | None) -> Units:
    """The units, of which those count who made a choice that is fitted."""
    units = find_units(plays, unit)
    rows = studied_rows(plays, role)
    numbers = np.concatenate([each[here] for each, here in zip(units.numbers, rows, strict=True)])
    return replace(units, n_units=len(np.unique(numbers)))


def _few(units: Units, rules: Sequence[FittedGroups]) -> str:
    """What few units mean for the standard errors."""
    alone = [fit.n_units == 1 for each in rules for fit in each.fits if each.fits.rule.parameter_names]
    if alone and all(alone):
        what = "Estimates" if units.n_units == 1 else f"Every group is one {units.unit}'s: estimates"
        return f"{what} describe these choices and have no standard errors."
    if any(alone):
        return f"Groups of one {units.unit} alone have no standard errors."
    if units.n_units < FEW:
        reach = f"{t_quantile(0.95, units.n_units):.1f} standard errors or more"
        return f"So few {UNITS[units.unit]} say little about their own spread: 95 % intervals (--json) reach {reach}."
    return ""


def _seat(role: int | None) -> int | None:
    """A role as seats are counted, from 0."""
    if role is not None and role < 1:
        raise BadRequest(f"Roles count from 1, not from {role}.")
    return None if role is None else role - 1


def _row(found: FittedGroups, caveat: str) -> FinishedRow:
    """One rule, as soon as it is fitted."""
    told = f"{found.fits.rule.name} fits: {found.fits.nats_per_choice:.4f} nats per choice"
    if found.held_out:
        told += f", held out {_with_error(found.held_out)}"
    return FinishedRow(told, documents_of_groups(found, caveat))


def _rule_row(each: FittedGroups) -> list[object]:
    fits, scored = each.fits, each.held_out
    return [
        fits.rule.name,
        len(fits),
        fits.n_choices,
        f"{fits.nats_per_choice:.4f}",
        _with_error(scored) if scored else "-",
        f"{fits.bic:.1f}",
        f"blind folds: {len(scored.blind_folds)} of {scored.n_folds}"
        if scored and scored.blind_folds
        else "",
    ]


def _with_error(scored: HeldOutFit) -> str:
    return f"{scored.nats_per_choice:.4f} ({scored.standard_error:.4f})"


def _blind(each: FittedGroups) -> str:
    """A warning where folds see nothing of what the whole sees."""
    scored = each.held_out
    if scored is None or not scored.blind_folds:
        return ""
    which = f"fold{'s' * (len(scored.blind_folds) > 1)} {', '.join(map(str, scored.blind_folds))}"
    return (
        f"{scored.rule.name} is blind in {which} (of {scored.n_folds}): foretold no better than by guessing "
        f"({scored.guessing_per_choice:.4f} nats per choice), though the fit to everything is better "
        f"({scored.whole:.4f}); more --starts may help, or the units differ."
    )


def _parameter_table(fits: Fits) -> StoryTable:
    rows = [
        [fit.group, fit.n_choices, f"{fit.nats_per_choice:.4f}", *_estimates(fit), _remarks(fit)]
        for fit in fits
    ]
    columns = ["group", "choices", "nats", *fits.rule.parameter_names, "remarks"]
    return StoryTable(fits.rule.name, columns, rows)


def _bootstrap_table(each: FittedGroups) -> StoryTable:
    """Estimates with the intervals that redrawn units give."""
    draws = np.asarray(each.draws)
    rows = []
    for fit, own in zip(each.fits, draws, strict=True):
        _, lower, upper = bootstrap_interval(own, fit.n_units)
        told = zip(fit.parameters, lower, upper, strict=True)
        rows.append([fit.group, *(f"{value:.4g} [{low:.4g}, {high:.4g}]" for value, low, high in told)])
    title = f"{each.fits.rule.name}: 95 % intervals, {draws.shape[1]} resamples of {UNITS[each.fits[0].unit]}"
    return StoryTable(title, ["group", *each.fits.rule.parameter_names], rows)


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
