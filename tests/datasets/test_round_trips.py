"""Files of play give back what was put in, whatever stands in their columns, and are the same whoever reads them."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from humanlike.core import Game, Play
from humanlike.datasets import read_plays, write_plays
from humanlike.datasets.table import _careful_csv, _csv
from humanlike.games import write_games
from humanlike.games.catalogue.public_goods import public_goods

CHICKEN = Game.from_matrices("chicken", [[5, 2], [6, 1]], [[5, 6], [2, 1]])
MOVES = np.array([[0, 1, 1], [0, -1, 1], [1, -1, -1], [1, -1, -1]])
ODD = {"subjects": ("a,b", 'x "y"', "ann", "é|ü"), "matches": ("07", "07", "1.50", "1.50")}
NOTES = {
    "note": np.array(
        [["1e3", "", "NA"], ["x", "\tq", "two\nlines"], ["0", "", ""], ["-", "", ""]], dtype=object
    )
}
PLAYS = {
    "plain": [Play(CHICKEN, np.abs(MOVES))],
    "missing moves and short matches": [Play(CHICKEN, MOVES)],
    "odd labels": [Play(CHICKEN, MOVES, **ODD, provenance={"dataset": "a, b"})],
    "unknown columns": [Play(CHICKEN, MOVES, extra=NOTES)],
    "several, with different columns": [
        Play(CHICKEN, MOVES, extra=NOTES, provenance={"dataset": "one"}),
        Play(CHICKEN, MOVES[:2], studied=np.array([True, False]), provenance={"dataset": "two"}),
        Play(CHICKEN, MOVES, provenance={"dataset": "three"}).rows([0, 3]),
    ],
}
HEADER = "match,subject,role,round,action,game"
ROWS = ["m,a,1,1,0,chicken", "m,b,2,1,1,chicken"]
TEXTS = {
    "plain": "\n".join([HEADER, *ROWS]) + "\n",
    "no end of line at the end": "\n".join([HEADER, *ROWS]),
    "Windows": "\r\n".join([HEADER, *ROWS]) + "\r\n",
    "a mark at the beginning": "\ufeff" + "\n".join([HEADER, *ROWS]) + "\n",
    "blank lines": "\n\n".join([HEADER, *ROWS]) + "\n\n",
    "blanks after commas": "\n".join([HEADER, *ROWS]).replace(",", ", "),
    "quotes": '"match",subject,role,round,action,game\n"m, 1","a ""x""",1,1,0,chicken\n"m, 1",b,2,1,1,chicken\n',
    "a quoted line break": HEADER + ',note\nm,a,1,1,0,chicken,"two\nlines"\nm,b,2,1,1,chicken,x\n',
    "short rows": HEADER + ",note\nm,a,1,1,0,chicken\nm,b,2,1,1,chicken,x\n",
    "two columns of one name": HEADER + ",note,note\nm,a,1,1,0,chicken,p,q\nm,b,2,1,1,chicken,r,s\n",
    "a column without a name": HEADER + ",\nm,a,1,1,0,chicken,p\nm,b,2,1,1,chicken,r\n",
    "words that look like nothing": HEADER + ",note\nm,NA,1,1,0,chicken,null\nm,nan,2,1,1,chicken,\n",
}


def everything(play: Play) -> dict[str, object]:
    arrays = {
        name: getattr(play, name).tolist()
        for name in ("actions", "situations", "partners", "roles", "studied")
    }
    labels = {name: tuple(getattr(play, name)) for name in ("subjects", "matches", "sessions")}
    return arrays | labels | {name: column.tolist() for name, column in play.extra.items()}


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize("name", PLAYS)
def test_what_is_written_is_read(tmp_path: Path, name: str, suffix: str) -> None:
    write_plays(tmp_path / f"play{suffix}", PLAYS[name])
    again = read_plays(tmp_path / f"play{suffix}")
    assert [everything(play.shortened()) for play in again] == [
        everything(play.shortened()) for play in PLAYS[name]
    ]


@pytest.mark.parametrize("name", PLAYS)
def test_a_csv_is_the_one_that_pandas_would_write(tmp_path: Path, name: str) -> None:
    write_plays(tmp_path / "play.csv", PLAYS[name])
    frame = pd.concat([play.to_frame() for play in PLAYS[name]], ignore_index=True)
    if (
        "partner_action" in frame
    ):  # pandas makes decimals of whole numbers with gaps; a table of play does not
        frame["partner_action"] = frame["partner_action"].astype("Int64")
    assert (tmp_path / "play.csv").read_bytes().decode() == frame.to_csv(index=False, lineterminator="\n")


@pytest.mark.parametrize("name", TEXTS)
def test_the_fast_reader_sees_what_the_careful_one_sees(tmp_path: Path, name: str) -> None:
    (tmp_path / "play.csv").write_bytes(TEXTS[name].encode())
    write_games(tmp_path / "games.json", [CHICKEN])
    fast, careful = _csv(tmp_path / "play.csv"), _careful_csv(tmp_path / "play.csv")
    assert fast.columns.tolist() == careful.columns.tolist()
    assert fast.astype("str").to_numpy().tolist() == careful.astype("str").to_numpy().tolist()
    assert read_plays(tmp_path)[0].actions.tolist() == [[0], [1]]


def test_a_table_names_each_label_once(tmp_path: Path) -> None:
    """Columns of labels are dictionaries in the file: what is asked of a label is asked once, not for each choice."""
    import pyarrow.parquet as parquet

    write_plays(tmp_path / "play.parquet", PLAYS["plain"])
    schema = parquet.read_table(tmp_path / "play.parquet").schema
    labels = ["dataset", "session", "match", "subject", "game"]
    assert all(str(schema.field(name).type).startswith("dictionary") for name in labels)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_many_games_with_few_labels_each_have_room_together(tmp_path: Path, suffix: str) -> None:
    """Three games of a hundred subjects each: more labels than the smallest numbers can tell apart."""
    plays = [
        Play(
            CHICKEN,
            np.zeros((100, 1), dtype=int),
            subjects=[f"{game}-{number}" for number in range(100)],
            provenance={"dataset": str(game)},
        )
        for game in range(3)
    ]
    write_plays(tmp_path / f"play{suffix}", plays)
    again = read_plays(tmp_path / f"play{suffix}")
    assert [play.subjects for play in again] == [play.subjects for play in plays]


def test_a_public_goods_game_of_two_can_be_written_again(tmp_path: Path) -> None:
    """Its situations are sums; in the file it is a pair of matrices, which is the same game."""
    game = public_goods("pair", players=2, endowment=2, multiplier=1.5)
    plays = [Play(game, np.array([[0, 1], [2, 1]]))]
    for _ in range(2):
        write_plays(tmp_path / "play.csv", plays)
    assert read_plays(tmp_path)[0].payoffs().tolist() == plays[0].payoffs().tolist()
