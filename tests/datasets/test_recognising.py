"""Files that hold no long table are recognised in a sentence, with a mapping to begin with that can be used."""

import re
import sys
import tomllib
from pathlib import Path

import pandas as pd
import pytest

import humanlike as hl
from humanlike.cli import main
from humanlike.core import BadFile
from humanlike.datasets import draft_of, mapping, read_export, recognise
from humanlike.datasets.mapping import ExportMapping, read_mapping

WIDE = (
    "participant.code,session.code,"
    + ",".join(
        f"pd.{n}.player.id_in_group,pd.{n}.player.decision,pd.{n}.player.other_decision,pd.{n}.group.id_in_subsession"
        for n in (1, 2)
    )
    + ",survey.1.player.age\n"
    "p1,s,1,C,D,1,1,D,D,1,33\np2,s,2,D,C,1,2,D,D,1,44\n"
)
APP = (
    "participant.code,session.code,player.id_in_group,player.decision,group.id_in_subsession,subsession.round_number\n"
    "p1,s,1,C,1,1\np2,s,2,D,1,1\n"
)
SESSION = (
    "d\t1\tglobals\tPeriod\tX\nd\t1\tsubjects\tPeriod\tSubject\tGroup\tProfit\tchoice\n"
    "d\t1\tsubjects\t1\t1\t1\t0\t0\nd\t1\tsubjects\t1\t2\t1\t0\t1\n"
)
TABLE = "Player,Opponent,Round,Choice,Opponent_Choice\nx,y,1,C,D\nx,y,2,D,D\n"
FILES = {
    "otree-wide": ("w.csv", WIDE, ["oTree all_apps_wide", "apps pd, survey"]),
    "otree-app": ("a.csv", APP, ["oTree export of one app"]),
    "ztree": ("z.xls", SESSION, ["z-Tree session file"]),
    "table": ("t.csv", TABLE, ["names of its own", "Player for subject"]),
}


@pytest.mark.parametrize("format_", FILES)
def test_a_file_is_recognised_and_its_draft_reads_it(tmp_path, format_):
    """The draft is used as it stands: what it guesses of these files is right."""
    file, text, words = FILES[format_]
    path = tmp_path / file
    path.write_text(text)
    foreign = recognise(path)
    assert foreign is not None and foreign.format == format_
    assert all(word in foreign.sentence() for word in words) and len(foreign.sentence()) < 400
    draft = draft_of(path, foreign)
    assert tomllib.loads(draft)["format"] == format_
    (tmp_path / "mapping.toml").write_text(draft)
    (play,) = read_export(path, tmp_path / "mapping.toml")
    assert play.n_subjects == 2 and play.actions[:, 0].tolist() == [0, 1]
    with pytest.raises(BadFile) as refused:
        hl.read(path)
    assert all(word in str(refused.value) for word in words)


def test_the_move_of_a_program_in_the_same_row_is_offered(tmp_path):
    """Three people in one group cannot be pairs, so the other's move must be meant."""
    path = tmp_path / "w.csv"
    path.write_text(WIDE + "p3,s,3,C,C,1,3,D,C,1,55\n")
    draft = tomllib.loads(draft_of(path, recognise(path)))
    assert draft["partner_action"] == "other_decision" and draft["partner_kind"] == "program"
    path.write_text(WIDE)
    assert "# partner_action" in draft_of(path, recognise(path))


def test_what_is_a_long_table_or_nothing_known_is_left_alone(tmp_path):
    for text in ("match,subject,role,round,action,game\n", "a,b\n", "", "1 2 0\n2 1 1\n"):
        (tmp_path / "x.csv").write_text(text)
        assert recognise(tmp_path / "x.csv") is None
    assert recognise(tmp_path / "nowhere.csv") is None
    assert recognise(pd.read_csv(tmp_path / "x.csv", sep=" ")) is None


@pytest.mark.parametrize("command", ["check", "summary"])
def test_commands_are_short_about_thousands_of_columns(tmp_path, monkeypatch, capsys, command):
    """A sentence for 2,062 columns, and exit code 2; 0.1 printed every column's name."""
    fields = [f"game.{number}.player.decision" for number in range(1, 2061)]
    (tmp_path / "wide.csv").write_text(",".join(["participant.code", "session.code", *fields]) + "\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["humanlike", "data", command, "wide.csv"])
    with pytest.raises(SystemExit) as stop:
        main()
    printed = capsys.readouterr()
    assert stop.value.code == 2 and len(printed.out + printed.err) < 1200
    assert "oTree all_apps_wide" in printed.out + printed.err and "app game" in printed.out + printed.err


def test_commands_take_a_mapping(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "w.csv").write_text(WIDE + "p3,s,,,,,,,,,55\n")
    (tmp_path / "m.toml").write_text(
        'format = "otree-wide"\napp = "pd"\ngame = "prisoners-dilemma"\n'
        'action = "decision"\nactions = { C = 0, D = 1 }\n'
    )
    for words in (["check", "w.csv"], ["summary", "w.csv"], ["convert", "w.csv", "out/play.csv"]):
        monkeypatch.setattr(sys, "argv", ["humanlike", "data", *words, "--mapping", "m.toml"])
        with pytest.raises(SystemExit) as stop:
            main()
        printed = capsys.readouterr()
        assert stop.value.code in (0, None), printed.err
        if words[0] != "summary":
            assert "2 records without a move were left out" in " ".join(printed.out.split())
    assert hl.read("out")[0].actions.tolist() == [[0, 1], [1, 1]]
    assert hl.data.check("w.csv", mapping="m.toml").document()["notes"]
    assert hl.data.summary("w.csv", mapping="m.toml").document()[0]["n_subjects"] == 2


def test_every_mapping_in_the_guide_is_one():
    """The guide's examples hold no key that a mapping does not know, and whole ones can be read as they stand."""
    guide = Path(__file__).parents[2] / "docs" / "data.md"
    blocks = re.findall(r"```toml\n(.*?)```", guide.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(blocks) >= 6
    whole = {"format": "table", "game": "x", "action": "y"}
    for block in blocks:
        found = tomllib.loads(block)
        how, _ = read_mapping(found if "format" in found else whole | found)
        assert how.model_dump().items() >= found.items()
    manual = mapping.__doc__.partition("::")[2].partition("A row")[0]
    every = tomllib.loads(manual)
    assert set(every) == set(ExportMapping.model_fields)
