"""A killed run takes its workers and all programs with it, and the next run finds nothing in its way."""

import contextlib
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from forked_runs import PATIENCE, Runner
from small_tournaments import bytes_of_results, tournament_of_programs, write_programs

from humanlike.core import Streams

KILLS = 30
ATTEMPTS = 60
GONE_SECONDS = 5.0  # within which everything must have ended

pytestmark = [
    pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed"),
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="watches processes through /proc"),
]


@pytest.fixture
def place():
    """A folder that only this test's processes know of, and that the programs' user can reach."""
    folder = Path(tempfile.mkdtemp(prefix="killed-"))
    folder.chmod(0o755)
    (folder / "temporary").mkdir()
    yield folder
    shutil.rmtree(folder)


def processes_of(place: Path) -> set[int]:
    """Processes that have `place` in their environment (workers), command (sandboxes) or mounts (what is inside)."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        for file in ("environ", "cmdline", "mountinfo"):
            with contextlib.suppress(OSError):
                if str(place / "temporary").encode() in (process / file).read_bytes():
                    found.add(int(process.name))
    return {each for each in found if not is_zombie(each)}


def is_zombie(process: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def left_after(place: Path, known: set[int]) -> set[int]:
    """Who is left when everything should have ended."""
    limit = time.monotonic() + GONE_SECONDS
    while (left := processes_of(place) - known) and time.monotonic() < limit:
        time.sleep(0.02)
    return left


def end(processes: set[int]) -> None:
    """Those of this test that a failure left."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def environment(place: Path) -> dict[str, str]:
    return {**os.environ, "TMPDIR": str(place / "temporary")}


def runs_of_programs(place: Path) -> set[Path]:
    """Folders of all runs of programs that are going on, or were when somebody was killed."""
    return {Path(found) for found in glob.glob(f"{place}/temporary/humanlike-*/run-*")}


def wait_for_a_moment(place: Path, number: int, process: int) -> None:
    """Somewhere in a run: as it begins, or while programs run."""
    moment = Streams(14)[f"kill {number}"].generator()
    before = runs_of_programs(place)
    limit = time.monotonic() + PATIENCE
    while number % 4 and not runs_of_programs(place) - before and not is_zombie(process):
        assert time.monotonic() < limit
        time.sleep(0.002)
    time.sleep(float(moment.uniform(0, 0.1 if number % 4 else 0.5)))


def killed_once(runner: Runner, place: Path, number: int) -> set[int] | None:
    """Who was at work when the run was killed; None if it was over before. Nobody may be left afterwards."""
    process = runner.start(place / "run")
    wait_for_a_moment(place, number, process)
    seen = processes_of(place) - {process, runner.process.pid}
    programs = {each for each in seen if is_sandbox(each)}
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    was_killed = runner.ended() == -signal.SIGKILL
    left = left_after(place, {runner.process.pid})
    end(left)
    assert not left
    return programs if was_killed else None


def is_sandbox(process: int) -> bool:
    with contextlib.suppress(OSError):
        return b"bwrap" in Path(f"/proc/{process}/cmdline").read_bytes()
    return False


@pytest.mark.slow
def test_thirty_random_kills_with_two_workers_leave_no_program_and_the_same_bytes(place):
    """One run is killed again and again, goes on where it was, and is begun afresh when it ends."""
    write_programs(place, pause=0.05)
    runner = Runner(place, environment=environment(place))
    runner.start(place / "unbroken")
    assert runner.ended() == 0
    expected = bytes_of_results(place / "unbroken")
    at_work = []
    for number in range(ATTEMPTS):
        programs = killed_once(runner, place, number)
        if programs is not None:
            at_work.append(programs)
        elif (place / "run" / "results" / "summary.json").exists():
            assert bytes_of_results(place / "run") == expected
            shutil.rmtree(place / "run")
        if len(at_work) == KILLS:
            break
    assert len(at_work) == KILLS
    assert sum(map(bool, at_work)) > KILLS // 4  # often enough a program was running
    runner.start(place / "run")
    assert runner.ended() == 0
    runner.close()
    assert bytes_of_results(place / "run") == expected
    assert len(list((place / "temporary").glob("humanlike-*"))) <= 8  # those of the killed were swept


def begun(place: Path) -> subprocess.Popen:
    """A run with two workers, as a user starts it, in the midst of its programs."""
    write_programs(place, pause=20)
    plan = tournament_of_programs(place)
    words = ["--emulators", ",".join(plan.emulators), "--detectors", ",".join(plan.detectors)]
    words += ["--games", "chicken", "--trials", "4", "--workers", "2", "--out", str(place / "run")]
    process = subprocess.Popen(
        [sys.executable, "-m", "humanlike", "tournament", *words],
        env=environment(place),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    limit = time.monotonic() + PATIENCE
    while not sleeping(place) and process.poll() is None and time.monotonic() < limit:
        time.sleep(0.05)
    return process


def sleeping(place: Path) -> list[Path]:
    """Runs of programs that are going on: their folders."""
    return [Path(found) for found in glob.glob(f"{place}/temporary/humanlike-*/run-*/printed-0")]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_a_user_began_takes_workers_and_programs_along(place, number):
    process = begun(place)
    assert process.poll() is None
    assert len(processes_of(place)) >= 3
    process.send_signal(number)  # to the first process alone
    left = left_after(place, set())
    end(left)
    process.wait()
    assert not left


TRUSTED = """
import os, sys
from humanlike.programs import program_from_entry
program = program_from_entry(sys.argv[1], trust=True)
with program.conversing() as running:
    print("runs", flush=True)
    running.process.wait()
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_trusted_program_ends_with_whoever_ran_it(place, number):
    """Without a sandbox, with children of its own, deaf to its standard input."""
    entry = place / "temporary" / "entry"
    entry.mkdir()
    about = 'name = "x"\nkind = "player"\nauthor = "x"\ncommand = ["/bin/sh", "run"]\n'
    (entry / "entry.toml").write_text(about)
    (entry / "run").write_text(f"sleep 300 & echo {place}/temporary > /dev/null; exec sleep 301\n")
    process = subprocess.Popen(
        [sys.executable, "-c", TRUSTED, str(entry)],
        env=environment(place),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout.readline() == "runs\n"
    limit = time.monotonic() + PATIENCE
    while len(group := members_of(place)) < 2 and time.monotonic() < limit:
        time.sleep(0.02)
    assert len(group) == 2
    process.send_signal(number)
    limit = time.monotonic() + GONE_SECONDS
    while (left := members_of(place)) and time.monotonic() < limit:
        time.sleep(0.02)
    end(left)
    process.wait()
    process.stdout.close()
    assert not left


def members_of(place: Path) -> set[int]:
    """Processes at work in a copy of an entry below `place`."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            is_here = os.readlink(process / "cwd").startswith(str(place / "temporary"))
            if is_here and b"sleep" in (process / "cmdline").read_bytes():
                found.add(int(process.name))
    return found


PREPARED = """
import os, sys
from humanlike.programs import program_from_entry
program_from_entry(sys.argv[1]).prepare()
os.kill(os.getpid(), 9)
"""


def test_what_a_killed_process_left_among_temporary_files_is_swept(place, monkeypatch):
    write_programs(place, pause=0)
    subprocess.run(
        [sys.executable, "-c", PREPARED, str(place / "detector")], env=environment(place), check=False
    )
    (abandoned,) = (place / "temporary").glob("humanlike-*")
    from humanlike.programs import homes

    monkeypatch.setattr(tempfile, "tempdir", str(place / "temporary"))
    owner = type("Owner", (), {})()
    kept = homes.new_home(owner)
    homes.sweep_abandoned.cache_clear()
    homes.sweep_abandoned(os.getpid())
    assert kept.exists() and not abandoned.exists()
    del owner
    assert not kept.exists()
