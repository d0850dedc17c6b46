"""A call for entries: everything an entrant needs is the plan's, and nothing an entrant must not know."""

import json

import pytest

import humanlike as hl
from humanlike.cli import app
from humanlike.core import BadFile, BadRequest, UnknownName
from humanlike.reports.call_page import write_call
from humanlike.studies.call_sections import BLANK
from humanlike.tournament import Plan
from humanlike.tournament.material import commitment
from humanlike.tournament.plan import plan_text

SALT = "0f" * 16
PLAN = Plan(
    games=("chicken", "ochs", "random:4"),
    seed=790162035,
    salt=SALT,
    seconds=12,
    memory=768,
    quota=0.25,
    trials=33,
    confidence=0.9,
)


@pytest.fixture(scope="module")
def call():
    return hl.call_for_entries(PLAN, due="1 May")


def test_the_plans_numbers_stand_on_the_sheet(call):
    text = call.markdown()
    assert "12 s by the clock" in text and "768 MB" in text and "25 % of what it is asked" in text
    assert "5/5, 2/6; 6/2, 1/1" in text and "4 games are drawn at random" in text
    assert "14 to 16 subjects in pairs and 50 rounds. A pair plays" in text and "both payoffs" in text
    assert "at 90 %, or for 33 trials" in text and "share the prize in equal parts" in text
    assert "humanlike entry check DIRECTORY --seconds 12 --memory 768" in text
    assert "| 0.2 | -1.609 | -0.223 |" in text and "-0.000" not in text
    assert "COMMAND GAME DATASET OUTPUT" in text and "COMMAND PLAYS OUTPUT" not in text
    assert "| entries due | 1 May |" in text and f"| prize | {BLANK} |" in text


def test_what_entrants_must_not_know_is_not_there(call):
    text = call.markdown() + str(call) + json.dumps(call.document())
    assert commitment(PLAN.seed, SALT) in text
    for secret in (str(PLAN.seed), SALT, "CIT", "PCC", "reconstruction", "random-1", "17"):
        assert secret not in text.replace(commitment(PLAN.seed, SALT), "")


def test_games_can_be_kept_secret():
    text = hl.call_for_entries(games="chicken,ochs", secret_games=True).markdown()
    assert "There are 2 games, which are told after entries are due." in text and "5/5" not in text


def test_one_file_and_hits_and_the_published_crown_are_told():
    call = hl.call_for_entries(mode="all games in one file", system="hits", crown="published", until="fixed")
    text = call.markdown()
    assert "COMMAND PLAYS OUTPUT" in text and 'reads = "all games"' in text
    assert "Your answer scores hits" in text and "| 0.8 | 1.000 | 0.000 |" in text
    assert "The detector with the highest score wins, and the emulator" in text and "for 60 trials" in text


def test_a_page_and_a_file_are_written(call, tmp_path, capsys):
    write_call(call, tmp_path / "call.html")
    page = (tmp_path / "call.html").read_text()
    assert "<h2>How scores are computed</h2>" in page and "http" not in page.replace("http-equiv", "")
    (tmp_path / "run.toml").write_text(plan_text(PLAN))
    app(
        ["entry", "call", str(tmp_path / "run.toml"), "--out", str(tmp_path / "call.md")],
        standalone_mode=False,
    )
    assert "Wrote" in capsys.readouterr().out
    assert (tmp_path / "call.md").read_text() == hl.call_for_entries(PLAN).markdown()


def test_a_seed_that_is_not_committed_to_and_people_who_are_not_here_are_the_organisers_affair(tmp_path):
    call = hl.call_for_entries(games="random:2", humans=f"{tmp_path}/mine.csv")
    assert len(call.notes) == 2 and "humanlike tournament --draw" in call.notes[1]
    assert f"{BLANK} subjects" in call.markdown() and "not here yet" not in call.markdown()


def test_a_call_without_a_plan_or_games_is_refused(tmp_path):
    with pytest.raises(BadFile, match="Cannot read"):
        hl.call_for_entries(tmp_path / "none.toml")
    with pytest.raises(BadRequest, match="A call needs games"):
        hl.call_for_entries(humans=f"{tmp_path}/mine.csv")
    with pytest.raises(UnknownName, match="Did you mean 'chicken'"):
        hl.call_for_entries(games="chiken")
    with pytest.raises(BadRequest, match=r"\.html"):
        write_call(hl.call_for_entries(games="ochs"), tmp_path / "call.txt")


def test_matching_and_information_are_told(tmp_path):
    people = f"{tmp_path}/not_yet.csv"
    text = hl.call_for_entries(
        games="chicken", humans=people, matching="strangers", information="own"
    ).markdown()
    assert "Partners change within a game, among all who are there." in text
    assert "told only what they earned themselves" in text


def test_people_who_were_re_matched_are_told_of_without_being_asked_for(tmp_path):
    path = tmp_path / "strangers.csv"
    hl.play("chicken", "random", matching="strangers", rounds=6, pairs=8).write(path)
    text = hl.call_for_entries(humans=str(path), games="chicken").markdown()
    assert "Partners change within a game" in text and "plays a game together to its end" not in text


def test_who_fails_and_who_is_asked_again_is_told_as_it_is():
    usual = hl.call_for_entries(games="chicken").markdown()
    assert "10 % of the data sets" in usual and "by more than 0.000001 counts as a failure" in usual
    assert "playing never worse" in usual and "but for a few moves" in usual
    files = hl.call_for_entries(
        games="chicken,ochs", mode="all games in one file", asked_again=0.0, output=4
    ).markdown()
    assert "shown twice" not in files and "A file of an emulator that fails in one of its games" in files
    assert "mean over all files and trials" in files and "to learn the usual ones" in files
