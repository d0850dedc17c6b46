"""`humanlike entry check`: a table or a document, exit code 0 or 2."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from humanlike.cli import main

EXAMPLES = Path(__file__).parents[2] / "src" / "humanlike" / "samples" / "files" / "entries"
ONE_GAME = ("--games", "chicken")  # with the reconstruction's people
PROBE = ["bwrap", "--unshare-user", "--disable-userns", "--ro-bind", "/", "/", "true"]
opens = shutil.which("bwrap") is not None and not subprocess.run(PROBE, capture_output=True).returncode
needs_sandbox = pytest.mark.skipif(not opens, reason="bubblewrap is not installed or may not open a sandbox")


@pytest.fixture
def humanlike(monkeypatch, capsys):
    def run(*words):
        monkeypatch.setattr(sys, "argv", ["humanlike", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
        shown = capsys.readouterr()
        return stop.value.code or 0, shown.out, shown.err

    return run


@pytest.fixture
def broken(tmp_path):
    shutil.copytree(EXAMPLES / "detector-shell", tmp_path / "entry")
    (tmp_path / "entry" / "run").write_text('#!/bin/sh\necho "[/red] 2" > "$3"\n')
    return tmp_path / "entry"


@needs_sandbox
def test_a_sound_entry_is_well(humanlike):
    code, out, err = humanlike("entry", "check", EXAMPLES / "detector-shell", *ONE_GAME)
    assert code == 0 and "All well." in out and "in the sandbox" in out and not err


@needs_sandbox
def test_the_document_holds_every_check(humanlike):
    code, out, _ = humanlike("entry", "check", EXAMPLES / "detector-shell", *ONE_GAME, "--json")
    document = json.loads(out)
    assert code == 0 and document["ok"] and document["sandboxed"] and document["kind"] == "detector"
    assert len(document["fingerprint"]) == 64 and document["entry"] == "example-detector-shell"
    assert {"check", "passed", "detail", "seconds"} == set(document["checks"][0])


@needs_sandbox
def test_problems_are_named_and_the_exit_code_is_2(humanlike, broken):
    code, out, _ = humanlike("entry", "check", broken, *ONE_GAME)
    assert code == 2 and "PROBLEM" in out and "[/red] 2" in out and "Not ready" in out
    code, out, _ = humanlike("entry", "check", broken, *ONE_GAME, "--json")
    document = json.loads(out)
    assert code == 2 and not document["ok"]
    assert [each["check"] for each in document["checks"] if not each["passed"]] == ["judges chicken (2 by 2)"]


@needs_sandbox
def test_an_entry_that_answers_differently_each_time_is_a_problem(humanlike, broken):
    (broken / "run").write_text(
        '#!/bin/sh\nprintf "0.%s" "$(od -An -N4 -tu4 /dev/urandom | tr -d " ")" > "$3"\n'
    )
    code, out, _ = humanlike("entry", "check", broken, *ONE_GAME, "--json")
    wrong = [each["check"] for each in json.loads(out)["checks"] if not each["passed"]]
    assert code == 2 and wrong == ["asked again, pairs in another order"]


@needs_sandbox
def test_time_limits_are_the_organisers(humanlike, broken):
    (broken / "run").write_text("#!/bin/sh\nsleep 100\n")
    code, out, _ = humanlike("entry", "check", broken, *ONE_GAME, "--seconds", "0.3", "--json")
    assert code == 2 and "timed out" in out


def test_a_trusted_entry_runs_without_a_sandbox_and_is_marked(humanlike):
    code, out, _ = humanlike("entry", "check", EXAMPLES / "detector-shell", *ONE_GAME, "--trust")
    assert code == 0 and "UNSANDBOXED" in out
    code, out, _ = humanlike("entry", "check", EXAMPLES / "detector-shell", *ONE_GAME, "--trust", "--json")
    assert code == 0 and json.loads(out)["sandboxed"] is False


def test_without_bubblewrap_it_is_refused(humanlike, monkeypatch):
    from humanlike.programs import workshop

    monkeypatch.setattr(workshop, "bubblewrap", lambda: None)
    code, out, _ = humanlike("entry", "check", EXAMPLES / "detector-shell", *ONE_GAME)
    assert code == 2 and "bubblewrap" in out


def test_what_is_no_entry_is_one_sentence(humanlike, tmp_path):
    code, out, err = humanlike("entry", "check", tmp_path)
    assert code == 2 and not out and "entry.toml" in err and "Traceback" not in err
    code, _, err = humanlike("entry", "check", tmp_path / "nowhere", "--json")
    assert code == 2 and "no directory" in err
