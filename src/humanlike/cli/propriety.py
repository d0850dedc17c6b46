"""`humanlike propriety`: does honesty pay under this system?"""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from humanlike.cli.output import console, print_json

if TYPE_CHECKING:
    from humanlike.scoring import Incentive, Propriety


def propriety(
    name: str = typer.Argument(..., metavar="NAME", help="A scoring system or an improper exhibit."),
    alternatives: int | None = typer.Option(None, help="How many alternatives; default: 2, 3 and 4."),
    figure: Path | None = typer.Option(
        None, help="Draw score curves and the price of a lie (.svg, .png, .pdf)."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Search for the best lie under a scoring system; a proper system has none."""
    from humanlike.naming.scoring_systems import find_incentive
    from humanlike.scoring import check_propriety as check

    incentive = find_incentive(name)
    verdict = check(incentive, alternatives)
    if figure is not None:
        _draw(figure, incentive)
    if as_json:
        print_json(
            {
                "system": incentive.name,
                "proper": verdict.proper,
                "best_lie": {"belief": verdict.belief, "report": verdict.report},
                "gain": verdict.gain,
                "alternatives": verdict.n_alternatives,
                "pairs_checked": verdict.n_checked,
            }
        )
    else:
        _show(incentive, verdict)


def _show(incentive: "Incentive", verdict: "Propriety") -> None:
    belief, report = (
        ", ".join(f"{value:.4g}" for value in each) for each in (verdict.belief, verdict.report)
    )
    if verdict.proper:
        console.print(f"{incentive.title}: proper. The cheapest noticeable lie costs {-verdict.gain:.3g}:")
    elif verdict.gain > 0:
        console.print(f"{incentive.title}: NOT proper. The best lie gains {verdict.gain:.4g}:")
    else:
        console.print(f"{incentive.title}: NOT proper. This lie costs nothing:")
    console.print(f"  believing ({belief})\n  reporting ({report})")
    if incentive.citation:
        console.print(incentive.citation)


def _draw(path: Path, incentive: "Incentive") -> None:
    import numpy as np

    from humanlike.core import BadRequest
    from humanlike.figures import save
    from humanlike.figures.scoring import draw_incentive
    from humanlike.scoring import ScoringSystem
    from humanlike.scoring import check_propriety as check

    if incentive.n_alternatives not in (None, 2):
        raise BadRequest(
            f"The picture is for two alternatives; {incentive.name} has {incentive.n_alternatives}."
        )
    reports = np.linspace(0.0, 1.0, 501)
    pairs = np.stack([reports, 1 - reports], axis=-1)
    curve = incentive.score(pairs, np.zeros(501, dtype=int)) if isinstance(incentive, ScoringSystem) else None
    verdict = check(incentive, 2)
    beliefs = [0.5, 0.7, 0.9] + ([] if verdict.proper else [round(max(verdict.belief), 3)])
    expected = {belief: incentive.expected(pairs, np.array([belief, 1 - belief])) for belief in beliefs}
    honest = {b: float(incentive.expected(np.array([b, 1 - b]), np.array([b, 1 - b]))) for b in beliefs}
    save(draw_incentive(incentive.title, reports, curve, expected, honest), path)
