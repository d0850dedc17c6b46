"""Talking with a program in JSON lines: one document a line each way, never waiting beyond its limits."""

import json
import os
import select
import subprocess
from typing import Any

from humanlike.programs.ending import Ending, EntryFailed
from humanlike.programs.running import POLL_SECONDS, RunningProgram

LONGEST_LINE = 65536


class Conversation:
    """Both ends of a running program's standard input and output."""

    def __init__(self, name: str, running: RunningProgram) -> None:
        process: subprocess.Popen[bytes] | None = running.process
        assert process is not None and process.stdin is not None and process.stdout is not None
        self._name, self._running, self._process = name, running, process
        self._speech = process.stdin
        self._input, self._output = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._heard = b""

    def failed(self, ending: Ending) -> EntryFailed:
        """The error that ends the conversation."""
        return EntryFailed(self._name, ending)

    def ask(self, document: dict[str, Any]) -> None:
        """Send one document that has to be answered; nobody answers before."""
        self.check_silence()
        self.tell(document)

    def check_silence(self) -> None:
        """Refuse what was said while nothing was asked."""
        if not self._heard and select.select([self._output], [], [], 0)[0]:
            self._heard = os.read(self._output, LONGEST_LINE)
        if self._heard:
            raise self.bad("answered before it was asked")

    def tell(self, document: dict[str, Any]) -> None:
        """Send one document; the program's clock runs until it is answered."""
        self._running.start_clock()
        rest = json.dumps(document, separators=(",", ":")).encode() + b"\n"
        while rest:
            if select.select([], [self._input], [], POLL_SECONDS)[1]:
                try:
                    rest = rest[os.write(self._input, rest) :]
                except BrokenPipeError:
                    raise self.failed(self._ended()) from None
            self._check()

    def hear(self) -> Any:
        """Wait for one document."""
        while b"\n" not in self._heard:
            if select.select([self._output], [], [], POLL_SECONDS)[0]:
                piece = os.read(self._output, LONGEST_LINE)
                if not piece:
                    raise self.failed(self._ended())
                self._heard += piece
            self._check()
            if len(self._heard) > LONGEST_LINE:
                raise self.failed(
                    self._running.ending("bad output", f"more than {LONGEST_LINE} bytes at once")
                )
        self._running.stop_clock()
        line, _, self._heard = self._heard.partition(b"\n")
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise self.bad("a line that is no JSON document") from None

    def bad(self, reason: str) -> EntryFailed:
        """The error for an answer that breaks the protocol."""
        return self.failed(self._running.ending("bad output", reason))

    def end(self, document: dict[str, Any], seconds: float) -> Ending:
        """Say goodbye, give the program a moment to leave by itself, and end it."""
        try:
            self.tell(document)
            self._speech.close()
            self._process.wait(timeout=seconds)
        except (EntryFailed, subprocess.TimeoutExpired):
            pass  # the match is over; how a program leaves is its own affair
        self._running.stop_clock()
        return self._running.ending("ok")

    def _check(self) -> None:
        if trouble := self._running.overrun():
            raise self.failed(trouble)

    def _ended(self) -> Ending:
        """The program has closed its side: it has been ended, has ended, or will not speak again."""
        if trouble := self._running.overrun():
            return trouble
        try:
            code = self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return self._running.ending("failed", "closed its output before the match was over")
        if code == 0:
            return self._running.ending("failed", "left before the match was over")
        return self._running.ending_by_itself(code)
