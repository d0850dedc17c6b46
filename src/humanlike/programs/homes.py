"""Folders for entries and their runs among the temporary files: private, and swept when whoever made them was killed.

Each holds a lock that its process keeps while it lives. A folder whose lock nobody holds has been abandoned, whatever
its process's number means by now; the next process that needs a folder removes it.
"""

import contextlib
import os
import shutil
import tempfile
import weakref
from functools import cache
from pathlib import Path

from humanlike.programs.sandbox import UNPRIVILEGED, is_root
from humanlike.work import LOCK, hold_at, is_abandoned

PREFIX = "humanlike-"


def new_home(owner: object) -> Path:
    """A new folder that lives as long as `owner` in this process."""
    sweep_abandoned(os.getpid())
    home = Path(tempfile.mkdtemp(prefix=PREFIX))
    with contextlib.suppress(OSError):  # where nothing can be locked, nothing is swept
        hold_at(home / LOCK)
    weakref.finalize(owner, _remove, home, os.getpid())
    return home


@cache
def sweep_abandoned(process: int) -> None:
    """Remove the folders of processes that were killed; once in each process."""
    ours = {os.geteuid(), UNPRIVILEGED} if is_root() else {os.geteuid()}
    for home in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            if home.lstat().st_uid in ours and is_abandoned(home / LOCK):
                shutil.rmtree(home, ignore_errors=True)


def _remove(home: Path, owner: int) -> None:
    """Clear away; a forked copy of the owner leaves alone what is not its own."""
    if os.getpid() == owner:
        shutil.rmtree(home, ignore_errors=True)
