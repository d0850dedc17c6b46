"""Game files: exact round trips, other people's files, and nothing but sentences for bad ones."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from humanlike.core import BadFile, BadGame, BadRequest, Game, HumanlikeError, UnknownName, UnsuitableGame
from humanlike.games import GAMES, make_public_goods, read_game, read_games, write_game, write_games
from humanlike.games.files import SUFFIXES

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("HUMANLIKE_DATA", ROOT.parent / "shared" / "data"))
every_suffix = pytest.mark.parametrize("suffix", SUFFIXES)
PROPERTY = settings(
    deadline=None,
    derandomize=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def same_payoffs(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one.tables, other.tables, strict=True))


def save(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_json_returns_every_game_unchanged(tmp_path, game):
    write_game(tmp_path / "any.json", game)
    back = read_game(tmp_path / "any.json")
    assert same_payoffs(game, back)
    for field in ("name", "labels", "title", "citation", "note"):
        assert getattr(back, field) == getattr(game, field)
    assert back.situation_kind == game.situation_kind or game.n_players == 2


@pytest.mark.parametrize("game", [g for g in GAMES.values() if g.n_players == 2], ids=lambda game: game.name)
def test_gambit_returns_every_two_player_game_unchanged(tmp_path, game):
    write_game(tmp_path / "any.nfg", game)
    back = read_game(tmp_path / "any.nfg")
    assert same_payoffs(game, back)
    for field in ("name", "labels", "title", "citation", "note"):
        assert getattr(back, field) == getattr(game, field)


def test_gambit_spells_out_a_group_cell_by_cell(tmp_path):
    game = make_public_goods("trio", players=3, endowment=2, multiplier=1.7)
    write_game(tmp_path / "trio.nfg", game)
    back = read_game(tmp_path / "trio.nfg")
    assert all(back.payoffs_of(profile) == game.payoffs_of(profile) for profile in game.profiles())


@pytest.mark.parametrize("game", [g for g in GAMES.values() if g.n_players == 2], ids=lambda game: game.name)
def test_plain_text_keeps_payoffs_and_takes_the_files_name(tmp_path, game):
    write_game(tmp_path / "mine.txt", game)
    back = read_game(tmp_path / "mine.txt")
    assert same_payoffs(game, back) and back.name == "mine"


@PROPERTY
@given(
    payoffs=hnp.arrays(
        np.float64,
        hnp.array_shapes(min_dims=2, max_dims=2, max_side=5).map(lambda shape: (2, *shape)),
        elements=st.floats(-1e300, 1e300),
    ),
    suffix=st.sampled_from(SUFFIXES),
)
def test_any_finite_payoffs_survive_to_the_last_bit(tmp_path, payoffs, suffix):
    game = Game.from_matrices("bits", payoffs[0], payoffs[1])
    write_game(tmp_path / f"bits{suffix}", game)
    assert same_payoffs(game, read_game(tmp_path / f"bits{suffix}"))


@PROPERTY
@given(title=st.text(st.characters(exclude_categories=["Cs"])), note=st.text('ab\\"{} \n,#'))
def test_titles_and_notes_survive_quotes_and_braces(tmp_path, title, note):
    game = Game.from_matrices("words", [[1, 2]], [[3, 4]], title=title, note=note)
    for suffix in (".json", ".nfg"):
        write_game(tmp_path / f"words{suffix}", game)
        back = read_game(tmp_path / f"words{suffix}")
        assert (back.title, back.note) == (title, note)


def test_the_papers_layout_row_then_column_then_player(tmp_path):
    game = read_game(save(tmp_path, "wide.txt", "# row, column\n2 3\n1 2  3 4  5 6\n7 8  9 10\n11 12\n"))
    np.testing.assert_array_equal(game.matrices[0], [[1, 3, 5], [7, 9, 11]])
    np.testing.assert_array_equal(game.matrices[1], [[2, 4, 6], [8, 10, 12]])


GAMBIT_PAYOFFS = """NFG 1 D "Two by three" { "A" "B" } { 2 3 }
0 1  2 3  4 5  6 7  8 9  1/2 1.5
"""
GAMBIT_OUTCOMES = """NFG 1 R "Three players" { "1" "2" "3" }
{ { "x" "y" } { "l" "r" } { "a" } }
"a remark"
{ { "win" 1, 2, 3 } { "lose" -1, -2, -3/4 } }
1 0 2 1
"""


def test_gambits_payoff_version_counts_the_first_player_fastest(tmp_path):
    game = read_game(save(tmp_path, "other.nfg", GAMBIT_PAYOFFS))
    assert (game.name, game.title, game.n_actions) == ("other", "Two by three", (2, 3))
    np.testing.assert_array_equal(game.matrices[0], [[0, 4, 8], [2, 6, 0.5]])
    np.testing.assert_array_equal(game.matrices[1], [[1, 5, 9], [3, 7, 1.5]])


def test_gambits_outcome_version_with_three_players(tmp_path):
    game = read_game(save(tmp_path, "three.nfg", GAMBIT_OUTCOMES))
    assert game.note == "a remark" and game.labels == (("x", "y"), ("l", "r"), ("a",))
    assert game.payoffs_of((0, 0, 0)) == (1, 2, 3)
    assert game.payoffs_of((1, 0, 0)) == (0, 0, 0)
    assert game.payoffs_of((0, 1, 0)) == (-1, -2, -0.75)
    assert game.payoffs_of((1, 1, 0)) == (1, 2, 3)


def test_a_game_on_its_own_is_named_by_itself_or_after_its_file(tmp_path):
    alone = {"row": [[1, 2]], "col": [[3, 4]]}
    assert read_game(save(tmp_path, "file.json", json.dumps(alone))).name == "file"
    assert read_game(save(tmp_path, "file.json", json.dumps({**alone, "name": "own"}))).name == "own"


def test_public_goods_are_read_by_their_rule(tmp_path):
    rule = {"type": "public goods", "players": 3, "endowment": 20, "multiplier": 1.5, "framing": "opt-in"}
    game = read_game(save(tmp_path, "games.json", json.dumps({"pgg": rule})))
    assert game.payoffs_of((20, 0, 0)) == (10.0, 30.0, 30.0) and "framing: opt-in" in game.note


def test_many_games_live_in_one_json_file(tmp_path):
    write_games(tmp_path / "all.json", GAMES.values())
    assert list(read_games(tmp_path / "all.json")) == list(GAMES)
    assert read_game(tmp_path / "all.json", "ochs").name == "ochs"
    with pytest.raises(BadRequest, match="holds 16 games"):
        read_game(tmp_path / "all.json")
    with pytest.raises(UnknownName, match="Did you mean 'ochs'"):
        read_game(tmp_path / "all.json", "oches")


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.json", '{"g": {"row": [[1, "two"]], "col": [[1, 2]]}}', "Game 'g', row.0.1: .*number"),
        ("a.json", '{"g": {"row": [[1, true]], "col": [[1, 2]]}}', "Game 'g', row.0.1"),
        ("a.json", '{"g": {"row": [[1, 2], [3]], "col": [[1, 2], [3, 4]]}}', "full rectangle"),
        ("a.json", '{"g": {"row": [[1, 2]], "col": [[1], [2]]}}', "both must be"),
        ("a.json", '{"g": {"row": [], "col": []}}', "at least one action"),
        ("a.json", '{"g": {"row": [[]], "col": [[]]}}', "at least one action"),
        ("a.json", '{"g": {"row": [[1, NaN]], "col": [[1, 2]]}}', "finite"),
        ("a.json", '{"g": {"row": [[1, 2]]}}', "col: Field required"),
        ("a.json", '{"g": {"row": [[1, 2]], "col": [[1, 2]], "actions_col": ["x"]}}', "as many labels"),
        ("a.json", '{"g": {"row": [[1, 2]], "col": [[1, 2]], "actions_col": ["x", "x"]}}', "must differ"),
        ("a.json", '{"g": {"type": "sequential"}}', "type 'sequential'"),
        ("a.json", '{"g": {}}', "has no payoffs"),
        ("a.json", '{"g": {"payoffs": [[[1, 2], [3]], [[1, 2], [3, 4]]]}}', "full rectangle"),
        ("a.json", '{"g": {"payoffs": [[[1, 2]]]}}', "at least two"),
        (
            "a.json",
            '{"g": {"type": "public goods", "players": 1, "endowment": 1, "multiplier": 1}}',
            "2 players",
        ),
        ("a.json", '{"g": {"row": [[1, 2]', "is not JSON"),
        ("a.json", "[]", "should hold an object"),
        ("a.json", "", "is not JSON"),
        ("a.json", b"\xff\xfe{", "no text file"),
        ("a.txt", "", "ends before the two sizes"),
        ("a.txt", "2 2\n1 2 3", "need 8 payoffs, found 3"),
        ("a.txt", "1 1\n1 x", "'x' is not a number"),
        ("a.txt", "1 1\n1 nan", "'nan' is not a number"),
        ("a.txt", "1 1\n1 1e999", "finite"),
        ("a.txt", "0 2\n", "at least one action"),
        ("a.txt", "-1 2\n", "not a whole number"),
        ("a.txt", "999999999 999999999\n1", "found 1"),
        ("a.nfg", "EFG 2 R", "stands where 'NFG' should"),
        ("a.nfg", 'NFG 1 R "t', "should be a text"),
        ("a.nfg", 'NFG 1 Q "t"', "R or D"),
        ("a.nfg", 'NFG 1 R "t" { "1" "2" } { 2 2 } 1 2 3', "need 8 payoffs, found 3"),
        ("a.nfg", 'NFG 1 R "t" { "1" "2" } { 2 0 }', "at least one action"),
        ("a.nfg", 'NFG 1 R "t" { "1" } { 2 } 1 2', "at least two players"),
        ("a.nfg", 'NFG 1 R "t" { "1" "2" } { 99999 99999 } 1', "more than"),
        ("a.nfg", 'NFG 1 R "t" { "1" "2" } { 1 1 } 1/0 2', "not a finite number"),
        ("a.nfg", 'NFG 1 R "t" { "1" "2" } { 1 1 } { { "o" 1 2 } } 7', "from 0 to 1"),
        ("a.nfg", 'NFG 1 R "t" { "1" "2" } { 1 1 } { { "o" 1 } }', "is not a number"),
        ("a.csv", "1 2", "a game file ends in"),
    ],
)
def test_a_bad_file_is_explained_in_one_sentence(tmp_path, name, content, sentence):
    with pytest.raises((BadFile, BadGame), match=sentence) as caught:
        read_game(save(tmp_path, name, content))
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_folder_are_explained(tmp_path):
    with pytest.raises(BadFile, match="Cannot read"):
        read_game(tmp_path / "none.json")
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(BadFile, match="Cannot read"):
        read_game(tmp_path / "folder.json")
    with pytest.raises(BadFile, match="cannot be written"):
        write_game(tmp_path / "folder.json", GAMES["ochs"])


def test_what_a_format_cannot_hold_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(UnsuitableGame, match="Plain text"):
        write_game(tmp_path / "pgg.txt", GAMES["public-goods"])
    with pytest.raises(UnsuitableGame, match="too many"):
        write_game(tmp_path / "pgg.nfg", make_public_goods("crowd", players=9, endowment=20, multiplier=2.0))
    with pytest.raises(BadRequest, match="holds one game"):
        write_games(tmp_path / "two.nfg", [GAMES["ochs"], GAMES["chicken"]])
    assert list(tmp_path.iterdir()) == []


@every_suffix
@PROPERTY
@given(content=st.binary(max_size=300))
def test_random_bytes_never_cause_anything_but_a_sentence(tmp_path, suffix, content):
    try:
        read_games(save(tmp_path, f"noise{suffix}", content))
    except HumanlikeError:
        pass


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**400), 10**400) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
keys = st.sampled_from(
    "row col actions_row actions_col actions payoffs situations type name note players endowment multiplier".split()
)


@PROPERTY
@given(
    document=st.dictionaries(st.text(max_size=4), st.dictionaries(keys, json_values, max_size=6), max_size=2)
)
def test_json_of_the_wrong_shape_never_causes_anything_but_a_sentence(tmp_path, document):
    try:
        read_games(save(tmp_path, "noise.json", json.dumps(document)))
    except HumanlikeError:
        pass


words = st.lists(
    st.sampled_from(
        ["NFG", "1", "R", '"t"', "{", "}", "2", "0", "1/2", "-3", '"', ",", "x", "\n", "9999999999", "1e400"]
    ),
    max_size=30,
)


@pytest.mark.parametrize("suffix", [".nfg", ".txt"])
@PROPERTY
@given(tokens=words, head=st.booleans())
def test_scrambled_words_never_cause_anything_but_a_sentence(tmp_path, suffix, tokens, head):
    start = 'NFG 1 R "t" { "1" "2" } ' if head and suffix == ".nfg" else ""
    try:
        read_games(save(tmp_path, f"noise{suffix}", start + " ".join(tokens)))
    except HumanlikeError:
        pass


@every_suffix
@PROPERTY
@given(cut=st.floats(0, 1, exclude_max=True), drop_in_the_middle=st.booleans())
def test_truncated_files_never_cause_anything_but_a_sentence(tmp_path, suffix, cut, drop_in_the_middle):
    path = tmp_path / f"whole{suffix}"
    write_game(path, GAMES["centipede-3"])
    content = path.read_bytes()
    end = int(cut * len(content))
    try:
        read_games(
            save(
                tmp_path, f"cut{suffix}", content[:end] + (content[end + 1 :] if drop_in_the_middle else b"")
            )
        )
    except HumanlikeError:
        pass


@every_suffix
def test_a_file_cut_in_half_is_never_taken_for_a_game(tmp_path, suffix):
    write_game(tmp_path / f"whole{suffix}", GAMES["centipede-3"])
    content = (tmp_path / f"whole{suffix}").read_bytes()
    with pytest.raises(HumanlikeError):
        read_games(save(tmp_path, f"cut{suffix}", content[: len(content) // 2]))


@pytest.mark.human_data
@pytest.mark.skipif(not DATA.is_dir(), reason="no human data: set HUMANLIKE_DATA to the folder that holds it")
def test_the_games_beside_human_data_are_read():
    sizes = {path.parent.name: path for path in sorted(DATA.glob("*/games.json"))}
    assert sizes, f"no games.json below {DATA}"
    for name, path in sizes.items():
        if name == "ultimatum-responders":
            with pytest.raises(BadFile, match="sequential"):
                read_games(path)
        else:
            assert len(read_games(path)) == len(json.loads(path.read_text()))
