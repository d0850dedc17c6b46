"""Programs that try to learn or change what is not theirs: each answers 1 if it succeeds and 0 if not.

Where it does no harm the same program is also run trusted, without the sandbox, and must succeed there: this
proves that the attack is real and the test can fail.
"""

import os
import socket
import subprocess
import time

import numpy as np
import pytest
from programs_limits import processes_with

from humanlike.core import Play
from humanlike.games import GAMES
from humanlike.programs import detect
from humanlike.programs.sandbox import UNPRIVILEGED

GAME = GAMES["prisoners-dilemma"]
PLAY = Play(GAME, np.zeros((4, 6), dtype=np.int16))
OTHER = Play(GAME, np.ones((4, 6), dtype=np.int16))

ATTEMPT = """
def attempt():
{body}
try:
    success = attempt()
except BaseException:
    success = False
with open(sys.argv[3], "w") as file:
    file.write("1" if success else "0")
"""


def spying(body):
    """A detector that answers 1 if `body`, the inside of a function, returns something true."""
    indented = "\n".join(f"    {line}" for line in body.strip().splitlines())
    return ATTEMPT.replace("{body}", indented)


HARMLESS_WITH_CONTROL = {
    "writes to its input": """
with open(sys.argv[1], "w") as file:
    return file.write("0")
""",
    "renames its input": """
os.rename(sys.argv[2], sys.argv[2] + ".human")
return True
""",
    "forges the time stamp of its input": """
os.utime(sys.argv[2], (1, 1))
return os.stat(sys.argv[2]).st_mtime == 1
""",
    "keeps memory nobody is charged for": """
return os.memfd_create("hoard") >= 0
""",
}

WITHOUT_CONTROL = {
    "makes a nested user namespace": """
import ctypes
return ctypes.CDLL(None).unshare(0x10000000) == 0
""",
    "makes a nested user namespace by a new process": """
import subprocess
return subprocess.run(["unshare", "--user", "--map-root-user", "true"]).returncode == 0
""",
    "mounts something": """
import ctypes
return ctypes.CDLL(None).mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0
""",
    "becomes root": """
os.setuid(0)
return True
""",
    "has capabilities": """
lines = open("/proc/self/status").read().splitlines()
return any(int(line.split()[1], 16) for line in lines if line.startswith(("CapEff", "CapPrm", "CapAmb")))
""",
    "traces the first process": """
import ctypes
return ctypes.CDLL(None).ptrace(16, 1, 0, 0) == 0
""",
    "writes anywhere but to /tmp and the output": """
for folder, folders, _ in os.walk("/"):
    if folder.count("/") > 1 and not folder.startswith("/dev"):
        folders.clear()
    if folder.startswith("/proc"):
        continue
    try:
        open(os.path.join(folder, "mine"), "w").close()
        os.remove(os.path.join(folder, "mine"))
    except OSError:
        continue
    if folder not in ("/tmp", "/output"):
        return True
return False
""",
    "finds another entry or another dataset": """
found = []
for folder, folders, files in os.walk("/"):
    if folder == "/":
        folders[:] = [name for name in folders if name not in ("proc", "usr", "sys")]
    found += [name for name in files if name in ("entry.toml", "dataset.txt", "game.txt", "lengths.txt")]
return sorted(found) != ["dataset.txt", "entry.toml", "game.txt"]
""",
    "finds devices to read": """
usual = {"null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts", "shm", "console",
         "core", "fd", "stdin", "stdout", "stderr"}
return bool(set(os.listdir("/dev")) - usual)
""",
    "finds network interfaces besides a dead loopback": """
import socket
return [name for _, name in socket.if_nameindex()] not in ([], ["lo"])
""",
    "inherits open files": """
return any(os.path.exists(f"/proc/self/fd/{number}") for number in range(3, 20))
""",
}


@pytest.mark.parametrize("name", HARMLESS_WITH_CONTROL)
def test_a_spy_fails_in_the_sandbox_and_succeeds_outside(make_program, name):
    script = spying(HARMLESS_WITH_CONTROL[name])
    assert detect(make_program(script), GAME, PLAY)[0] == 0
    answer, ending = detect(make_program(script, trust=True), GAME, PLAY)
    assert answer == 1 and not ending.sandboxed and "unsandboxed" in ending.mark


@pytest.mark.parametrize("name", WITHOUT_CONTROL)
def test_a_spy_fails(make_program, name):
    assert detect(make_program(spying(WITHOUT_CONTROL[name])), GAME, PLAY)[0] == 0


def test_files_outside_are_not_there(make_program, tmp_path):
    secret = tmp_path / "human-data.csv"
    secret.write_text("who is human")
    script = spying(f"return open({str(secret)!r}).read()")
    assert detect(make_program(script), GAME, PLAY)[0] == 0
    assert detect(make_program(script, trust=True), GAME, PLAY)[0] == 1
    deleting = spying(f"os.unlink({str(secret)!r})\nreturn True")
    assert detect(make_program(deleting), GAME, PLAY)[0] == 0
    assert secret.read_text() == "who is human"


def test_the_package_and_its_data_are_not_there(make_program, monkeypatch, tmp_path):
    (tmp_path / "plays.csv").write_text("human")
    monkeypatch.setenv("HUMANLIKE_DATA", str(tmp_path))
    script = spying(
        f"return os.environ.get('HUMANLIKE_DATA') or os.path.exists({str(tmp_path / 'plays.csv')!r})"
    )
    assert detect(make_program(script), GAME, PLAY)[0] == 0


def test_data_that_lie_in_a_shown_place_are_covered(make_program, monkeypatch):
    program = make_program(spying("return os.listdir('/usr/share/doc')"))
    assert detect(program, GAME, PLAY)[0] == 1
    monkeypatch.setenv("HUMANLIKE_DATA", "/usr/share/doc")
    assert detect(program, GAME, PLAY)[0] == 0


@pytest.mark.parametrize("address", ["('127.0.0.1', {port})", "'\\0humanlike-{port}'"])
def test_nobody_listens_to_it(make_program, address):
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as local:
        port = tcp.getsockname()[1]
        local.bind(f"\0humanlike-{port}")
        local.listen()
        family = "AF_INET" if address.startswith("(") else "AF_UNIX"
        script = spying(f"""
import socket
socket.socket(socket.{family}).connect({address.format(port=port)})
return True
""")
        assert detect(make_program(script), GAME, PLAY)[0] == 0
        assert detect(make_program(script, trust=True), GAME, PLAY)[0] == 1


def test_other_processes_are_invisible(make_program):
    neighbour = subprocess.Popen(["/bin/sleep", "61.0737"])
    try:
        script = spying("""
for name in filter(str.isdigit, os.listdir("/proc")):
    try:
        words = open(f"/proc/{name}/cmdline", "rb").read()
    except OSError:  # it ended meanwhile
        continue
    if b"61.0737" in words:
        return True
""")
        assert detect(make_program(script), GAME, PLAY)[0] == 0
        assert detect(make_program(script, trust=True), GAME, PLAY)[0] == 1
    finally:
        neighbour.kill()
        neighbour.wait()


def test_the_environment_is_empty(make_program, monkeypatch):
    monkeypatch.setenv("TOURNAMENT_SECRET", "human")
    script = spying("return set(os.environ) - {'PATH', 'HOME', 'LANG', 'TZ', 'PWD', 'LC_CTYPE', 'OLDPWD'}")
    assert detect(make_program(script), GAME, PLAY)[0] == 0


def test_it_runs_as_nobody_where_the_organiser_is_root(make_program):
    """Limits on processes hold for no root: outside, the program must belong to an unprivileged user."""
    marker = f"62.{os.getpid()}"
    with make_program(f"os.execvp('sleep', ['sleep', '{marker}'])").conversing():
        deadline = time.monotonic() + 20
        while not (found := processes_with(marker)) and time.monotonic() < deadline:
            time.sleep(0.02)
        owners = {os.stat(f"/proc/{number}").st_uid for number in found}
    assert owners == {os.getuid() or UNPRIVILEGED}


def test_nothing_is_carried_from_one_run_to_the_next(make_program):
    script = spying("""
places = ["/tmp", "/output", "/entry", "/input", "/dev/shm", "/var/tmp", "/run", os.path.expanduser("~")]
seen = any(os.path.exists(os.path.join(place, "memory")) for place in places)
for place in places:
    try:
        open(os.path.join(place, "memory"), "w").close()
    except OSError:
        pass
os.remove("/output/memory")  # an answer stands alone
return seen
""")
    program = make_program(script)
    assert [detect(program, GAME, PLAY)[0] for _ in range(3)] == [0, 0, 0]


def test_names_sizes_stamps_and_order_tell_nothing(make_program):
    """Everything visible about the files but their contents is hashed into the answer."""
    program = make_program("""
import hashlib
facts = [sys.argv, os.getcwd(), os.getuid(), os.getgid(), os.uname().nodename, sorted(os.environ.items())]
for folder in ("/input", "/entry", "/output"):
    for name in sorted(os.listdir(folder)) + ["."]:
        status = os.stat(os.path.join(folder, name))
        times = () if folder == "/output" else (status.st_mtime_ns, status.st_atime_ns)
        facts.append((name, status.st_size, times, status.st_mode, status.st_uid, status.st_nlink))
number = int(hashlib.sha256(repr(facts).encode()).hexdigest()[:8], 16) / 2**32
open(sys.argv[3], "w").write(f"{number:.9f}")
""")
    answers = {detect(program, GAME, play)[0] for play in (PLAY, OTHER, PLAY, OTHER)}
    assert len(answers) == 1 and 0 < answers.pop() < 1


def test_stamps_are_one_instant_long_ago(make_program):
    script = spying("""
paths = ["/input", "/entry", *(f"/input/{name}" for name in os.listdir("/input")), "/entry/run"]
return {os.stat(path).st_mtime for path in paths} != {946684800.0}
""")
    assert detect(make_program(script), GAME, PLAY)[0] == 0


def test_it_cannot_reach_those_above_it(make_program):
    """Killing the parent, the group, and everybody it may signal: we go on, and so may it."""
    program = make_program("""
import signal
for target in (os.getppid(), 1, -1):
    try:
        os.kill(target, signal.SIGKILL)
    except OSError:
        pass
time.sleep(0.2)
open(sys.argv[3], "w").write("0.25")
""")
    assert detect(program, GAME, PLAY)[0] == 0.25
    assert os.getpid() > 0
