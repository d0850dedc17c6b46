"""What every market agent promises, checked in short games: for those who bring their own.

`make()` gives an object with `start(info)` and `day(observation) -> Actions`; whatever it puts into its actions can be
read (illegal actions are its own affair); and two games from the same seeds see the same actions, which is what
comparing in the same markets rests on.
"""

from typing import Any, Final

import numpy as np

from humanlike.core import BrokenContract, attempt
from humanlike.worlds.market.agents import MARKET_AGENTS, Manufacturer
from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.interface import Actions, Info, MarketAgent, Observation
from humanlike.worlds.market.play import play_market
from humanlike.worlds.market.processes import Seeds

DAYS: Final = 12
SEED: Final = 1
METHODS: Final = ("start", "day")


class Witness:
    """Passes everything on to an agent and keeps what it answers; after its first failure it is left alone."""

    def __init__(self, name: str, agent: MarketAgent) -> None:
        self.name, self.agent = name, agent
        self.failure: BrokenContract | None = None
        self.answers: list[Any] = []

    def start(self, info: Info) -> None:
        """Let the agent start."""
        self._ask("start(info)", self.agent.start, info)

    def day(self, observation: Observation) -> Actions:
        """What the agent does today; nothing if it fails."""
        method = f"day(observation) on day {observation.day}"
        answer = self._ask(method, self.agent.day, observation)
        if self.failure is None and not isinstance(answer, Actions):
            kind = "None" if answer is None else f"a {type(answer).__name__}"
            self.failure = BrokenContract(
                f"Market agent '{self.name}': {method} returns {kind}, not Actions."
            )
        self.answers.append(answer)
        return Actions() if self.failure is not None else answer

    def _ask(self, method: str, ask: Any, argument: Any) -> Any:
        if self.failure is not None:
            return None
        try:
            return attempt(f"Market agent '{self.name}': {method}", lambda: ask(argument))
        except BrokenContract as error:
            self.failure = error
        except SystemExit:
            self.failure = BrokenContract(f"Market agent '{self.name}': {method} ends the program.")
        return None


def check_manufacturer(manufacturer: object) -> Manufacturer:
    """`manufacturer`, if its agents keep what agents promise; else `BrokenContract` says what they do not."""
    if not isinstance(manufacturer, Manufacturer):
        raise BrokenContract(
            f"A {type(manufacturer).__name__} is no manufacturer; make one with Manufacturer(name, make)."
        )
    first, again = (_answers(manufacturer) for _ in range(2))
    for day, (one, two) in enumerate(zip(first, again, strict=True)):
        if not all(map(_same, one, two)):
            raise BrokenContract(
                f"Market agent '{manufacturer.name}' acts differently on day {day} of the same game played again: "
                "draw random numbers from info.stream, and keep nothing from game to game."
            )
    return manufacturer


def _answers(manufacturer: Manufacturer) -> list[Actions]:
    """What a new agent does in a short game against the dummy, day by day."""
    what = f"Market agent '{manufacturer.name}'"
    try:
        agent = attempt(f"{what}: making it", manufacturer.make)
    except SystemExit:
        raise BrokenContract(f"{what}: making it ends the program.") from None
    for method in METHODS:
        if not callable(getattr(agent, method, None)):
            raise BrokenContract(f"{what}: making it gives a {type(agent).__name__} without {method}(...).")
    witness = Witness(manufacturer.name, agent)
    seated = [(manufacturer.name, witness), ("dummy", MARKET_AGENTS["dummy"].make())]
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


def _same(one: Any, two: Any) -> bool:
    return np.array_equal(
        np.asarray(one, dtype=np.float64), np.asarray(two, dtype=np.float64), equal_nan=True
    )
