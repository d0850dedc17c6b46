"""Strangers' programs in a tournament: they learn beside ours, keep to the plan's limits, and cannot stop the run."""

import shutil
import textwrap
from collections import Counter
from pathlib import Path

import pytest
from small_tournaments import small_plan

from humanlike.core import BadRequest
from humanlike.detectors import DETECTORS, Detector, Source
from humanlike.emulators import EMULATORS
from humanlike.programs import read_entry
from humanlike.programs.limits import MEGABYTE
from humanlike.tournament import checks, run_tournament
from humanlike.tournament.folds import omissions
from humanlike.tournament.material import gather
from humanlike.tournament.plan import limits_of
from humanlike.tournament.training import _to_be_labelled, sources_of, train_all
from humanlike.work import ALONE

EXAMPLES = Path(__file__).parents[2] / "src" / "humanlike" / "samples" / "files" / "entries"
pytestmark = pytest.mark.skipif(
    shutil.which("bwrap") is None or shutil.which("cc") is None, reason="needs bubblewrap and a C compiler"
)
THREE = ("chicken", "stag-hunt-2", "ochs")


def entry(folder: Path, script: str, name: str, kind: str, **more: str) -> str:
    folder.mkdir()
    lines = [f'name = "{name}"', f'kind = "{kind}"', 'author = "nobody"', 'command = ["./run"]']
    lines += [f"{key} = {value}" for key, value in more.items()]
    (folder / "entry.toml").write_text("\n".join(lines) + "\n")
    (folder / "run").write_text("#!/bin/sh\n" + textwrap.dedent(script))
    (folder / "run").chmod(0o755)
    return str(folder)


@pytest.mark.slow
def test_two_that_learn_stand_beside_ours(tmp_path):
    learners = [str(EXAMPLES / name) for name in ("learner-python", "learner-c")]
    detectors = ("random", "coordination", *learners)
    plan = small_plan(emulators=("random", "cournot"), detectors=detectors, games=THREE, trials=1)
    result = run_tournament(plan, tmp_path / "run")
    own = result.table[result.table["detector"].str.startswith("example-learner")]
    assert set(own["mark"]) == {""} and own["probability"].nunique() > 6
    assert {"example-learner-python", "example-learner-c"} < set(result.detectors["name"])
    assert any("example-learner-python, example-learner-c judged CIT" in note for note in result.notes)


def test_one_that_learns_for_ever_fails_in_every_answer_and_stops_nobody(tmp_path):
    forever = entry(tmp_path / "forever", "sleep 60", "forever", "detector", train='["./run"]')
    plan = small_plan(
        detectors=("random", forever),
        emulators=("random", "cournot"),
        trials=1,
        training_seconds=0.2,
        asked_again=0.0,
    )
    result = run_tournament(plan, tmp_path / "run")
    marks = Counter(result.table[result.table["detector"] == "forever"]["mark"])
    assert marks["training: timed out: after 0.2 s"] >= 1 and "" not in marks


def test_folds_never_hold_the_tested_game_study_or_family():
    material = gather(small_plan(games=("all",), emulators=("published",)))
    sources, labelled = sources_of(material), _to_be_labelled(material)
    found = omissions(labelled, material.games, sources)
    assert len(set(found.values())) <= 16
    assert {game for game, _ in found} == {game.name for game in material.games}
    for (game, name), each in found.items():
        left = [play for play in labelled if each.leaves(play)]
        assert {True, False} == {play.is_human for play in left}
        assert game not in {play.game.name for play in left}
        assert name not in {play.source.name for play in left}
        if name in EMULATORS:  # the reconstruction's people are of one study, and a caveat says so
            assert not any(play.source.is_akin(sources[name]) for play in left)


def test_folds_keep_studies_apart_where_there_are_several():
    material = gather(small_plan(games=THREE))
    sources = sources_of(material)
    studies = {
        name: Source.of_people(name, [f"study of {name}"]) if name not in EMULATORS else source
        for name, source in sources.items()
    }
    labelled = [play._replace(source=studies[play.source.name]) for play in _to_be_labelled(material)]
    found = omissions(labelled, material.games, studies)
    assert all(studies[name] in each.sources for (_, name), each in found.items())


def test_a_model_serves_a_whole_fold_and_was_told_nothing_of_it(tmp_path):
    script = 'cp "$1/labels.txt" "$2/told"'
    learner = entry(tmp_path / "learner", script, "learner", "detector", train='["./run"]')
    material = gather(small_plan(detectors=("random", learner), games=THREE))
    labelled = _to_be_labelled(material)
    found = omissions(labelled, material.games, sources_of(material))
    models = train_all(material, ALONE)
    assert {key[1:] for key in models} == set(found) and len(found) == 3 * (3 + 4)
    for (game, source), each in found.items():
        ((_, told),) = models["learner", game, source].files
        assert len(told.splitlines()) == sum(map(each.leaves, labelled))
    assert len({id(model) for model in models.values()}) == len(set(found.values())) <= 12


def test_limits_are_those_of_the_plan(tmp_path):
    plan = small_plan(seconds=5, memory=64, output=2, training_seconds=7, detectors=("random", "dates"))
    limits = limits_of(plan)
    assert (limits.seconds, limits.cpu_seconds, limits.for_training.seconds) == (5, 5, 7)
    assert (limits.memory_bytes, limits.output_bytes) == (64 * MEGABYTE, 2 * MEGABYTE)
    slow = entry(tmp_path / "slow", "true", "slow", "emulator", seconds="9")
    with pytest.raises(BadRequest, match="asks for 9 s a run; the organiser allows 5 s"):
        gather(plan.model_copy(update={"emulators": ("random", slow)}))
    patient = plan.model_copy(update={"emulators": ("random", slow), "seconds": 50})
    program = gather(patient, out=tmp_path / "run").emulators[1].produce.program
    assert program.limits.seconds == 9 and tmp_path / "run" in program.limits.unseen
    assert tmp_path / "slow" in program.limits.unseen


def test_one_that_fails_too_often_is_not_run_again_in_the_trial(tmp_path):
    failing = entry(tmp_path / "failing", "exit 3", "failing", "emulator")
    plan = small_plan(emulators=("random", "cournot", failing), games=THREE, trials=2, strikes=2)
    result = run_tournament(plan, tmp_path / "run")
    rows = result.datasets[result.datasets["source"] == "failing"]
    assert rows["mark"].tolist() == ["failed: exit code 3"] * 2 + ["not run: 2 failures in this trial"] + [
        "failed: exit code 3"
    ] * 2 + ["not run: 2 failures in this trial"]


def test_programs_with_others_names_stand_under_their_own(tmp_path):
    words = [entry(tmp_path / place, f"exit {code}", "ewa", "emulator") for code, place in enumerate("ab", 3)]
    copied = shutil.copytree(words[0], tmp_path / "copy")
    lone = entry(tmp_path / "c", "exit 1", "lone", "emulator")
    material = gather(small_plan(emulators=("random", *words, str(copied), lone)))
    own = [read_entry(Path(word)).fingerprint[:6] for word in words]
    names = ["random", f"ewa@{own[0]}", f"ewa@{own[1]}", f"ewa@{own[0]}.2", "lone"]
    assert [each.name for each in material.emulators] == names
    assert len(material.notes) == 3 and f"stands as 'ewa@{own[0]}'" in material.notes[0]
    spy = entry(tmp_path / "d", "exit 1", "coordination", "detector")
    assert gather(small_plan(detectors=("random", spy))).detectors[1].name.startswith("coordination@")


def test_favours_are_looked_for_whatever_the_author_calls_itself(tmp_path):
    result = run_tournament(small_plan(trials=2), tmp_path / "run")
    assert result.favours == []  # all ours
    stranger = Detector("coordination", lambda model, game, plays: [0.5] * len(plays), author="Human-like")
    found = checks.favours(result.table, [DETECTORS["random"], stranger], result.material.emulators, 1)
    assert {each.detector for each in found} == {"coordination"} and len(found) == 4
