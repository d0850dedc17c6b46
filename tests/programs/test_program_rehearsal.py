"""The check of an entry is the tournament itself: what passes does not fail on size, and nothing can be recognised."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import humanlike as hl
from humanlike.cli import app
from humanlike.core import BadRequest, Streams
from humanlike.programs import Ending, Limits
from humanlike.tournament import Plan, rehearse
from humanlike.tournament.material import gather
from humanlike.tournament.rehearsal_checks import usage_of
from humanlike.tournament.rehearsal_stage import MOST_ROUNDS, drawn_games, scaled_down, stage_of

EXAMPLES = Path(__file__).parents[2] / "src" / "humanlike" / "samples" / "files" / "entries"
NAMES = sorted(path.name for path in EXAMPLES.iterdir())
REHEARSED_WHOLE = {
    "detector-shell": 13,
    "emulator-python": 13,
    "learner-c": 16,
}  # with the number of their checks
ONE_GAME = Plan(games=("chicken",), humans_per_game=1, seed=7)
THREE_GAMES = Plan(games=("chicken", "stag-hunt-2", "ochs"), seed=7)  # without other games nobody learns

EMULATOR = """
import random
lengths = [int(line) for line in open(sys.argv[3])]
sizes = [int(word) for word in open(sys.argv[1]).readline().split()]
subjects, longest, seed = int(sys.argv[2]), max(lengths), int(sys.argv[4])
if not ({fine}):
    sys.exit("this is not what I was made for")
dice = {dice}
with open(sys.argv[5], "w") as file:
    for subject in range(subjects):
        print(*[dice.randint(1, sizes[subject % 2]) for _ in range(longest)], file=file)
"""
DETECTOR = """
rows = open(sys.argv[2]).read().splitlines()
moves = len(rows) * len(rows[0].split())
{work}
open(sys.argv[3], "w").write({answer})
"""


def emulator(fine="True", dice="random.Random(seed)"):
    return EMULATOR.format(fine=fine, dice=dice)


def detector(work="", answer="'0.3'"):
    return DETECTOR.format(work=work, answer=answer)


def problems(report):
    return {each.check: each.detail for each in report.checks if not each.passed}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_example_passes_the_rehearsal(sandbox, name):
    """One of each kind in every game of the published tournament, the others, who do the same, in few."""
    if name.endswith("-c") and shutil.which("cc") is None:
        pytest.skip("no C compiler here")
    is_whole = name in REHEARSED_WHOLE
    few = THREE_GAMES if name.startswith(("learner", "all-games")) else ONE_GAME
    if name.startswith("all-games"):
        few = few.model_copy(update={"mode": "all games in one file"})
    report = rehearse(EXAMPLES / name, Plan(seed=31) if is_whole else few, own=not is_whole)
    assert report.is_ok and report.sandboxed, report
    assert len(report.checks) == REHEARSED_WHOLE.get(name, 12 if name.startswith("learner") else 7)


@pytest.mark.parametrize(
    "fine",
    [
        pytest.param("longest <= 12", id="at most twelve rounds"),
        pytest.param("seed == 20051030", id="the old seed"),
        pytest.param("sizes == [2, 3]", id="two by three"),
        pytest.param("subjects <= 12", id="at most twelve subjects"),
        pytest.param("longest <= 50", id="no longer than the published matches"),
        pytest.param("0 not in lengths and 1 not in lengths", id="no short matches"),
        pytest.param("sizes[0] == sizes[1]", id="square games only"),
    ],
)
def test_an_emulator_that_only_does_what_a_known_check_asked_for_is_caught(make_entry, sandbox, fine):
    report = rehearse(make_entry(emulator(fine), kind="emulator"), Plan(seed=11))
    assert not report.is_ok
    assert any("not what I was made for" in detail for detail in problems(report).values())


def test_a_detector_too_slow_at_real_size_is_caught(make_entry, sandbox):
    """A hundredth of a second for what the old check showed, two seconds for sixteen people and fifty rounds."""
    entry = make_entry(detector(f"time.sleep(2 * (moves / {16 * 50}) ** 2)"))
    report = rehearse(entry, ONE_GAME.model_copy(update={"seconds": 1.0, "strikes": 1}), own=True)
    assert "timed out: after 1 s" in problems(report)["judges chicken (2 by 2)"]


def test_a_detector_that_needs_too_much_memory_at_real_size_is_caught(make_entry, sandbox):
    entry = make_entry(detector("kept = bytearray(os.urandom(1)) * (moves * 200_000); time.sleep(0.3)"))
    report = rehearse(entry, ONE_GAME.model_copy(update={"memory": 64, "strikes": 1}), own=True)
    assert "out of memory" in problems(report)["judges chicken (2 by 2)"]


def test_time_beyond_half_and_memory_beyond_four_fifths_of_what_is_allowed_are_problems():
    limits = Limits(seconds=10, cpu_seconds=10, memory_bytes=100)

    def looked_at(**used):
        return [each.passed for each in usage_of([Ending("ok"), Ending("ok", **used)], limits)]

    assert looked_at(seconds=4.9, cpu_seconds=4.9, peak_memory_bytes=79) == [True, True]
    assert looked_at(seconds=5.1) == looked_at(cpu_seconds=5.1) == [False, True]
    assert looked_at(peak_memory_bytes=81) == [True, False]


def test_a_detector_that_looks_at_the_order_of_pairs_is_told_what_that_costs(make_entry, sandbox):
    entry = make_entry(detector(answer="str(rows[0].split().count('1') / 1000)"))
    report = rehearse(entry, ONE_GAME, own=True)
    assert "count as failures" in problems(report)["asked again, pairs in another order"]


LEARNER = """
if len(sys.argv) == 3:
    labels = [line.split()[2] for line in open(sys.argv[1] + "/labels.txt")]
    {work}
    open(sys.argv[2] + "/people", "w").write(str(labels.count("1") / len(labels)))
else:
    open(sys.argv[3], "w").write(open(sys.argv[4] + "/people").read())
"""
TWO_GAMES = Plan(
    games=("chicken", "stag-hunt-3"),
    emulators=("random", "cournot"),
    humans_per_game=2,
    seed=7,
    training_seconds=2.0,
)


def test_a_detector_that_learns_is_trained_and_judges_with_what_it_learned(make_entry, sandbox):
    """Two people and two machines in each of two games: half of the labels are 1."""
    report = rehearse(make_entry(LEARNER.format(work=""), train=["./run"]), TWO_GAMES, own=True)
    details = {each.check: each.detail for each in report.checks}
    assert report.is_ok, report
    assert details["learns"] == "from 8 plays, 4 of them people's"
    assert details["tells plays apart"] == "remark: it says 0.5 of every play"


def test_a_detector_that_learns_forever_is_told_so(make_entry, sandbox):
    report = rehearse(make_entry(LEARNER.format(work="time.sleep(60)"), train=["./run"]), TWO_GAMES, own=True)
    assert "timed out: after 2 s" in problems(report)["learns"]


def test_an_emulator_with_dice_of_its_own_is_no_contestant(make_entry, sandbox):
    entry = make_entry(emulator(dice="random.SystemRandom()"), kind="emulator")
    assert set(problems(rehearse(entry, ONE_GAME, own=True))) == {"equal seeds, equal play"}


def test_who_never_varies_gets_a_remark_and_passes(make_entry, sandbox):
    report = rehearse(make_entry(emulator(dice="random.Random(1)"), kind="emulator"), ONE_GAME, own=True)
    remarks = [each.check for each in report.checks if each.detail.startswith("remark")]
    assert report.is_ok and remarks == ["other seeds, other play"]
    report = rehearse(make_entry(detector()), ONE_GAME, own=True)
    remarks = [each.check for each in report.checks if each.detail.startswith("remark")]
    assert report.is_ok and remarks == ["tells plays apart"]


def test_a_program_that_always_fails_is_given_up(make_entry, sandbox):
    report = rehearse(make_entry("sys.exit('no')"), Plan(seed=3, strikes=2))
    runs = next(each.detail for each in report.checks if each.check == "time")
    assert "of 2 runs" in runs and not report.is_ok


def test_an_entry_that_asks_for_more_than_the_plan_allows_cannot_be_entered(make_entry, sandbox):
    report = rehearse(
        make_entry(detector(), seconds=10), ONE_GAME.model_copy(update={"seconds": 5.0}), own=True
    )
    assert "the organiser allows 5 s" in problems(report)["can be entered"]


def test_a_plan_that_cannot_be_carried_out_is_not_the_entry_s_fault(make_entry, sandbox):
    with pytest.raises(BadRequest, match="No human play of matching-pennies"):
        rehearse(make_entry(detector()), Plan(games=("matching-pennies",)), own=True)


@pytest.fixture(scope="module")
def stage():
    plan, objects = stage_of(Plan(seed=5), own=False)
    return scaled_down(gather(plan, objects=objects))


def test_the_stage_has_every_shape_of_game_and_people_of_every_size(stage):
    assert {game.n_actions for game in stage.games} == {(2, 2), (2, 3), (3, 2), (3, 3)}
    plays = [human.play for humans in stage.humans.values() for human in humans]
    assert {play.actions.shape for play in plays} >= {(14, 50), (16, 50), (16, MOST_ROUNDS)}
    lengths = [np.any(play.actions[play.groups()] >= 0, axis=1).sum(axis=1) for play in plays]
    assert any(0 in own and 1 in own for own in lengths)
    silent = [(play.actions[:, 1:-1] < 0) & (play.actions[:, 2:] >= 0) for play in plays]
    assert any(gaps.any() for gaps in silent)


def test_games_nobody_has_seen_are_drawn_anew_with_every_seed():
    tables = [
        [game.tables[0].tolist() for game in drawn_games(Streams(seed)) if game.name.startswith("random")]
        for seed in (1, 1, 2)
    ]
    assert len(tables[0]) == 4 and tables[0] == tables[1]
    assert not any(one == two for one, two in zip(tables[0], tables[2], strict=True))


def test_of_many_games_the_largest_play_of_every_shape_is_kept():
    material = gather(Plan(seed=2, emulators=("random", "ewa"), detectors=("random", "dates")))
    small = scaled_down(material)
    assert len(small.games) == 7 and {game.n_actions for game in small.games} == {(2, 2), (3, 3)}
    assert all(len(humans) == 3 for humans in small.humans.values())


def test_the_command_draws_a_seed_each_time_and_goes_by_the_organiser_s_plan(make_entry, sandbox, tmp_path):
    entry = make_entry(detector())
    (tmp_path / "run.toml").write_text(
        'games = ["chicken"]\nhumans_per_game = 1\nseed = 99\nseconds = 4.5\nmemory = 256\n'
    )
    words = ["entry", "check", str(entry), "--plan", str(tmp_path / "run.toml"), "--json"]
    runs = [CliRunner().invoke(app, words) for _ in range(2)]
    documents = [json.loads(run.stdout) for run in runs]
    assert [run.exit_code for run in runs] == [0, 0]
    assert len({document["seed"] for document in documents} - {99}) == 2
    keys = {"entry", "kind", "author", "fingerprint", "sandboxed", "checks", "ok", "seed", "limits"}
    assert set(documents[0]) == keys
    assert documents[0]["limits"] == {"seconds": 4.5, "memory": 256, "output": 16, "training_seconds": 60.0}


def test_a_seed_repeats_a_rehearsal(make_entry, sandbox):
    entry = make_entry(detector(answer="str(sum(map(int, rows[0].split())) / 10_000)"))
    details = [
        [each.detail for each in hl.check_entry(entry, games="chicken", seed=seed).report.checks[2:4]]
        for seed in (8, 8, 9)
    ]
    assert details[0] == details[1] != details[2]
