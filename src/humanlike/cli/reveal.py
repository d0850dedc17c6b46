"""`humanlike reveal`: the seed of a tournament, checked against the hash that was published."""

from pathlib import Path

import typer

from humanlike.cli.output import JSON, present


def reveal(
    run: Path | None = typer.Argument(None, metavar="[RUN]", help="A tournament's run directory."),
    seed: int | None = typer.Option(None, min=0, help="Without a run: the seed."),
    salt: str = typer.Option("", metavar="HEX", help="Without a run: the salt, 32 hexadecimal digits."),
    commitment: str = typer.Option("", metavar="HASH", help="What was published beforehand."),
    as_json: bool = JSON,
) -> None:
    """Show seed and salt, and check that they are what was committed to; exit code 2 if they are not."""
    from humanlike.studies.reveal import reveal as study

    result = study(run, seed=seed, salt=salt, commitment=commitment)
    present(result, as_json=as_json)
    if not result.is_ok:
        raise typer.Exit(2)
