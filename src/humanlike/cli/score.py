"""`humanlike score`: what forecasts earned, and who is really ahead."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.output import console, print_json, print_table

if TYPE_CHECKING:
    from humanlike.scoring.panels import Outcomes, Panel, ScoredAnswer


def score(
    forecasts: Path = typer.Argument(..., help="CSV: forecaster, question, alternative, probability."),
    outcomes: Path = typer.Option(..., help="CSV: question, alternative (or value)."),
    system: str = typer.Option("quadratic", help="A scoring system, or a literature form such as brier."),
    renormalise: bool = typer.Option(
        False, "--renormalise", help="Mend sums other than 1 instead of refusing."
    ),
    allow_missing: bool = typer.Option(False, "--allow-missing", help="Score only what was answered."),
    ranges: list[str] = typer.Option(
        [], "--range", help="QUESTION=LOW:HIGH closes a quantity's tails (else exponential)."
    ),
    alpha: float = typer.Option(0.05, help="Level of the comparison of the two best."),
    figure: Path | None = typer.Option(None, help="Draw calibration and score race (.png, .svg)."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Score probability forecasts once the outcomes are known."""
    from humanlike.naming.scoring_systems import find_score
    from humanlike.scoring.panels import mean_scores, read_outcomes, read_panel, score_panel

    chosen = find_score(system)
    panel = read_panel(forecasts, renormalise=renormalise)
    facts = read_outcomes(outcomes)
    _one_kind(panel)
    scored = score_panel(
        panel,
        facts,
        chosen.discrete,
        density_score=chosen.density,
        bounds=parse_ranges(ranges),
        allow_missing=allow_missing,
    )
    means = mean_scores(scored)
    comparison = compare_best(scored, chosen.sign, alpha)
    if figure is not None:
        _draw(figure, panel, facts, scored, comparison, system)
    if as_json:
        rows = [{"forecaster": a.expert, "question": a.question, "score": a.score} for a in scored]
        shown = {key: value for key, value in (comparison or {}).items() if key != "sequence"} or None
        print_json({"system": system, "scores": rows, "means": means, "comparison": shown})
    else:
        _show(means, scored, comparison, system, chosen.sign)


def _one_kind(panel: "Panel") -> None:
    from humanlike.core import BadRequest

    if len({answer.is_quantity for answer in panel.answers}) > 1:
        raise BadRequest(
            f"{panel.source} mixes alternatives and quantities, whose scores have different units; "
            "score them in two files, or use delphi."
        )


def parse_ranges(texts: list[str]) -> dict[str, tuple[float, float]]:
    """QUESTION=LOW:HIGH, any number of them."""
    from humanlike.core import BadRequest

    ranges = {}
    for text in texts:
        question, _, limits = text.rpartition("=")
        try:
            low, high = (float(limit) for limit in limits.split(":"))
        except ValueError:
            raise BadRequest(f"--range '{text}' is not of the form QUESTION=LOW:HIGH.") from None
        ranges[question] = (low, high)
    return ranges


def compare_best(scored: "list[ScoredAnswer]", sign: int, alpha: float) -> dict[str, Any] | None:
    """The best against the second on the questions both answered; None for fewer than two forecasters."""
    import numpy as np

    from humanlike.scoring.panels import score_matrix
    from humanlike.statistics import confidence_sequence, paired_test

    experts, _, matrix = score_matrix(scored)
    if len(experts) < 2:
        return None
    with np.errstate(invalid="ignore"):
        order = np.argsort([-sign * np.nanmean(row) for row in matrix], kind="stable")
    best, second = order[:2]
    difference = sign * (matrix[best] - matrix[second])
    difference = difference[~np.isnan(difference)]
    document: dict[str, Any] = {"leader": experts[best], "second": experts[second], "n": difference.size}
    if difference.size < 2 or not np.all(np.isfinite(difference)):
        return document | {"note": "no comparison: too few common questions or an infinite score"}
    test = paired_test(difference, np.zeros(difference.size), alpha=alpha)
    sequence = confidence_sequence(difference, alpha=alpha / (len(experts) - 1))
    return document | {
        "mean": test.mean,
        "lower": float(sequence.lower[-1]),
        "upper": float(sequence.upper[-1]),
        "established_after": int(sequence.first_exclusion()),
        "p_value_at_one_look": test.p_value,
        "sequence": sequence,
    }


def _show(
    means: dict[str, float],
    scored: "list[ScoredAnswer]",
    comparison: dict[str, Any] | None,
    system: str,
    sign: int,
) -> None:
    counts = {name: sum(answer.expert == name for answer in scored) for name in means}
    order = sorted(means, key=lambda name: -sign * means[name])
    direction = "higher is better" if sign > 0 else "lower is better"
    print_table(
        f"System: {system}",
        ["forecaster", "questions", f"mean, {direction}"],
        [[name, counts[name], means[name]] for name in order],
    )
    if comparison is None:
        return
    pair = f"{comparison['leader']} against {comparison['second']}, {comparison['n']} questions"
    if "note" in comparison:
        console.print(f"{pair}: {comparison['note']}.")
        return
    after = comparison["established_after"]
    verdict = f"established after {after} questions" if after > 0 else "not established"
    console.print(
        f"{pair}: lead {comparison['mean']:.4g} a question, interval valid at every look "
        f"{comparison['lower']:.4g} to {comparison['upper']:.4g}: {verdict}."
    )


def _draw(
    path: Path,
    panel: "Panel",
    facts: "Outcomes",
    scored: "list[ScoredAnswer]",
    comparison: dict[str, Any] | None,
    system: str,
) -> None:
    import numpy as np

    from humanlike.figures import save
    from humanlike.figures.comparison import Running
    from humanlike.figures.scoring import Reliability, draw_forecasters
    from humanlike.scoring import reliability_diagram

    diagrams = {}
    for expert in panel.experts:
        said: list[float] = []
        happened: list[bool] = []
        for question in panel.questions:
            mine = [answer for answer in panel.of(question) if answer.expert == expert]
            outcome = facts.of(expert, question)
            if mine and outcome in panel.alternatives[question]:
                said += panel.table(mine)[0].tolist()
                happened += [label == outcome for label in panel.alternatives[question]]
        if said:
            diagrams[expert] = Reliability(*reliability_diagram(np.array(said), np.array(happened))[:3])
    race = comparison if comparison and "sequence" in comparison else {}
    sequence = race.get("sequence")
    figure = draw_forecasters(
        diagrams,
        None if sequence is None else Running(sequence.mean, sequence.lower, sequence.upper),
        system=system,
        leader=race.get("leader", ""),
        second=race.get("second", ""),
        decided_after=race.get("established_after", -1),
    )
    save(figure, path)
