"""`humanlike pool`: one forecast out of many."""

from pathlib import Path
from typing import Any

import typer

from humanlike.cli.output import print_json, print_table


def pool(
    forecasts: Path = typer.Argument(..., help="CSV: forecaster, question, alternative, probability."),
    method: str = typer.Option("average", help="average, log-odds, parimutuel, or score-weighted."),
    outcomes: Path | None = typer.Option(None, help="Past outcomes that earn weights (score-weighted)."),
    system: str = typer.Option("logarithmic", help="The system whose scores earn weights."),
    renormalise: bool = typer.Option(
        False, "--renormalise", help="Mend sums other than 1 instead of refusing."
    ),
    figure: Path | None = typer.Option(None, help="Draw forecasters and consensus (.svg, .png, .pdf)."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Combine several people's probabilities into a consensus, question by question."""
    from humanlike.core import BadRequest
    from humanlike.scoring.panels import read_panel

    panel = read_panel(forecasts, renormalise=renormalise)
    weights = None
    if method == "score-weighted":
        if outcomes is None:
            raise BadRequest(
                "score-weighted needs --outcomes: weights are earned on questions already settled."
            )
        weights = _earned_weights(panel, outcomes, system)
    elif outcomes is not None:
        raise BadRequest(f"--outcomes earns weights under score-weighted, not under {method}.")
    documents = [_pool_one(panel, question, method, weights) for question in panel.questions]
    if figure is not None:
        _draw(figure, panel, documents, method)
    if as_json:
        document: dict[str, Any] = {"method": method, "questions": documents}
        print_json(document if weights is None else document | {"weights": weights})
        return
    rows = [
        [d["question"], label, p, d["disagreement"]]
        for d in documents
        for label, p in d["probabilities"].items()
    ]
    print_table(f"Consensus by {method}", ["question", "alternative", "probability", "disagreement"], rows)


def _earned_weights(panel: Any, outcomes: Path, system: str) -> dict[str, float]:
    """Weights proportional to exp(total score) on the settled questions."""
    from humanlike.naming.scoring_systems import find_system
    from humanlike.scoring import score_weights
    from humanlike.scoring.panels import read_outcomes, score_panel

    scored = score_panel(panel, read_outcomes(outcomes), find_system(system).score, allow_missing=True)
    totals = dict.fromkeys(panel.experts, 0.0)
    for answer in scored:
        totals[answer.expert] += answer.score
    return dict(zip(totals, score_weights(list(totals.values())).tolist(), strict=True))


def _pool_one(panel: Any, question: str, method: str, weights: dict[str, float] | None) -> dict[str, Any]:
    from humanlike.core import BadRequest
    from humanlike.scoring import disagreement, disagreement_of_methods
    from humanlike.scoring import pool_forecasts as pool_forecasts

    answers = panel.of(question)
    if answers[0].is_quantity:
        raise BadRequest(
            f"Question '{question}' is about a quantity; pooling is for alternatives (see delphi)."
        )
    table = panel.table(answers)
    earned = None if weights is None else [weights[answer.expert] for answer in answers]
    pooled = pool_forecasts(table, "average" if weights is not None else method, earned)
    return {
        "question": question,
        "probabilities": dict(zip(panel.alternatives[question], pooled.tolist(), strict=True)),
        "disagreement": disagreement(table, pooled).mean_from_consensus,
        "methods_differ_by": disagreement_of_methods(table),
    }


def _draw(path: Path, panel: Any, documents: list[dict[str, Any]], method: str) -> None:
    import numpy as np

    from humanlike.figures import save
    from humanlike.figures.scoring import Pooled, draw_pools

    pools = [
        Pooled(
            each["question"],
            list(each["probabilities"]),
            np.array(list(each["probabilities"].values())),
            panel.table(panel.of(each["question"])),
        )
        for each in documents
    ]
    save(draw_pools(pools, method), path)
