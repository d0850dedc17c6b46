"""Nothing is overwritten silently: what may be replaced, what is added to, what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from humanlike.cli import app
from humanlike.core import BadFile, BadGame, BadRequest, Game, Play
from humanlike.datasets import read_plays, write_plays
from humanlike.games import GAMES, read_games, write_games

CHICKEN = Game.from_matrices("chicken", [[5, 2], [6, 1]], [[5, 6], [2, 1]], labels=("UD", "LR"))
DEARER = Game.from_matrices("chicken", [[50, 2], [6, 1]], [[5, 6], [2, 1]], labels=("UD", "LR"))
RENAMED = Game.from_matrices("chicken", [[5, 2], [6, 1]], [[5, 6], [2, 1]], labels=("XY", "LR"))
COINS = Game.from_matrices("coins", [[1, 0], [0, 1]], [[0, 1], [1, 0]])
MOVES = np.array([[0, 1], [1, 1]])
PLAY = Play(CHICKEN, MOVES)
FOREIGN = {
    "out.csv": b"name,age\nann,31\n",
    "out.parquet": b"PAR1 something else",
    "out.txt": b"Dear diary,\n",
    "out.dat": b"1 2 3\n1 2\n",
    "out.jsonl": b'{"question": 1}\n',
}


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", FOREIGN)
def test_a_file_that_holds_no_play_is_not_replaced(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(FOREIGN[name])
    before = contents(tmp_path)
    with pytest.raises(BadFile, match="holds no play; name another file"):
        write_plays(tmp_path / name, [PLAY])
    assert contents(tmp_path) == before


@pytest.mark.parametrize("name", FOREIGN)
def test_a_play_may_be_written_again(tmp_path: Path, name: str) -> None:
    write_plays(tmp_path / name, [PLAY])
    first = (tmp_path / name).read_bytes()
    write_plays(tmp_path / name, [Play(CHICKEN, 1 - MOVES)])
    assert (tmp_path / name).read_bytes() != first
    write_plays(tmp_path / name, [PLAY])
    assert (tmp_path / name).read_bytes() == first


def test_an_empty_file_may_be_filled(tmp_path: Path) -> None:
    (tmp_path / "out.csv").touch()
    write_plays(tmp_path / "out.csv", [PLAY])
    assert read_plays(tmp_path / "out.csv")[0].actions.tolist() == MOVES.tolist()


def test_the_games_beside_a_table_are_added_to(tmp_path: Path) -> None:
    """Entries that are there stay as they stand, with keys that we do not know."""
    entry = {"row": [[1, 0], [0, 1]], "col": [[0, 1], [1, 0]], "currency": "ECU", "note": "theirs"}
    (tmp_path / "games.json").write_text(json.dumps({"coins": entry}))
    write_plays(tmp_path / "mine.csv", [PLAY])
    document = json.loads((tmp_path / "games.json").read_text())
    assert document["coins"] == entry and list(document) == ["coins", "chicken"]
    assert read_plays(tmp_path / "mine.csv")[0].payoffs().tolist() == PLAY.payoffs().tolist()


def test_a_file_of_one_game_becomes_one_of_two(tmp_path: Path) -> None:
    (tmp_path / "games.json").write_text(json.dumps({"name": "coins", "row": [[1, 0]], "col": [[0, 1]]}))
    write_plays(tmp_path / "mine.csv", [PLAY])
    assert list(read_games(tmp_path / "games.json")) == ["coins", "chicken"]


def test_games_that_are_there_already_are_left_alone(tmp_path: Path) -> None:
    text = json.dumps({"chicken": {"row": [[5, 2], [6, 1]], "col": [[5, 6], [2, 1]], "note": "from the lab",
                                   "actions_row": ["U", "D"], "actions_col": ["L", "R"]}})  # fmt: skip
    (tmp_path / "games.json").write_text(text)
    write_plays(tmp_path / "mine.csv", [PLAY])
    assert (tmp_path / "games.json").read_text() == text


@pytest.mark.parametrize("theirs", [DEARER, RENAMED])
def test_another_game_of_the_same_name_is_refused_and_nothing_written(tmp_path: Path, theirs: Game) -> None:
    write_games(tmp_path / "games.json", [theirs, COINS])
    before = contents(tmp_path)
    with pytest.raises(BadFile, match="another game called 'chicken'"):
        write_plays(tmp_path / "mine.csv", [Play(COINS, MOVES), PLAY])
    assert contents(tmp_path) == before


def test_a_games_file_nobody_can_read_is_refused_and_nothing_written(tmp_path: Path) -> None:
    for text in ("{", "[1]", '{"chess": {"type": "sequential"}}', '{"bad": {"row": [[1]], "col": [["x"]]}}'):
        (tmp_path / "games.json").write_text(text)
        before = contents(tmp_path)
        with pytest.raises((BadFile, BadGame)):
            write_plays(tmp_path / "mine.csv", [PLAY])
        assert contents(tmp_path) == before


def test_two_games_of_one_name_cannot_share_a_table(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="Two different games are called 'chicken'"):
        write_plays(tmp_path / "mine.csv", [PLAY, Play(DEARER, MOVES)])
    assert contents(tmp_path) == {}


def test_commands_refuse_before_any_work_and_can_be_run_again(tmp_path: Path) -> None:
    run = CliRunner().invoke
    target = tmp_path / "out" / "play.csv"
    again = ["play", "chicken", "random", "--pairs", "2", "--rounds", "3", "--out", str(target)]
    assert [run(app, again).exit_code for _ in range(2)] == [0, 0]
    diary = tmp_path / "diary.csv"
    diary.write_text("day,mood\n1,good\n")
    before = contents(tmp_path)
    played = run(app, [*again[:-1], str(diary)])
    converted = run(app, ["data", "convert", str(target), str(diary)])
    assert isinstance(played.exception, BadFile) and isinstance(converted.exception, BadFile)
    write_games(tmp_path / "games.json", [DEARER])
    refused = run(app, ["data", "convert", str(target), str(tmp_path / "copy.csv")])
    assert isinstance(refused.exception, BadFile) and not (tmp_path / "copy.csv").exists()
    (tmp_path / "games.json").unlink()
    assert contents(tmp_path) == before
    assert GAMES["chicken"].same_payoffs(read_plays(target)[0].game)


def test_without_an_ending_a_folder_gets_a_parquet_table_and_the_command_says_so(tmp_path: Path) -> None:
    words = ["play", "chicken", "random", "--pairs", "2", "--rounds", "3", "--out", str(tmp_path / "mine")]
    played = CliRunner().invoke(app, words)
    assert f"Wrote {tmp_path / 'mine' / 'play.parquet'}" in played.output.replace("\n", "")
    assert sorted(contents(tmp_path)) == ["mine/games.json", "mine/play.parquet"]
    assert read_plays(tmp_path / "mine")[0].actions.shape == (4, 3)
    assert write_plays(tmp_path / "again", [PLAY]) == tmp_path / "again" / "play.parquet"


def test_a_folder_keeps_the_format_it_has(tmp_path: Path) -> None:
    """A folder with two tables would not say which is meant."""
    write_plays(tmp_path / "mine" / "play.csv", [PLAY])
    assert write_plays(tmp_path / "mine", [Play(CHICKEN, 1 - MOVES)]) == tmp_path / "mine" / "play.csv"
    assert read_plays(tmp_path / "mine")[0].actions.tolist() == (1 - MOVES).tolist()
