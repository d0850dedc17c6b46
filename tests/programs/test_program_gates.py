"""Smaller gates: sockets, links, sizes, authors, covered places, numbers, and answers nobody asked for."""

import json
import os
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from programs_limits import SMALL

from humanlike.core import BadFile, BadRequest, Game, Play
from humanlike.games import GAMES
from humanlike.games.files import plain_text
from humanlike.programs import (
    EntryFailed,
    author_key,
    detect,
    play_match,
    program_from_entry,
    read_entry,
    system_calls,
)
from humanlike.programs import sandbox as sandboxes
from humanlike.programs.playing import plain_table

GAME = GAMES["chicken"]
PLAY = Play(GAME, np.zeros((2, 4), dtype=np.int16))
HALF = 'open(sys.argv[3], "w").write("0.5")'
SOCKETS = """
import socket
allowed = 0
for family in range(1, 46):
    for make in (socket.socket, socket.socketpair):
        try:
            made = make(family, socket.SOCK_DGRAM)
            allowed += 1 if family == socket.AF_UNIX else 100
        except OSError:
            pass
open(sys.argv[3], "w").write("1" if allowed == 2 else "0")
"""


def test_sockets_are_between_processes_of_the_sandbox_only(make_program):
    assert detect(make_program(SOCKETS), GAME, PLAY)[0] == 1


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_lets_only_one_family_of_sockets_through(monkeypatch, machine):
    monkeypatch.setattr(system_calls.platform, "machine", lambda: machine)
    program = list(struct.iter_unpack("=HBBI", system_calls.filter_program()))
    column = list(system_calls.ARCHITECTURES).index(machine)

    def verdict(number, first):
        words, place, value = {0: number, 4: system_calls.ARCHITECTURES[machine], 16: first}, 0, 0
        while True:
            code, true, false, operand = program[place]
            place += 1
            if code == system_calls.RETURN:
                return operand
            if code == system_calls.LOAD:
                value = words[operand]
            else:
                holds = value == operand if code == system_calls.JUMP_IF_EQUAL else value >= operand
                place += true if holds else false

    for numbers in system_calls.SOCKETS.values():
        assert verdict(numbers[column], 1) == system_calls.ALLOW
        assert all(
            verdict(numbers[column], family) == system_calls.NO_SUCH_FAMILY for family in (0, 2, 10, 16, 40)
        )
    assert verdict(system_calls.REFUSED["ptrace"][column], 1) == system_calls.REFUSE
    assert verdict(0, 2) == system_calls.ALLOW


def test_a_hard_link_is_refused_and_a_copy_is_not(make_entry, tmp_path):
    (tmp_path / "secret").write_text("it was human")
    entry = make_entry(HALF)
    os.link(tmp_path / "secret", entry / "data")
    with pytest.raises(BadFile, match=r"hard link.*[Cc]opying"):
        read_entry(entry)
    (entry / "data").unlink()
    (entry / "data").write_bytes((tmp_path / "secret").read_bytes())
    assert read_entry(entry).name == "stranger"


def test_sizes_are_looked_at_before_anything_is_read(make_entry, monkeypatch):
    entry = make_entry(HALF)
    os.truncate(entry / "entry.toml", 65 * 2**10)
    with pytest.raises(BadFile, match="larger than 64 KB"):
        read_entry(entry)
    os.truncate(entry / "entry.toml", 600 * 2**20)  # hollow: nobody has to read it to know
    monkeypatch.setattr(os, "open", None)
    with pytest.raises(BadFile, match="larger than 64 MB"):
        read_entry(entry)


@pytest.mark.parametrize(
    "author", ["humanlike", "Human Like", "HUMAN-LIKE.", "ｈｕｍａｎｌｉｋｅ", "hum\u0430nlik\u0435"]
)
def test_nobody_signs_for_us(make_entry, author):
    assert author_key(author) == "humanlike"
    with pytest.raises(BadFile, match="author: 'humanlike' is reserved"):
        read_entry(make_entry(HALF, author=author))
    assert author_key("Humanlike Ltd") != "humanlike"


def test_only_detectors_learn(make_entry):
    with pytest.raises(BadFile, match="only a detector learns"):
        read_entry(make_entry(HALF, kind="player", train=["./run"]))


def test_everything_the_organiser_reads_is_covered(make_program, monkeypatch):
    """Directories and single files in a shown place, nested ones once; what lies elsewhere needs no cover."""
    inner = Path("/usr/share/doc").resolve()
    single = Path("/usr/include/stdio.h").resolve()
    unseen = (inner, next(path for path in inner.iterdir() if not path.is_symlink()), single, Path("/proc"))
    assert sandboxes.hidden(unseen) == sorted([inner, single])
    script = f"""#!/bin/sh
if [ -z "$(ls {inner})" ] && [ ! -s {single} ]; then echo 0 > $3; else echo 1 > $3; fi
"""
    assert detect(make_program(script), GAME, PLAY)[0] == 1
    assert detect(make_program(script, limits=replace(SMALL, unseen=unseen)), GAME, PLAY)[0] == 0
    monkeypatch.chdir(inner)
    assert sandboxes.hidden() == [inner]  # where the organiser stands
    monkeypatch.chdir("/usr/bin")
    assert sandboxes.hidden() == []  # programs would be left without a system


def test_what_cannot_be_covered_is_refused(make_entry, sandbox):
    with pytest.raises(BadRequest, match="holds the system's programs"):
        program_from_entry(make_entry(HALF), replace(SMALL, unseen=(Path("/usr"),)))


def test_payoffs_are_written_alike_in_files_and_documents():
    game = Game.from_matrices("mixed", [[8.0, 0.1], [-3.0, 2.5]], [[1e15, 1.0], [0.0, 7.25]])
    words = plain_text.text_of(game).split()[2:]
    spoken = json.dumps([plain_table(game.tables[0]), plain_table(game.tables[1])])
    assert spoken == "[[[8, 0.1], [-3, 2.5]], [[1000000000000000.0, 0], [1, 7.25]]]"
    assert words == ["8", "1000000000000000.0", "0.1", "1", "-3", "0", "2.5", "7.25"]


EAGER = {
    "two answers to one question": 'for line in sys.stdin: os.write(1, b\'{"action": 0}\\n{"action": 0}\\n\')',
    "all answers at once": "os.write(1, b'{\"action\": 0}\\n' * 50); time.sleep(5)",
}


@pytest.mark.parametrize("name", EAGER)
def test_answers_before_the_question_are_refused(make_program, name):
    program = make_program(EAGER[name], "player")
    with pytest.raises(EntryFailed) as failure:
        play_match((program, program), GAME, np.full((2, 6), 0.5), (1, 2))
    assert failure.value.ending.mark == "bad output: answered before it was asked"


MORE = {
    "several numbers": 'open(sys.argv[3], "w").write("0.5\\n0.25\\n")',
    "another file": HALF + '\nopen(os.path.dirname(sys.argv[3]) + "/other.txt", "w").write("0.25")',
    "a directory": HALF + '\nos.mkdir(os.path.dirname(sys.argv[3]) + "/more")',
}


@pytest.mark.parametrize("name", MORE)
def test_one_play_has_one_answer(make_program, name):
    with pytest.raises(EntryFailed) as failure:
        detect(make_program(MORE[name]), GAME, PLAY)
    assert failure.value.ending.outcome == "bad output"


def test_a_trusted_program_that_changes_its_files_is_marked_and_begins_anew(make_entry):
    script = HALF + '\nif os.path.exists("note"): open(sys.argv[3], "w").write("1")'
    script += '\nif not os.path.exists("quiet"): open("note", "w").write("it was human")'
    program = program_from_entry(make_entry(script), SMALL, trust=True)
    for _ in range(2):
        with pytest.raises(EntryFailed) as failure:
            detect(program, GAME, PLAY)
        assert failure.value.ending.mark == "failed: changed its own files (unsandboxed)"
    entry = make_entry(script)
    (entry / "quiet").write_text("")
    (entry / "neighbour.py").write_text("")
    assert detect(program_from_entry(entry, SMALL, trust=True), GAME, PLAY)[0] == 0.5
