"""Programs that break things or break the rules: each gets its ending, soon, and nothing of it is left."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from programs_limits import SMALL, processes_with

from humanlike.core import Play
from humanlike.games import GAMES
from humanlike.programs import EntryFailed, detect, emulate

GAME = GAMES["prisoners-dilemma"]
PLAY = Play(GAME, np.zeros((4, 6), dtype=np.int16))
QUICK = replace(SMALL, seconds=1.0)


def ending_of(program):
    with pytest.raises(EntryFailed) as failure:
        detect(program, GAME, PLAY)
    return failure.value.ending


ANSWERS = {
    "not a number": "nan",
    "infinite": "inf",
    "above one": "1.5",
    "hardly above one": "1.0000001",
    "below zero": "-0.1",
    "two numbers": "0.5 0.5",
    "a word": "human",
    "nothing": "",
    "blanks": " \\n ",
    "other digits": "٠.٥",
    "hexadecimal": "0x0.8p0",
    "an underscore": "0.5_0",
    "a terminal's commands": "\\x1b[2J\\x1b]0;owned\\x07",
    "a flood": "0." + "5" * 1000,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_only_a_probability_is_an_answer(make_program, name):
    ending = ending_of(make_program(f'open(sys.argv[3], "w").write("{ANSWERS[name]}")'))
    assert ending.outcome == "bad output"
    assert ending.reason.isprintable()


def test_honest_answers_are_taken(make_program):
    for text, value in (("0", 0), ("1", 1), ("0.25\\n", 0.25), (" 1e-3 ", 0.001), (".5", 0.5)):
        assert detect(make_program(f'open(sys.argv[3], "w").write("{text}")'), GAME, PLAY)[0] == value


OUTPUTS = {
    "no output": ("pass", "bad output", "no output"),
    "binary output": ('open(sys.argv[3], "wb").write(bytes(range(256)))', "bad output", "no probability"),
    "a link to a file of ours": ('os.symlink("/etc/ld.so.cache", sys.argv[3])', "bad output", "plain file"),
    "a link to a file of its own": (
        'open("/tmp/p", "w").write("0.5"); os.symlink("/tmp/p", sys.argv[3])',
        "bad output",
        "plain file",
    ),
    "a link to the process table": (
        'os.symlink("/proc/self/environ", sys.argv[3])',
        "bad output",
        "plain file",
    ),
    "a directory": ("os.mkdir(sys.argv[3])", "bad output", "plain file"),
    "a pipe nobody writes to": ("os.mkfifo(sys.argv[3])", "bad output", "plain file"),
    "a socket": (
        "import socket; socket.socket(socket.AF_UNIX).bind(sys.argv[3])",
        "bad output",
        "plain file",
    ),
    "exit code": ('open(sys.argv[3], "w").write("0.5"); sys.exit(7)', "failed", "exit code 7"),
    "an exception": ("raise SystemError('bad day')", "failed", "bad day"),
    "a crash": ("os.abort()", "failed", "signal 6"),
    "kills itself": ("os.kill(os.getpid(), 9)", "failed", "signal 9"),
    "pretends to be the sandbox": (
        'sys.stderr.write("bwrap: Can\'t fork for pid 1: no\\n"); sys.exit(1)',
        "failed",
        "exit code 1",
    ),
    "pretends not to be ready": ('print("not ready", flush=True); sys.exit(1)', "failed", "exit code 1"),
    "prints without end": ("while True: print('x' * 1000)", "bad output", "printed more"),
    "complains without end": ("while True: os.write(2, b'x' * 1000)", "bad output", "printed more"),
    "a huge output": (
        'f = open(sys.argv[3], "wb")\nwhile True: f.write(b"0" * 65536)',
        "failed",
        "No space left",
    ),
    "a hollow output": ('open(sys.argv[3], "wb").truncate(2**20)', "bad output", "more than"),
    "a hollow output beyond the limit": (
        '#!/bin/sh\nexec truncate -s 8G "$3"',
        "bad output",
        "larger file",
    ),
    "fills /tmp": (
        'for n in range(9): open(f"/tmp/{n}", "wb").write(b"0" * 2**20)',
        "failed",
        "No space left",
    ),
    "fills /tmp with one file": (
        'f = open("/tmp/x", "wb")\nwhile True: f.write(b"0" * 65536)',
        "failed",
        "too large",
    ),
    "many files": (
        'for n in range(10**6): open(f"/output/{n}", "w").close()\ntime.sleep(60)',
        "bad output",
        "files",
    ),
    "many files in /tmp": (
        'for n in range(10**6): open(f"/tmp/{n}", "w").close()\ntime.sleep(60)',
        "bad output",
        "files",
    ),
    "eats memory": (
        "hoard = []\ntry:\n    while True: hoard.append(b'x' * 2**22)\nexcept MemoryError: time.sleep(60)",
        "out of memory",
        "MB",
    ),
    "eats memory in many small processes": (
        "for _ in range(12):\n    if os.fork() == 0:\n        hoard = b'x' * 2**24\n        time.sleep(60)\n"
        "time.sleep(60)",
        "out of memory",
        "processes",
    ),
    "maps more than it may": ("import mmap; mmap.mmap(-1, 2**31)", "failed", "memory"),
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_each_gets_its_verdict(make_program, name):
    script, outcome, reason = OUTPUTS[name]
    ending = ending_of(make_program(script))
    assert (ending.outcome, reason in ending.reason) == (outcome, True), ending
    assert ending.sandboxed and ending.reason.isprintable()


def test_processor_time_of_all_processes_counts_together(make_program):
    script = "for _ in range(3): os.fork()\nwhile True: pass"
    ending = ending_of(make_program(script, limits=replace(SMALL, cpu_seconds=0.6, seconds=30)))
    assert ending.outcome == "timed out" and "processor" in ending.reason


LINGERING = {
    "hangs": "os.execvp('sleep', ['sleep', '{marker}'])",
    "ignores requests to end": """
import signal, subprocess
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE): signal.signal(number, signal.SIG_IGN)
os.fork() or os.setsid()
subprocess.run(["sleep", "{marker}"])
time.sleep(1000)
""",
    "hides behind daemons": """
import subprocess
for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            subprocess.run(["sleep", "{marker}"])
        os._exit(0)
time.sleep(1000)
""",
    "stops itself": """
import signal, subprocess
subprocess.Popen(["sleep", "{marker}"])
os.kill(os.getpid(), signal.SIGSTOP)
""",
    "fork bomb": """
import subprocess
subprocess.Popen(["sleep", "{marker}"])
while True:
    try:
        os.fork()
    except OSError:
        pass
""",
}


@pytest.mark.parametrize("name", LINGERING)
def test_nothing_outlives_its_time(make_program, name):
    marker = f"7{list(LINGERING).index(name)}.{os.getpid()}"
    ending = ending_of(make_program(LINGERING[name].replace("{marker}", marker), limits=QUICK))
    assert ending.outcome == "timed out"
    assert processes_with(marker) == []


def test_processes_are_limited(make_program):
    """It counts how many children it can have at once; the answer is their number in hundredths."""
    script = """
children = 0
try:
    while children < 90:
        if os.fork() == 0:
            time.sleep(60)
        children += 1
except OSError:
    pass
open(sys.argv[3], "w").write(f"{children / 100}")
"""
    answer, _ = detect(make_program(script), GAME, PLAY)
    assert 0.3 < answer < SMALL.processes / 100


def test_one_who_goes_on_writing_is_gone_when_the_program_has_left(make_program):
    marker = f"79.{os.getpid()}"
    program = make_program(f"""
open(sys.argv[3], "w").write("0.1")
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp("sh", ["sh", "-c", f"while true; do echo 0.9 > {{sys.argv[3]}}; done; sleep {marker}"])
    os._exit(0)
""")
    for _ in range(3):
        with contextlib.suppress(EntryFailed):  # the file may have been empty just then; that is its affair
            assert detect(program, GAME, PLAY)[0] in (0.1, 0.9)
        assert processes_with(marker) == []


def test_a_late_writer_is_gone_before_we_read(make_program):
    program = make_program("""
open(sys.argv[3], "w").write("0.1")
if os.fork() == 0:
    os.setsid()
    time.sleep(0.3)
    open(sys.argv[3], "w").write("0.9")
""")
    assert detect(program, GAME, PLAY)[0] == 0.1


EMULATIONS = {
    "too few subjects": ("1 1 1\n1 1 1\n", "2 subjects by 3 rounds"),
    "too many rounds": ("1 1 1 1\n" * 4, "4 subjects by 4 rounds"),
    "ragged": ("1 1 1\n1 1\n1 1 1\n1 1 1\n", "rounds"),
    "an odd subject": ("1 1 1\n" * 3, "groups of 2"),
    "an action the game has not": ("1 1 3\n" * 4, "action 3"),
    "a move not made": ("1 0 1\n" * 4, "no move in round 2"),
    "negative": ("1 -1 1\n" * 4, "no action"),
    "fractions": ("1 1.5 1\n" * 4, "no action"),
    "enormous numbers": ("1 99999999999999999999 1\n" * 4, "no action"),
    "words": ("human human human\n" * 4, "no action"),
    "empty": ("", "no numbers"),
    "only remarks": ("# nothing\n", "no numbers"),
    "a flood of remarks": ("# nothing\n" * 1000, "more than"),
}


@pytest.mark.parametrize("name", EMULATIONS)
def test_a_dataset_has_the_shape_that_was_asked_for(make_program, name):
    text, reason = EMULATIONS[name]
    program = make_program(f'open(sys.argv[5], "w").write({text!r})', kind="emulator")
    with pytest.raises(EntryFailed) as failure:
        emulate(program, GAME, (3, 2), 1)
    assert failure.value.ending.outcome == "bad output" and reason in failure.value.ending.reason


ORGANISER = """
import sys
sys.path[:0] = {path!r}
from programs_limits import SMALL
from humanlike.games import GAMES
from humanlike.programs import emulate, program_from_entry
emulate(program_from_entry({entry!r}, SMALL), GAMES["chicken"], (3,), 1)
"""


def test_when_the_organiser_is_killed_nothing_goes_on(make_entry, sandbox):
    marker = f"78.{os.getpid()}"
    entry = make_entry(f"import subprocess; subprocess.run(['sleep', '{marker}'])", kind="emulator")
    path = [str(Path(__file__).parent), *sys.path]
    with tempfile.TemporaryDirectory() as folder:  # what a killed organiser cannot clear away himself
        os.chmod(folder, 0o711)
        script = ORGANISER.format(path=path, entry=str(entry))
        organiser = subprocess.Popen([sys.executable, "-c", script], env={**os.environ, "TMPDIR": folder})
        _kill_and_look(organiser, marker)


def _kill_and_look(organiser, marker):
    deadline = time.monotonic() + 60
    while not processes_with(marker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_with(marker)
    organiser.send_signal(signal.SIGKILL)
    organiser.wait()
    while processes_with(marker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_with(marker) == []
