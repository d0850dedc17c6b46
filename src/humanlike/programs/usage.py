"""What all processes of a sandbox use together, read through the sandbox's own process table."""

import os
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Usage(NamedTuple):
    """Sums over all processes alive."""

    processes: int
    memory_bytes: int
    cpu_seconds: float


def usage_of(process_table: int) -> Usage:
    """The usage of every process listed in the /proc directory opened as `process_table`.

    It lists the sandbox's processes and no others, however they were started, so nobody slips away by
    becoming a daemon. Processes may end while they are read; those count as nothing.
    """
    names = [name for name in os.listdir(process_table) if name.isdecimal()]
    memory = sum(_memory(process_table, name) for name in names)
    return Usage(len(names), memory, sum(_cpu_seconds(process_table, name) for name in names))


def _read(process_table: int, path: str) -> bytes:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC, dir_fd=process_table)
    except OSError:
        return b""
    try:
        return os.read(handle, 65536)
    except OSError:
        return b""
    finally:
        os.close(handle)


def _memory(process_table: int, name: str) -> int:
    """Proportional set size; where that may not be read, resident memory that no file backs."""
    for line in _read(process_table, f"{name}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    words = _read(process_table, f"{name}/statm").split()
    return (int(words[1]) - int(words[2])) * PAGE if len(words) > 2 else 0


def _cpu_seconds(process_table: int, name: str) -> float:
    """Processor time of a process and of its children that have ended."""
    text = _read(process_table, f"{name}/stat")
    words = text[text.rfind(b")") + 1 :].split()  # the command's name may hold anything
    return sum(map(int, words[11:15])) / TICKS if len(words) > 15 else 0.0
