"""`humanlike data`: check a file of play, summarise it, list or fetch public data, convert between formats."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present
from humanlike.core.errors import BadRecord

MAPPING = typer.Option(
    None, help="How an oTree or z-Tree export, or a table of your own, is to be read (.toml)."
)

data = typer.Typer(help="Files of play: check, summarise, convert, find.", no_args_is_help=True)


@data.command()
def check(
    file: str = typer.Argument(..., metavar="FILE", help="A table of play, a folder, or a data set's name."),
    game: str = typer.Option(
        "", help="A game file, or the name of a game, where no games.json lies beside it."
    ),
    mapping: Path | None = MAPPING,
    as_json: bool = JSON,
) -> None:
    """Say what is wrong with a file, where, and what it would do to the analysis."""
    from humanlike.studies.data import check as study

    result = study(file, game=game, mapping=mapping)
    present(result, as_json=as_json)
    if result.refusal:
        raise BadRecord(result.refusal)


@data.command()
def summary(
    file: str = typer.Argument(..., metavar="FILE", help="A file of play, a folder, or a data set's name."),
    game: str = typer.Option("", help="The game of plain text play: a game file or a game's name."),
    mapping: Path | None = MAPPING,
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Subjects, matches, rounds, payoffs, centre and cells of every game in a file."""
    from humanlike.studies.data import summary as study

    present(study(file, game=game, mapping=mapping), as_json=as_json, figure=figure)


@data.command("list")
def list_(as_json: bool = JSON) -> None:
    """Public data sets known by name: source, licence, citation."""
    from humanlike.studies.data import sources

    present(sources(), as_json=as_json)


@data.command()
def fetch(
    name: str = typer.Argument(..., help="A data set of `humanlike data list`."),
    to: Path | None = typer.Option(None, help="The folder to keep it in."),
    as_json: bool = JSON,
) -> None:
    """Download the publisher's original file of a data set and check it (needs a network)."""
    from humanlike.studies.data import fetch as study

    present(study(name, to=to), as_json=as_json)


@data.command()
def convert(
    source: str = typer.Argument(..., metavar="FROM", help="A file of play, or an export (with --mapping)."),
    target: Path = typer.Argument(
        ..., metavar="TO", help=".csv, .parquet, .txt, .jsonl, or a folder (play.parquet in it)."
    ),
    mapping: Path | None = MAPPING,
    game: str = typer.Option("", help="A game file or a game's name."),
    as_json: bool = JSON,
) -> None:
    """Turn exports and tables of play into one another."""
    from humanlike.studies.data import convert as study

    present(study(source, target, mapping=mapping, game=game), as_json=as_json)
