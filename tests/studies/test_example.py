"""Sample files: written, never over others, and taken by the command named beside them."""

import shlex
import shutil
import subprocess
import sys

import pytest

from humanlike.core import BadRequest, UnknownName
from humanlike.samples import SAMPLES, write_sample
from humanlike.studies.example import example


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    folder = tmp_path_factory.mktemp("samples")
    write_sample("all", folder)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_the_command_beside_a_sample_takes_it(name, everything):
    words = shlex.split(SAMPLES[name].command)[1:]
    if name == "entry" and shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    if name == "agent":
        words += ["--games", "3", "--days", "12"]
    if name == "play":
        words += ["--resamples", "20"]
    done = subprocess.run(
        [sys.executable, "-m", "humanlike", *words],
        cwd=everything,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_a_file_that_is_there_is_never_touched(tmp_path):
    (tmp_path / "my_rule.py").write_text("mine")
    with pytest.raises(BadRequest, match="already there"):
        write_sample("all", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["my_rule.py"]
    assert (tmp_path / "my_rule.py").read_text() == "mine"


def test_samples_are_listed_and_unknown_ones_are_told():
    assert set(example().frame()["name"]) == set(SAMPLES)
    with pytest.raises(UnknownName, match="Did you mean 'rule'"):
        write_sample("rules")


def test_an_unwritable_folder_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadRequest, match="cannot be written"):
        write_sample("rule", tmp_path / "file" / "below")
