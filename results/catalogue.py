"""Every result, in the order of the index and of computing: quick ones first."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple

from results.shelf import MadePart
from results.study import Study

NAMES = (
    "coverage",
    "judged_machines",
    "judge_held_out",
    "audit_population",
    "telling_apart",
    "social_ultimatum",
    "social_distances",
    "social_likelihood",
    "predicted_truth",
    "mitropoulos_tables",
    "likened_humans",
    "market_noise",
    "published_tournament",
    "market_groups",
    "market_comparison",
    "market_variants",
    "market_factors",
    "reconstruction_ensemble",
    "identification",
    "designed_games",
    "recovery",
    "confusion",
    "fitted_rules",
    "ceiling",
    "predicted_humans",
    "real_humans_tournament",
    "market_processes",
)


class Entry(NamedTuple):
    """One result: what computes it and what tells it."""

    study: Study
    page: Callable[[Mapping[str, MadePart]], list[str]]  # parts by name -> lines of Markdown


def catalogue() -> dict[str, Entry]:
    """Studies and pages by name."""
    return {
        name: Entry(
            import_module(f"results.studies.{name}").STUDY, import_module(f"results.pages.{name}").page
        )
        for name in NAMES
    }
