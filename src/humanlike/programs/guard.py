"""A guard beside every process that runs programs: if that is killed, the guard ends the programs it was running.

A sandbox ends with whoever opened it (`--die-with-parent`), but not while it is just opening: killed at that instant,
bubblewrap waits forever for itself. A trusted program has no sandbox at all. So a shell keeps the list of process
groups that are at work, told through a pipe that only this process holds open. The kernel closes the pipe when we end,
in whatever way, and the shell kills what is on the list. No program starts before it is on it. One that detaches
itself, which only a trusted one can, is not reached.
"""

import atexit
import contextlib
import os
import subprocess
import threading

SCRIPT = """
while read -r sign group; do
    case $sign in
        +) groups="$groups $group" ;;
        -) kept=; for each in $groups; do [ "$each" = "$group" ] || kept="$kept $each"; done; groups=$kept ;;
    esac
done
for each in $groups; do kill -s KILL -- "-$each"; done
"""
_guards: dict[int, subprocess.Popen[bytes]] = {}  # by process: a forked copy needs one of its own
_gate = threading.Lock()


def put_under_guard(group: int) -> None:
    """If this process ends, the process group `group` ends with it."""
    with _gate:
        try:
            _tell(f"+ {group}\n")
        except OSError:  # somebody ended the guard
            _guards.pop(os.getpid(), None)
            _tell(f"+ {group}\n")


def release_from_guard(group: int) -> None:
    """The group has been ended."""
    with _gate, contextlib.suppress(OSError):
        _tell(f"- {group}\n")


def _tell(line: str) -> None:
    guard = _guards.get(os.getpid())
    if guard is None:
        guard = _guards[os.getpid()] = _started()
    assert guard.stdin is not None
    guard.stdin.write(line.encode())
    guard.stdin.flush()


def _started() -> subprocess.Popen[bytes]:
    guard = subprocess.Popen(
        ["/bin/sh", "-c", SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,  # Ctrl-C is not for it
    )
    atexit.register(_dismiss, guard, os.getpid())
    return guard


def _dismiss(guard: subprocess.Popen[bytes], owner: int) -> None:
    if os.getpid() == owner and guard.stdin is not None:
        with contextlib.suppress(OSError):
            guard.stdin.close()
        guard.wait()
