"""Small entries made on the spot, small limits, and a reason to skip where no sandbox opens."""

import functools
import json
import shutil
import textwrap
from pathlib import Path

import pytest
from programs_limits import SMALL

from humanlike.core import HumanlikeError
from humanlike.programs import program_from_entry


@functools.cache
def sandbox_problem(folder: Path) -> str:
    """Why no sandbox opens here, or nothing."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    if not Path("/usr/bin/python3").exists():
        return "the hostile programs are written for /usr/bin/python3"
    (folder / "entry.toml").write_text('name="probe"\nkind="detector"\nauthor="x"\ncommand=["true"]\n')
    try:
        with program_from_entry(folder, SMALL).conversing():
            return ""
    except HumanlikeError as error:
        return str(error)


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory):
    """Skip, with the reason, where no sandbox can be opened."""
    if problem := sandbox_problem(tmp_path_factory.mktemp("probe")):
        pytest.skip(problem)


@pytest.fixture
def make_entry(tmp_path):
    """Write an entry whose program is the given Python (or, with a #! line, any) script."""

    def make(script, kind="detector", name="stranger", **more):
        folder = tmp_path / f"{name}-{kind}-{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        about = {"name": name, "kind": kind, "author": "nobody", "command": ["./run"], **more}
        lines = [f"{key} = {json.dumps(value)}" for key, value in about.items()]
        (folder / "entry.toml").write_text("\n".join(lines) + "\n")
        script = textwrap.dedent(script).lstrip()
        if not script.startswith("#!"):
            script = f"#!/usr/bin/python3\nimport os, sys, time\n{script}"
        (folder / "run").write_text(script)
        (folder / "run").chmod(0o755)
        return folder

    return make


@pytest.fixture
def make_program(make_entry, sandbox):
    """The same, ready to run in the sandbox within small limits."""

    def make(script, kind="detector", limits=SMALL, trust=False, **more):
        return program_from_entry(make_entry(script, kind, **more), limits, trust=trust)

    return make
