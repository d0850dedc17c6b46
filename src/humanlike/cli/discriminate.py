"""`humanlike discriminate`: how many questions until the better forecaster leads?"""

from pathlib import Path

import typer

from humanlike.cli.output import print_json, print_table

MOST_POINTS = 400  # of the picture: every number of questions up to here


def discriminate(
    p: float = typer.Option(..., "--p", help="True probability of every event."),
    y1: float = typer.Option(..., "--y1", help="What the first forecaster says."),
    y2: float = typer.Option(..., "--y2", help="What the second forecaster says."),
    system: str = typer.Option("quadratic", help="The scoring system."),
    n: int = typer.Option(100, "--n", help="How many questions."),
    alpha: float = typer.Option(0.05, help="Accepted chance that the better one does not lead."),
    figure: Path | None = typer.Option(None, help="Draw the chance of misranking (.svg, .png, .pdf)."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """The chance that the worse of two forecasters leads after n questions, and how many are needed."""
    from humanlike.naming.scoring_systems import find_system
    from humanlike.scoring import tell_apart as tell_apart

    chosen = find_system(system)
    result = tell_apart(chosen, p, y1, y2, n, alpha=alpha)
    if figure is not None:
        import numpy as np

        from humanlike.figures import save
        from humanlike.figures.discrimination import draw_discrimination
        from humanlike.scoring import misranking

        longest = max(n, 2 * (result.needed or n), 20)
        counts = np.unique(np.linspace(1, longest, MOST_POINTS).round().astype(np.int64))
        counts = np.union1d(counts, [n])
        drawn = draw_discrimination(
            counts,
            *misranking(chosen, p, y1, y2, counts),
            alpha=alpha,
            needed=result.needed,
            asked=n,
            system=system,
            data=f"forecasts {y1:g} and {y2:g} of events of probability {p:g}",
        )
        save(drawn, figure)
    if as_json:
        print_json(
            {
                "better": result.better,
                "worse_leads_exact": result.worse_leads_exact,
                "tie_exact": result.tie_exact,
                "worse_leads_normal": result.worse_leads_normal,
                "ratio": result.ratio,
                "bounds": list(result.bounds),
                "per_root_question": {
                    "ratio": result.ratio / n**0.5,
                    "bounds": [bound / n**0.5 for bound in result.bounds],
                },
                "needed": result.needed,
            }
        )
        return
    needed = "more than can be counted" if result.needed is None else result.needed
    rows: list[list[object]] = [
        ["better forecaster", f"{result.better} (says {(y1, y2)[result.better - 1]:g})"],
        ["chance that the worse leads, exact", f"{result.worse_leads_exact:.6g}"],
        ["chance of a tie, exact", f"{result.tie_exact:.6g}"],
        ["chance that the worse leads, normal", f"{result.worse_leads_normal:.6g}"],
        ["mean/SD of first minus second", f"{result.ratio:.6g}"],
        ["bounds for any proper system", f"{result.bounds[0]:.6g} to {result.bounds[1]:.6g}"],
        [f"questions until the better leads with {1 - alpha:.3g}", needed],
    ]
    print_table(f"{system} system, {n} questions of probability {p:g}", ["", "value"], rows)
