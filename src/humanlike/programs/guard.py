"""A guard beside a program that runs without a sandbox: if we are killed, it ends the program's process group.

A sandbox ends with whoever opened it (`--die-with-parent`). A trusted program would live on; so a shell waits on a pipe
that only this process holds open. The kernel closes it when we end, in whatever way and from whichever thread we
started, and the shell kills the group. A program that detaches itself into a session of its own is not reached.
"""

import subprocess

SCRIPT = 'read -r line; kill -KILL -- "-$1"'


class Guard:
    """Ends the process group `group` when this process ends."""

    def __init__(self, group: int) -> None:
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", SCRIPT, "guard", str(group)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def dismiss(self) -> None:
        """The program has been ended, or is about to be, by ourselves."""
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
