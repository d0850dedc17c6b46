"""What programs read: the JSON keys of version 0.1 are still there, and the documents are strict JSON."""

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from humanlike.cli import main
from humanlike.samples import write_sample

KEPT = json.loads((Path(__file__).parent / "keys_of_0_1.json").read_text(encoding="utf-8"))


def keys_of(value, path=""):
    """Every key of a document, as a path; of lists the first three entries."""
    if isinstance(value, dict):
        below = [keys_of(entry, f"{path}.{key}") for key, entry in value.items()]
        return {f"{path}.{key}" for key in value}.union(*below)
    if isinstance(value, list):
        return {f"{path}[]"}.union(*(keys_of(entry, f"{path}[]") for entry in value[:3]))
    return set()


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    folder = tmp_path_factory.mktemp("samples")
    write_sample("all", folder)
    before = Path.cwd()
    os.chdir(folder)
    yield folder
    os.chdir(before)


def refuse(word):
    raise AssertionError(f"{word} is no JSON")


@pytest.mark.slow
@pytest.mark.xdist_group("front hall")
@pytest.mark.parametrize("line", KEPT)
def test_a_document_keeps_the_keys_of_0_1(line, samples, monkeypatch, capsys, tmp_path):
    words = [str(tmp_path / "run") if word == "RUN" else word for word in shlex.split(line)]
    monkeypatch.setattr(sys, "argv", ["humanlike", *words, "--json"])
    with pytest.raises(SystemExit) as stop:
        main()
    printed = capsys.readouterr()
    assert stop.value.code in (0, None), printed.err
    document = json.loads(printed.out, parse_constant=refuse)
    assert set(KEPT[line]) <= keys_of(document), sorted(set(KEPT[line]) - keys_of(document))
