"""Entries: their description, their files, what is refused before anything runs, and trouble that is not theirs."""

import os
import pickle
import stat
from dataclasses import replace

import numpy as np
import pytest
from programs_limits import SMALL

from humanlike.core import BadFile, BadRequest, Play
from humanlike.games import GAMES
from humanlike.programs import (
    Ending,
    EntryFailed,
    Limits,
    SandboxTrouble,
    detect,
    emulate,
    program_from_entry,
    read_entry,
    running,
    sandbox,
    workshop,
)
from humanlike.programs import entry as entries

GAME = GAMES["chicken"]
PLAY = Play(GAME, np.zeros((2, 4), dtype=np.int16))
HALF = 'open(sys.argv[3], "w").write("0.5")'


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"name": "No Spaces"}, "name"),
        ({"kind": "oracle"}, "kind"),
        ({"command": []}, "command"),
        ({"author": ""}, "author"),
        ({"seconds": -1}, "seconds"),
        ({"colour": "red"}, "colour"),
        ({"command": ["./run", ""]}, "command"),
        ({"command": ["x" * 5000]}, "command"),
    ],
)
def test_a_wrong_description_is_refused_with_its_field(make_entry, changed, complaint):
    entry = make_entry(HALF)
    (entry / "entry.toml").unlink()
    with pytest.raises(BadFile, match=complaint):
        read_entry(_described(entry, {**_usual(), **changed}))


def _usual():
    return {"name": "stranger", "kind": "detector", "author": "nobody", "command": ["./run"]}


def _described(entry, about):
    lines = [f"{key} = {value!r}" for key, value in about.items()]
    (entry / "entry.toml").write_text("\n".join(lines) + "\n")
    return entry


@pytest.mark.parametrize(
    "line", [r'command = ["./run\u0000"]', r'author = "\u001b[2J"', r'description = "\u0007"']
)
def test_texts_that_could_do_harm_are_refused(make_entry, line):
    entry = make_entry(HALF)
    usual = {key: value for key, value in _usual().items() if key != line.split()[0]}
    _described(entry, usual)
    with (entry / "entry.toml").open("a") as file:
        file.write(line)
    with pytest.raises(BadFile, match=line.split()[0]) as refusal:
        read_entry(entry)
    assert str(refusal.value).isprintable()


def test_an_entry_too_large_or_too_deep_or_oddly_named_is_refused_or_read(make_entry, monkeypatch):
    entry = make_entry(HALF)
    (entry / os.fsdecode(b"\xff\xfe")).write_text("")  # no text in any encoding, but a name
    assert len(read_entry(entry).fingerprint) == 64
    monkeypatch.setattr(entries, "MOST_BYTES", 10)
    with pytest.raises(BadFile, match="larger"):
        read_entry(entry)
    monkeypatch.setattr(entries, "MOST_FILES", 2)
    with pytest.raises(BadFile, match="more than 2"):
        read_entry(entry)


def test_all_problems_are_told_at_once(make_entry):
    entry = _described(make_entry(HALF), {"name": "", "kind": "oracle"})
    with pytest.raises(BadFile) as refusal:
        read_entry(entry)
    assert all(word in str(refusal.value) for word in ("name", "kind", "author", "command"))


def test_what_is_no_entry_is_refused(tmp_path, make_entry):
    with pytest.raises(BadFile, match="no directory"):
        read_entry(tmp_path / "nowhere")
    with pytest.raises(BadFile, match=r"no entry\.toml"):
        read_entry(tmp_path)
    entry = make_entry(HALF)
    (entry / "entry.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadFile, match="TOML"):
        read_entry(entry)


def test_links_in_an_entry_are_refused(make_entry, tmp_path):
    (tmp_path / "human.csv").write_text("secret")
    entry = make_entry(HALF)
    (entry / "data").symlink_to(tmp_path / "human.csv")
    with pytest.raises(BadFile, match="links"):
        read_entry(entry)
    (entry / "data").unlink()
    os.mkfifo(entry / "data")
    with pytest.raises(BadFile, match="no plain file"):
        read_entry(entry)


def test_a_description_behind_a_link_is_refused(make_entry, tmp_path):
    entry = make_entry(HALF)
    (entry / "entry.toml").rename(tmp_path / "elsewhere.toml")
    (entry / "entry.toml").symlink_to(tmp_path / "elsewhere.toml")
    with pytest.raises(BadFile, match="plain file"):
        read_entry(entry)


def test_the_fingerprint_is_of_names_and_contents(make_entry):
    entry = make_entry(HALF)
    first = read_entry(entry).fingerprint
    assert read_entry(entry).fingerprint == first
    (entry / "more").write_text("")
    second = read_entry(entry).fingerprint
    (entry / "more").write_text("x")
    assert len({first, second, read_entry(entry).fingerprint}) == 3


def test_an_entry_that_changes_after_it_was_read_is_refused(make_entry, sandbox):
    entry = make_entry(HALF)
    program = program_from_entry(entry, SMALL)
    (entry / "run").write_text("#!/bin/sh\n")
    with pytest.raises(EntryFailed, match="its files were changed"):
        program.prepare()


def test_time_is_asked_for_within_the_organisers_cap(make_entry, sandbox):
    assert program_from_entry(make_entry(HALF, seconds=3), SMALL).limits.seconds == 3
    with pytest.raises(BadRequest, match="allows 10 s"):
        program_from_entry(make_entry(HALF, seconds=11), SMALL)


@pytest.mark.parametrize("name", ["seconds", "memory_bytes", "processes", "files"])
def test_limits_are_above_zero(name):
    with pytest.raises(BadRequest, match=name):
        Limits(**{name: 0})


def test_a_program_of_another_kind_is_refused(make_program):
    with pytest.raises(BadRequest, match="is a detector"):
        emulate(make_program(HALF), GAME, (3,), 1)


def test_without_bubblewrap_strangers_are_refused_and_the_trusted_are_marked(make_entry, monkeypatch):
    monkeypatch.setattr(workshop, "bubblewrap", lambda: None)
    entry = make_entry('#!/bin/sh\necho 0.5 > "$3"')
    with pytest.raises(BadRequest, match="bubblewrap"):
        program_from_entry(entry, SMALL)
    answer, ending = detect(program_from_entry(entry, SMALL, trust=True), GAME, PLAY)
    assert answer == 0.5 and ending.mark == "ok (unsandboxed)"


def test_a_trusted_program_has_limits_too(make_entry):
    entry = make_entry("#!/bin/sh\ntrap '' TERM\nsleep 100 & sleep 100")
    with pytest.raises(EntryFailed) as failure:
        detect(program_from_entry(entry, replace(SMALL, seconds=0.5), trust=True), GAME, PLAY)
    assert failure.value.ending.outcome == "timed out" and not failure.value.ending.sandboxed


def test_a_sandbox_that_does_not_open_is_our_trouble(make_program, monkeypatch):
    program = make_program(HALF)
    monkeypatch.setattr(sandbox, "bubblewrap", lambda: "/bin/false")
    with pytest.raises(SandboxTrouble, match="4 attempts") as trouble:
        detect(program, GAME, PLAY)
    assert trouble.value.ending.outcome == "sandbox trouble"
    monkeypatch.setattr(sandbox, "bubblewrap", lambda: "/nowhere/bwrap")
    with pytest.raises(SandboxTrouble, match="not found"):
        detect(program, GAME, PLAY)


def test_a_sandbox_that_opens_late_is_tried_again(make_program, monkeypatch):
    program, tried = make_program(HALF), []
    real = running.sandbox_command

    def unreliable(*words):
        tried.append(words)
        return ["/bin/false"] if len(tried) < 3 else real(*words)

    monkeypatch.setattr(running, "sandbox_command", unreliable)
    assert detect(program, GAME, PLAY)[0] == 0.5 and len(tried) == 3


def test_a_failing_program_is_not_run_again(make_program, monkeypatch):
    tried = []
    real = running.sandbox_command
    monkeypatch.setattr(running, "sandbox_command", lambda *words: tried.append(words) or real(*words))
    with pytest.raises(EntryFailed):
        detect(make_program("sys.exit(1)"), GAME, PLAY)
    assert len(tried) == 1


def test_a_command_that_is_not_there_is_the_entrants_affair(make_program):
    with pytest.raises(EntryFailed) as failure:
        detect(make_program(HALF, command=["./absent"]), GAME, PLAY)
    assert failure.value.ending.outcome == "failed" and "absent" in failure.value.ending.reason


def test_no_handles_are_left_open(make_program):
    program, failing = make_program(HALF), make_program("sys.exit(1)")
    detect(program, GAME, PLAY)
    failing.prepare()
    before = os.listdir("/proc/self/fd")
    for _ in range(3):
        detect(program, GAME, PLAY)
    with pytest.raises(EntryFailed):
        detect(failing, GAME, PLAY)
    assert len(os.listdir("/proc/self/fd")) == len(before)


def test_a_run_leaves_no_files_and_the_workshop_is_private(make_program):
    program = make_program(HALF)
    detect(program, GAME, PLAY)
    home = workshop.workshop_of(program).home
    assert sorted(path.name for path in home.iterdir()) == ["entry", "lock"]
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_programs_and_failures_travel_between_processes(make_program):
    program = pickle.loads(pickle.dumps(make_program(HALF)))
    assert detect(program, GAME, PLAY)[0] == 0.5
    error = pickle.loads(pickle.dumps(EntryFailed("x", Ending("failed", "exit code 1"))))
    assert error.ending.outcome == "failed" and "exit code 1" in str(error)


DEEP = "import os\nfor _ in range(1500): os.mkdir('d'); os.chdir('d')\nopen('file', 'w').close()"
BUILT = """
#!/bin/sh
cp probability "$3"
"""


def test_an_entry_is_built_once_from_its_own_files(make_entry, sandbox):
    entry = make_entry(
        BUILT, build=["/bin/sh", "-c", "echo 0.75 > probability; ln -s /etc link; mkdir -p a/b; touch a/b/c"]
    )
    program = program_from_entry(entry, SMALL)
    assert detect(program, GAME, PLAY)[0] == 0.75
    built = workshop.workshop_of(program).home / "entry"
    assert not (built / "link").exists() and (built / "a" / "b" / "c").exists()
    assert not (entry / "probability").exists()


@pytest.mark.parametrize(
    ("build", "outcome"),
    [
        (["/bin/false"], "failed"),
        (["/bin/sh", "-c", "echo > /dev/tcp/127.0.0.1/80"], "failed"),
        (["/bin/sh", "-c", "head -c 9000000 /dev/zero > a; head -c 9000000 /dev/zero > b"], "failed"),
        (["/bin/sh", "-c", "sleep 100"], "timed out"),
        (["/bin/sh", "-c", "for n in 1 2 3 4 5; do truncate -s 1M hollow$n; done"], "bad output"),
        (["/usr/bin/python3", "-c", DEEP], "bad output"),
    ],
)
def test_a_build_has_its_limits(make_entry, sandbox, monkeypatch, build, outcome):
    monkeypatch.setattr(workshop, "BUILD_SECONDS", 1.0 if outcome == "timed out" else 20.0)
    monkeypatch.setattr(workshop, "BUILD_BYTES", 4 * 2**20)
    program = program_from_entry(make_entry(BUILT, build=build), SMALL)
    with pytest.raises(EntryFailed, match="build") as failure:
        program.prepare()
    assert failure.value.ending.outcome == outcome
