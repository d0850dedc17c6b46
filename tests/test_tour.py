"""What the front pages show works as printed, in an empty folder."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from humanlike.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOUR = re.search(r"## A tour.*?```\n(.*?)```", README, flags=re.S)
LINES = [line for line in (TOUR[1].splitlines() if TOUR else []) if line.strip()]


def python_blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page, flags=re.S)


@pytest.mark.slow
@pytest.mark.xdist_group("tour")
def test_the_tour_of_the_readme_runs_literally(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert len(LINES) > 20
    for line in LINES:
        words = shlex.split(line, comments=True)
        if words[1] == "entry" and shutil.which("bwrap") is None:
            continue  # a sandbox is what this line shows
        monkeypatch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as stop:
            main()
        printed = capsys.readouterr()
        assert stop.value.code in (0, None), f"{line}: {printed.err}"
        assert printed.out.strip(), line


@pytest.mark.slow
@pytest.mark.xdist_group("tour")
@pytest.mark.parametrize("page", ["README.md", "docs/first_steps.md"])
def test_the_python_of_a_page_runs(page, tmp_path):
    blocks = python_blocks((ROOT / page).read_text(encoding="utf-8"))
    assert blocks
    for block in blocks:
        done = subprocess.run(
            [sys.executable, "-c", block], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr


def test_the_first_steps_are_short():
    (block,) = python_blocks((ROOT / "docs" / "first_steps.md").read_text(encoding="utf-8"))
    lines = [line for line in block.splitlines() if line.strip()]
    assert len(lines) <= 30
    assert sum(line.startswith(("import ", "from ")) for line in lines) <= 2


def test_every_page_is_in_the_index():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert pages <= set(re.findall(r"\]\(([a-z_]+\.md)\)", index))
