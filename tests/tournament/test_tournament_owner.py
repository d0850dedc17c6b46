"""One run, one owner: nobody else at work in its directory, nothing changed between two halves of it."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from small_tournaments import bytes_of_results, small_plan

import humanlike as hl
from humanlike.cli import main
from humanlike.core import BadFile, BadRequest
from humanlike.tournament import beginnings, blocks, resume_tournament, run_tournament
from humanlike.tournament.material import commitment
from humanlike.tournament.records import folder_of
from humanlike.tournament.replay import replay_entrant
from humanlike.tournament.winner import winner_of
from humanlike.work import holding

SALT = "00112233445566778899aabbccddeeff"
HOLDER = """
import sys, time
from pathlib import Path
from humanlike.work import holding
with holding(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""
PEOPLE = """
from humanlike.core import Play, Streams
from humanlike.studies.draw import draw

GAME = draw("random:1", seed=1).games[0]
PLAY = Play(GAME, Streams(3)["people"].generator().integers(0, 2, size=(48, 12)), provenance={"dataset": "mine"})
"""


def plan_of(**changes):
    return small_plan(
        **({"emulators": ("random", "cournot"), "detectors": ("random", "dates"), "trials": 2} | changes)
    )


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != "lock"}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    run = tmp_path_factory.mktemp("finished") / "run"
    (run.parent / "people.py").write_text(PEOPLE)
    people = ("reconstruction", f"{run.parent}/people.py:PLAY")
    run_tournament(plan_of(games=("chicken", "random:1"), salt=SALT, humans=people), run)
    return run


@pytest.fixture
def run(finished, tmp_path):
    return Path(shutil.copytree(finished, tmp_path / "run"))


def said(words, monkeypatch, capsys):
    """Exit code and standard error of a command."""
    monkeypatch.setattr(sys, "argv", ["humanlike", *map(str, words)])
    with pytest.raises(SystemExit) as stop:
        main()
    return stop.value.code or 0, capsys.readouterr()


# The lock


@pytest.fixture
def held(run):
    """Another process at work in the run's directory."""
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(run)], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_second_run_in_the_same_folder_is_refused_and_touches_nothing(run, held, monkeypatch, capsys):
    before = contents(run)
    for words in (["tournament", "--resume", run], ["run", "--out", run, "--trials", 1]):
        code, printed = said(words, monkeypatch, capsys)
        assert code == 2 and f"is in use by process {held.pid} on " in printed.err
    assert contents(run) == before


def test_a_lock_that_a_killed_process_left_is_no_obstacle(run, held):
    held.kill()
    held.wait()
    assert (run / "lock").exists()
    before = bytes_of_results(run)
    resume_tournament(run)
    assert bytes_of_results(run) == before and not (run / "lock").exists()


def test_another_thread_is_refused_and_the_same_thread_may_go_on(tmp_path):
    told = []

    def attempt():
        try:
            with holding(tmp_path / "run"):
                pass
        except BadRequest as error:
            told.append(str(error))

    with holding(tmp_path / "run"):
        thread = threading.Thread(target=attempt)
        thread.start()
        thread.join()
        with holding(tmp_path / "run"):
            pass
        assert (tmp_path / "run" / "lock").exists()
    assert len(told) == 1 and "another thread" in told[0]
    assert not (tmp_path / "run").exists()  # it was made for the lock, and nothing came


def test_a_file_system_that_cannot_lock_is_noted_in_the_log(run, monkeypatch):
    def refuse(*words):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("humanlike.work.ownership.flock", refuse)
    resume_tournament(run)
    events = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
    assert {"event": "not locked", "why": "Operation not supported"}.items() <= events[-3].items()


def test_a_study_in_use_is_refused_too(tmp_path):
    settings = {
        "repetitions": 2,
        "starts": 1,
        "pairs": 2,
        "rounds": 4,
        "workers": 1,
        "out": tmp_path / "study",
    }
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "study")], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    with pytest.raises(BadRequest, match=f"in use by process {process.pid}"):
        hl.recover("cross", **settings)
    assert [path.name for path in (tmp_path / "study").iterdir()] == ["lock"]
    process.kill()
    process.wait()
    process.stdout.close()
    hl.recover("cross", **settings)
    assert not (tmp_path / "study" / "lock").exists()


# What a run began with


@pytest.fixture
def entry(tmp_path):
    """A player program, to be trusted: no sandbox is needed."""
    folder = tmp_path / "stranger"
    folder.mkdir()
    (folder / "entry.toml").write_text(
        'name = "stranger"\nkind = "player"\nauthor = "x"\ncommand = ["/bin/sh", "run"]\n'
    )
    (folder / "run").write_text(
        "while read -r line; do case $line in *'\"round\"'*) echo '{\"action\":0}';; esac; done\n"
    )
    return folder


def test_an_entry_edited_before_the_run_is_resumed_is_refused(tmp_path, entry):
    out = tmp_path / "out"
    run_tournament(plan_of(emulators=("random", str(entry)), games=("chicken",), trust=True), out)
    shutil.rmtree(folder_of(out, 2))
    before = contents(out)
    with (entry / "run").open("a") as file:
        file.write("# better\n")
    with pytest.raises(BadRequest, match=rf"Entry '{entry}' has changed since the run in '{out}' began"):
        resume_tournament(out)
    assert contents(out) == before


def test_an_entry_edited_while_the_run_goes_on_is_noticed(tmp_path, entry, monkeypatch):
    once = blocks.run_trial

    def edited(*words):
        (entry / "notes").write_text("x")
        return once(*words)

    monkeypatch.setattr(blocks, "run_trial", edited)
    plan = plan_of(emulators=("random", str(entry)), games=("chicken",), trust=True)
    result = run_tournament(plan, tmp_path / "out")
    assert result.changed == (str(entry),)
    assert any("changed while the run went on" in note for note in result.notes)
    kept = json.loads((tmp_path / "out" / "results" / "summary.json").read_text())
    assert kept["changed_while_running"] == [str(entry)]
    marks = result.datasets["mark"]
    assert marks.str.contains("its files were changed while the run went on").any()


def test_an_entry_that_changes_after_it_was_copied_is_a_mark_and_no_crash(tmp_path, entry):
    from humanlike.programs import EntryFailed, program_from_entry

    program = program_from_entry(entry, trust=True)
    shutil.rmtree(entry)
    with pytest.raises(EntryFailed, match="its files were changed while the run went on"):
        program.prepare()


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (
            lambda text: text.replace("seed = 1\n", "seed = 2\n"),
            r"The plan's seed \(it was 1, now 2\) has changed",
        ),
        (lambda text: text.replace("trials = 2\n", "trials = 3\n"), r"The plan's trials"),
        (lambda text: text.replace(SALT, SALT[::-1]), r"The plan's salt"),
    ],
)
def test_a_plan_edited_by_hand_is_refused_with_what_changed(run, monkeypatch, capsys, edit, told):
    file = run / "run.toml"
    assert edit(file.read_text()) != file.read_text()
    file.write_text(edit(file.read_text()))
    before = contents(run)
    with pytest.raises(BadRequest, match=told):
        resume_tournament(run)
    assert said(["tournament", "--resume", run], monkeypatch, capsys)[0] == 2
    assert contents(run) == before


@pytest.mark.parametrize(
    ("part", "name", "told"),
    [
        (
            "versions",
            "numpy",
            r"The code that plays \(now there is numpy [^ ]+ instead of other\) has changed",
        ),
        ("people", "mine", "What people did in 'mine' has changed"),
        ("games", "chicken", "The game 'chicken' has changed"),
    ],
)
def test_other_versions_people_and_games_are_refused(run, part, name, told):
    file = run / "began.json"
    record = json.loads(file.read_text())
    name = name if name in record[part] else next(iter(record[part]))
    record[part][name] = "other"
    file.write_text(json.dumps(record))
    before = contents(run)
    with pytest.raises(BadRequest, match=told):
        resume_tournament(run)
    assert contents(run) == before


def test_trials_of_another_run_are_refused(run, tmp_path):
    other = tmp_path / "other"
    run_tournament(plan_of(seed=9), other)
    shutil.rmtree(folder_of(run, 2))
    shutil.copytree(folder_of(other, 2), folder_of(run, 2))
    with pytest.raises(BadRequest, match=r"Trial 2 in .* does not belong to the run"):
        resume_tournament(run)


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b"[" * 100_000, b'{"verb": "walk"}', b" " * (2**24 + 1)]
)
def test_a_damaged_record_is_refused_with_a_sentence(run, content):
    (run / "began.json").write_bytes(content)
    with pytest.raises(BadFile, match=r"began\.json"):
        resume_tournament(run)


def test_a_record_that_is_no_plain_file_does_not_hang(run):
    (run / "began.json").unlink()
    os.mkfifo(run / "began.json")
    with pytest.raises(BadFile, match="no plain file"):
        resume_tournament(run)


def test_a_run_of_version_0_1_is_read_but_not_continued(run):
    (run / "began.json").unlink()
    for number in (1, 2):
        file = folder_of(run, number) / "checksums.json"
        file.write_text(json.dumps({k: v for k, v in json.loads(file.read_text()).items() if k != "began"}))
    with pytest.raises(BadRequest, match=r"begun by version 0\.1.*cannot be continued"):
        resume_tournament(run)
    assert replay_entrant(run, "chicken", "cournot", [1]).plays
    assert winner_of(run).name in ("random", "dates")


def test_finished_runs_are_read_by_other_versions(run, monkeypatch):
    monkeypatch.setattr(beginnings, "fingerprint", lambda: {"humanlike": "9"})
    assert replay_entrant(run, "chicken", "cournot", [1]).plays
    assert winner_of(run).name in ("random", "dates")


# Commitment


def old_commitment(seed):
    """As in version 0.1."""
    return hashlib.sha256(f"humanlike tournament seed {seed}".encode()).hexdigest()


def recovered(published, hash_of):
    return next((seed for seed in range(20_000) if hash_of(seed) == published), None)


def test_trying_seeds_recovers_an_unsalted_one_and_no_salted_one():
    drawn = hl.draw("random:2", seed=12_345)
    assert recovered(old_commitment(12_345), old_commitment) == 12_345
    assert recovered(drawn.commitment, old_commitment) is None
    assert recovered(drawn.commitment, lambda seed: commitment(seed, "")) is None
    assert recovered(drawn.commitment, lambda seed: commitment(seed, SALT)) is None
    assert hl.draw("random:2", seed=12_345).salt != drawn.salt


def test_drawing_tells_what_to_publish_and_writes_no_secret(tmp_path, monkeypatch, capsys):
    target = tmp_path / "games.json"
    code, printed = said(
        ["tournament", "--games", "random:2", "--seed", 977_631, "--draw", target], monkeypatch, capsys
    )
    salt = printed.out.split("--salt ")[1].split()[0]
    assert code == 0 and commitment(977_631, salt) in printed.out and "Keep secret" in printed.out
    assert "977631" not in target.read_text() and salt not in target.read_text()


def test_without_a_salt_nothing_was_committed_to(finished, tmp_path):
    result = hl.compete(plan_of(), out=tmp_path / "run", workers=1)
    assert result.document()["seed_commitment"] is None
    summary = json.loads((finished / "results" / "summary.json").read_text())
    assert summary["seed_commitment"] == commitment(1, SALT)


def test_a_revealed_run_is_verified(run, monkeypatch, capsys):
    found = hl.reveal(run, commitment=commitment(1, SALT))
    assert found.is_ok and [each.check for each in found.findings] == [
        "hash of seed and salt",
        "plan",
        "trials",
        "random games",
    ]
    assert said(["reveal", run, "--commitment", commitment(1, SALT)], monkeypatch, capsys)[0] == 0
    assert said(["reveal", run, "--commitment", commitment(2, SALT)], monkeypatch, capsys)[0] == 2
    words = ["reveal", "--seed", 5, "--salt", SALT, "--commitment"]
    assert said([*words, commitment(5, SALT)], monkeypatch, capsys)[0] == 0
    assert said([*words, commitment(6, SALT)], monkeypatch, capsys)[0] == 2
    assert said(["reveal", "--seed", 5, "--salt", "short"], monkeypatch, capsys)[0] == 2
    assert said(["reveal"], monkeypatch, capsys)[0] == 2


def test_a_seed_swapped_after_the_fact_is_found_out(run):
    """With run.toml alone edited, and with the record edited too: the trials bear the fingerprint of the true one."""
    file = run / "run.toml"
    file.write_text(file.read_text().replace("seed = 1\n", "seed = 2\n"))
    assert not hl.reveal(run).is_ok
    record = json.loads((run / "began.json").read_text())
    record["plan"]["seed"] = 2
    (run / "began.json").write_text(json.dumps(record))
    found = {each.check: each.passed for each in hl.reveal(run).findings}
    assert found == {"plan": True, "trials": False, "random games": False}
