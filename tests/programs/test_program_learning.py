"""Detector programs that learn: what they are given, what they may keep, and what a training that fails leaves."""

import pickle
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from programs_limits import SMALL

from humanlike.core import BadRequest, Play
from humanlike.detectors import train
from humanlike.detectors.program import detector_from_entry, is_program, probabilities_and_marks
from humanlike.games import GAMES
from humanlike.programs import EntryFailed, LearnedModel, program_from_entry, teach
from humanlike.programs.learning import material_of

EXAMPLES = Path(__file__).parents[2] / "src" / "humanlike" / "samples" / "files" / "entries"
GAME, OTHER = GAMES["chicken"], GAMES["stag-hunt-3"]
STILL, RESTLESS = (Play(GAME, np.array(rows, dtype=np.int16)) for rows in ([[0] * 6] * 2, [[0, 1] * 3] * 2))
MATERIAL = [STILL, RESTLESS, STILL, RESTLESS]
LABELS = np.array([True, False, True, False])
COUNTING = """
#!/usr/bin/python3
import os, sys
if sys.argv[1] == "train":
    lines = open(os.path.join(sys.argv[2], "labels.txt")).read().split("\\n")[:-1]
    people = sum(line.endswith(" 1") for line in lines)
    for name in ("deep/er", "share"):
        os.makedirs(os.path.dirname(os.path.join(sys.argv[3], name)), exist_ok=True)
        open(os.path.join(sys.argv[3], name), "w").write(str(people / len(lines)))
    os.symlink("/etc/passwd", os.path.join(sys.argv[3], "link"))
else:
    open(sys.argv[4], "w").write(open(os.path.join(sys.argv[5], "deep/er")).read())
    try:
        open(os.path.join(sys.argv[5], "memory"), "w")
        open(sys.argv[4], "w").write("0")
    except OSError:
        pass
"""
WORDS = {"train": ["./run", "train"], "command": ["./run", "judge"]}


def test_what_is_learned_is_before_the_program_when_it_judges(make_entry, sandbox):
    detector = detector_from_entry(make_entry(COUNTING, **WORDS), SMALL)
    model = detector.fit(MATERIAL[:3], LABELS[:3])
    assert [name for name, _ in model.files] == ["deep/er", "share"]  # the link was left behind
    travelled = pickle.loads(pickle.dumps(model))
    assert travelled == model and travelled.digest == model.digest
    answers = detector.probabilities(travelled, GAME, [STILL, RESTLESS])
    assert answers == pytest.approx([2 / 3, 2 / 3]) and is_program(detector)


def test_material_names_every_play_and_its_game_and_tells_no_order():
    plays, labels = [*MATERIAL, Play(OTHER, STILL.actions)], [True, False, True, False, True]
    files = material_of(plays, labels)
    lines = [line.split() for line in files["labels.txt"].splitlines()]
    assert sorted(files) == sorted({"labels.txt", *(name for line in lines for name in line[:2])})
    told = {(files[game].split("\n")[0], files[dataset], label) for game, dataset, label in lines}
    assert told == {
        ("2 2", "1 1 1 1 1 1\n" * 2, "1"),
        ("2 2", "1 2 1 2 1 2\n" * 2, "0"),
        ("3 3", "1 1 1 1 1 1\n" * 2, "1"),
    }
    assert (
        material_of(plays[::-1], labels[::-1]) == files
    )  # by lot from the material, not from whoever lists it
    assert [label for *_, label in lines] != sorted(label for *_, label in lines)


FAILING = {
    "for ever": ("while True: pass", "training: timed out: after 1"),
    "asleep": ("time.sleep(60)", "training: timed out: after 1 s"),
    "with an error": ("sys.exit('no idea')", "training: failed: exit code 1, no idea"),
    "too much": (
        "for n in range(3): os.truncate(os.open(sys.argv[3] + f'/{n}', 66), 2**19)",
        "training: bad output: left more than 1 MB",
    ),
    "too many": (
        "[open(sys.argv[3] + f'/{n}', 'w').close() for n in range(150)]",
        "training: bad output: (left|made) more than 100 files",  # found afterwards, or by whoever watches
    ),
}


@pytest.mark.parametrize("name", FAILING)
def test_a_training_that_fails_says_how_and_so_does_every_answer(make_entry, sandbox, name):
    script, mark = FAILING[name]
    limits = replace(SMALL, training_seconds=1.0, files=100)
    detector = detector_from_entry(make_entry(script, **WORDS), limits)
    with pytest.raises(EntryFailed) as failure:
        train(detector, MATERIAL, LABELS)
    assert re.match(mark, failure.value.ending.mark) and str(failure.value).endswith(".")
    answers, endings = probabilities_and_marks(detector, failure.value.ending, GAME, [STILL, RESTLESS])
    assert answers.tolist() == [0.5, 0.5] and all(re.match(mark, each.mark) for each in endings)


def test_nobody_judges_or_learns_who_should_not(make_entry, sandbox):
    learner = detector_from_entry(make_entry(COUNTING, **WORDS), SMALL)
    with pytest.raises(BadRequest, match="must be trained"):
        learner.probabilities(None, GAME, [STILL])
    plain = program_from_entry(make_entry("pass"), SMALL)
    with pytest.raises(BadRequest, match="no command 'train'"):
        teach(plain, MATERIAL, LABELS)


@pytest.mark.parametrize("name", ["learner-python", "learner-c"])
def test_the_learning_examples_learn_and_repeat_themselves(sandbox, name):
    if name.endswith("-c") and shutil.which("cc") is None:
        pytest.skip("no C compiler here")
    generator = np.random.default_rng(3)
    dice = [Play(GAME, generator.integers(0, 2, (4, 40)).astype(np.int16)) for _ in range(4)]
    settling = np.concatenate([generator.integers(0, 2, (4, 10)), np.zeros((4, 30))], axis=1)
    people = [Play(GAME, np.roll(settling, turn, axis=0).astype(np.int16)) for turn in range(4)]
    detector = detector_from_entry(EXAMPLES / name)
    labels = np.repeat([True, False], 3)
    model, again = (detector.fit([*people[:3], *dice[:3]], labels) for _ in range(2))
    assert isinstance(model, LearnedModel) and model == again
    human, machine = detector.probabilities(model, GAME, [people[3], dice[3]])
    assert human > 0.6 and machine < 0.4
