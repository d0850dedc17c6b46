"""Agents think under guard: whatever one of them does costs it its day, never the game and nobody else.

- Any exception ends the thought, `SystemExit` and a `KeyboardInterrupt` of the agent's own included; a real Ctrl-C ends
  the game, even if the agent swallows it.
- A thought may take so much time of the processor, by this thread alone: a machine that is busy or suspended, or
  somebody else's threads, cost nobody a day. Who uses hardly any (sleeps, waits) is woken up when it has been so for
  twice as long.
- Where the platform allows it (main thread, POSIX) a long thought is interrupted, again and again until it ends; so an
  `except` that catches everything is left at its next step. Elsewhere a thought is judged when it ends.
- Threads of its own are refused: they would think on when others are asked.
- What an agent changes of NumPy's error handling or of the recursion limit is its own affair.

An agent is not locked in: it lives in this process. One that ends the process (`os._exit`), exhausts its memory, never
returns from a call into C, turns the alarm off on purpose or searches the interpreter for the world is beyond this
guard; play agents of strangers only if you would run their code.
"""

import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Callable
from contextvars import Context
from time import thread_time
from types import TracebackType
from typing import Any, Final, TypeVar

Answer = TypeVar("Answer")
TICKS: Final = 15  # in a thought's patience, which is counted from the first of them: so exactly is it kept
# idle ticks a thought may have; however long the machine stands still, that is one
SLEEPIEST: Final = 2 * TICKS
# a tick in which less than this share of it was used: asleep rather than kept waiting by others
IDLE: Final = 0.05
LONGEST_REASON: Final = 200  # letters

_thinkers: set[int] = set()  # threads in which an agent thinks just now


class Lost(Exception):
    """An agent's thought that came to nothing, and why."""


class TooLong(BaseException):
    """Interrupts a thought; not an `Exception`, which many a program catches."""


def _refuse_threads() -> None:
    """From now on no thread can be started in the midst of an agent's thought; elsewhere as ever."""
    start = threading.Thread.start
    if start.__module__ == __name__:
        return

    def start_unless_thinking(thread: threading.Thread) -> None:
        if threading.get_ident() in _thinkers:
            raise RuntimeError("an agent may not start threads: they would think on in the others' time")
        start(thread)

    threading.Thread.start = start_unless_thinking  # type: ignore[method-assign, assignment]


class Guard:
    """A context in which agents are asked; each may think for `patience` seconds of processor time."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._main = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
        self._thinking = self._rung = self._stopped = False
        self._begun = self._last = 0.0  # processor time at the first tick of a thought, and at the last
        self._ticks = self._idle = 0
        self._recursion = sys.getrecursionlimit()

    def __enter__(self) -> "Guard":
        _refuse_threads()
        if self._main:
            self._alarm_before, self._stop_before = (
                signal.getsignal(signal.SIGALRM),
                signal.getsignal(signal.SIGINT),
            )
            if callable(self._stop_before):
                signal.signal(signal.SIGINT, self._stop)
        self.renew()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._main:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._alarm_before or signal.SIG_DFL)
            signal.signal(signal.SIGINT, self._stop_before or signal.SIG_DFL)

    def renew(self) -> None:
        """Hear the alarm again, and recurse as deep as before, whatever agents have changed."""
        if self._main:
            signal.signal(signal.SIGALRM, self._ring)
            signal.setitimer(signal.ITIMER_REAL, self.patience / TICKS, self.patience / TICKS)
        if sys.getrecursionlimit() != self._recursion:
            sys.setrecursionlimit(self._recursion)

    def ask(self, context: Context, think: Callable[..., Answer], *given: Any) -> Answer:
        """What `think(*given)` answers in the agent's `context`; `Lost` says why there is no answer."""
        self._rung, self._ticks, self._idle = False, 0, 0
        thread, failure = threading.get_ident(), None
        _thinkers.add(thread)
        if not self._main:
            self._begun = thread_time()  # in the main thread the first tick will do: asking is slow
        try:
            self._thinking = True
            answer = context.run(think, *given)
            self._thinking = False
        except BaseException as error:
            self._thinking = False  # before anything at which another ring could be heard
            failure = error
        _thinkers.discard(thread)
        if self._stopped:
            raise KeyboardInterrupt
        if self._rung or not self._main:
            used = thread_time() - self._begun
            if self._rung or used > self.patience:
                slept = f" (it used {used:.2g} and waited)" if self._idle >= SLEEPIEST else ""
                raise Lost(f"thought longer than {self.patience:g} s of processor time{slept}")
        if failure is not None:
            raise Lost(f"raised {described(failure)}") from None
        return answer

    def _stop(self, number: int, frame: Any) -> None:
        self._stopped = True
        if callable(self._stop_before):
            self._stop_before(number, frame)

    def _ring(self, *_given: object) -> None:
        if not self._thinking:
            return
        now, self._ticks = thread_time(), self._ticks + 1
        if self._ticks == 1:
            self._begun = now
        elif now - self._last < IDLE * self.patience / TICKS:
            self._idle += 1
        self._last = now
        if not self._rung and now - self._begun < self.patience and self._idle < SLEEPIEST:
            return
        self._rung = True
        # An agent may catch this, but the next ring is set off already and is heard at its next step. As a call it
        # would be heard in here: the interpreter listens after calls and jumps, not where a loop takes its next item.
        for _ in map(interrupt_main, (signal.SIGALRM,)):
            raise TooLong


def described(error: BaseException) -> str:
    """An exception in words, without running any code of its class.

    >>> described(ValueError("no", 3)), described(SystemExit(object()))
    ('ValueError: no, 3', 'SystemExit')
    """
    given = BaseException.args.__get__(error)  # type: ignore[attr-defined]
    words = [str(each) for each in given if type(each) in (str, float, bool) or _small(each)]
    text = ", ".join(words)
    return class_name(error) + (f": {text[:LONGEST_REASON]}" if text else "")


def _small(number: object) -> bool:
    return type(number) is int and number.bit_length() < 64


def class_name(thing: object) -> str:
    """The name of a thing's class, whatever its class says."""
    return str(type.__dict__["__name__"].__get__(type(thing)))
