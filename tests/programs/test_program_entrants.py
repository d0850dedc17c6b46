"""Programs as emulators and detectors, the examples we ship, and what a failing one leaves for the tournament."""

import shutil
from pathlib import Path

import joblib
import numpy as np
import pytest
from programs_limits import SMALL

from humanlike.core import BadRequest, Game, Play, Streams
from humanlike.detectors.program import detector_from_entry, probabilities_and_marks
from humanlike.emulators import PlayShape
from humanlike.emulators.player_program import match_lengths, meet
from humanlike.emulators.program import emulator_from_entry, play_or_ending
from humanlike.games import GAMES
from humanlike.programs import Ending, program_from_entry

EXAMPLES = Path(__file__).parents[2] / "src" / "humanlike" / "samples" / "files" / "entries"
LEARNERS = ("learner-c", "learner-python")
OF_FILES = "all-games-python"
NAMES = sorted(path.name for path in EXAMPLES.iterdir() if path.name not in (*LEARNERS, OF_FILES))
GAME = GAMES["battle-of-the-sexes"]
MADE = np.ones((6, 9), dtype=bool)
MADE[2:4, 5:] = False  # a shorter match
MADE[0, 3] = False  # and a move not made
SHAPE = PlayShape(MADE)
STREAM = Streams(4)["trial 1"]


@pytest.fixture
def example(sandbox):
    def find(name):
        if name.endswith("-c") and shutil.which("cc") is None:
            pytest.skip("no C compiler here")
        return EXAMPLES / name

    return find


def test_there_is_an_example_of_every_kind_in_three_languages():
    assert NAMES == sorted(
        f"{kind}-{language}"
        for kind in ("emulator", "detector", "player")
        for language in ("python", "c", "shell")
    )


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("detector")])
def test_an_emulator_program_copies_the_shape_and_repeats_itself(example, name):
    emulator = emulator_from_entry(example(name))
    first, second = (emulator.play(STREAM, GAME, SHAPE) for _ in range(2))
    assert np.array_equal(first.actions >= 0, MADE)
    assert np.array_equal(first.actions, second.actions)
    assert emulator.author == "The humanlike authors" and emulator.description


@pytest.mark.parametrize("name", ["emulator-python", "player-python"])
def test_other_streams_and_sessions_give_other_play(example, name):
    emulator = emulator_from_entry(example(name))
    plays = [
        emulator.play(STREAM, GAME, SHAPE),
        emulator.play(STREAM, GAME, SHAPE, session=1),
        emulator.play(Streams(5)["trial 1"], GAME, SHAPE),
    ]
    assert len({play.actions.tobytes() for play in plays}) == 3


@pytest.mark.slow
def test_workers_see_the_same(example):
    emulator = emulator_from_entry(example("emulator-shell"))
    alone = emulator.play(STREAM, GAME, SHAPE).actions
    task = joblib.delayed(_actions)
    beside = joblib.Parallel(n_jobs=2)(task(emulator) for _ in range(2))
    assert all(np.array_equal(alone, each) for each in beside)


def _actions(emulator):
    return emulator.play(STREAM, GAME, SHAPE).actions


def test_match_lengths_are_those_of_the_longest_in_the_match():
    made = np.zeros((6, 5), dtype=bool)
    made[0, :2] = made[1, :4] = made[4:, 0] = True
    assert match_lengths(GAME, PlayShape(made)) == (4, 0, 1)


def test_a_longer_match_begins_like_a_shorter_one(example):
    program = program_from_entry(example("player-python"), SMALL)
    short = meet(STREAM, (program, program), GAME, PlayShape.full(2, 4))
    long = meet(STREAM, (program, program), GAME, PlayShape.full(2, 7))
    assert np.array_equal(short, long[:, :4])


def test_entrants_of_two_languages_meet(example):
    """Tit for tat against win stay, lose shift; tit for tat repeats the other's last move."""
    programs = tuple(program_from_entry(example(name), SMALL) for name in ("player-shell", "player-c"))
    actions = meet(STREAM, programs, GAME, PlayShape.full(4, 6))
    assert np.array_equal(actions[0::2, 1:], actions[1::2, :-1]) and not actions[0::2, 0].any()


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("detector")])
def test_a_detector_program_judges_plays_one_by_one(example, name):
    detector = detector_from_entry(example(name))
    still = Play(GAME, np.zeros((4, 20), dtype=np.int16))
    restless = Play(GAME, np.tile([[0, 1], [1, 0]], (2, 10)).astype(np.int16))
    answers, marks = probabilities_and_marks(detector, None, GAME, [still, restless, still])
    assert answers[0] == answers[2] and marks == [None] * 3
    assert detector.looks_at == "one play at a time"
    if name != "detector-c":  # it sees no difference between plays of even pace
        assert answers[0] > answers[1]


def test_a_detector_that_fails_on_one_play_has_answered_half_on_it(make_entry, sandbox):
    entry = make_entry(
        """
        if "2" in open(sys.argv[2]).read():
            sys.exit(3)
        open(sys.argv[3], "w").write("0.875")
    """.replace("\n        ", "\n")
    )
    detector = detector_from_entry(entry, SMALL)
    plays = [Play(GAME, np.full((2, 3), action, dtype=np.int16)) for action in (0, 1, 0)]
    answers, marks = probabilities_and_marks(detector, None, GAME, plays)
    assert answers.tolist() == [0.875, 0.5, 0.875]
    assert marks[0] is None and marks[2] is None
    assert marks[1] is not None and marks[1].mark == "failed: exit code 3"


def test_an_emulator_that_fails_on_one_game_is_left_out_of_it(make_entry, sandbox):
    entry = make_entry(
        """
        rows, columns = open(sys.argv[1]).readline().split()
        if rows == "3":
            sys.exit("three is too many")
        n = max(map(int, open(sys.argv[3])))
        open(sys.argv[5], "w").write((("1 " * n) + "\\n") * int(sys.argv[2]))
    """.replace("\n        ", "\n"),
        kind="emulator",
    )
    emulator = emulator_from_entry(entry, SMALL)
    assert isinstance(play_or_ending(STREAM, emulator, GAME, SHAPE), Play)
    left_out = play_or_ending(STREAM, emulator, GAMES["stag-hunt-3"], SHAPE)
    assert isinstance(left_out, Ending) and "three is too many" in left_out.mark


def test_kinds_are_not_mixed_up(example):
    with pytest.raises(BadRequest, match="is a detector"):
        emulator_from_entry(example("detector-shell"))
    with pytest.raises(BadRequest, match="is a player"):
        detector_from_entry(example("player-shell"))


def test_a_game_with_unequal_numbers_of_actions_is_told_the_right_way_round(make_entry, sandbox):
    """The program plays its last action everywhere: 2 for the row player, 3 for the column player."""
    entry = make_entry(
        """
        sizes = open(sys.argv[1]).readline().split()
        n = max(map(int, open(sys.argv[3])))
        with open(sys.argv[5], "w") as file:
            for subject in range(int(sys.argv[2])):
                print(*[sizes[subject % 2]] * n, file=file)
    """.replace("\n        ", "\n"),
        kind="emulator",
    )
    game = Game.from_matrices("uneven", np.arange(6).reshape(2, 3), np.arange(6).reshape(2, 3))
    play = emulator_from_entry(entry, SMALL).play(STREAM, game, PlayShape.full(4, 3))
    assert play.actions.tolist() == [[1] * 3, [2] * 3] * 2


def test_what_a_detector_is_shown_reads_back_as_the_play(tmp_path):
    """The reader of datasets understands what is written here, gaps and all."""
    from humanlike.datasets.plain_text import read_plain
    from humanlike.programs.detecting import dataset_text

    actions = np.array([[0, 1, -1], [1, 1, -1], [0, -1, 0], [1, 0, 1]], dtype=np.int16)
    (tmp_path / "dataset.txt").write_text(dataset_text(Play(GAME, actions)))
    assert np.array_equal(read_plain(tmp_path / "dataset.txt", GAME).actions, actions)
