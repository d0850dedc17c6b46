"""Files of play from Python: check, summary, sources, convert, read; and an entry's check."""

import subprocess
import sys
from dataclasses import asdict
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from rich.console import Console

import humanlike as hl
from humanlike.core import BadFile, BadRecord, Game, Play
from humanlike.datasets import SOURCES, choice_shares, read_plays, write_plays
from humanlike.figures.style import heading_of
from humanlike.games import GAMES
from humanlike.studies.telling import StoryTable, _terminal_table, tell

GAME = GAMES["prisoners-dilemma"]
ENTRIES = Path(hl.__file__).parent / "samples" / "files" / "entries"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Two pairs: one plays C C C against D D D, the other ends after two rounds of C against C."""
    actions = np.array([[0, 0, 0], [1, 1, 1], [0, 0, -1], [0, 0, -1]])
    write_plays(tmp_path / "pd" / "play.csv", [Play(GAME, actions, provenance={"dataset": "mine"})])
    (tmp_path / "own.py").write_text(
        "from humanlike.core import Play\nfrom humanlike.games import GAMES\n"
        "PLAY = Play(GAMES['prisoners-dilemma'], [[0, 0, 0], [1, 1, 1], [0, 0, -1], [0, 0, -1]],"
        " provenance={'dataset': 'mine'})\n"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_name_a_file_a_table_and_an_object_are_the_same_play(place):
    (play,) = hl.read("pd")
    table = play.to_frame()
    summary = hl.data.summary("pd").document()
    for word in (play, [play], table, Path("pd") / "play.csv", "own.py:PLAY"):
        assert np.array_equal(hl.read(word)[0].actions, play.actions)
        for given, found in zip(summary, hl.data.summary(word).document(), strict=True):
            assert all(np.array_equal(given[key], found[key]) for key in given)
        assert hl.data.check(word).document()["usable"] is True


def test_a_table_is_checked_like_a_file_and_its_first_row_is_line_one(place):
    table = read_plays("pd")[0].to_frame()
    table.loc[1, "action"] = 9
    result = hl.data.check(table)
    assert result.n_errors == 1 and result.frame()["line"].tolist() == [2]
    assert result.refusal == "'the given table' cannot be used: 1 kind(s) of error."
    assert "action is 9" in str(result) and repr(result).startswith("<CheckResult: the given table: 1 kinds")
    with pytest.raises(BadRecord, match="'the given table', line 2, column action: action is 9"):
        hl.read(table)
    with pytest.raises(BadFile, match="lacks the columns role, action"):
        hl.read(table.drop(columns=["role", "action"]))
    assert hl.data.check("pd").frame().empty


def test_a_table_names_games_of_the_catalogue_or_those_given(place):
    own = Game.from_matrices("mine", *GAME.matrices)
    table = read_plays("pd")[0].to_frame()
    (play,) = hl.read(table.drop(columns="game"), game=own)
    assert play.game is own
    (play,) = hl.read(table.assign(game="mine"), game=own)
    assert play.game is own
    with pytest.raises(BadRecord, match="game is 'mine'"):
        hl.read(table.assign(game="mine"))


def test_a_table_of_a_public_data_set_knows_its_machines_like_the_file(place):
    """The names of bots in pennies-vs-bots begin with bot-; a table must not make people of them."""
    table = read_plays("pd")[0].to_frame().assign(dataset="pennies-vs-bots")
    table["subject"] = np.where(table["role"] == 2, "bot-" + table["match"], table["subject"])
    assert hl.read(table)[0].studied.tolist() == [True, False, True, False]


def test_a_wide_export_is_refused_without_naming_thousands_of_columns(place):
    header = ",".join(f"app.{number}.player.decision" for number in range(2000))
    Path("wide.csv").write_text(f"{header}\n{',' * 1999}\n")
    with pytest.raises(BadFile, match=r"oTree all_apps_wide export \(2,000 columns, app app\)") as refused:
        hl.read("wide.csv", game="prisoners-dilemma")
    assert len(str(refused.value)) < 400
    result = hl.data.check("wide.csv")
    assert result.refusal and "oTree" in str(result) and len(str(result)) < 800
    Path("other.csv").write_text(",".join(f"x{number}" for number in range(2000)) + "\n")
    with pytest.raises(BadFile, match="1980 more") as refused:
        hl.data.check("other.csv", game="prisoners-dilemma")
    assert len(str(refused.value)) < 500


def test_shares_are_of_those_still_playing_and_symmetric_seats_count_together():
    shares = choice_shares(Play(GAME, np.array([[0, 0, 0], [1, 1, 1], [0, 0, -1], [0, 0, -1]])))
    assert list(shares) == [GAME.labels[0][0]]
    assert shares[GAME.labels[0][0]].tolist() == [0.75, 0.75, 0.5]
    pennies = GAMES["matching-pennies"]
    row, column = choice_shares(Play(pennies, np.array([[0, 0], [1, 0]]))).items()
    assert row[0] == f"{pennies.role_name(0)} {pennies.labels[0][0]}" and row[1].tolist() == [1.0, 1.0]
    assert column[1].tolist() == [0.0, 1.0]


def test_a_summary_is_a_table_by_role_and_a_picture(place):
    result = hl.data.summary("pd")
    table = result.frame()
    assert table[["dataset", "game", "role", "choices"]].values.tolist() == [
        ["mine", "prisoners-dilemma", 1, 10],
        ["mine", "prisoners-dilemma", 2, 10],
    ]
    figure = result.plot()
    assert isinstance(figure, Figure) and "pd" in heading_of(figure)
    assert repr(result) == "<SummaryResult: pd: 10 choices>" and "<table>" in result._repr_html_()


def test_a_table_that_fits_is_told_as_rich_would_lay_it_out():
    table = StoryTable("", ["name", "a value"], [["\u8a9e [b]", 1.5], ["plain", -12.0], ["", float("nan")]])
    told = StringIO()
    tell([table], Console(file=told, width=80, color_system=None))
    laid_out = StringIO()
    rich_table, _ = _terminal_table(table)
    Console(file=laid_out, width=80, color_system=None).print(rich_table)
    assert told.getvalue() == "\n" + laid_out.getvalue()


def test_names_are_whole_in_a_narrow_terminal():
    buffer = StringIO()
    tell(hl.data.sources().story(), Console(file=buffer, width=80, color_system=None))
    shown = buffer.getvalue()
    assert all(name in shown for name in SOURCES)
    numbers = StoryTable("", ["x"] * 12, [[f"{value:.6f}" for value in np.arange(12.0)]])
    buffer = StringIO()
    tell([numbers], Console(file=buffer, width=80, color_system=None))
    assert "11.000000" in buffer.getvalue()


def test_sources_and_conversions_are_results_too(place):
    assert list(hl.data.sources().frame()["name"]) == list(SOURCES)
    assert hl.data.sources().document() == [asdict(source) for source in SOURCES.values()]
    made = hl.data.convert("pd", place / "out.parquet")
    assert made.document() == {
        "file": str(place / "out.parquet"),
        "games": ["prisoners-dilemma"],
        "choices": 10,
    }
    assert hl.data.convert(made.frame(), place / "again.csv").document()["choices"] == 10
    assert np.array_equal(hl.read(place / "again.csv")[0].actions, hl.read("pd")[0].actions)
    Path("notes.csv").write_text("my diary\n")
    with pytest.raises(BadFile, match="holds no play"):
        hl.data.convert("pd", "notes.csv")


def test_reading_and_describing_files_loads_no_jax(place):
    code = "import sys, humanlike as hl; hl.data.check('pd'); hl.data.summary('pd'); hl.read('pd'); "
    code += "sys.exit('jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_an_entry_is_checked_from_python():
    result = hl.check_entry(ENTRIES / "detector-shell", games="chicken", trust=True)
    assert result.is_ok and result.document()["ok"] and repr(result) == "<EntryResult: All well.>"
    assert set(result.frame().columns) == {"check", "passed", "detail", "seconds"}
    assert "UNSANDBOXED" in str(result) and "<table>" in result._repr_html_()
