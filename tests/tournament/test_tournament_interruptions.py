"""Killed, out of space, damaged: a run says what happened and ends as if nothing had."""

import contextlib
import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from forked_runs import HERE, PATIENCE, Runner
from small_tournaments import bytes_of_results, interrupted_plan

from humanlike.core import BadFile, BadRequest, HumanlikeError, Streams, writing
from humanlike.tournament import blocks, resume_tournament, run_tournament
from humanlike.tournament.records import folder_of

KILLS = 20
ATTEMPTS = 100  # to kill a run while it runs


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory):
    run = tmp_path_factory.mktemp("unbroken")
    run_tournament(interrupted_plan(), run)
    return run


@pytest.fixture
def copy(unbroken, tmp_path):
    return Path(shutil.copytree(unbroken, tmp_path / "run"))


@pytest.fixture
def runner():
    runner = Runner()
    yield runner
    runner.close()


def files_of(run: Path) -> int:
    return sum(len(files) for _, _, files in os.walk(run))


def wait_for_files(run: Path, count: int, process: int) -> None:
    """Until the run has written `count` files, or is over."""
    limit = time.monotonic() + PATIENCE
    while files_of(run) < count and Path(f"/proc/{process}").exists() and time.monotonic() < limit:
        time.sleep(0.001)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="watches processes through /proc")
def test_killed_at_twenty_random_moments_and_resumed_ends_with_the_same_bytes(unbroken, tmp_path, runner):
    expected = bytes_of_results(unbroken)
    whole = files_of(unbroken)
    killed = 0
    progress = set()
    for number in range(ATTEMPTS):
        run = tmp_path / str(number)
        moment = Streams(11)[f"kill {number}"].generator()
        process = runner.start(run)
        wait_for_files(run, int(moment.integers(1, whole)), process)
        time.sleep(float(moment.uniform(0, 0.01)))
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        if runner.ended() != -signal.SIGKILL:
            continue  # on a fast machine some runs are over a moment before
        killed += 1
        progress.add(files_of(run))
        runner.start(run)
        assert runner.ended() == 0
        assert bytes_of_results(run) == expected
        if killed == KILLS:
            break
    assert killed == KILLS
    assert len(progress) > 5  # the moments differed


@pytest.mark.parametrize("name", ["answers.parquet", "datasets.parquet"])
@pytest.mark.parametrize("harm", ["flipped byte", "cut short", "gone", "empty"])
def test_a_damaged_trial_is_reported_and_played_again(unbroken, copy, name, harm):
    file = folder_of(copy, 2) / name
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    {
        "flipped byte": lambda: file.write_bytes(content),
        "cut short": lambda: file.write_bytes(content[:100]),
        "gone": file.unlink,
        "empty": lambda: file.write_bytes(b""),
    }[harm]()
    result = resume_tournament(copy)
    assert len(result.notes) == 1
    assert result.notes[0].startswith("Trial 2:") and "played again" in result.notes[0]
    assert "Trial 2" in (copy / "log.jsonl").read_text()
    assert bytes_of_results(copy) == bytes_of_results(unbroken)


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"answers.parquet": 1}'])
def test_damaged_checksums_are_reported_too(unbroken, copy, content):
    (folder_of(copy, 3) / "checksums.json").write_text(content)
    result = resume_tournament(copy)
    assert result.notes and result.notes[0].startswith("Trial 3:")
    assert bytes_of_results(copy) == bytes_of_results(unbroken)


def test_finished_trials_are_not_played_again(copy, monkeypatch):
    played = []
    once = blocks.run_trial
    monkeypatch.setattr(blocks, "run_trial", lambda *words: played.append(words[1]) or once(*words))
    shutil.rmtree(folder_of(copy, 4))
    resume_tournament(copy)
    assert played == [4]


def test_what_a_killed_run_left_half_written_is_swept(unbroken, copy):
    (copy / "results" / ".answers.parquet.x1y2_abc").write_bytes(b"half")
    (folder_of(copy, 5) / ".datasets.parquet.x1y2_abc").write_bytes(b"half")
    (folder_of(copy, 5) / "checksums.json").unlink()
    (copy / "results" / ".kept").write_text("somebody's own file")
    resume_tournament(copy)
    assert (copy / "results" / ".kept").exists()
    (copy / "results" / ".kept").unlink()
    assert bytes_of_results(copy) == bytes_of_results(unbroken)


@pytest.mark.parametrize("writes_that_fit", [0, 1, 2, 5, 11, 18, 19, 22])
def test_a_full_disk_is_reported_and_recovered_from(unbroken, tmp_path, monkeypatch, writes_that_fit):
    """The disk fills up at the plan, within a trial, between trials, and at the final tables."""
    count = [0]
    replace = os.replace

    def full(source, target):
        count[0] += 1
        if count[0] > writes_that_fit:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(source, target)

    run = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(writing.os, "replace", full)
        with pytest.raises(HumanlikeError, match=r"(?i)the disk is full|No space left") as caught:
            run_tournament(interrupted_plan(), run)
    assert str(run) in str(caught.value)
    run_tournament(interrupted_plan(), run)
    assert bytes_of_results(run) == bytes_of_results(unbroken)


SMALL_DISK = """
import sys
from pathlib import Path
from small_tournaments import interrupted_plan
from humanlike.core import BadFile
from humanlike.tournament import run_tournament
run = Path(sys.argv[1])
try:
    run_tournament(interrupted_plan(), run)
except BadFile as error:
    print(error)
    (run.parent / "ballast").unlink()
    result = run_tournament(interrupted_plan(), run)
    print("recovered", result.trials)
"""


@pytest.mark.slow
def test_a_really_full_disk_is_reported_and_recovered_from(unbroken, tmp_path):
    """A file system of its own, almost filled; needs the right to mount one."""
    disk, saved = tmp_path / "disk", tmp_path / "saved"
    disk.mkdir()
    mount = f"mount -t tmpfs -o size=256k tmpfs {disk}"
    if os.geteuid() or subprocess.run(["unshare", "-m", "sh", "-c", mount], check=False).returncode:
        pytest.skip("no right to mount a small file system")
    fill = f"head -c 180000 /dev/zero > {disk}/ballast"
    script = f"{mount} && {fill} && {sys.executable} -c '{SMALL_DISK}' {disk}/run && cp -r {disk}/run {saved}"
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, cwd=HERE, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "the disk is full" in done.stdout and "--resume" in done.stdout
    assert "recovered 6" in done.stdout
    assert bytes_of_results(saved) == bytes_of_results(unbroken)


def test_a_directory_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises((BadRequest, BadFile), match=r"cannot be written|Cannot read"):
        run_tournament(interrupted_plan(), tmp_path / "file" / "run")
