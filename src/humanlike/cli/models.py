"""`humanlike models`: language models, the words they are asked with, what a play costs, whether they answer."""

import typer

from humanlike.cli.output import JSON, present


def models(
    model: str | None = typer.Argument(
        None, metavar="[MODEL]", help="llm:NAME[/WAY] or llm:FILE.toml[/WAY]; none: list all."
    ),
    game: str = typer.Option("prisoners-dilemma", help="The game of the example prompt and the estimate."),
    pairs: int = typer.Option(8, min=1, help="How many pairs a planned play has."),
    rounds: int = typer.Option(50, min=1, help="How many rounds it has."),
    check: bool = typer.Option(False, "--check", help="Ask for a first choice now: two requests."),
    as_json: bool = JSON,
) -> None:
    """List models and ways of asking, or show one: its prompt, its cost, and with --check whether it answers."""
    from humanlike.studies.describe_model import describe_model

    present(describe_model(model, game=game, pairs=pairs, rounds=rounds, check=check), as_json=as_json)
