"""`humanlike judge`: was this played by people? With what speaks for it and what against."""

from pathlib import Path

import typer

from humanlike.cli.output import FIGURE, JSON, present


def judge(
    plays: list[str] = typer.Argument(..., metavar="PLAY...", help="Files, folders or names of data sets."),
    detector: str = typer.Option(
        "",
        help="One from the catalogue, a saved one (.json), my_detector.py:DETECTOR[:FILE.json], an entry directory, "
        "or a tournament's run directory: its winner; none: the one that ships.",
    ),
    game: str = typer.Option(
        "", help="A game file or a game's name, where the play names none (plain text)."
    ),
    seats: str = typer.Option(
        "studied", help="Whose seats: studied (not the bots they met), machines, all, or both kinds apart."
    ),
    score: bool = typer.Option(False, help="Score single seats where the play says which are machines'."),
    guesses: Path | None = typer.Option(None, help="People's guesses about machines (CSV: id, game, guess)."),
    unit: str = typer.Option(
        "auto",
        help="What intervals redraw: person, dyad, match, connected (people who met), session, study; auto: the "
        "smallest that is independent.",
    ),
    limit: int = typer.Option(20, min=0, help="How many matches to list for each data set; 0: all."),
    seed: int = typer.Option(1, help="Seed of the bootstrap."),
    trust: bool = typer.Option(
        False, "--trust", help="Run an entry without a sandbox: the program can do what you can."
    ),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """P(human) of anybody's play, per match and per data set; refuses games unlike those it was trained on."""
    from humanlike.studies.judge import judge as study

    result = study(
        plays,
        detector,
        game=game,
        seats=seats,
        score=score,
        guesses=guesses,
        unit=unit,
        limit=limit,
        seed=seed,
        trust=trust,
    )
    present(result, as_json=as_json, figure=figure)
