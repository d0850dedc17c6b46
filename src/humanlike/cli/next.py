"""`humanlike next`: what a player would do next, round by round."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present


def next_(
    player: str = typer.Argument(..., help="A rule, or rule:set for a named parameter set."),
    history: str = typer.Option(
        "", help="What happened: 'A1 A0 B1' (action and own payoff) or 'UL DR' (cells of --game)."
    ),
    game: str | None = typer.Option(
        None, help="A game or game file; needed by rules that see more than payoffs."
    ),
    role: str = typer.Option("row", help="Whose history it is, where payoffs are given: row or column."),
    set_: list[str] = typer.Option([], "--set", help="name=value, a parameter; repeat for more."),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Show the choice probabilities before every round of a history, and for the round after it."""
    from humanlike.studies.next import next_choice

    result = next_choice(player, history, game=game, role=role, changes=set_)
    present(result, as_json=as_json, figure=figure)
