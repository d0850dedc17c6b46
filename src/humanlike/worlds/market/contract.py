"""What every market agent promises, checked in short games: for those who bring their own.

`make()` gives an object with `start(info)` and `day(observation) -> Actions`; whatever it puts into its actions can be
read (illegal actions are its own affair); and two games from the same seeds see the same actions, which is what
comparing in the same markets rests on.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from humanlike.core import BrokenContract
from humanlike.core.contract import place
from humanlike.worlds.market.agents import MARKET_AGENTS, Manufacturer
from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.interface import Actions, Info, MarketAgent, Observation
from humanlike.worlds.market.play import play_market
from humanlike.worlds.market.processes import Seeds
from humanlike.worlds.market.reading import PlainActions, read_actions
from humanlike.worlds.market.thinking import TooLong, class_name, described

DAYS: Final = 12
SEED: Final = 1
METHODS: Final = ("start", "day")
BIDS: Final = 2  # parts of a day's actions that are arrays: positions and prices


class Witness:
    """Passes everything on to an agent and keeps what it answers; after its first failure it is left alone."""

    def __init__(self, manufacturer: Manufacturer) -> None:
        self.manufacturer = manufacturer
        self.agent: Any = None
        self.ready = False
        self.failure: BrokenContract | None = None
        self.answers: list[PlainActions] = []

    def start(self, info: Info) -> None:
        """Have the agent made, and let it start."""
        self.agent = self._ask("making it", self.manufacturer.make)
        for method in METHODS:
            has = self._ask(f"its {method}", partial(self._has, method))
            if not has:
                self._fail(f"making it gives a {class_name(self.agent)} without {method}(...)")
        self._ask("start(info)", lambda: self.agent.start(info))
        self.ready = True

    def day(self, observation: Observation) -> Actions:
        """What the agent does today; nothing if it fails, or took too long to be made and to start."""
        if not self.ready:
            return Actions()
        method = f"day(observation) on day {observation.day}"
        answer = self._ask(method, lambda: self.agent.day(observation))
        if not isinstance(answer, Actions):
            kind = "None" if answer is None else f"a {class_name(answer)}"
            self._fail(f"{method} returns {kind}, not Actions")
        if self.failure is not None:
            return Actions()
        self.answers.append(read_actions(answer))
        return answer  # type: ignore[no-any-return]

    def _has(self, method: str) -> bool:
        return callable(getattr(self.agent, method, None))

    def _ask(self, method: str, ask: Callable[[], Any]) -> Any:
        if self.failure is not None:
            return None
        try:
            return ask()
        except TooLong:  # the guard says so
            raise
        except SystemExit:
            self._fail(f"{method} ends the program")
        except BaseException as error:  # an interruption from outside ends the game all the same
            self._fail(f"{method} raises {described(error)} ({place(error)})")
        return None

    def _fail(self, what: str) -> None:
        self.failure = self.failure or BrokenContract(f"Market agent '{self.manufacturer.name}': {what}.")


def check_manufacturer(manufacturer: object) -> Manufacturer:
    """`manufacturer`, if its agents keep what agents promise; else `BrokenContract` says what they do not."""
    if not isinstance(manufacturer, Manufacturer):
        raise BrokenContract(
            f"A {type(manufacturer).__name__} is no manufacturer; make one with Manufacturer(name, make)."
        )
    first, again = (_answers(manufacturer) for _ in range(2))
    for day, (one, two) in enumerate(zip(first, again, strict=True)):
        if not _same(one, two):
            raise BrokenContract(
                f"Market agent '{manufacturer.name}' acts differently on day {day} of the same game played again: "
                "draw random numbers from info.stream, and keep nothing from game to game."
            )
    return manufacturer


def _answers(manufacturer: Manufacturer) -> list[PlainActions]:
    """What a new agent does in a short game against the dummy, day by day."""
    what = f"Market agent '{manufacturer.name}'"
    witness = Witness(manufacturer)
    seated: list[tuple[str, MarketAgent | Manufacturer]] = [
        (manufacturer.name, witness),
        ("dummy", MARKET_AGENTS["dummy"]),
    ]
    result = play_market(seated, Seeds.same(SEED), Rules(days=DAYS))
    if witness.failure is not None:
        raise witness.failure
    for refusal in result.refusals:
        if refusal.seat == 0 and refusal.whole_day:
            raise BrokenContract(refusal.told(result.names))
        if refusal.seat == 0 and refusal.unreadable:
            raise BrokenContract(
                f"{what}: the {refusal.action} of day {refusal.day} cannot be read: {refusal.reason}."
            )
    return witness.answers


def _same(one: PlainActions, two: PlainActions) -> bool:
    bids = zip(one[:BIDS], two[:BIDS], strict=True)
    return (
        all(np.array_equal(mine, again, equal_nan=True) for mine, again in bids) and one[BIDS:] == two[BIDS:]
    )
