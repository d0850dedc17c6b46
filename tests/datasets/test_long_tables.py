"""Tables of play in and out, and the sentences that name what is wrong."""

import numpy as np
import pandas as pd
import pytest

from humanlike.core import BadFile, BadRecord, BadRequest, Game, Play
from humanlike.datasets import check_plays, check_target, geometric_median, read_plays, summarise, write_plays
from humanlike.games import GAMES, write_games

CHICKEN = Game.from_matrices("chicken", [[5, 2], [6, 1]], [[5, 6], [2, 1]])
HEADER = "dataset,session,match,subject,role,round,action,payoff,game\n"
GOOD = (
    "d,s1,m1,a,1,1,0,2,chicken\n"
    "d,s1,m1,b,2,1,1,6,chicken\n"
    "d,s1,m1,a,1,2,0,5,chicken\n"
    "d,s1,m1,b,2,2,0,5,chicken\n"
    "d,s2,m2,c,1,1,1,1,chicken\n"
    "d,s2,m2,a,2,1,1,1,chicken\n"
)


@pytest.fixture
def folder(tmp_path):
    write_games(tmp_path / "games.json", [CHICKEN])
    return tmp_path


def _read(folder, body, header=HEADER):
    (folder / "play.csv").write_text(header + body)
    return read_plays(folder)


def test_a_long_table_becomes_one_play_with_its_labels(folder):
    (play,) = _read(folder, GOOD)
    np.testing.assert_array_equal(play.actions, [[0, 0], [1, 0], [1, -1], [1, -1]])
    np.testing.assert_array_equal(play.situations, [[1, 0], [0, 0], [1, -1], [1, -1]])
    assert play.subjects == ("a", "b", "c", "a")
    assert play.matches == ("m1", "m1", "m2", "m2")
    assert play.sessions == ("s1", "s1", "s2", "s2")
    assert play.provenance["dataset"] == "d"


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_writing_and_reading_again_changes_nothing(folder, tmp_path, suffix):
    (play,) = _read(folder, GOOD.replace("m1,b,2,1,1,6", "m1,b,2,1,-1,"))
    place = tmp_path / "copy" / f"play.{suffix}"
    write_plays(place, [play])
    (again,) = read_plays(place)
    np.testing.assert_array_equal(again.actions, play.actions)
    np.testing.assert_array_equal(again.partners, play.partners)
    assert (again.subjects, again.matches, again.sessions) == (play.subjects, play.matches, play.sessions)
    assert again.game.payoffs_of((1, 0)) == (6.0, 2.0)


def test_unknown_columns_survive_from_csv_to_parquet_and_back(folder, tmp_path):
    """Text is kept to the letter: leading zeros, blanks, quotes, NA; so is the order of columns."""
    words = ["007", "", "NA", '"a, b"', "1.50", "é"]
    body = "".join(f"{line},{word},x\n" for line, word in zip(GOOD.splitlines(), words, strict=True))
    plays = _read(folder, body, HEADER.strip() + ",rt,supergame\n")
    write_plays(tmp_path / "one" / "play.parquet", plays)
    write_plays(tmp_path / "two" / "play.csv", read_plays(tmp_path / "one"))
    lines = (tmp_path / "two" / "play.csv").read_text().splitlines()
    assert lines[0] == HEADER.strip() + ",rt,supergame"
    expected = {"a,1,1": "007", "b,2,1": "", "a,1,2": "NA", "b,2,2": '"a, b"', "c,1,1": "1.50", "a,2,1": "é"}
    for who, word in expected.items():
        assert next(line for line in lines if f",{who}," in line).endswith(f",chicken,{word},x")


def test_games_met_in_different_ways_live_in_one_table(folder, tmp_path):
    """Pairs by match, strangers by label, one side by what it met: each is read as it was written."""
    pairs = Play(CHICKEN, np.array([[0, 1], [1, 1]]), provenance={"dataset": "pairs"})
    strangers = Play(
        CHICKEN,
        np.array([[0, 1], [1, 0], [1, 0], [0, 1]]),
        roles=np.array([0, 0, 1, 1]),
        partners=np.array([[[2, 3]], [[3, 2]], [[0, 1]], [[1, 0]]]),
        provenance={"dataset": "strangers"},
    )
    alone = Play(CHICKEN, np.array([[1, 0], [0, -1]]), provenance={"dataset": "alone"}).rows([1])
    write_plays(tmp_path / "all.csv", [pairs, strangers, alone])
    again = read_plays(tmp_path / "all.csv")
    assert [play.provenance["dataset"] for play in again] == ["pairs", "strangers", "alone"]
    for one, other in zip(again, [pairs, strangers, alone], strict=True):
        assert one.partners.tolist() == other.partners.tolist()
        assert one.situations.tolist() == other.situations.tolist()


def test_plain_text_counts_actions_from_one(tmp_path):
    place = tmp_path / "pairs.txt"
    place.write_text("# two pairs\n1 2 0\n2 2 1\n1 1 1\n2 1 2\n")
    (play,) = read_plays(place, CHICKEN)
    np.testing.assert_array_equal(play.actions, [[0, 1, -1], [1, 1, 0], [0, 0, 0], [1, 0, 1]])
    assert play.matches == ("1", "1", "2", "2")
    write_plays(tmp_path / "again.txt", [play])
    assert (tmp_path / "again.txt").read_text() == "1 2 0\n2 2 1\n1 1 1\n2 1 2\n"


def test_a_game_file_can_be_given_for_plain_text(tmp_path):
    write_games(tmp_path / "chicken.game", [CHICKEN])
    (tmp_path / "p.txt").write_text("1\n2\n")
    assert read_plays(tmp_path / "p.txt", tmp_path / "chicken.game")[0].payoffs().tolist() == [[2.0], [6.0]]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (GOOD + "d,s2,m2,a,2,1,1,1,chicken\n", ["line 8", "round", "one choice a round"]),
        (GOOD.replace("m1,b,2,1,1,6", "m1,b,2,1,7,6"), ["line 3", "column action", "7", "0-1"]),
        (GOOD.replace("m1,b,2,1,1,6", "m1,b,2,1,x,6"), ["line 3", "column action", "'x'", "whole number"]),
        (GOOD.replace("m1,b,2,1,1,6", "m1,b,2,1,1,six"), ["line 3", "column payoff", "six"]),
        (
            GOOD.replace("m1,b,2,1,1,6,chicken", "m1,b,2,1,1,6,chess"),
            ["line 3", "column game", "chess", "chicken"],
        ),
        (GOOD.replace("m1,a,1,2", "m1,a,2,2"), ["line 4", "column role", "changes role"]),
        (GOOD.replace("m1,b,2,2", "m1,c,2,2"), ["line 5", "column subject", "occupied role"]),
        (GOOD + "d,s2,m3,x,1,1,1,1,chicken\n", ["line 8", "column role", "'m3'", "every role"]),
        (GOOD.replace("m1,b,2,1,1,6", "m1,b,3,1,1,6"), ["line 3", "column role", "role is 3"]),
        (GOOD.replace("m1,b,2,1,1,6", "m1,b,2,0,1,6"), ["line 3", "column round", "from 1"]),
        (GOOD.replace("m1,b,2,1,1,6", "m1,b,2,99999999999,1,6"), ["line 3", "99999999999", "1 to 100,000"]),
        (GOOD.replace("m1,b,2,1,1,6", "m1,,2,1,1,6"), ["line 3", "column subject", "the subject is empty"]),
    ],
)
def test_a_broken_table_is_refused_with_row_column_and_rule(folder, body, words):
    with pytest.raises(BadRecord) as raised:
        _read(folder, body)
    for word in words:
        assert word in str(raised.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (HEADER.replace(",", ";") + GOOD.replace(",", ";"), "semicolons"),
        ("", "no table"),
        (HEADER, "no rows"),
        (HEADER.replace("payoff", "action"), "several columns 'action'"),
        ("match,subject\n1,2\n", "lacks the columns role, round, action, game"),
        (HEADER + 'd,s1,m1,"a,1,1,0,2,chicken\n', "comma-separated"),
        (HEADER + "d,s1,m1,a,1,1,0,2,chicken,extra,more\n", "comma-separated"),
    ],
)
def test_files_that_are_no_tables_are_refused(folder, content, words):
    (folder / "play.csv").write_text(content)
    with pytest.raises(BadFile, match=words):
        read_plays(folder)


def test_a_second_column_of_the_same_name_is_told(folder):
    header = HEADER.replace("\n", ",rt,rt\n")
    (folder / "play.csv").write_text(header + GOOD.replace("chicken\n", "chicken,3,4\n"))
    _, problems = check_plays(folder)
    assert [(each.severity, each.column, each.effect.split(";")[0]) for each in problems] == [
        ("warning", "rt", "The second is carried along as 'rt.1'")
    ]
    frame = pd.read_csv(folder / "play.csv").rename(columns={"rt.1": "rt"})
    with pytest.raises(BadFile, match="several columns 'rt'"):
        read_plays(frame, CHICKEN)


def test_bytes_that_are_no_text_are_refused(folder):
    (folder / "play.csv").write_bytes(b"\xff\xfe\x00,\n\x80")
    with pytest.raises(BadFile, match="no text file"):
        read_plays(folder)
    (folder / "play.parquet").write_bytes(b"PAR1 not really")
    with pytest.raises(BadFile, match="no Parquet file"):
        read_plays(folder / "play.parquet")


def test_requests_that_cannot_be_met_are_refused(tmp_path):
    (tmp_path / "p.txt").write_text("1\n2\n")
    with pytest.raises(BadRequest, match="give its game"):
        read_plays(tmp_path / "p.txt")
    with pytest.raises(BadFile, match="no play"):
        read_plays(tmp_path)
    with pytest.raises(BadFile, match=r"not '\.xlsx'"):
        read_plays(tmp_path / "p.xlsx")
    with pytest.raises(BadFile, match=r"transcripts .* are written, never read"):
        read_plays(tmp_path / "p.jsonl")
    with pytest.raises(BadFile, match=r"written to .*\.jsonl files, not '\.xlsx'"):
        check_target(tmp_path / "p.xlsx")
    with pytest.raises(BadRecord, match="line 2, round 1: action 3"):
        (tmp_path / "q.txt").write_text("1\n3\n")
        read_plays(tmp_path / "q.txt", CHICKEN)


def test_what_was_met_may_be_recorded_without_whom(folder):
    header = HEADER.strip() + ",partner_action\n"
    game = GAMES["rock-paper-scissors"]
    write_games(folder / "games.json", [game])
    rows = "".join(
        f"d,1,g,{s},{s},{r},{a},,{game.name},{(a + 1) % 3}\n" for s in (1, 2, 3) for r, a in ((1, 0), (2, 2))
    )
    (play,) = _read(folder, rows, header)
    np.testing.assert_array_equal(play.roles, [0, 0, 0])
    np.testing.assert_array_equal(play.situations, [[1, 0]] * 3)
    assert play.matches == ("g",) * 3


def test_partners_may_change_from_round_to_round(folder):
    header = HEADER.strip() + ",partner\n"
    rows = (
        "d,1,g,a,1,1,0,,chicken,b\nd,1,g,b,2,1,1,,chicken,a\n"
        "d,1,g,c,1,1,1,,chicken,d\nd,1,g,d,2,1,0,,chicken,c\n"
        "d,1,g,a,1,2,1,,chicken,d\nd,1,g,d,2,2,1,,chicken,a\n"
        "d,1,g,b,2,2,0,,chicken,c\nd,1,g,c,1,2,0,,chicken,b\n"
    )
    (play,) = _read(folder, rows, header)
    met = {label: play.situations[row].tolist() for row, label in enumerate(play.subjects)}
    assert met == {"a": [1, 1], "b": [0, 0], "c": [0, 0], "d": [1, 1]}


def test_groups_may_change_from_round_to_round(folder):
    """In round 2 of a three-person game b and e, c and f change places."""
    game = Game("trio", tuple(np.arange(6.0).reshape(2, 3) for _ in range(3)), (("0", "1"),) * 3, "sum")
    write_games(folder / "games.json", [game])
    tables = {1: ["abc", "def"], 2: ["aef", "dbc"]}
    actions = {"a": 0, "b": 1, "c": 1, "d": 1, "e": 0, "f": 0}
    rows = "".join(
        f"d,1,g,{who},{seat + 1},{round_},{actions[who]},,trio,{'|'.join(name for name in table if name != who)}\n"
        for round_, both in tables.items()
        for table in both
        for seat, who in enumerate(table)
    )
    (play,) = _read(folder, rows, HEADER.strip() + ",partner\n")
    met = {label: play.situations[row].tolist() for row, label in enumerate(play.subjects)}
    assert met == {"a": [2, 0], "b": [1, 2], "c": [1, 2], "d": [0, 2], "e": [1, 0], "f": [1, 0]}
    with pytest.raises(BadRecord, match=r"column partner.*must have a row"):
        _read(folder, rows.replace("trio,b|c", "trio,b|x"), HEADER.strip() + ",partner\n")


def test_rows_marked_as_machines_are_not_studied(folder):
    body = "".join(line + (",machine\n" if ",b," in line else ",human\n") for line in GOOD.splitlines())
    (play,) = _read(folder, body, HEADER.strip() + ",kind\n")
    assert play.studied.tolist() == [True, False, True, True]


def test_the_geometric_median_survives_data_points_and_repeats():
    assert geometric_median([[3.0, 1.0]] * 4).tolist() == [3.0, 1.0]
    np.testing.assert_allclose(geometric_median([[0, 0], [0, 0], [0, 0], [5, 5]]), [0, 0], atol=1e-9)
    points = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]])
    median = geometric_median(points)
    angles = (points - median) / np.linalg.norm(points - median, axis=1)[:, None]
    np.testing.assert_allclose(
        angles @ angles.T, np.full((3, 3), -0.5) + 1.5 * np.eye(3), atol=1e-6
    )  # 120 degrees


def test_the_summary_of_a_worked_example():
    """By hand: pair 1 earns (2+6)/2 and (6+2)/2, pair 2 earns 1 and 1: means 2.5, SD 1.5, centre on the segment."""
    summary = summarise(Play(CHICKEN, np.array([[0, 1], [1, 0], [1, 1], [1, 1]])))
    np.testing.assert_allclose(summary.mean, [2.5, 2.5])
    np.testing.assert_allclose(summary.standard_deviation, [1.5, 1.5])
    assert summary.total == 5.0
    np.testing.assert_allclose(summary.centre, [2.5, 2.5])
    assert summary.euclidean_deviation == pytest.approx(np.sqrt(4.5))
    assert summary.cells == {"AA": 0.0, "AB": 0.25, "BA": 0.25, "BB": 0.5}
    assert summary.n_choices == 8 and summary.n_missing == 0
