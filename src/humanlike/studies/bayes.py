"""How do people differ? Every person's parameters and the population they come from, by hierarchical Bayes."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from humanlike.core import AUTO, UNITS, BadRequest, Game, Rule, Streams, check_writable, find_units
from humanlike.core.progress import Progress, silent
from humanlike.fitting.bayes import Posterior, SampleSize, sample_posterior
from humanlike.fitting.convergence import ChainDiagnosis, Foretold, converged, diagnostics, foretold
from humanlike.naming.plays import PlaysWord, find_plays, title_of
from humanlike.naming.rules import find_rule
from humanlike.studies.beginning import begin
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

Floats = npt.NDArray[np.float64]
FILE = "posterior.nc"
ENDS = (0.025, 0.975)
SCALES = {
    "mean": "_population_mean",
    "spread": "_population_spread",
}  # of the population, on the parameter's scale


@dataclass(frozen=True, eq=False, repr=False)
class BayesResult(Result):
    """A posterior of people's parameters, whether it may be used, and how well it foretells."""

    data: str  # what was fitted to, in words
    by: str
    sample: Posterior
    convergence: ChainDiagnosis
    loo: Foretold

    @property
    def posterior(self) -> Any:
        """The ArviZ InferenceData."""
        return self.sample.data

    def headline(self) -> str:
        """Whether the sample converged, and how well the rule foretells."""
        sample, found = self.sample, self.convergence
        said = f"{sample.rule.name} on {self.data}, {len(sample.groups.labels)} {_plural(self.by)}: "
        if found.failures:
            why = "; ".join(found.failures)
            return f"{said}NOT converged, not to be used: {why}; more --warmup and --draws may help"
        return (
            f"{said}converged (R-hat at most {found.r_hat.value:.3f}, ESS at least "
            f"{min(found.bulk.value, found.tail.value):.0f}, no divergences); "
            f"{self.loo.nats_per_choice:.4f} nats per choice by loo{' (unreliable)' * bool(self.loo.n_unreliable)}"
        )

    def story(self) -> Iterator[Part]:
        """Population means and spreads, then loo and what it rests on."""
        yield self.headline()
        rows = [
            [name, *(_interval(found[kind]) for kind in SCALES), *_worst(found["diagnostics"])]
            for name, found in self.document()["parameters"].items()
        ]
        columns = [
            "parameter",
            "population mean",
            "spread (SD) between them",
            "R-hat",
            "bulk ESS",
            "tail ESS",
        ]
        yield StoryTable(
            f"{self.sample.rule.name}: population, 95 % intervals; worst R-hat and ESS", columns, rows
        )
        if not self.sample.one_scale:
            yield "Groups differ in their range of payoffs: means and spreads suppose payoffs that range over one unit."
        yield self._foretold()
        yield self.loo.units.sentence
        size = self.sample.size
        yield f"{size.n_chains} chains of {size.n_draws} draws after {size.n_warmup} of warm-up."

    def _foretold(self) -> str:
        loo = self.loo
        error = (
            f"SE {loo.standard_error:.1f} over {UNITS[loo.units.unit]}"
            if isfinite(loo.standard_error)
            else "no SE"
        )
        told = (
            f"loo: elpd {loo.elpd:.1f} ({error}), {loo.effective_parameters:.1f} effective parameters, each {loo.what} "
            "left out in turn"
        )
        if not loo.n_unreliable:
            return f"{told}; all Pareto k are at most {loo.good_k:.2f}."
        return (
            f"{told}. NOT reliable: {loo.n_unreliable} of {loo.n_values} have a Pareto k above {loo.good_k:.2f} "
            f"(largest {loo.worst_k:.2f})."
        )

    def document(self) -> dict[str, Any]:
        """Everything but the draws."""
        return dict(self._document)

    @cached_property
    def _document(self) -> dict[str, Any]:
        sample, loo = self.sample, self.loo
        by_name = diagnostics(sample)
        return {
            "rule": sample.rule.name,
            "data": self.data,
            "by": self.by,
            "groups": len(sample.groups.labels),
            "choices": sample.n_choices,
            "chains": sample.size.n_chains,
            "warmup": sample.size.n_warmup,
            "draws": sample.size.n_draws,
            "converged": not self.convergence.failures,
            "failures": list(self.convergence.failures),
            "r_hat": self.convergence.r_hat._asdict(),
            "bulk_ess": self.convergence.bulk._asdict(),
            "tail_ess": self.convergence.tail._asdict(),
            "divergences": self.convergence.divergences,
            "one_scale": sample.one_scale,
            "parameters": {name: self._parameter(name, by_name) for name in sample.rule.parameter_names},
            "loo": {
                "elpd": loo.elpd,
                "standard_error": loo.standard_error if isfinite(loo.standard_error) else None,
                "nats_per_choice": loo.nats_per_choice,
                "effective_parameters": loo.effective_parameters,
                "left_out": loo.what,
                "values": loo.n_values,
                "unreliable": loo.n_unreliable,
                "worst_pareto_k": loo.worst_k,
                "good_pareto_k": loo.good_k,
                "unit": loo.units.unit,
                "n_units": loo.units.n_units,
                "caveat": loo.units.caveat,
            },
            "people": self.frame().to_dict("records"),
        }

    def _parameter(self, name: str, by_name: dict[str, dict[str, Any]]) -> dict[str, Any]:
        """One parameter of the population, on its own scale and on the probit scale."""
        mine = (name, f"{name}_mean", f"{name}_spread", *(f"{name}{suffix}" for suffix in SCALES.values()))
        found = {kind: self._summary(f"{name}{suffix}") for kind, suffix in SCALES.items()}
        found |= {f"probit_{kind}": self._summary(f"{name}_{kind}") for kind in SCALES}
        worst = {
            "r_hat": max(float(np.max(by_name[each]["r_hat"])) for each in mine),
            "bulk_ess": min(float(np.min(by_name[each]["bulk"])) for each in mine),
            "tail_ess": min(float(np.min(by_name[each]["tail"])) for each in mine),
        }
        return {**found, "diagnostics": worst}

    def _summary(self, name: str) -> dict[str, float]:
        drawn = np.asarray(self.posterior.posterior[name])
        low, high = np.quantile(drawn, ENDS)
        return {"estimate": float(drawn.mean()), "lower": float(low), "upper": float(high)}

    def frame(self) -> "pd.DataFrame":
        """One row for each group and parameter: posterior mean and 95 % interval."""
        import pandas as pd

        estimates, lower, upper = self._people
        rows = [
            (group, name, *(float(each[place, row]) for each in (estimates, lower, upper)))
            for row, group in enumerate(self.sample.groups.labels)
            for place, name in enumerate(self.sample.rule.parameter_names)
        ]
        return pd.DataFrame(rows, columns=["group", "parameter", "estimate", "lower", "upper"])

    @cached_property
    def _people(self) -> tuple[Floats, Floats, Floats]:
        """Posterior means and both ends of the 95 % intervals, [parameters, groups]."""
        drawn = np.stack([self.posterior.posterior[name].values for name in self.sample.rule.parameter_names])
        low, high = np.quantile(drawn, ENDS, axis=(1, 2))
        return drawn.mean(axis=(1, 2)), low, high

    def plot(self) -> "Figure":
        """Everybody's parameters with their intervals, and the population's mean."""
        from humanlike.figures.posterior import draw_people

        estimates, lower, upper = self._people
        names = self.sample.rule.parameter_names
        found = [self._summary(f"{name}{SCALES['mean']}") for name in names]
        population = np.array([list(each.values()) for each in found])
        return draw_people(
            names,
            estimates,
            (lower, upper),
            population if self.sample.one_scale else None,
            rule=self.sample.rule.name,
            who=f"{len(self.sample.groups.labels)} {_plural(self.by)}",
            data=self.data,
            converged=not self.convergence.failures,
        )

    def save(self, place: str | Path) -> Path:
        """Write the InferenceData as netCDF, which `arviz.from_netcdf` reads."""
        where = Path(place)
        check_writable(where)
        where.parent.mkdir(parents=True, exist_ok=True)
        self.posterior.to_netcdf(str(where), engine="h5netcdf")
        return where


def bayes(
    data: PlaysWord,
    rule: str | Rule,
    *,
    by: str = "person",
    role: int | None = None,
    chains: int = 4,
    warmup: int = 1000,
    draws: int = 1000,
    loo: str = AUTO,
    unit: str = AUTO,
    people: PlaysWord | None = None,
    game: str | Path | Game | None = None,
    seed: int = 1,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> BayesResult:
    """Sample everybody's parameters of one rule, and those of the population they come from.

    `by` is who has parameters (person, subject, match, session, game, role, or several joined by '+'); `role` (from 1)
    keeps the choices of one role; `loo` is what is left out in turn (choice, match; auto: choices, unless too many to
    keep); `unit` is what is independent in loo's standard error; `people` are those whom `RULE:fitted` was fitted to;
    `game` is the game of plain text. `out` keeps every chain as it is finished, and the sample as `posterior.nc`.
    """
    effort = begin("bayes", locals())
    chosen = find_rule(rule, people=find_plays(people) if people is not None else ())
    plays = find_plays(data, game=game)
    if role is not None and role < 1:
        raise BadRequest(f"Roles count from 1, not from {role}.")
    units = find_units(plays, unit)
    sample = sample_posterior(
        Streams(seed)["bayes"],
        plays,
        chosen,
        by=by,
        role=None if role is None else role - 1,
        size=SampleSize(chains, warmup, draws),
        single="" if loo == AUTO else loo,
        effort=effort,
    )
    result = BayesResult(title_of(data), by, sample, converged(sample), foretold(sample, units))
    effort.keep(result.document)
    if out is not None:
        result.save(Path(out) / FILE)
    return result


def _plural(by: str) -> str:
    return {"person": "persons", "match": "matches"}.get(by, f"{by}s" if "+" not in by else f"groups by {by}")


def _interval(found: dict[str, float]) -> str:
    return f"{found['estimate']:.4g} [{found['lower']:.4g}, {found['upper']:.4g}]"


def _worst(found: dict[str, float]) -> list[str]:
    return [f"{found['r_hat']:.3f}", f"{found['bulk_ess']:.0f}", f"{found['tail_ess']:.0f}"]
