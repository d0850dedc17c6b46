"""`humanlike games`: the catalogue, or all that theory says about one game."""

from pathlib import Path

import typer

from humanlike.cli.output import JSON, present


def games(
    game: str | None = typer.Argument(
        None, metavar="[ID]", help="A game, a game file, or FILE#NAME; none: list all."
    ),
    precision: float | None = typer.Option(None, help="Also show the logit equilibrium at this precision."),
    out: Path | None = typer.Option(None, help="Write the game to this file (.json, .nfg, .txt)."),
    as_json: bool = JSON,
) -> None:
    """List the games, or show one: payoffs, equilibria, Pareto set, maximin, coordination."""
    from humanlike.core import BadRequest
    from humanlike.studies.describe_game import DescribedGame, describe_game

    result = describe_game(game, precision=precision)
    if out is not None:
        if not isinstance(result, DescribedGame):
            raise BadRequest("--precision and --out need a game: humanlike games ID.")
        result.write(out)
    present(result, as_json=as_json, wrote=out)
