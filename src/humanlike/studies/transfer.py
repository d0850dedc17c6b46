"""Fitted in one game or study, predicting another: which rule carries over, and what that costs."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import AUTO, UNITS, BadRequest, Game, Information
from humanlike.core.progress import Progress, silent
from humanlike.naming.matchings import find_information
from humanlike.naming.plays import PlaysWord, find_plays, title_of
from humanlike.naming.rules import RuleWords, find_rules
from humanlike.prediction.scored_chances import IntervalEstimate
from humanlike.prediction.transfer import Cell, Transfer, TransferredRule, places_of, transferred
from humanlike.studies.beginning import begin
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable, interval_text
from humanlike.work import FinishedRow

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from humanlike.core import Rule

MOST_TOLD = 4  # rules whose matrix is printed; all are in the document
SECONDS_A_PLACE = 3.0  # one rule's fits in one place


@dataclass(frozen=True, eq=False, repr=False)
class TransferResult(Result):
    """What every rule loses in every place, by where it was fitted."""

    data: str
    found: Transfer

    def headline(self) -> str:
        """Who carries over best, and what that is worth."""
        best = self.found.summary[0]
        cost = (
            f", {best.against_home.value:+.3f} against being fitted where it predicts"
            if best.against_home is not None
            else ""
        )
        return (
            f"{best.rule} carries over best between {len(self.found.places)} places of {self.data}: away from home it "
            f"loses {best.nats.value:.3f} nats a choice, {best.against_blind.value:+.3f} against blind guessing{cost}"
        )

    def story(self) -> Iterator[Part]:
        """The summary, the matrices of the leading rules, and who does not apply where."""
        yield self.headline()
        rows = [
            (each.rule, *map(_interval, (each.nats, each.against_blind, each.against_home)), each.n_cells)
            for each in self.found.summary
        ]
        columns = ("rule", "nats a choice", "less blind guessing", "less fitted at home", "ways")
        yield StoryTable("Fitted elsewhere, mean over places predicted; 95 % intervals", columns, rows)
        for each in self.found.summary[:MOST_TOLD]:
            yield self._matrix(each.rule)
        yield from self.caveats

    @property
    def caveats(self) -> list[str]:
        """How home is held out, what is independent, and which rules do not apply where."""
        said = [
            "At home half of the units predict the other half, both ways; elsewhere all of them are fitted."
        ]
        said += [
            f"{place.name}: {place.n_units} {UNITS[place.unit]} taken as independent. {place.caveat}".strip()
            for place in self.found.places
        ]
        said.append("Means over places take the units of different places for independent of each other.")
        for rule, each in self.found.rules.items():
            said += [f"{rule} does not apply in {place}: {why}" for place, why in each.refused.items()]
        return said

    def _matrix(self, rule: str) -> StoryTable:
        """Rows: where the rule was fitted; columns: what it predicts."""
        names = [place.name for place in self.found.places]
        told = {(each.fitted_in, each.predicts): _interval(each.nats) for each in self.found.cells(rule)}
        rows = [(home, *(told.get((home, target), "-") for target in names)) for home in names]
        return StoryTable(
            f"{rule}: nats a choice, fitted in (rows), predicting (columns)", ("", *names), rows
        )

    def document(self) -> dict[str, Any]:
        """Every cell and the summary; what is not known has no value."""
        return {
            "data": self.data,
            "places": [
                {"place": place.name, "unit": place.unit, "n_units": place.n_units, "caveat": place.caveat}
                for place in self.found.places
            ],
            "summary": [_plain(each._asdict()) for each in self.found.summary],
            "cells": [_plain(each._asdict()) for each in self._cells()],
            "refused": {rule: each.refused for rule, each in self.found.rules.items() if each.refused},
            "caveats": self.caveats,
        }

    def frame(self) -> "pd.DataFrame":
        """One row for each rule, where it was fitted and what it predicts."""
        import pandas as pd

        return pd.DataFrame(
            [
                (each.rule, each.fitted_in, each.predicts, *each.nats, each.against_blind.value, _value(each))
                for each in self._cells()
            ],
            columns=[
                "rule", "fitted_in", "predicts", "nats", "lower", "upper", "against_blind", "against_home",
            ],
        )  # fmt: skip

    def plot(self) -> "Figure":
        """Losses from everywhere to everywhere, a panel for each of the leading rules."""
        from humanlike.figures.transfer import draw_transfer

        names = [place.name for place in self.found.places]
        rules = [each.rule for each in self.found.summary]
        values = np.full((len(rules), len(names), len(names)), np.nan)
        gains = values.copy()
        for each in self._cells():
            if each.rule in rules:
                at = rules.index(each.rule), names.index(each.fitted_in), names.index(each.predicts)
                values[at], gains[at] = each.nats.value, each.against_blind.value
        return draw_transfer(rules, names, values, gains, data=self.data)

    def _cells(self) -> list[Cell]:
        return [each for rule in self.found.rules for each in self.found.cells(rule)]


def _value(each: Cell) -> float:
    return float("nan") if each.against_home is None else each.against_home.value


def _interval(each: IntervalEstimate | None) -> str:
    return "-" if each is None else interval_text(*each)


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    """Estimates as value, lower and upper."""
    return {
        name: {part: None if np.isnan(number) else number for part, number in value._asdict().items()}
        if isinstance(value, IntervalEstimate)
        else value
        for name, value in record.items()
    }


def transfer(
    data: PlaysWord,
    rules: RuleWords = "paper",
    *,
    games: str = "",
    game: str | Path | Game | None = None,
    people: PlaysWord | None = None,
    unit: str = AUTO,
    information: str | Information = "game",
    seed: int = 1,
    workers: int = 0,
    cluster: str = "",
    out: str | Path | None = None,
    progress: Progress = silent,
) -> TransferResult:
    """Fit rules in one game or study and let them predict another, from everywhere to everywhere.

    `data` are several data sets, files or folders in a list or separated by commas (places are then studies), or one
    with several games (places are games); `games` keeps some. Parameters that multiply payoffs carry over by the range
    of payoffs. `unit` is what is independent, `information` what players saw; `people` are those whom `RULE:fitted` was
    fitted to before. Rules are worked on by `workers` processes (0: one a core) or the Dask scheduler at `cluster`, and
    kept in the directory `out`; the same call again, or `hl.resume(out)`, continues there.
    """
    effort = begin("transfer", locals())
    several: Any = [word.strip() for word in data.split(",")] if isinstance(data, str) else data
    plays = find_plays(several, game=game, games=games, seed=seed)
    found = find_rules(rules, people=find_plays(people) if people is not None else ())
    places = places_of(plays, unit)
    done = effort.worthwhile(len(places) * len(found) * SECONDS_A_PLACE).carry_out(
        "rules", transferred, found, shared=(places, find_information(information), unit), row=_row
    )
    result = TransferResult(
        title_of(data),
        Transfer(places, {rule.name: each for rule, each in zip(found, done, strict=True)}),
    )
    if not result.found.summary:
        raise BadRequest(f"No rule applies in two places: {'; '.join(result.caveats[len(places) + 2 :])}")
    effort.keep(result.document)
    return result


def _row(rule: "Rule", done: TransferredRule) -> FinishedRow:
    """One rule as soon as it is known."""
    losses = {
        f"{home} to {target}": each.nats_per_choice.value for (home, target), each in done.scores.items()
    }
    return FinishedRow(
        f"{rule.name}: fitted and carried {len(losses)} ways", {"rule": rule.name, "nats": losses}
    )
