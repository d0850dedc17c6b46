"""Exports of oTree and z-Tree, transcripts, the registry, and complaints that name their place."""

import json

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadFile, BadRecord, BadRequest, Game, UnknownName
from humanlike.datasets import (
    SOURCES,
    check_plays,
    fetch,
    find_data,
    read_export,
    read_plays,
    summarise,
    write_plays,
)
from humanlike.games import GAMES, write_games

CHICKEN = Game.from_matrices("chicken", [[5, 2], [6, 1]], [[5, 6], [2, 1]])
WIDE = (
    "participant.code,session.code,app.1.player.id_in_group,app.1.player.decision,app.1.player.payoff,"
    "app.1.group.id_in_subsession,app.2.player.id_in_group,app.2.player.decision,app.2.player.payoff,"
    "app.2.group.id_in_subsession\n"
    "p1,s,1,Swerve,2,1,1,Dare,6,{a}\n"
    "p2,s,2,Dare,6,1,2,Swerve,2,{b}\n"
    "p3,s,1,Dare,1,2,1,Dare,1,{c}\n"
    "p4,s,2,Dare,1,2,2,,,{d}\n"
)
MAPPING = 'game = "chicken"\naction = "decision"\nactions = { Swerve = 0, Dare = 1 }\n'


def _export(tmp_path, content, mapping, name="export.csv"):
    (tmp_path / name).write_text(content)
    (tmp_path / "mapping.toml").write_text(mapping)
    return read_export(tmp_path / name, tmp_path / "mapping.toml", CHICKEN)


def test_all_apps_wide_becomes_play(tmp_path):
    content = WIDE.format(a=1, b=1, c=2, d=2)
    (play,) = _export(tmp_path, content, MAPPING + 'format = "otree-wide"\napp = "app"\n')
    by_subject = dict(zip(play.subjects, play.actions.tolist(), strict=True))
    assert by_subject == {"p1": [0, 1], "p2": [1, 0], "p3": [1, 1], "p4": [1, -1]}
    assert len(set(play.matches)) == 2


def test_new_company_begins_a_new_match(tmp_path):
    content = WIDE.format(a=1, b=2, c=2, d=1)
    (play,) = _export(tmp_path, content, MAPPING + 'format = "otree-wide"\napp = "app"\n')
    assert play.n_rounds == 1 and len(set(play.matches)) == 4


def test_partners_who_change_every_round_stay_in_one_match(tmp_path):
    content = WIDE.format(a=1, b=2, c=2, d=1)
    mapping = MAPPING + 'format = "otree-wide"\napp = "app"\nrematching = "rounds"\n'
    (play,) = _export(tmp_path, content, mapping)
    met = dict(zip(play.subjects, play.situations.tolist(), strict=True))
    assert met == {"p1": [1, -1], "p2": [0, 1], "p3": [1, 0], "p4": [1, 1]}


def test_rounds_never_reached_are_left_out_and_told_and_missed_moves_are_not(tmp_path):
    """By hand: c and d stop after round 1; b misses round 2, in which a moves; a and b stop before round 4."""
    moves = {"a": "CDD.", "b": "C.C.", "c": "D...", "d": "C..."}
    header = ["participant.code", "session.code"]
    for n in range(1, 5):
        header += [f"app.{n}.player.id_in_group", f"app.{n}.player.move", f"app.{n}.group.id_in_subsession"]
    lines = [",".join(header)]
    for place, (who, made) in enumerate(moves.items()):
        cells = [f"{place % 2 + 1},{move.strip('.')},{place // 2 + 1}" for move in made]
        lines.append(",".join([who, "s", *cells]))
    (tmp_path / "wide.csv").write_text("\n".join(lines) + "\n")
    mapping = {"format": "otree-wide", "app": "app", "game": "prisoners-dilemma", "action": "move"}
    mapping["actions"] = {"C": 0, "D": 1}
    result = hl.data.check(tmp_path / "wide.csv", mapping=mapping)
    assert result.notes == (
        "Rounds never reached were left out, 8 of 4 participant(s): nobody in the group has a 'move' there or later "
        "(first line 4, round 2).",
    )
    assert [problem.count for problem in result.problems] == [1]
    assert "line 3, column action: subject 'b' makes no move in match '1@1', round 2" in str(result)
    converted = hl.data.convert(tmp_path / "wide.csv", tmp_path / "out.csv", mapping=mapping)
    assert converted.n_choices == 7 and "Rounds never reached were left out" in str(converted)
    (play,) = read_plays(tmp_path / "out.csv")
    assert play.actions.tolist() == [[0, 1, 1], [0, -1, 0], [1, -1, -1], [0, -1, -1]]


def test_a_per_app_export_becomes_play(tmp_path):
    header = (
        "participant.code,session.code,player.id_in_group,player.decision,player.payoff,"
        "group.id_in_subsession,subsession.round_number\n"
    )
    rows = "p1,s,1,Swerve,2,1,1\np2,s,2,Dare,6,1,1\np1,s,1,Dare,6,1,2\np2,s,2,Swerve,2,1,2\n"
    (play,) = _export(tmp_path, header + rows, MAPPING + 'format = "otree-app"\n')
    np.testing.assert_array_equal(play.actions, [[0, 1], [1, 0]])


def test_a_z_tree_subject_table_becomes_play(tmp_path):
    lines = [
        "240101_1000\t1\tglobals\tPeriod\tNumPeriods",
        "240101_1000\t1\tglobals\t1\t2",
        "240101_1000\t1\tsubjects\tPeriod\tSubject\tGroup\tProfit\tChoice",
        "240101_1000\t1\tsubjects\t1\t1\t1\t2\t0",
        "240101_1000\t1\tsubjects\t1\t2\t1\t6\t1",
        "240101_1000\t1\tsubjects\tPeriod\tSubject\tGroup\tProfit\tChoice",
        "240101_1000\t1\tsubjects\t2\t1\t1\t6\t1",
        "240101_1000\t1\tsubjects\t2\t2\t1\t2\t0",
    ]
    mapping = 'format = "ztree"\ngame = "chicken"\naction = "Choice"\n'
    (play,) = _export(tmp_path, "\n".join(lines), mapping, "data.xls")
    np.testing.assert_array_equal(play.actions, [[0, 1], [1, 0]])
    assert play.payoffs().tolist() == [[2.0, 6.0], [6.0, 2.0]]


@pytest.mark.parametrize(
    ("content", "mapping", "error", "words"),
    [
        (
            WIDE,
            MAPPING + 'format = "otree-wide"\napp = "other"\n',
            BadFile,
            "no column 'other.1.player.decision'",
        ),
        (WIDE, MAPPING + 'format = "otree-wide"\n', BadFile, "must name the app"),
        (WIDE, MAPPING + 'format = "qualtrics"\n', BadFile, "format"),
        (WIDE, "format = ", BadFile, "no TOML"),
        (
            WIDE.replace("Swerve", "Chicken"),
            MAPPING + 'format = "otree-wide"\napp = "app"\n',
            BadRecord,
            "'Chicken'",
        ),
        ("nothing", 'format = "ztree"\ngame = "chicken"\naction = "C"\n', BadFile, "no subject table"),
    ],
)
def test_exports_that_do_not_fit_their_mapping_are_refused(tmp_path, content, mapping, error, words):
    with pytest.raises(error, match=words):
        _export(tmp_path, content, mapping)


def test_transcripts_mark_exactly_the_choices(tmp_path):
    (tmp_path / "p.txt").write_text("1 2\n2 0\n")
    (play,) = read_plays(tmp_path / "p.txt", CHICKEN)
    write_plays(tmp_path / "p.jsonl", [play])
    lines = [json.loads(line) for line in (tmp_path / "p.jsonl").read_text().splitlines()]
    assert [line["participant"] for line in lines] == ["1", "2"]
    assert [line["text"].count("<<") for line in lines] == [2, 1]
    assert "<<A>>. The other chooses B. You earn 2." in lines[0]["text"]
    assert "no choice in time" in lines[1]["text"]


def test_warnings_tell_their_effect_without_refusing(tmp_path):
    write_games(tmp_path / "games.json", [CHICKEN])
    header = "match,subject,role,round,action,payoff,game\n"
    rows = "m,a,1,1,0,9,chicken\nm,b,2,1,1,6,chicken\nm,a,1,2,-1,,chicken\n"
    (tmp_path / "play.csv").write_text(header + rows)
    _, problems = check_plays(tmp_path)
    assert {problem.severity for problem in problems} == {"warning"}
    assert {problem.column for problem in problems} == {"round", "action", "payoff"}
    payoff = next(problem for problem in problems if problem.column == "payoff")
    assert payoff.line == 2 and "9" in payoff.found and "2" in payoff.found
    assert read_plays(tmp_path)[0].actions.tolist() == [[0, -1], [1, -1]]


def test_a_subject_in_two_matches_at_once_is_found(tmp_path):
    write_games(tmp_path / "games.json", [CHICKEN])
    header = "match,subject,role,round,action,game,supergame\n"
    rows = "m,a,1,1,0,chicken,1\nm,b,2,1,1,chicken,1\nn,a,1,1,0,chicken,1\nn,c,2,1,1,chicken,1\n"
    (tmp_path / "play.csv").write_text(header + rows)
    with pytest.raises(BadRecord, match=r"line 4, column supergame: subject 'a' plays elsewhere"):
        read_plays(tmp_path)


def test_data_sets_are_found_by_name(tmp_path, monkeypatch):
    monkeypatch.setenv("HUMANLIKE_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadFile, match="set HUMANLIKE_DATA"):
        find_data("ipd-lab")
    with pytest.raises(UnknownName, match="Did you mean 'ipd-lab'"):
        find_data("ipdlab")
    (tmp_path / "mine").mkdir()
    assert find_data("mine") == tmp_path / "mine"
    with pytest.raises(BadRequest, match="not one file"):
        fetch("rps-dyads")


def test_every_public_source_says_whose_it_is():
    for source in SOURCES.values():
        assert source.repository.count("/") == 1 and source.citation and source.licence
        assert source.sha256 == "" or len(source.sha256) == 64


@pytest.mark.human_data
@pytest.mark.parametrize(
    ("name", "n_games", "n_choices", "n_studied"),
    [
        ("ipd-lab", 16, 72_782, 72_782),
        ("df2011", 6, 7_358, 7_358),
        ("bos-conventions", 2, 11_836, 11_836),
        ("rps-dyads", 1, 34_745, 34_745),
        ("pennies-vs-bots", 1, 8_800, 4_400),
        ("pgg-online", 25, 3_063, 3_063),
        ("rps-groups", 1, 21_600, 21_600),
    ],
)
def test_the_human_data_are_read_whole(name, n_games, n_choices, n_studied, monkeypatch):
    place = _human_data(name)
    plays = read_plays(place)
    assert len(plays) == n_games
    assert sum((play.actions >= 0).sum() for play in plays) == n_choices
    assert sum((play.actions[play.studied] >= 0).sum() for play in plays) == n_studied
    assert all(summarise(play).n_choices for play in plays)
    assert not [problem for problem in check_plays(place)[1] if problem.severity == "error"]


def _human_data(name):
    import os
    from pathlib import Path

    root = Path(os.environ.get("HUMANLIKE_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
    if not (root / name).is_dir():
        pytest.skip(f"{name} is not here; set HUMANLIKE_DATA to the folder that holds it")
    return root / name


def test_games_of_the_catalogue_can_be_named_in_a_mapping(tmp_path):
    (tmp_path / "e.csv").write_text(WIDE.format(a=1, b=1, c=2, d=2))
    (tmp_path / "m.toml").write_text(MAPPING + 'format = "otree-wide"\napp = "app"\n')
    (play,) = read_export(tmp_path / "e.csv", tmp_path / "m.toml")
    assert play.game is GAMES["chicken"]
