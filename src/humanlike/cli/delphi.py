"""`humanlike delphi`: feedback, scores, payments and rankings of a panel; tests and audited tasks alike."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.output import print_json, print_table
from humanlike.cli.score import parse_ranges

if TYPE_CHECKING:
    from humanlike.scoring import ScoringSystem
    from humanlike.scoring.panels import Outcomes, Panel, Rationality, ScoredAnswer


def delphi(
    file: Path = typer.Argument(
        ..., help="CSV: expert, round, question, alternative or percentile, probability."
    ),
    outcomes: Path | None = typer.Option(None, help="CSV: question, alternative or value, once known."),
    mode: str = typer.Option("panel", help="panel; test: confidence-marked; audit: self-rated tasks."),
    system: str = typer.Option("truncated-logarithmic", help="The scoring system for alternatives."),
    density_system: str = typer.Option(
        "crps", help="quadratic, spherical, logarithmic or crps for quantities."
    ),
    method: str = typer.Option("average", help="Consensus fed back: average, log-odds, parimutuel."),
    budget: float | None = typer.Option(None, help="Money to pay in proportion to score."),
    rationality: list[str] = typer.Option([], help="QUESTION:ALTERNATIVE=PROBABILITY everybody knows."),
    ranges: list[str] = typer.Option(
        [], "--range", help="QUESTION=LOW:HIGH closes a quantity's tails (else exponential)."
    ),
    audit_share: float = typer.Option(0.25, help="Share of tasks to audit (audit mode)."),
    renormalise: bool = typer.Option(False, "--renormalise", help="Mend incoherent answers and report them."),
    allow_missing: bool = typer.Option(False, "--allow-missing", help="Score only what was answered."),
    seed: int = typer.Option(1, help="Seed of the audit draw and of the ranking's bootstrap."),
    figure: Path | None = typer.Option(None, help="Draw the panel's rounds and ranking (.png, .svg)."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Run a Delphi panel's books, mark a confidence test, or audit self-rated tasks."""
    from humanlike.core import look_up
    from humanlike.naming.scoring_systems import find_system
    from humanlike.scoring.panels import read_outcomes, read_panel

    runner = look_up("mode", mode, {"panel": _panel, "test": _test, "audit": _audit})
    panel = read_panel(file, renormalise=renormalise)
    facts = None if outcomes is None else read_outcomes(outcomes)
    options = {
        "density_system": density_system,
        "method": method,
        "budget": budget,
        "rationality": [parse_rationality(text) for text in rationality],
        "ranges": parse_ranges(ranges),
        "audit_share": audit_share,
        "allow_missing": allow_missing,
        "seed": seed,
        "figure": figure,
    }
    document = runner(panel, facts, find_system(system), options)
    if as_json:
        print_json(document)
    else:
        _show(document)


def parse_rationality(text: str) -> "Rationality":
    """QUESTION:ALTERNATIVE=PROBABILITY."""
    from humanlike.core import BadRequest
    from humanlike.scoring.panels import Rationality

    words, _, value = text.rpartition("=")
    question, _, alternative = words.rpartition(":")
    try:
        probability = float(value)
    except ValueError:
        probability = -1.0
    if not (question and alternative and 0 <= probability <= 1):
        raise BadRequest(f"--rationality '{text}' is not of the form QUESTION:ALTERNATIVE=PROBABILITY.")
    return Rationality(question, alternative, probability)


def _panel(
    panel: "Panel", facts: "Outcomes | None", system: "ScoringSystem", options: dict[str, Any]
) -> dict[str, Any]:
    from humanlike.core import BadRequest
    from humanlike.scoring.panels import check_panel, give_feedback

    feedback = [record._asdict() for record in give_feedback(panel, options["method"])]
    checks = [finding._asdict() for finding in check_panel(panel, options["rationality"])]
    document: dict[str, Any] = {"feedback": feedback, "checks": checks}
    if facts is not None:
        document |= _settle(panel, facts, system, options)
    elif options["budget"] is not None:
        raise BadRequest("--budget pays by score; it needs --outcomes.")
    if options["figure"] is not None:
        draw(options["figure"], feedback, document.get("ranking", []))
    return document


def draw(path: Path, feedback: list[dict[str, Any]], ranking: list[dict[str, Any]]) -> None:
    """The picture of a panel: disagreement by round, ranks of experts."""
    import numpy as np

    from humanlike.figures import save
    from humanlike.figures.delphi import draw_panel

    rounds: dict[str, tuple[list[int], list[float]]] = {}
    for record in feedback:
        if record["consensus"]:
            numbers, distances = rounds.setdefault(record["question"], ([], []))
            numbers.append(record["round"])
            distances.append(record["disagreement"])
    figure = draw_panel(
        rounds,
        [row["expert"] for row in ranking],
        np.array([row["rank"] for row in ranking], dtype=float),
        np.array([(row["rank_lower"], row["rank_upper"]) for row in ranking], dtype=float),
    )
    save(figure, path)


def _settle(
    panel: "Panel", facts: "Outcomes", system: "ScoringSystem", options: dict[str, Any]
) -> dict[str, Any]:
    """Scores, means, ranking and payments once outcomes are known."""
    from humanlike.core import look_up
    from humanlike.scoring import DENSITY_SCORES
    from humanlike.scoring.panels import mean_scores, pay_within_budget, score_panel

    scored = score_panel(
        panel,
        facts,
        system.score,
        density_score=look_up("density score", options["density_system"], DENSITY_SCORES),
        bounds=options["ranges"],
        allow_missing=options["allow_missing"],
    )
    settled = [answer for answer in scored if panel.alternatives[answer.question]]
    quantities = [answer for answer in scored if not panel.alternatives[answer.question]]
    document: dict[str, Any] = {
        "system": system.name,
        "scores": [answer._asdict() for answer in scored],
        "means": mean_scores(settled),
        "quantity_means": mean_scores(quantities),  # in other units: never averaged with the rest
        "ranking": rank_experts(settled or quantities, options["seed"]),
    }
    if options["budget"] is not None:
        document["payments"] = pay_within_budget(panel, scored, system, options["budget"])
    return document


def _test(
    panel: "Panel", facts: "Outcomes | None", system: "ScoringSystem", options: dict[str, Any]
) -> dict[str, Any]:
    from humanlike.core import BadRequest
    from humanlike.scoring.panels import mark_test, score_panel

    if facts is None:
        raise BadRequest("A test is marked against its key: give it by --outcomes.")
    marks = mark_test(panel, facts, system, allow_missing=options["allow_missing"])
    scored = score_panel(panel, facts, system.score, allow_missing=options["allow_missing"])
    ranking = rank_experts(scored, options["seed"])
    if options["figure"] is not None:
        draw(options["figure"], [], ranking)
    return {"system": system.name, "marks": [mark._asdict() for mark in marks], "ranking": ranking}


def _audit(
    panel: "Panel", facts: "Outcomes | None", system: "ScoringSystem", options: dict[str, Any]
) -> dict[str, Any]:
    from humanlike.core import BadRequest, Streams
    from humanlike.scoring.panels import audited_scores, draw_audit

    if options["figure"] is not None:
        raise BadRequest("Audits have no picture; --figure belongs to the panel and test modes.")
    if facts is None:
        drawn = draw_audit(Streams(options["seed"])["audit"], panel, options["audit_share"])
        return {"audit": [{"expert": expert, "question": question} for expert, question in drawn]}
    return {
        "system": system.name,
        "audited": [record._asdict() for record in audited_scores(panel, facts, system)],
    }


def rank_experts(scored: "list[ScoredAnswer]", seed: int) -> list[dict[str, Any]]:
    """The ranking with bootstrap intervals over questions, best first."""
    import numpy as np

    from humanlike.core import Streams
    from humanlike.scoring.panels import score_matrix
    from humanlike.statistics import rank_with_uncertainty

    experts, _, matrix = score_matrix(scored)
    result = rank_with_uncertainty(Streams(seed)["ranking"], matrix)
    rows = [dict(zip(result._fields, values, strict=True)) for values in np.array(result).T.tolist()]
    named = [{"expert": expert, **row} for expert, row in zip(experts, rows, strict=True)]
    return sorted(named, key=lambda row: row["rank"])


def _show(document: dict[str, Any]) -> None:
    for record in document.get("feedback", []):
        record["median"] = _listed(record["median"])
        record["consensus"] = _listed(record["consensus"])
    if "payments" in document:
        document["payments"] = [
            {"expert": name, "payment": pay} for name, pay in document["payments"].items()
        ]
    titles = {
        "feedback": "What the panel said",
        "checks": "Consistency checks",
        "ranking": "Ranking (bootstrap over questions)",
        "payments": "Payments",
        "marks": "Marks",
        "audit": "Tasks to audit",
        "audited": "Audited tasks",
    }
    for key, title in titles.items():
        rows = document.get(key)
        if rows:
            print_table(title, list(rows[0]), [list(row.values()) for row in rows])


def _listed(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.3g}" for name, value in values.items())
