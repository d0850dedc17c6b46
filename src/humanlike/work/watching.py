"""Workers end with their master: killed in any way, it leaves nobody behind who would go on working.

A worker watches its master from a thread of its own. On Linux it holds a descriptor of the process (`pidfd_open`),
which cannot mean another one later; elsewhere it looks who its parent is. It ends itself at once (SIGKILL), with
no chance to start anything more; the programs it runs end with it (`programs`).
"""

import os
import select
import signal
import threading
import time

LOOK_SECONDS = 0.2  # where there is no descriptor to wait for
_watched: set[tuple[int, int]] = set()  # (worker, master): a forked copy has no threads


def end_with(master: int) -> None:
    """From now on this process ends when its parent, the process `master`, has ended."""
    key = (os.getpid(), master)
    if key not in _watched:
        _watched.add(key)
        threading.Thread(target=_watch, args=(master,), daemon=True).start()


def _watch(master: int) -> None:
    try:
        handle = os.pidfd_open(master)
    except ProcessLookupError:
        _end()
    except (AttributeError, OSError):
        _look_for(master)
    else:
        if os.getppid() == master:  # else it ended before, and its number may be another's
            select.select([handle], [], [])
        _end()


def _look_for(master: int) -> None:
    while os.getppid() == master:
        time.sleep(LOOK_SECONDS)
    _end()


def _end() -> None:
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
