"""`humanlike play`: let players play a game and look at the result."""

from pathlib import Path

import typer

from humanlike.cli.design import INFORMATION, MATCHING
from humanlike.cli.output import FIGURE, JSON, present, progress_bar


def play(
    game: str = typer.Argument(..., help="A game, or a game file."),
    player: str = typer.Argument(..., help="A rule, rule:set, a mixture, or any emulator."),
    player2: str | None = typer.Argument(None, help="The column's rule, if different."),
    pairs: int | None = typer.Option(None, help="How many pairs (or groups) play. [default: 8]"),
    rounds: int | None = typer.Option(None, help="How many rounds. [default: 50]"),
    trials: int = typer.Option(1, help="How many independent repetitions."),
    trial: int | None = typer.Option(None, help="Only this repetition, as a tournament would play it."),
    seed: int | None = typer.Option(None, help="Same seed, same play. [default: 1]"),
    first: str = typer.Option("", help="Cells of round 1, one per pair: UL,DL,... or UL:1,DL:2."),
    set_: list[str] = typer.Option([], "--set", help="name=value, a parameter of PLAYER; repeat for more."),
    people: str | None = typer.Option(None, help="The people RULE:fitted is fitted to: a file or data set."),
    matching: str = MATCHING,
    information: str = INFORMATION,
    like: Path | None = typer.Option(
        None, help="A tournament's run directory: play what this entrant played there, move for move."
    ),
    out: Path | None = typer.Option(
        None,
        help="Write the play: .csv or .parquet (long table), .txt (plain); with no ending, play.parquet in a folder.",
    ),
    figure: Path | None = FIGURE,
    as_json: bool = JSON,
) -> None:
    """Play a game; print means, deviations, cells, centre and spread."""
    from humanlike.datasets import check_target
    from humanlike.studies.play import play as study

    if out is not None:
        check_target(out)
    with progress_bar("play") as progress:
        result = study(
            game,
            player,
            player2,
            pairs=pairs,
            rounds=rounds,
            trials=trials,
            trial=trial,
            seed=seed,
            first=first,
            changes=set_,
            people=people,
            matching=matching,
            information=information,
            like=like,
            progress=progress,
        )
    wrote = None if out is None else result.write(out)
    present(result, as_json=as_json, figure=figure, wrote=wrote)
