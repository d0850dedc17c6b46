"""Running the commands of rows: in one folder, each once, in this process."""

import io
import json
import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from humanlike.cli import app
from humanlike.core import HumanlikeError


class CommandFailed(Exception):
    """A command of a page that ends with anything but success, with what it said."""


class Commands:
    """The documents of commands, run in a folder that holds the sample files; equal lines run once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._documents: dict[str, Any] = {}
        self._run("humanlike example all")

    def document(self, lines: str) -> Any:
        """What the last of these lines prints with `--json`."""
        if lines not in self._documents:
            *before, last = (line.strip() for line in lines.split(";"))
            for line in before:
                self._run(line)
            self._documents[lines] = json.loads(self._run(f"{last} --json"))
        return self._documents[lines]

    def _run(self, line: str) -> str:
        printed, said = io.StringIO(), io.StringIO()
        with _inside(self.folder), redirect_stdout(printed), redirect_stderr(said):
            try:
                app(shlex.split(line)[1:], prog_name="humanlike")
            except HumanlikeError as error:
                raise CommandFailed(f"{line}: {error}") from error
            except SystemExit as stop:
                if stop.code not in (0, None):
                    raise CommandFailed(f"{line}: {said.getvalue().strip()}") from stop
        return printed.getvalue()


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
