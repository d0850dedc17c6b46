"""Who made the moves: people, programs and language models in tables of play, and what a summary counts."""

import json

import numpy as np
import pandas as pd
import pytest

import humanlike as hl
from humanlike.core import BadRecord, Game, HumanlikeError, Play
from humanlike.datasets import check_plays, read_plays, summarise, write_plays
from humanlike.games import write_games

CHICKEN = Game.from_matrices("chicken", [[5, 2], [6, 1]], [[5, 6], [2, 1]])
HEADER = "match,subject,role,round,action,game,kind,player_type,model\n"
ROWS = (
    "1,ann,1,1,0,chicken,human,human,human\n1,gpt-4#1,2,1,1,chicken,machine,llm,gpt-4\n"
    "2,ann,1,1,0,chicken,human,human,human\n2,grim#1,2,1,1,chicken,machine,program,grim\n"
    "3,gpt-4#2,1,1,0,chicken,machine,llm,gpt-4\n3,x,2,1,1,chicken,machine,,\n"
)


@pytest.fixture
def folder(tmp_path):
    write_games(tmp_path / "games.json", [CHICKEN])
    (tmp_path / "play.csv").write_text(HEADER + ROWS)
    return tmp_path


def test_machines_are_no_people(folder):
    """One person plays twice; two language models, one program and a machine of which no more is known."""
    (play,) = read_plays(folder)
    summary = summarise(play)
    assert summary.n_subjects == 1 and summary.n_choices == 6
    assert {kind: found.n_players for kind, found in summary.kinds.items()} == {
        "human": 1,
        "program": 1,
        "language model": 2,
        "machine": 1,
    }
    assert {kind: found.n_choices for kind, found in summary.kinds.items()} == {
        "human": 2,
        "program": 1,
        "language model": 2,
        "machine": 1,
    }
    assert summary.kinds["language model"].models == {"gpt-4": 2} and summary.kinds["human"].models == {}
    assert play.extra == {} and play.studied.tolist() == [True, False] * 2 + [False] * 2


def test_a_summary_says_how_many_of_each_kind(folder):
    result = hl.data.summary(str(folder))
    shown = str(result)
    assert "language models" in shown and "programs" in shown and "gpt-4" in shown
    row = result.frame().iloc[0]
    assert (row["subjects"], row["language_models"], row["programs"], row["machines"]) == (1, 2, 1, 1)
    found = json.loads(json.dumps(result.document()[0]["kinds"]))
    assert found["language model"] == {"n_players": 2, "n_choices": 2, "models": {"gpt-4": 2}}


def test_people_alone_need_no_kinds(tmp_path):
    write_plays(tmp_path / "play.csv", [Play(CHICKEN, np.array([[0, 1], [1, 1]]))])
    result = hl.data.summary(str(tmp_path))
    assert "programs" not in str(result) and result.frame()["subjects"].tolist() == [2, 2]
    assert "kind" not in (tmp_path / "play.csv").read_text()


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_kinds_and_models_survive_writing(folder, tmp_path, suffix):
    plays = read_plays(folder)
    write_plays(tmp_path / "out" / f"play{suffix}", plays)
    (again,) = read_plays(tmp_path / "out" / f"play{suffix}")
    for name in ("kind", "model", "subject"):
        assert again.labels(name) == plays[0].labels(name)


@pytest.mark.parametrize(
    ("kind", "studied"), [("machine", False), ("program", False), ("llm", False), ("human", True), ("", True)]
)
def test_whoever_is_human_is_studied(folder, kind, studied):
    text = (
        HEADER.replace("kind,player_type,model", "kind")
        + f"1,a,1,1,0,chicken,{kind}\n1,b,2,1,1,chicken,human\n"
    )
    (folder / "play.csv").write_text(text)
    assert read_plays(folder)[0].studied.tolist() == [studied, True]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "ann,1,1,0,chicken,human",
            "ann,1,1,0,chicken,cyborg",
            ["line 2", "kind is 'cyborg'", "language model"],
        ),
        ("machine,llm", "human,llm", ["line 3", "column player_type", "'llm' where kind is 'human'"]),
    ],
)
def test_kinds_that_cannot_be_are_refused(folder, old, new, words):
    (folder / "play.csv").write_text(HEADER + ROWS.replace(old, new, 1))
    with pytest.raises(BadRecord) as refused:
        read_plays(folder)
    assert all(word in str(refused.value) for word in words), refused.value


def test_a_seat_is_one_player_throughout(folder):
    rows = "1,a,1,2,0,chicken,human,human,human\n1,gpt-4#1,2,2,1,chicken,machine,llm,gpt-3\n"
    (folder / "play.csv").write_text(HEADER + ROWS.splitlines(keepends=True)[1] + rows)
    with pytest.raises(
        BadRecord, match=r"line 4, column model: subject 'gpt-4#1' is another player.*'gpt-3'"
    ):
        read_plays(folder)


def test_a_model_without_a_kind_is_counted_as_a_person_and_said_to_be(folder):
    (folder / "play.csv").write_text(
        "match,subject,role,round,action,game,model\n1,a,1,1,0,chicken,\n1,b,2,1,1,chicken,gpt-4\n"
    )
    _, problems = check_plays(folder)
    assert [(problem.severity, problem.column, problem.line) for problem in problems] == [
        ("warning", "model", 3)
    ]
    assert "counted as people" in problems[0].effect
    assert read_plays(folder)[0].studied.all()


def test_intended_moves_are_counted_where_another_was_made(folder, tmp_path):
    """b meant 0 in round 2 and did 1; what a meant in round 2 is not known; payoffs follow what was done."""
    (folder / "play.csv").write_text(
        "match,subject,role,round,action,game,intended\n"
        "1,a,1,1,0,chicken,0\n1,b,2,1,1,chicken,1\n1,a,1,2,0,chicken,\n1,b,2,2,1,chicken,0\n"
    )
    (play,) = read_plays(folder)
    assert play.intended.tolist() == [[0, -1], [1, 0]] and summarise(play).n_slips == 1
    assert play.payoffs().tolist() == [[2.0, 2.0], [6.0, 6.0]] and play.situations.tolist() == [
        [1, 1],
        [0, 0],
    ]
    assert "slips" in str(hl.data.summary(str(folder)))
    joined = Play.join([play, Play(CHICKEN, np.array([[1], [1]]))])
    assert joined.intended.tolist() == [[0, -1], [1, 0], [-1, -1], [-1, -1]]
    assert play.rows([1]).intended.tolist() == [[1, 0]]
    text = (folder / "play.csv").read_text()
    for bad, words in (("chicken,7", "intended is 7"), ("chicken,x", "intended is 'x'")):
        (folder / "play.csv").write_text(text.replace("chicken,0", bad))
        with pytest.raises(BadRecord, match=f"line 2, column intended: {words}"):
            read_plays(folder)


def test_a_word_may_be_spelt_in_several_ways_within_a_seat(folder):
    rows = "1,a,1,1,0,chicken,HUMAN\n1,b,2,1,1,chicken,LLM\n1,a,1,2,0,chicken,\n1,b,2,2,1,chicken,language model\n"
    (folder / "play.csv").write_text(HEADER.replace("kind,player_type,model", "kind") + rows)
    assert read_plays(folder)[0].labels("kind") == ("human", "language model")


STRANGERS = "match,subject,role,round,action,game,partner,partner_action\n"


def test_partners_are_read_beside_what_was_met(folder, tmp_path):
    rows = "g,a,1,1,0,chicken,b,1\ng,b,2,1,1,chicken,a,0\ng,a,1,2,1,chicken,,1\ng,b,2,2,0,chicken,a,1\n"
    (folder / "play.csv").write_text(STRANGERS + rows)
    (play,) = read_plays(folder)
    assert play.partners.tolist() == [[[1, -1]], [[0, 0]]] and play.situations.tolist() == [[1, 1], [0, 1]]
    for place, plays in (("one.csv", [play]), ("two.parquet", [play])):
        write_plays(tmp_path / "out" / place, plays)
        (again,) = read_plays(tmp_path / "out" / place)
        assert again.partners.tolist() == play.partners.tolist()
        assert again.situations.tolist() == play.situations.tolist()


def test_what_was_met_must_be_what_the_partner_did(folder):
    rows = "g,a,1,1,0,chicken,b,0\ng,b,2,1,1,chicken,a,0\n"
    (folder / "play.csv").write_text(STRANGERS + rows)
    with pytest.raises(
        BadRecord, match=r"line 2, column partner_action: .*'b', whose own row \(line 3\) has action 1"
    ):
        read_plays(folder)
    (folder / "play.csv").write_text(STRANGERS + rows.replace("b,0", "b,9"))
    with pytest.raises(BadRecord, match=r"line 2, column partner_action: partner_action is '9'.*0-1"):
        read_plays(folder)


def test_a_partner_who_is_not_there_is_told_and_what_was_met_is_kept(folder):
    rows = "g,a,1,1,0,chicken,bot,1\ng,b,2,1,1,chicken,a,0\n"
    (folder / "play.csv").write_text(STRANGERS + rows)
    _, problems = check_plays(folder)
    assert ("partner", 2, "warning") in [(each.column, each.line, each.severity) for each in problems]
    (play,) = read_plays(folder)
    assert play.partners.size == 0 and play.extra["partner"].tolist() == [["bot"], ["a"]]


def test_nobody_is_the_own_partner(folder):
    text = "match,subject,role,round,action,game,partner\ng,a,1,1,0,chicken,a\ng,b,2,1,1,chicken,a\n"
    (folder / "play.csv").write_text(text)
    with pytest.raises(
        BadRecord, match="line 2, column partner: partner is 'a', but nobody is the own partner"
    ):
        read_plays(folder)


def test_pairs_that_disagree_about_what_was_met_are_told(folder):
    """Without a partner's label what was met is believed, as ever, but nobody is told to sit together."""
    text = "match,subject,role,round,action,game,partner_action\nm,a,1,1,0,chicken,{}\nm,b,2,1,1,chicken,0\n"
    (folder / "play.csv").write_text(text.format(1))
    assert not check_plays(folder)[1] and read_plays(folder)[0].partners.tolist() == [[1], [0]]
    (folder / "play.csv").write_text(text.format(0))
    (problem,) = check_plays(folder)[1]
    assert (problem.severity, problem.column, problem.line) == ("warning", "partner_action", 2)
    assert read_plays(folder)[0].partners.size == 0


def test_partners_who_name_somebody_else_are_told(folder):
    text = "match,subject,role,round,action,game,partner\n"
    rows = "g,a,1,1,0,chicken,b\ng,b,1,1,1,chicken,c\ng,c,1,1,1,chicken,b\n"
    (folder / "play.csv").write_text(text + rows)
    found = [(each.column, each.line, each.severity) for each in check_plays(folder)[1]]
    assert ("partner", 2, "warning") in found


def test_a_person_who_changes_within_a_match_is_refused() -> None:
    rows = pd.DataFrame(
        {
            "match": 1,
            "subject": ["a", "a", "b", "b"],
            "role": [1, 1, 2, 2],
            "round": [1, 2, 1, 2],
            "action": 0,
            "game": "chicken",
            "person": ["ann", "bob", "cid", "cid"],
        }
    )
    with pytest.raises(HumanlikeError, match="person 'bob'"):
        read_plays(rows)


@pytest.mark.parametrize(
    ("column", "values", "sentence"),
    [
        ("study", ["x", "x", "y", "y"], "a match belongs to one study"),
        ("person", ["ann", "ann", "ann", "ann"], "nobody plays against themselves"),
    ],
)
def test_a_match_of_two_studies_or_of_one_person_is_refused(column, values, sentence) -> None:
    rows = pd.DataFrame(
        {
            "match": 1,
            "subject": ["a", "a", "b", "b"],
            "role": [1, 1, 2, 2],
            "round": [1, 2, 1, 2],
            "action": 0,
            "game": "chicken",
            column: values,
        }
    )
    with pytest.raises(HumanlikeError, match=sentence):
        read_plays(rows)
    assert read_plays(rows.drop(columns=column))
