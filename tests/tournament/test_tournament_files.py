"""All games in one file: detectors, in Python and as programs, that see all that a source played at once."""

import shutil

import numpy as np
import pytest
from small_tournaments import SAMPLES, small_plan

from humanlike.core import BadRequest, BrokenContract, Play
from humanlike.detectors import Detector, check_detector, detector_of_files
from humanlike.detectors.contract import small_plays
from humanlike.games import GAMES
from humanlike.naming.detectors import find_detector
from humanlike.programs import program_from_entry
from humanlike.programs.detecting import detect_file
from humanlike.tournament import run_tournament
from humanlike.tournament.failures import WHOLE
from humanlike.tournament.material import gather
from humanlike.tournament.objects import Objects
from humanlike.tournament.whole_files import digest_of_plays, whole_files

ONE_FILE = "all games in one file"
ENTRY = str(SAMPLES / "all-games-python")
needs_sandbox = pytest.mark.skipif(shutil.which("bwrap") is None, reason="needs bubblewrap")
SEEN = []


def settled(model, files):
    """The share of moves that repeat the one before, over all games of each file."""
    SEEN.append([[play.game.name for play in file] for file in files])
    return np.array(
        [np.mean([(play.actions[:, 1:] == play.actions[:, :-1]).mean() for play in file]) for file in files]
    )


def one_file_plan(*detectors, **changes):
    return small_plan(
        emulators=("random", "cournot"),
        detectors=("random", "coordination", *detectors),
        mode=ONE_FILE,
        trials=2,
        **changes,
    )


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    """A tournament with detectors of files that see one at a time, and all at once."""
    SEEN.clear()
    objects = [
        detector_of_files("settled", settled),
        detector_of_files("ranks", lambda model, files: np.linspace(0.1, 0.9, len(files)), compares=True),
    ]
    plan = one_file_plan("object:settled", "object:ranks")
    return run_tournament(plan, tmp_path_factory.mktemp("run"), objects=objects)


def test_a_file_has_every_game_of_a_source_and_gets_one_answer(held):
    own = held.table[held.table["detector"] == "settled"]
    assert len(own) == 2 * 5 and set(own["game"]) == {WHOLE}  # trials, three experiments and two machines
    shown = [files for files in SEEN if files[0] == ["chicken", "stag-hunt-2"]]
    assert len(shown) >= 7 and all(len(files) == 1 for files in shown)  # people's files are one question each
    assert held.detectors.set_index("name").loc["settled", "asked"] == 10


def test_an_answer_is_that_of_the_plays_themselves(held):
    first = {name: list(datasets) for name, datasets in held.first_trial.items()}
    for source in ("cournot", "CIT (reconstruction)"):
        plays = [each.play for datasets in first.values() for each in datasets if each.source == source]
        said = held.table.query("detector == 'settled' and trial == 1 and source == @source")["probability"]
        assert said.tolist() == pytest.approx(settled(None, [plays]).tolist())


def test_one_that_compares_sees_all_files_and_game_by_game_detectors_multiply_odds(held):
    ranks = held.table[held.table["detector"] == "ranks"]
    assert sorted(ranks.query("trial == 1")["probability"]) == pytest.approx(
        np.linspace(0.1, 0.9, 5).tolist()
    )
    coordination = held.table[held.table["detector"] == "coordination"]
    assert len(coordination) == 10 and coordination["probability"].between(0.01, 0.99).all()


def test_who_failed_in_a_game_has_no_file():
    play = Play(GAMES["chicken"], np.zeros((2, 3), dtype=int))
    shown = [("people", True, play), ("whole", False, play), ("half", False, play), ("whole", False, play)]
    assert [each.source for each in whole_files(shown, 2)] == ["people", "whole"]
    assert digest_of_plays([play]) != digest_of_plays([play, play])


@needs_sandbox
@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (small_plan(detectors=("random", ENTRY)), r"sees all games in one file, .* --one-file"),
        (one_file_plan(ENTRY, games=("chicken",)), r"has 1 \(chicken\); name two or more with --games"),
        (small_plan(detectors=("random", f"first(coordination,{ENTRY})")), "asks game by game"),
        (
            small_plan(detectors=("random", f"first(payoff-change,{SAMPLES / 'detector-shell'})")),
            "a program is shown one play at a time",
        ),
    ],
    ids=["by game", "one game", "inside first", "program beside one that compares"],
)
def test_detectors_of_files_are_refused_where_there_are_none(plan, said):
    with pytest.raises(BadRequest, match=said):
        gather(plan, objects=Objects())


@pytest.mark.parametrize(
    ("detector", "said"),
    [
        (Detector("bare", lambda *_: np.array([0.5]), looks_at=ONE_FILE), "needs judge_files"),
        (detector_of_files("short", lambda model, files: [0.5]), "must answer 12 plays"),
        (detector_of_files("sure", lambda model, files: np.full(len(files), 2.0)), "from 0 to 1, not 2"),
    ],
)
def test_the_contract_of_files(detector, said):
    with pytest.raises(BrokenContract, match=said):
        check_detector(detector)


def test_a_detector_of_plays_judges_no_files():
    with pytest.raises(BadRequest, match="judges single plays"):
        find_detector("coordination").file_probabilities([])


@needs_sandbox
def test_a_program_sees_all_games_at_once_end_to_end(tmp_path):
    """In its sandbox, asked once about every file, the same as the program alone says."""
    result = run_tournament(one_file_plan(ENTRY, system="hits"), tmp_path / "run")
    own = result.table[result.table["detector"] == "example-all-games-python"]
    assert len(own) == 10 and (own["mark"] == "").all() and set(own["score"]) <= {0.0, 0.5, 1.0}
    people = own[own["is_human"]].groupby("source")["probability"].nunique()
    assert (people == 1).all()  # the same files in both trials are one question
    plays = [each.play for sets in result.first_trial.values() for each in sets if each.source == "cournot"]
    alone, _ = detect_file(program_from_entry(ENTRY), plays)
    said = own.query("trial == 1 and source == 'cournot'")["probability"].item()
    assert said == pytest.approx(alone, abs=1e-6)


@needs_sandbox
def test_a_program_stands_in_a_combination_of_single_plays(tmp_path):
    word = f"first(coordination,{SAMPLES / 'detector-shell'})"
    result = run_tournament(
        small_plan(emulators=("random", "cournot"), detectors=("coordination", word), trials=1),
        tmp_path / "run",
    )
    name = "first(coordination,example-detector-shell)"
    wide = result.table.pivot_table(index=["game", "source"], columns="detector", values="probability")
    known = wide["coordination"] != 0.5
    assert known.any() and not known.all()
    assert wide.loc[known, name].tolist() == wide.loc[known, "coordination"].tolist()
    assert (wide.loc[~known, name] != 0.5).any()
    assert any("Strangers (first(coordination," in note for note in result.notes)


def test_small_plays_are_files_too():
    detector = detector_of_files("settled", settled)
    plays = small_plays(GAMES["chicken"])
    assert detector.probabilities(None, plays[0].game, plays).tolist() == pytest.approx(
        settled(None, [[play] for play in plays]).tolist()
    )
