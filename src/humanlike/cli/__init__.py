"""Command line: parse, call one function, print.

In:  words.    Out: a table, a picture or, with `--json`, one JSON document.
Knows nothing of: mathematics. Rooms are imported inside commands, so that `--help` is instant.
To add a command: its file, its line in `COMMANDS` (or, with commands below it, in `GROUPS`).
"""

import sys
from collections.abc import Callable
from typing import Any

import typer

from humanlike import __version__
from humanlike.cli.audit import audit
from humanlike.cli.bayes import bayes
from humanlike.cli.classes import classes
from humanlike.cli.compare import compare
from humanlike.cli.data import data
from humanlike.cli.decide import decide
from humanlike.cli.delphi import delphi
from humanlike.cli.design_game import design
from humanlike.cli.discriminate import discriminate
from humanlike.cli.entry import entry
from humanlike.cli.example import example
from humanlike.cli.fit import fit
from humanlike.cli.games import games
from humanlike.cli.identify import identify
from humanlike.cli.judge import judge
from humanlike.cli.market import market
from humanlike.cli.models import models
from humanlike.cli.next import next_
from humanlike.cli.play import play
from humanlike.cli.players import players
from humanlike.cli.pool import pool
from humanlike.cli.power import power
from humanlike.cli.predict import predict
from humanlike.cli.propriety import propriety
from humanlike.cli.recover import recover
from humanlike.cli.reveal import reveal
from humanlike.cli.run import run
from humanlike.cli.score import score
from humanlike.cli.similarity import similarity
from humanlike.cli.social import social
from humanlike.cli.strategies import strategies
from humanlike.cli.tournament import tournament
from humanlike.core.errors import HumanlikeError
from humanlike.core.rubbish import look_for_rubbish_seldom

COMMANDS: dict[str, Callable[..., Any]] = {
    "run": run,
    "tournament": tournament,
    "reveal": reveal,
    "play": play,
    "next": next_,
    "players": players,
    "models": models,
    "score": score,
    "propriety": propriety,
    "pool": pool,
    "discriminate": discriminate,
    "delphi": delphi,
    "decide": decide,
    "games": games,
    "design": design,
    "fit": fit,
    "bayes": bayes,
    "strategies": strategies,
    "classes": classes,
    "recover": recover,
    "predict": predict,
    "identify": identify,
    "similarity": similarity,
    "judge": judge,
    "audit": audit,
    "power": power,
    "compare": compare,
    "example": example,
}

GROUPS: dict[str, typer.Typer] = {
    "entry": entry,
    "data": data,
    "market": market,
    "social": social,
}

app = typer.Typer(
    name="humanlike",
    help="Measure how human-like a machine player is.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(asked: bool) -> None:
    if asked:
        print(f"humanlike {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Print the version and end."
    ),
) -> None:
    """Measure how human-like a machine player is."""


for _name, _command in COMMANDS.items():
    app.command(_name)(_command)
for _name, _group in GROUPS.items():
    app.add_typer(_group, name=_name)


def main() -> None:
    """Run a command; anything we can explain becomes one sentence and exit code 2."""
    look_for_rubbish_seldom()
    try:
        app()
    except HumanlikeError as error:
        print(f"humanlike: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt as stop:
        print(f"humanlike: interrupted. {stop}".rstrip(), file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
