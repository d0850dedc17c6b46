"""A program while it runs: started behind a handshake, watched, ended with everything it started."""

import contextlib
import json
import os
import select
import signal
import stat
import subprocess
import threading
import time
from pathlib import Path
from types import TracebackType

from humanlike.core.foreign_text import harmless
from humanlike.programs.ending import Ending, Outcome
from humanlike.programs.guard import put_under_guard, release_from_guard
from humanlike.programs.limits import Limits
from humanlike.programs.sandbox import (
    ENVIRONMENT,
    READY,
    UNPRIVILEGED,
    Box,
    is_root,
    launcher,
    sandbox_command,
)
from humanlike.programs.system_calls import filter_program
from humanlike.programs.usage import usage_of

START_SECONDS = 15.0  # for the sandbox to open, on a busy machine
POLL_SECONDS = 0.02
STARTER = ("/bin/sh", "-c", 'read -r go && exec "$@"', "starter")  # waits until it is under guard
READ_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
BY_SIGNAL: dict[int, tuple[Outcome, str]] = {
    signal.SIGXCPU: ("timed out", "a process used up its processor time"),
    signal.SIGXFSZ: ("bad output", "wrote a larger file than allowed"),
}


class NotStarted(Exception):
    """The sandbox did not open; the program has not run."""


class RunningProgram:
    """One program and everything it started; leaving the `with` block ends them all."""

    def __init__(
        self, box: Box, command: tuple[str, ...], limits: Limits, log: Path, sandboxed: bool
    ) -> None:
        self.limits = limits
        self.sandboxed = sandboxed
        self._log = log
        self._handles: dict[str, int] = {}  # what must be closed: first process, output, scratch, table
        self._peak_memory = 0
        self._cpu_seconds = 0.0
        self._looked = 0.0
        self._spent = 0.0
        self._since: float | None = None  # when the program's clock was last started
        self._caught: Ending | None = None  # by the guard of a program that converses
        self._over = threading.Event()
        self._guard: threading.Thread | None = None
        self.process: subprocess.Popen[bytes] | None = None
        try:
            with open(log, "ab") as errors:
                start = self._start_sandboxed if sandboxed else self._start_trusted
                self.process = start(box, command, errors.fileno())
            put_under_guard(self.process.pid)
            _let_go(self.process)
            self._handshake(self.process, box)
        except BaseException:
            self.close()
            raise

    def _start_sandboxed(self, box: Box, command: tuple[str, ...], errors: int) -> subprocess.Popen[bytes]:
        self._handles["information"], information = os.pipe()
        filtering = filter_program()
        calls = None if filtering is None else _pipe_holding(filtering)
        passed = [handle for handle in (information, calls) if handle is not None]
        words = [*STARTER, *sandbox_command(box, self.limits, information, calls), *command]
        try:
            return _popen(words, errors, pass_fds=passed, user=UNPRIVILEGED if is_root() else None)
        finally:
            for handle in passed:
                os.close(handle)

    def _start_trusted(self, box: Box, command: tuple[str, ...], errors: int) -> subprocess.Popen[bytes]:
        words = [*STARTER, "/bin/sh", "-c", launcher(self.limits, box, strict=False), "launcher", *command]
        return _popen(words, errors, directory=box.entry)

    def _handshake(self, process: subprocess.Popen[bytes], box: Box) -> None:
        """Wait until the launcher is ready, take hold of the sandbox from outside, let it go."""
        assert process.stdin is not None and process.stdout is not None
        if _read_until(process.stdout.fileno(), READY) != READY:
            raise NotStarted(self.printed() or "no answer from the launcher")
        if self.sandboxed:
            self._take_hold("/entry" if box.building else "/output")
        elif box.outputs is not None:
            self._handles["output"] = os.open(box.outputs, READ_DIRECTORY)
        _let_go(process)
        if box.conversing:
            self._guard = threading.Thread(target=self._watch, daemon=True)
            self._guard.start()
        else:
            process.stdin.close()
            process.stdout.close()
            self.start_clock()

    def _take_hold(self, output: str) -> None:
        """Open the first process, its output, its /tmp and its process table; they outlive the sandbox."""
        try:
            with os.fdopen(self._handles.pop("information"), "rb") as information:
                first = json.load(information)["child-pid"]
            self._handles["first"] = os.pidfd_open(first)
            for name, path in (("output", output), ("scratch", "/tmp"), ("table", "/proc")):
                self._handles[name] = os.open(f"/proc/{first}/root{path}", READ_DIRECTORY)
        except (OSError, ValueError, KeyError) as error:
            raise NotStarted(f"cannot look into the sandbox ({error})") from error

    def __enter__(self) -> "RunningProgram":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def seconds(self) -> float:
        """How long the program has been running; for one that converses, how long it kept us waiting."""
        return self._spent + (time.monotonic() - self._since if self._since is not None else 0.0)

    def start_clock(self) -> None:
        """From now on it is the program's time that passes."""
        if self._since is None:
            self._since = time.monotonic()

    def stop_clock(self) -> None:
        """From now on it is not."""
        self._spent, self._since = self.seconds, None

    def ending(self, outcome: Outcome, reason: str = "") -> Ending:
        """An ending with what has been used so far."""
        return Ending(outcome, reason, self.seconds, self._cpu_seconds, self._peak_memory, self.sandboxed)

    def overrun(self) -> Ending | None:
        """What the program has too much of, if anything; looks at most every `POLL_SECONDS`."""
        now = time.monotonic()
        if self._caught is not None or now - self._looked < POLL_SECONDS:
            return self._caught
        self._looked = now
        if self.seconds > self.limits.seconds:
            return self.ending("timed out", f"after {self.limits.seconds:g} s")
        return self._overrun_of_anything_but_time() if self._guard is None else None

    def _watch(self) -> None:
        """While nobody waits for a program that converses, it is watched all the same."""
        while not self._over.wait(POLL_SECONDS):
            self._caught = self._overrun_of_anything_but_time()
            if self._caught is not None:
                self._kill()
                return

    def _overrun_of_anything_but_time(self) -> Ending | None:
        return self._overrun_of_print() or self._overrun_of_the_tree()

    def _overrun_of_print(self) -> Ending | None:
        if self._log.stat().st_size <= self.limits.printed_bytes:
            return None
        return self.ending("bad output", f"printed more than {self.limits.printed_bytes} bytes")

    def _overrun_of_the_tree(self) -> Ending | None:
        if "table" not in self._handles:
            return None
        usage = usage_of(self._handles["table"])
        self._peak_memory = max(self._peak_memory, usage.memory_bytes)
        self._cpu_seconds = max(self._cpu_seconds, usage.cpu_seconds)
        if usage.memory_bytes > self.limits.memory_bytes:
            return self.ending(
                "out of memory", f"{usage.memory_bytes >> 20} MB in {usage.processes} processes"
            )
        if usage.cpu_seconds > self.limits.cpu_seconds:
            return self.ending("timed out", f"after {usage.cpu_seconds:.1f} s of processor time")
        for name in ("output", "scratch"):
            space = os.fstatvfs(self._handles[name])
            if space.f_files - space.f_ffree > self.limits.files + 1:
                return self.ending("bad output", f"made more than {self.limits.files} files")
        return None

    def wait(self) -> Ending:
        """Let the program run to its end or to its limits, then end whatever it left behind."""
        assert self.process is not None
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self.process.wait(timeout=POLL_SECONDS)
                break
            if trouble := self.overrun():
                self.stop()
                return trouble
        ended = self.ending_by_itself(code)
        self.stop()
        return ended

    def ending_by_itself(self, code: int) -> Ending:
        """The ending of a program that ended by itself, be it of having printed more than its file could hold."""
        if trouble := self._overrun_of_print():
            return trouble
        if code == 0:
            return self.ending("ok")
        number = -code if code < 0 else code - 128
        if number in BY_SIGNAL:
            return self.ending(*BY_SIGNAL[number])
        how = f"ended by signal {number}" if 0 < number < 65 else f"exit code {code}"
        return self.ending("failed", ", ".join(filter(None, (how, self.printed()))))

    def printed(self) -> str:
        """The end of what the program printed, made harmless."""
        with open(self._log, "rb") as file:
            file.seek(max(0, self._log.stat().st_size - 200))
            text = file.read(200).decode(errors="replace")
        return harmless(text)

    def stop(self) -> None:
        """End the program and everything it started, whatever that ignores or has become."""
        self._over.set()
        if self._guard is not None:
            self._guard.join()
        self._kill()
        if self.process is not None:
            release_from_guard(self.process.pid)
        if "first" in self._handles:
            select.select([self._handles["first"]], [], [], START_SECONDS)
        if self.process is not None:
            self.process.wait()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if (
                "first" in self._handles
            ):  # the kernel ends a process namespace together with its first process
                signal.pidfd_send_signal(self._handles["first"], signal.SIGKILL)
            elif self.process is not None:
                os.killpg(self.process.pid, signal.SIGKILL)

    def close(self) -> None:
        """End everything and let go of it."""
        self.stop()
        for stream in (self.process.stdin, self.process.stdout) if self.process is not None else ():
            if stream is not None:
                with contextlib.suppress(OSError):  # a pipe whose reader is gone
                    stream.close()
        while self._handles:
            os.close(self._handles.popitem()[1])

    def read_output(self, name: str, most_bytes: int) -> bytes | Ending:
        """What the program wrote to `name`: a plain file of at most `most_bytes`, alone, never through a link."""
        others = sorted(set(os.listdir(self._handles["output"])) - {name})
        if others:
            return self.ending("bad output", f"wrote '{harmless(others[0])[:40]}', which nobody asked for")
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        try:
            handle = os.open(name, flags, dir_fd=self._handles["output"])
        except FileNotFoundError:
            return self.ending("bad output", "wrote no output file")
        except OSError as error:
            return self.ending(
                "bad output", f"the output cannot be opened as a plain file ({error.strerror})"
            )
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return self.ending("bad output", "the output is no plain file")
            with os.fdopen(handle, "rb", closefd=False) as file:
                content = file.read(most_bytes + 1)
        finally:
            os.close(handle)
        if len(content) > most_bytes:
            return self.ending("bad output", f"wrote more than the {most_bytes} bytes an answer can need")
        return content

    def copy_output(self, target: Path, most_bytes: int, most_files: int) -> Ending | None:
        """Copy all plain files of the output into `target`; links and other things are left behind."""
        copied, files = 0, 0
        target.mkdir(exist_ok=True)
        try:
            for directory, _, names, handle in os.fwalk(".", dir_fd=self._handles["output"]):
                for name in names:
                    status = os.stat(name, dir_fd=handle, follow_symlinks=False)
                    files += 1
                    copied += status.st_size  # as it claims to be: hollow files would swell here
                    if copied > most_bytes or files > most_files:
                        most = f"{most_bytes >> 20} MB" if copied > most_bytes else f"{most_files} files"
                        return self.ending("bad output", f"left more than {most}")
                    if stat.S_ISREG(status.st_mode):
                        _copy(handle, name, target / directory / name)
        except (OSError, RecursionError) as error:
            return self.ending("bad output", f"what it left cannot be copied ({type(error).__name__})")
        return None


def _copy(directory: int, name: str, target: Path) -> None:
    source = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=directory)
    with os.fdopen(source, "rb") as file:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read())
        target.chmod(0o755 if os.fstat(source).st_mode & 0o111 else 0o644)


def _popen(
    words: list[str],
    errors: int,
    *,
    pass_fds: list[int] | None = None,
    user: int | None = None,
    directory: Path | None = None,
) -> subprocess.Popen[bytes]:
    trusted = {"PATH": os.environ.get("PATH", ""), "PYTHONDONTWRITEBYTECODE": "1"}  # beside its own files
    environment = ENVIRONMENT if directory is None else {**ENVIRONMENT, **trusted}
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            pass_fds=pass_fds or [],
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            cwd=directory or "/",
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        raise NotStarted(f"{words[0]}: {error.strerror or error}") from error


def _let_go(process: subprocess.Popen[bytes]) -> None:
    """Tell whoever waits for `go` to go on."""
    assert process.stdin is not None
    try:
        process.stdin.write(b"go\n")
        process.stdin.flush()
    except OSError as error:
        raise NotStarted(str(error)) from error


def _pipe_holding(content: bytes) -> int:
    """A handle from which `content`, smaller than a pipe, can be read."""
    reading, writing = os.pipe()
    os.write(writing, content)
    os.close(writing)
    return reading


def _read_until(handle: int, wanted: bytes) -> bytes:
    """Read exactly as many bytes as `wanted` has, or fewer if the other side ends or takes too long."""
    deadline, found = time.monotonic() + START_SECONDS, b""
    while len(found) < len(wanted):
        if not select.select([handle], [], [], max(0.0, deadline - time.monotonic()))[0]:
            break
        piece = os.read(handle, len(wanted) - len(found))
        if not piece:
            break
        found += piece
    return found
