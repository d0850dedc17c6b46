"""Does fitting give back the parameters, and the rule, that made the play?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import BadRequest, Game, Information, Rule, Streams
from humanlike.core.progress import Progress, announce, silent
from humanlike.fitting import (
    Confusion,
    Recovery,
    confusion_matrix,
    left_out_sentence,
    recover_parameters,
    suitable,
)
from humanlike.fitting.differing import recover_differing
from humanlike.fitting.recovery import RecoverySize
from humanlike.naming.games import find_game
from humanlike.naming.grammar import assignments
from humanlike.naming.plays import PlaysWord, find_plays
from humanlike.naming.rules import RuleWords, find_rules
from humanlike.studies.beginning import begin
from humanlike.studies.recover_differing import DifferingResult
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SHOWN = ("truth", "mean", "standard_deviation", "mean_standard_error", "with_interval", "covered")
REPETITIONS, PAIRS, ROUNDS, STARTS = 400, 200, 50, 2


@dataclass(frozen=True, eq=False, repr=False)
class RecoveryResult(Result):
    """How often the truth lies in the 95 % interval of its estimate."""

    recovery: Recovery

    @property
    def size(self) -> str:
        """What was simulated, in words."""
        found = self.recovery
        return f"{found.n_repetitions} plays of {found.n_pairs} pairs, {found.n_rounds} rounds"

    def headline(self) -> str:
        """How often the intervals hold the truth."""
        found = self.recovery
        low, high = 100 * float(found.covered.min()), 100 * float(found.covered.max())
        share = f"{low:.0f} %" if round(low) == round(high) else f"{low:.0f} to {high:.0f} %"
        return f"{found.rule.name} in {found.game}: {share} of fits have a 95 % interval that holds the truth"

    def story(self) -> Iterator[Part]:
        """A row for each parameter."""
        yield self.headline()
        title = f"{self.recovery.rule.name} in {self.recovery.game}: {self.size}"
        rows = [
            [name, *(values[column] for column in SHOWN)]
            for name, values in self.document()["parameters"].items()
        ]
        yield StoryTable(title, ["parameter", *(column.replace("_", " ") for column in SHOWN)], rows)

    def document(self) -> dict[str, Any]:
        """Truth, estimates, errors and coverage by parameter."""
        found = self.recovery
        return {
            "rule": found.rule.name,
            "game": found.game,
            "repetitions": found.n_repetitions,
            "pairs": found.n_pairs,
            "rounds": found.n_rounds,
            "converged": found.converged,
            "parameters": {
                name: self._parameter(place) for place, name in enumerate(found.rule.parameter_names)
            },
        }

    def _parameter(self, place: int) -> dict[str, float | None]:
        found = self.recovery
        errors = found.errors[:, place]
        given = errors[np.isfinite(errors)]
        return {
            "truth": float(found.truth[place]),
            "mean": float(found.estimates[:, place].mean()),
            "standard_deviation": float(found.estimates[:, place].std()),
            "mean_standard_error": sum(given.tolist()) / len(given) if len(given) else None,
            "with_interval": len(given) / len(errors),
            "covered": float(found.covered[place]),
            "covered_given_interval": float(found.covered_given[place]) if len(given) else None,
        }

    def frame(self) -> "pd.DataFrame":
        """One row for each parameter."""
        import pandas as pd

        return pd.DataFrame(
            [{"parameter": name, **values} for name, values in self.document()["parameters"].items()]
        )

    def plot(self) -> "Figure":
        """Every estimate with its 95 % line against the truth."""
        from humanlike.figures.fitting import draw_recovery

        found = self.recovery
        return draw_recovery(
            found.rule.parameter_names,
            np.array(found.truth, dtype=np.float64),
            found.estimates,
            found.reach,
            found.covered,
            rule=found.rule.name,
            data=f"{found.game}, {found.n_pairs} pairs, {found.n_rounds} rounds",
        )


@dataclass(frozen=True, eq=False, repr=False)
class ConfusionResult(Result):
    """Which rule is taken for which."""

    confusion: Confusion
    refused: Mapping[str, str]  # rules that are not defined for the game, and why

    def headline(self) -> str:
        """How often the maker of a play is named."""
        right = 100 * float(np.mean(np.diag(self.confusion.chosen)))
        return f"{self.confusion.game}: the rule that played is named in {right:.0f} % of plays"

    def story(self) -> Iterator[Part]:
        """Shares of plays, makers down, namings across."""
        found = self.confusion
        yield self.headline()
        yield StoryTable(
            f"{found.game}: share of plays, made by the row, ascribed to the column",
            ["made by", *found.rules],
            [[name, *row] for name, row in zip(found.rules, found.chosen.tolist(), strict=True)],
        )
        if self.refused:
            yield left_out_sentence(self.refused)

    def document(self) -> dict[str, Any]:
        """The matrix of shares."""
        found = self.confusion
        return {
            "game": found.game,
            "repetitions": found.n_repetitions,
            "rules": list(found.rules),
            "chosen": found.chosen.tolist(),
            "refused": dict(self.refused),
        }

    def frame(self) -> "pd.DataFrame":
        """One row for each pair of rules."""
        import pandas as pd

        found = self.confusion
        rows = [
            (maker, named, float(found.chosen[row, column]))
            for row, maker in enumerate(found.rules)
            for column, named in enumerate(found.rules)
        ]
        return pd.DataFrame(rows, columns=["made_by", "ascribed_to", "share"])

    def plot(self) -> "Figure":
        """The matrix as a heat map."""
        from humanlike.figures.fitting import draw_confusion

        found = self.confusion
        return draw_confusion(
            found.rules, found.chosen, data=f"{found.game}, {found.n_repetitions} plays of each"
        )


def recover(
    rule: str | Rule,
    *,
    game: str | Path | Game = "chicken",
    repetitions: int = REPETITIONS,
    pairs: int = PAIRS,
    rounds: int = ROUNDS,
    starts: int = STARTS,
    changes: Mapping[str, float] | Sequence[str] = (),
    spread: float = 0.0,
    matches: int = 1,
    people: PlaysWord | None = None,
    seed: int = 1,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> RecoveryResult | DifferingResult:
    """Simulate from known parameters, fit, and count how often the truth lies in the 95 % interval.

    The truth is the rule's first published set, with `changes` (`{"delta": .5}`); a rule whose parameters are fixed has
    nothing to recover. With a `spread` persons differ: the truth is the median person's, others are drawn around it
    with this standard deviation in probits between the bounds (`fitting.differing`), and each plays `matches` matches,
    against others in turn. `out` keeps every batch of repetitions.
    """
    effort = begin("recover", locals())
    rules = _rules(rule, people)
    if len(rules) > 1:
        raise BadRequest(f"One rule is recovered at a time, not {len(rules)}; --confusion compares several.")
    played = find_game(game)
    (chosen,), _ = _defined(rules, played)
    truth = chosen.with_parameters(assignments(changes))
    size = RecoverySize(repetitions, pairs, rounds, starts)
    stream = Streams(seed)["recovery"]
    result: RecoveryResult | DifferingResult
    if spread:
        differing = recover_differing(
            stream["differing"],
            chosen,
            truth,
            played,
            spread=spread,
            n_matches=matches,
            size=size,
            effort=effort,
        )
        result = DifferingResult(differing)
    elif matches != 1:
        raise BadRequest(
            "--matches goes with --spread: where all are alike, matches of one person are like any other."
        )
    else:
        alike = recover_parameters(stream, chosen, truth, played, **size._asdict(), effort=effort)
        result = RecoveryResult(alike)
    effort.keep(result.document)
    return result


def confuse(
    rules: RuleWords,
    *,
    game: str | Path | Game = "chicken",
    repetitions: int = REPETITIONS,
    pairs: int = PAIRS,
    rounds: int = ROUNDS,
    starts: int = STARTS,
    people: PlaysWord | None = None,
    seed: int = 1,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> ConfusionResult:
    """Simulate from each rule with its first published set, fit all rules to each play, and see who is named.

    Rules that are not defined for the game are named first and left out. `out` keeps every rule's fits to every other's
    plays.
    """
    effort = begin("confuse", locals())
    played = find_game(game)
    chosen, refused = _defined(_rules(rules, people), played)
    if len(chosen) < 2 and refused:
        raise BadRequest(f"A confusion matrix needs at least two rules. {left_out_sentence(refused)}")
    if refused:
        announce(progress, left_out_sentence(refused))
    found = confusion_matrix(
        Streams(seed)["recovery"],
        [(rule, rule.default) for rule in chosen],
        played,
        n_repetitions=repetitions,
        n_pairs=pairs,
        n_rounds=rounds,
        n_starts=starts,
        effort=effort,
    )
    result = ConfusionResult(found, refused)
    effort.keep(result.document)
    return result


def _rules(words: RuleWords, people: PlaysWord | None) -> list[Rule]:
    return find_rules(words, people=find_plays(people) if people is not None else ())


def _defined(rules: Sequence[Rule], game: Game) -> tuple[list[Rule], dict[str, str]]:
    """The rules that can sit in every seat of the game, and why the others cannot."""
    return suitable([(game, role, Information.GAME) for role in range(game.n_players)], rules)
