"""Agents think under guard: what goes wrong in one's thought costs it its day, not the game and not the others.

- Any exception ends the thought, `SystemExit` and a `KeyboardInterrupt` of the agent's own included; a real Ctrl-C ends
  the game, even if the agent swallows it.
- A thought may take so much time of the processor, by this thread alone: a machine that is busy or suspended, or
  somebody else's threads, cost nobody a day. Who uses hardly any (sleeps, waits) is woken up when it has been so for
  twice as long.
- Where the platform allows it (main thread, POSIX) a long thought is interrupted, again and again until it ends; so an
  `except` that catches everything is left at its next step. Elsewhere a thought is judged when it ends.
- Threads of its own are refused: they would think on when others are asked.
- What an agent changes of NumPy's error handling, of the recursion limit, the alarm or the handling of Ctrl-C is
  its own affair: all are as before when the next one is asked.
- Being made and being let go of are thoughts too; what was raised, handed over or answered dies inside the guard.

An agent is not locked in: it lives in this process. One that ends the process (`os._exit`), exhausts its memory, stays
in a call into C (judged when it returns), turns the alarm off on purpose, sends this process a Ctrl-C (which cannot be
told from yours), changes classes, modules or streams that all share, or searches the interpreter for the world is
beyond this guard; play agents of strangers only if you would run their code.
"""

import signal
import sys
import threading
from _signal import getsignal as handler  # type: ignore[import-not-found]  # that of `signal` is slow
from _thread import interrupt_main
from collections.abc import Callable
from contextvars import Context
from time import thread_time
from types import TracebackType
from typing import Any, Final

TICKS: Final = 15  # in a thought's patience, which is counted from the first of them: so exactly is it kept
# idle ticks a thought may have; however long the machine stands still, that is one
SLEEPIEST: Final = 2 * TICKS
# a tick in which less than this share of it was used: asleep rather than kept waiting by others
IDLE: Final = 0.05
LONGEST_REASON, LONGEST_NAME, MOST_SAID = (
    200,
    60,
    8,
)  # letters of a reason and of a class, things an exception says

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
        self._ignored_before, sys.unraisablehook = sys.unraisablehook, self._ignored
        if self._main:
            self._alarm_before, self._stop_before = (
                signal.getsignal(signal.SIGALRM),
                signal.getsignal(signal.SIGINT),
            )
            self._interruption = self._stop if callable(self._stop_before) else self._stop_before
        self.renew()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        sys.unraisablehook = self._ignored_before
        if self._main:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._alarm_before or signal.SIG_DFL)
            signal.signal(signal.SIGINT, self._stop_before or signal.SIG_DFL)

    def renew(self) -> None:
        """Hear the alarm and Ctrl-C again, whatever agents have changed."""
        if self._main:
            signal.signal(signal.SIGALRM, self._ring)
            if self._interruption is not None:  # None: set by somebody outside Python, who cannot be put back
                signal.signal(signal.SIGINT, self._interruption)
            self._handlers = handler(signal.SIGALRM), handler(signal.SIGINT)
            signal.setitimer(signal.ITIMER_REAL, self.patience / TICKS, self.patience / TICKS)

    def _deaf(self) -> bool:
        """Whether the agent that has just thought turned the alarm or Ctrl-C off for the others too."""
        return self._main and (
            handler(signal.SIGALRM) is not self._handlers[0]
            or handler(signal.SIGINT) is not self._handlers[1]
            or not signal.getitimer(signal.ITIMER_REAL)[1]
        )

    def ask(self, context: Context, think: Callable[..., Any], *given: Any) -> Any:
        """What `think(*given)` answers in the agent's `context`; `Lost` says why there is no answer."""
        self._rung, self._ticks, self._idle = False, 0, 0
        thread = threading.get_ident()
        _thinkers.add(thread)
        if not self._main:
            self._begun = thread_time()  # in the main thread the first tick will do: asking is slow
        try:
            self._thinking = True
            answer, failure = context.run(_tried, think, *given)
            self._thinking = False
        except BaseException:  # rung out of, interrupted, or too deep to be described
            self._thinking = False  # before anything at which another ring could be heard
            answer, failure = None, "what cannot be told"
        sys.setrecursionlimit(self._recursion)  # before any call of ours, for which it may be too low
        _thinkers.discard(thread)
        if self._deaf():
            self.renew()
        if self._stopped:
            raise KeyboardInterrupt
        if self._rung or not self._main:
            used = thread_time() - self._begun
            if self._rung or used > self.patience:
                slept = f" (it used {used:.2g} and waited)" if self._idle >= SLEEPIEST else ""
                raise Lost(f"thought longer than {self.patience:g} s of processor time{slept}")
        if failure is not None:
            raise Lost(f"raised {failure}")
        return answer

    def _stop(self, number: int, frame: Any) -> None:
        self._stopped = True
        if callable(self._stop_before):
            self._stop_before(number, frame)

    def _ignored(self, failure: Any) -> None:
        """Somebody's `__del__` that was interrupted costs it its day; that is said there."""
        if failure.exc_type is not TooLong:
            self._ignored_before(failure)

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


def _tried(think: Callable[..., Any], *given: Any) -> tuple[Any, str | None]:
    """What is thought, or what was raised in words: an exception dies in here, since it may die slowly (`__del__`)."""
    try:
        return think(*given), None
    except BaseException as error:
        return None, described(error)


def described(error: BaseException) -> str:
    """An exception in a few plain letters, without running any code of its class.

    >>> described(ValueError("no", 3)), described(SystemExit(object()))
    ('ValueError: no, 3', 'SystemExit')
    """
    given = BaseException.args.__get__(error)[:MOST_SAID]  # type: ignore[attr-defined]
    words = [
        each[:LONGEST_REASON] if type(each) is str else str(each)
        for each in given
        if type(each) in (str, float, bool) or _small(each)
    ]
    text = plain_letters(", ".join(words), LONGEST_REASON)
    return class_name(error) + (f": {text}" if text else "")


def plain_letters(text: str, most: int) -> str:
    r"""The beginning of a text; what is no letter to print (line ends, controls, halves of letters) is written out.

    >>> plain_letters("one\ntwo \x1b[31m", 99)
    'one\\ntwo \\x1b[31m'
    """
    letters = (each if each.isprintable() else each.encode("unicode_escape").decode() for each in text[:most])
    return "".join(letters)[:most]


def _small(number: object) -> bool:
    return type(number) is int and number.bit_length() < 64


def class_name(thing: object) -> str:
    """The name of a thing's class, whatever its class says."""
    return plain_letters(str.__str__(type.__dict__["__name__"].__get__(type(thing))), LONGEST_NAME)
