"""The other's move in the same row: people against programs, and tables of player, opponent and both moves."""

import numpy as np
import pandas as pd
import pytest
import tomli_w

import humanlike as hl
from humanlike.core import BadFile, BadRecord, HumanlikeError
from humanlike.datasets import check, import_table, read_export, read_plays, write_plays

WIDE = (
    "participant.code,participant._is_bot,session.code,"
    + ",".join(
        f"app.{n}.player.id_in_group,app.{n}.player.vs_1,app.{n}.player.of_1,app.{n}.player.vs_2,app.{n}.player.of_2,"
        f"app.{n}.player.name_1,app.{n}.player.name_2,app.{n}.group.id_in_subsession"
        for n in (1, 2)
    )
    + "\n"
    "p1,0,s,1,C,D,C,C,grim,tft,1,1,D,D,C,D,grim,tft,1\n"
    "p2,0,s,2,D,D,D,C,grim,tft,1,2,,,,,grim,tft,1\n"
    "p3,0,s,3,,,,,grim,tft,1,3,,,,,grim,tft,1\n"
)
AGAINST_PROGRAMS = {
    "format": "otree-wide",
    "app": "app",
    "game": "prisoners-dilemma",
    "action": "vs_1",
    "partner_action": "of_1",
    "actions": {"C": 0, "D": 1},
}
BOTH = {
    "format": "table",
    "game": "prisoners-dilemma",
    "subject": "player",
    "partner": "opponent",
    "round": "round",
    "action": "mine",
    "partner_action": "theirs",
    "actions": {"C": 0, "D": 1},
}
HEADER = "player,opponent,round,mine,theirs\n"
MIRRORED = HEADER + "x,y,1,C,D\ny,x,1,D,C\nx,y,2,D,D\ny,x,2,D,D\n"


def imported(tmp_path, text, mapping):
    (tmp_path / "export.csv").write_text(text)
    (tmp_path / "mapping.toml").write_text(tomli_w.dumps(mapping))
    return import_table(tmp_path / "export.csv", tmp_path / "mapping.toml")


def read(tmp_path, text, mapping):
    imported(tmp_path, text, mapping)
    (play,) = read_export(tmp_path / "export.csv", tmp_path / "mapping.toml")
    return play


def test_without_a_partner_s_kind_only_what_was_met_is_known(tmp_path):
    """Everybody sits in one group of three; who made no move is left out, and said to be."""
    table, notes = imported(tmp_path, WIDE, AGAINST_PROGRAMS)
    assert notes == ["3 records without a move were left out."] and not check(table)[1:]
    play = read(tmp_path, WIDE, AGAINST_PROGRAMS)
    assert play.subjects == ("p1", "p2") and play.partners.size == 0
    assert play.actions.tolist() == [[0, 1], [1, -1]] and play.situations.tolist() == [[1, 1], [1, -1]]


def test_programs_in_the_same_row_get_seats_of_their_own(tmp_path):
    mapping = AGAINST_PROGRAMS | {"partner_kind": "program", "partner_model": "name_1"}
    play = read(tmp_path, WIDE, mapping)
    assert play.subjects == ("p1", "opponent of p1", "p2", "opponent of p2")
    assert play.actions.tolist() == [[0, 1], [1, 1], [1, -1], [1, -1]]
    assert play.labels("kind") == ("human", "program") * 2 and play.labels("model") == ("", "grim") * 2
    assert play.studied.tolist() == [True, False] * 2 and play.partners.tolist() == [[1], [0], [3], [2]]


def test_a_partner_s_model_makes_it_a_machine_where_no_kind_is_told(tmp_path):
    play = read(tmp_path, WIDE, AGAINST_PROGRAMS | {"partner_model": "name_1"})
    assert play.subjects == ("p1", "opponent of p1", "p2", "opponent of p2")
    assert play.labels("kind") == ("human", "machine") * 2 and play.labels("model") == ("", "grim") * 2
    header = "player,opponent,round,mine,theirs,llm\n"
    table = read(tmp_path, header + "x,y,1,C,D,gpt-4\nz,w,1,C,D,\n", BOTH | {"partner_model": "llm"})
    assert dict(zip(table.subjects, table.labels("kind"), strict=True)) == {
        "x": "human",
        "y": "machine",
        "z": "human",
        "w": "human",
    }


def test_several_games_in_a_row_are_several_matches(tmp_path):
    mapping = AGAINST_PROGRAMS | {
        "action": ["vs_1", "vs_2"],
        "partner_action": ["of_1", "of_2"],
        "partner_kind": "llm",
        "partner_model": ["name_1", "name_2"],
    }
    play = read(tmp_path, WIDE, mapping)
    assert sorted(play.labels("match").different()) == ["p1-1", "p1-2", "p2-1", "p2-2"]
    assert play.n_players_of() == {"human": 2, "language model": 4}
    by_label = dict(zip(play.subjects, play.actions.tolist(), strict=True))
    assert by_label["opponent 2 of p1"] == [0, 1] and by_label["opponent 1 of p2"] == [1, -1]


def test_who_has_a_name_and_no_row_in_an_export_is_no_person(tmp_path):
    play = read(tmp_path, WIDE, AGAINST_PROGRAMS | {"partner": "name_1"})
    assert play.subjects == ("p1", "grim", "p2", "grim") and play.n_players_of() == {"human": 2, "machine": 1}


def test_several_games_in_a_table_are_read_one_at_a_time(tmp_path):
    text = "game," + HEADER + "pd,x,y,1,C,D\nbos,x,y,1,D,D\n"
    with pytest.raises(BadFile, match=r"names 2 games \(pd, bos\).*filter = { game = \"pd\" }"):
        read(tmp_path, text, BOTH)
    assert read(tmp_path, text, BOTH | {"filter": {"game": "pd"}}).actions.tolist() == [[0], [1]]


def test_bots_of_otree_are_programs(tmp_path):
    play = read(tmp_path, WIDE.replace("p2,0", "p2,1"), AGAINST_PROGRAMS)
    assert play.labels("kind") == ("human", "program")


@pytest.mark.parametrize("rematching", ["matches", "rounds"])
@pytest.mark.parametrize(
    "text", [MIRRORED, HEADER + "x,y,1,C,D\nx,y,2,D,D\n"], ids=["both sides", "one side"]
)
def test_one_row_for_the_pair_or_one_for_each_is_the_same_play(tmp_path, text, rematching):
    play = read(tmp_path, text, BOTH | {"rematching": rematching})
    assert play.subjects == ("x", "y") and play.actions.tolist() == [[0, 1], [1, 1]]
    assert play.situations.tolist() == [[1, 1], [0, 1]] and play.partners.shape[:2] == (2, 1)


def test_columns_of_the_usual_names_need_no_mapping_and_rounds_may_count_from_zero(tmp_path):
    text = "subject,match,round,action,partner_action\na,1,0,0,1\nb,1,0,1,0\na,1,1,1,1\nb,1,1,1,1\n"
    play = read(tmp_path, text, {"format": "table", "game": "prisoners-dilemma", "action": "action"})
    assert play.matches == ("1", "1") and play.actions.tolist() == [[0, 1], [1, 1]]
    assert play.partners.tolist() == [[1], [0]]


def test_strangers_with_one_row_for_the_pair_are_matched_as_if_both_had_one(tmp_path):
    """x-y twice, written by either; then x-w and z-y; then x-y again."""
    text = HEADER + "x,y,1,C,D\nz,w,1,C,C\ny,x,2,C,D\nz,w,2,C,C\nw,x,3,C,C\nz,y,3,C,D\nx,y,4,D,D\nw,z,4,D,D\n"
    play = read(tmp_path, text, BOTH)
    found = {}
    for pair in play.groups():
        who = frozenset(play.subjects[row] for row in pair.tolist())
        found.setdefault(who, []).append(
            {play.subjects[row]: play.actions[row].tolist() for row in pair.tolist()}
        )
    assert found[frozenset("xy")] == [{"x": [0, 1], "y": [1, 0]}, {"x": [1, -1], "y": [1, -1]}]
    assert [len(found[frozenset(pair)]) for pair in ("zw", "xw", "zy")] == [2, 1, 1]


def test_a_program_that_plays_with_many_at_once_begins_a_new_match_when_it_comes_back(tmp_path):
    """x meets bot, other, bot; y meets bot all the time."""
    rows = [("x", "bot"), ("x", "other"), ("x", "bot")]
    text = HEADER + "".join(
        f"{one},{two},{n},C,D\ny,bot,{n},C,D\n" for n, (one, two) in enumerate(rows, start=1)
    )
    play = read(tmp_path, text, BOTH | {"partner_kind": "program"})
    assert sorted(play.labels("match").different()) == ["x-bot.1", "x-bot.2", "x-other", "y-bot"]
    assert play.n_players_of() == {"human": 2, "program": 2}


def test_a_round_robin_in_one_file_is_a_match_for_each_pair(tmp_path):
    """Everybody meets everybody in the rounds 1 and 2: somebody has several partners at once."""
    pairs = [("x", "y"), ("x", "z"), ("y", "z")]
    text = HEADER + "".join(f"{one},{two},{n},C,D\n" for n in (1, 2) for one, two in pairs)
    play = read(tmp_path, text, BOTH)
    assert play.labels("match").different() == ["x-y", "x-z", "y-z"] and play.actions.shape == (6, 2)


def test_a_model_that_plays_itself_has_two_seats(tmp_path):
    play = read(tmp_path, HEADER + "m,m,1,C,D\nm,m,2,C,C\n", BOTH | {"kind": "llm", "partner_kind": "llm"})
    assert play.subjects == ("m", "m (2)") and play.actions.tolist() == [[0, 0], [1, 0]]
    assert play.n_players_of() == {"language model": 2}


def test_roles_in_words_and_moves_that_slipped(tmp_path):
    """Matching pennies: x matches in round 1 and mismatches in round 2, where it meant 0 and did 1."""
    text = "who,with,seat,n,did,meant,they did\nx,y,matcher,1,0,0,1\nx,y,other,2,1,0,1\n"
    mapping = {
        "format": "table",
        "game": "matching-pennies",
        "subject": "who",
        "partner": "with",
        "role": "seat",
        "roles": {"matcher": 1, "other": 2},
        "round": "n",
        "action": "did",
        "intended": "meant",
        "partner_action": "they did",
    }
    play = read(tmp_path, text, mapping)
    assert play.labels("match").n_different == 2 and play.n_rounds == 1
    found = {(play.subjects[row], int(play.roles[row])): row for row in range(play.n_subjects)}
    assert play.intended[found["x", 1], 0] == 0 and play.actions[found["x", 1], 0] == 1
    assert play.intended[found["y", 0], 0] == -1


def test_everything_imported_survives_csv_and_parquet(tmp_path):
    text = "player,opponent,round,mine,theirs,meant,maker\nx,y,1,C,D,D,\ny,x,1,D,C,D,gpt-4\n"
    text += "x,y,2,D,,D,\ny,x,2,,D,,gpt-4\n"
    mapping = BOTH | {
        "intended": "meant",
        "kind": "maker",
        "kinds": {"gpt-4": "language model"},
        "model": "maker",
        "rematching": "rounds",
    }
    play = read(tmp_path, text, mapping)
    write_plays(tmp_path / "one" / "play.parquet", [play])
    write_plays(tmp_path / "two" / "play.csv", read_plays(tmp_path / "one"))
    for place in ("one", "two"):
        (again,) = read_plays(tmp_path / place)
        for name in ("actions", "situations", "partners", "intended", "studied"):
            np.testing.assert_array_equal(getattr(again, name), getattr(play, name), err_msg=name)
        assert again.labels("kind") == ("human", "language model") and again.labels("model") == ("", "gpt-4")


def test_columns_worth_keeping_are_carried_along(tmp_path):
    text = HEADER.strip() + ",rt,age\nx,y,1,C,D,0450,33\nx,y,2,D,D,1.50,33\n"
    play = read(tmp_path, text, BOTH | {"keep": ["rt", "age"]})
    assert play.extra["rt"].tolist() == [["0450", "1.50"], ["", ""]] and list(play.extra) == ["rt", "age"]
    with pytest.raises(BadFile, match="no column 'shoe'"):
        read(tmp_path, text, BOTH | {"keep": ["shoe"]})
    with pytest.raises(BadFile, match="keep: a long table has a column 'round'"):
        read(tmp_path, text, BOTH | {"keep": ["round"]})


def test_programs_stay_where_they_are_when_people_are_matched_anew(tmp_path):
    mapping = AGAINST_PROGRAMS | {"partner_kind": "program"}
    one, other = (read(tmp_path, WIDE, mapping | {"rematching": each}) for each in ("matches", "rounds"))
    assert one.partners.tolist() == other.partners.tolist() and one.matches == other.matches


def test_a_pandas_table_and_a_dictionary_do_as_well_as_files(tmp_path):
    (tmp_path / "both.csv").write_text(MIRRORED)
    (play,) = hl.read(pd.read_csv(tmp_path / "both.csv"), mapping=BOTH)
    assert play.actions.tolist() == [[0, 1], [1, 1]] and play.provenance["dataset"] == "the given table"
    semicolons = tmp_path / "semicolons.csv"
    semicolons.write_text(MIRRORED.replace(",", ";"))
    assert read_export(semicolons, BOTH)[0].actions.tolist() == [[0, 1], [1, 1]]


WITHOUT = {key: value for key, value in BOTH.items() if key not in ("partner_action", "partner")}
WRONG = {
    "a column that is not there": (
        MIRRORED,
        {"partner": "oponent"},
        BadFile,
        "no column 'oponent'.*Perhaps opponent",
    ),
    "no such column to filter": (MIRRORED, {"filter": {"plyer": "x"}}, BadFile, "no column 'plyer'.*filter"),
    "a filter that keeps nothing": (
        MIRRORED,
        {"filter": {"player": "z"}},
        BadFile,
        "player = z keeps none of the 4 records.*'x', 'y'",
    ),
    "a filter of another form": (MIRRORED, {"filter": {"round": {"a": 1}}}, BadFile, "filter: it is a table"),
    "an unknown key": (MIRRORED, {"partnr": "x"}, BadFile, "key 'partnr'.*mean 'partner'"),
    "a key of another format": (MIRRORED, {"app": "x"}, BadFile, "app: only otree-wide"),
    "lists that do not fit": (
        MIRRORED,
        {"action": ["mine", "theirs"], "partner_action": ["mine"]},
        BadFile,
        "1 fields",
    ),
    "actions beyond the game": (MIRRORED, {"actions": {"C": 0, "D": 5}}, BadFile, "'D' is action 5.*0-1"),
    "an unknown word": (
        MIRRORED,
        {"actions": {"C": 0, "E": 1}},
        BadRecord,
        "line 3, action: 'D' is none",
    ),
    "roles without a column": (MIRRORED, {"roles": {"x": 1}}, BadFile, "say in 'role'"),
    "roles beyond the game": (
        MIRRORED,
        {"role": "player", "roles": {"x": 1, "y": 3}},
        BadFile,
        "'y' is role 3",
    ),
    "an unknown kind": (MIRRORED, {"kind": "player"}, BadRecord, "line 2, player: 'x' is none of human"),
    "a kind of kinds": (MIRRORED, {"kinds": {"x": "alien"}}, BadFile, "'alien', but a kind is"),
    "choices in words that nobody explains": (
        MIRRORED,
        {"actions": {}},
        BadRecord,
        "line 2: the action is 'C', no whole number.*in 'actions' what words mean",
    ),
    "a round in words": (MIRRORED.replace("y,x,2", "y,x,two"), {}, BadRecord, "line 5: the round is 'two'"),
    "nobody": (MIRRORED.replace("y,x,2", ",x,2"), {}, BadRecord, "line 5: the subject is empty"),
    "no partner": (
        MIRRORED.replace("y,x,2", "y,,2"),
        {},
        BadRecord,
        "line 5: subject 'y' names no partner in round 2",
    ),
    "a round twice": (
        MIRRORED + "x,y,2,C,D\n",
        {},
        BadRecord,
        r"line 6: subject 'x' chooses again in round 2.*line 4",
    ),
    "a pair that disagrees about moves": (
        MIRRORED.replace("y,x,1,D,C", "y,x,1,C,C"),
        {},
        BadRecord,
        r"line 2: 'x' met action 1 of 'y' in round 1, whose own row \(line 3\) has action 0",
    ),
    "a pair that disagrees about partners": (
        MIRRORED + "z,y,1,C,D\n",
        {},
        BadRecord,
        r"line 6: subject 'z' names 'y' in round 1, who names 'x' \(line 3\)",
    ),
    "seats that differ, and nobody says who sat where": (
        MIRRORED,
        {"game": "matching-pennies"},
        HumanlikeError,
        "looks different.*column of the role",
    ),
    "seats that differ, one row for the pair, and nobody says who sat where": (
        HEADER + "x,y,1,C,D\nx,y,2,D,D\n",
        {"game": "matching-pennies"},
        HumanlikeError,
        "does not say who sat where",
    ),
    "seats that differ, one row for each, and groups that do not say who sat where": (
        "player,match,round,mine\nx,1,1,C\ny,1,1,C\n",
        {"game": "matching-pennies", "partner": "", "partner_action": ""},
        HumanlikeError,
        "does not say who sat where",
    ),
    "seats that differ, and one is not told": (
        "player,opponent,round,mine,theirs,role\nx,y,1,C,D,2\nx,y,2,D,D,\n",
        {"game": "matching-pennies"},
        BadRecord,
        r"line 3: 'matching-pennies' looks different.*role of 'x' in round 2 is not told \(1 in all\)",
    ),
    "no rows": (HEADER, {"filter": {"round": 1}}, BadFile, "'export.csv' has a header and no rows"),
    "a partner of two models without a label": (
        "player,round,mine,theirs,bot\nx,1,C,D,tft\nx,2,C,D,grim\n",
        {"partner": "", "partner_model": "bot"},
        BadRecord,
        r"line 3, column model: .*a label of its own, by partner = \.\.\. in the mapping",
    ),
    "an action beyond the game": (
        MIRRORED.replace("C", "0").replace("D", "3"),
        {"actions": {}},
        BadRecord,
        "line 3, column action: action is 3",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_fit_is_refused_with_its_place(tmp_path, name):
    text, change, error, words = WRONG[name]
    with pytest.raises(error, match=words) as refused:
        read(tmp_path, text, BOTH | change)
    assert len(str(refused.value)) < 400


def test_a_pandas_table_with_two_columns_of_one_name_is_refused():
    twice = pd.DataFrame([["x", "y", 1, "C", "D", 3, 4]], columns=[*HEADER.strip().split(","), "rt", "rt"])
    with pytest.raises(BadFile, match="several columns 'rt'"):
        hl.data.check(twice, mapping=BOTH)


def test_who_met_whom_must_be_told_somehow(tmp_path):
    with pytest.raises(HumanlikeError, match=r"does not say who met whom.*group, match or partner"):
        read(tmp_path, MIRRORED, WITHOUT)
    with pytest.raises(
        BadRecord, match=r"line 2: the partner 'y' of 'x' has no row in round 1.*partner_action"
    ):
        read(tmp_path, HEADER + "x,y,1,C,D\n", WITHOUT | {"partner": "opponent"})
    with pytest.raises(BadRecord, match="line 3: group 1 has 3 members in round 1"):
        read(tmp_path, "player,match,round,mine\nw,2,1,C\nx,1,1,C\ny,1,1,C\nz,1,1,C\n", WITHOUT)
