"""`humanlike strategies`: which strategy of the repeated game everybody follows."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present, progress_bar
from humanlike.core.units import AUTO


def strategies(
    data: str = typer.Argument(
        ..., metavar="DATA", help="A data set's name, a file, a folder, or simulated:RULE."
    ),
    strategies: str = typer.Option(
        "df2011",
        help="Sets (df2011, frd2012, all) and strategies by commas: ad,ac,tft,grim, automaton:C0101-D0101, "
        "file.py:STRATEGY.",
    ),
    by: str = typer.Option(
        "game",
        help="What a person follows one strategy within: game, pooled, role, session, match; joined by +.",
    ),
    trembles: str = typer.Option("shared", help="shared by all strategies of a group, or each its own."),
    bootstrap: int = typer.Option(
        0, min=0, help="Redraw the independent units so often, for intervals the likelihood gives otherwise."
    ),
    unit: str = typer.Option(
        AUTO, help="What is independent: person, connected, session or study; auto picks it."
    ),
    starts: int = typer.Option(20, min=1, help="Starting points of the search."),
    rule: str = typer.Option(
        "", help="Learning rules to hold against the strategies by BIC: names by commas, all."
    ),
    game: str = typer.Option("", help="The game of plain text play: a game file or a game's name."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Estimate which strategies of repeated 2x2 games people follow (latent classes), and who follows which."""
    from humanlike.studies.strategies import strategies as study

    with progress_bar("estimating") as progress:
        result = study(
            data,
            strategies,
            by=by,
            trembles=trembles,
            bootstrap=bootstrap,
            unit=unit,
            starts=starts,
            rules=rule,
            game=game,
            progress=progress,
        )
    present(result, as_json=as_json, figure=figure)
