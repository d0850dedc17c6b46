"""What cannot be run is refused before anything runs: all problems at once, exit code 2, nothing written."""

import subprocess
import sys

import pytest
from small_tournaments import GAMES, small_plan

from humanlike.core import BadRequest, Game, HumanlikeError
from humanlike.datasets.registry import find_data
from humanlike.games import GAMES as CATALOGUE
from humanlike.games import write_games
from humanlike.tournament import checked_plan, resume_tournament, run_tournament
from humanlike.tournament.material import gather
from humanlike.tournament.plan import plan_text, read_plan
from humanlike.work import Effort, Workforce


def refusal(tmp_path, **changes) -> str:
    out = tmp_path / "run"
    with pytest.raises(HumanlikeError) as caught:
        run_tournament(small_plan(**changes), out)
    assert not out.exists()
    return str(caught.value)


def test_unknown_names_are_all_told_at_once(tmp_path):
    message = refusal(
        tmp_path,
        humans=("reconstruction", "martians"),
        emulators=("randon", "ewa", "cournott"),
        detectors=("random", "date"),
        games=("chickin",),
        system="cubic",
    )
    for name in ("martians", "randon", "cournott", "date", "chickin", "cubic"):
        assert f"'{name}'" in message
    assert "Did you mean 'random'" in message


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"humans": ()}, "needs people"),
        ({"emulators": ("ewa",)}, "at least two emulators, not 1"),
        ({"emulators": ("ewa", "ewa")}, "at least two emulators, not 1"),
        ({"emulators": ()}, "at least two emulators, not 0"),
        ({"detectors": ("random",)}, "at least two detectors"),
        ({"games": ()}, "needs a game"),
        ({"games": ("random:5",)}, "No human play of random-1"),
        ({"games": ("random:many",)}, "a number from 1 to 1000"),
        ({"games": ("rock-paper-scissors",)}, "No human play of rock-paper-scissors"),
        ({"detectors": ("random", "logistic"), "games": ("chicken",)}, "nothing to be trained on"),
        ({"emulators": ("random", "sarin-vahid"), "games": ("stag-hunt-3",)}, "defined for 2 actions"),
    ],
)
def test_what_cannot_be_held_is_refused_in_a_sentence(tmp_path, changes, sentence):
    assert sentence in refusal(tmp_path, **changes)


def test_several_kinds_of_problem_come_together(tmp_path):
    message = refusal(tmp_path, humans=(), emulators=("ewa",), detectors=("oracle",))
    assert "needs people" in message and "two emulators" in message and "'oracle'" in message


def test_too_little_to_train_on_is_found_before_anything_is_written(tmp_path):
    message = refusal(tmp_path, emulators=("random", "cournot"), detectors=("random", "shape-only"))
    assert "raining needs" in message or "cannot be trained" in message


def test_people_who_played_other_payoffs_under_the_same_name_are_refused(tmp_path):
    chicken = CATALOGUE["chicken"]
    other = Game("chicken", (chicken.tables[0] ** 2, chicken.tables[1]), chicken.labels)
    write_games(tmp_path / "games.json", [other])
    with pytest.raises(BadRequest, match="'chicken' was played with other payoffs in CIT"):
        gather(small_plan(games=(str(tmp_path / "games.json"),)))


def test_a_plan_of_awkward_words_is_read_back_as_it_was(tmp_path):
    plan = small_plan(humans=('people "a\\b"\nü',), games=(), zero_constant=-20.0)
    (tmp_path / "run.toml").write_text(plan_text(plan), encoding="utf-8")
    assert read_plan(tmp_path / "run.toml") == plan


def test_a_run_file_with_impossible_numbers_and_wrong_names_is_refused_whole(tmp_path):
    file = tmp_path / "run.toml"
    file.write_text(
        'trials = 0\nconfidence = 1.5\nseed = -1\npairs = "many"\ncolour = "blue"\n'
        'mode = "sideways"\nemulators = ["eva", "random"]\ndetectors = ["dates"]\n'
    )
    with pytest.raises(HumanlikeError) as caught:
        checked_plan(file, {})
    for word in ("trials", "confidence", "seed", "pairs", "colour", "mode", "'eva'", "two detectors"):
        assert word in str(caught.value)


@pytest.mark.parametrize("content", [None, b"trials = = 3", b"\xff\xfe"])
def test_a_run_file_that_is_none_is_refused(tmp_path, content):
    file = tmp_path / "run.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(HumanlikeError, match=r"run\.toml"):
        checked_plan(file, {})


def test_words_of_the_command_win_over_the_run_file(tmp_path):
    file = tmp_path / "run.toml"
    file.write_text('trials = 5\nseed = 9\ngames = ["chicken"]\n')
    plan = checked_plan(file, {"trials": 7, "games": None})
    assert (plan.trials, plan.seed, plan.games) == (7, 9, ("chicken",))


def test_a_directory_of_another_run_is_not_touched(tmp_path):
    plan = small_plan(trials=1, emulators=("random", "cournot"), detectors=("random", "dates"))
    run_tournament(plan, tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    with pytest.raises(BadRequest, match="holds another run"):
        run_tournament(plan.model_copy(update={"seed": 5}), tmp_path)
    assert before == {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}


def test_nothing_to_resume(tmp_path):
    with pytest.raises(HumanlikeError, match="Cannot read"):
        resume_tournament(tmp_path / "nowhere")


def test_no_workers(tmp_path):
    with pytest.raises(BadRequest, match="At least one worker"):
        run_tournament(small_plan(), tmp_path / "run", effort=Effort(Workforce(0)))


@pytest.mark.human_data
def test_data_too_small_for_one_play_are_refused():
    try:
        find_data("bos-conventions")
    except HumanlikeError as error:
        pytest.skip(str(error))
    with pytest.raises(BadRequest, match="holds no game in which 500 matches"):
        gather(small_plan(humans=("bos-conventions",), pairs=500))


@pytest.mark.slow
def test_the_command_says_everything_and_exits_with_two(tmp_path):
    words = ["tournament", "--emulators", "randon", "--detectors", "oracle,random", "--trials", "0"]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "humanlike.cli",
            *words,
            "--games",
            ",".join(GAMES),
            "--out",
            str(tmp_path / "run"),
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    for word in ("'randon'", "'oracle'", "trials", "two emulators"):
        assert word in done.stderr
    assert list(tmp_path.iterdir()) == []
