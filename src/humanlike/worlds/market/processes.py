"""The thirty-seven random processes, by number, name and group; held or varied one by one.

Each process draws from the stream ``Streams(seed)["market"][name]`` of its own seed, so a seed can be
kept for some processes and renewed for others: *selective locking*, the tool of the paper. No process
depends on what agents do or on another process (`chance`). The agents' own noise is no market process:
it has a seed beside the thirty-seven, under the name ``agents``; and each seat's part of it can be held or
varied alone, as ``seat 0``, ``seat 1``, ...

A seed file has one whole number a line in the order of the processes, then optionally the agents' and one for each
seat; 0 means "choose a fresh one".

References
----------
Sodomka, Collins & Gini (2007), Efficient Statistical Methods for Evaluating Trading Agent
Performance, AAAI-07: section "Controlling the Market Space". Membership of the groups is ours.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from humanlike.core import BadFile, BadRequest, Streams, UnknownName, look_up, whole_number, write_atomically
from humanlike.worlds.market.catalogue import COMPONENT_NUMBERS, LINE_COMPONENT, SEGMENTS, SUPPLIERS
from humanlike.worlds.market.own_chance import OwnChance


class Process(NamedTuple):
    """One source of chance in the market."""

    number: int
    name: str
    group: str


def _names() -> list[tuple[str, str]]:
    lines = [f"{SUPPLIERS[line // 2]} {COMPONENT_NUMBERS[part]}" for line, part in enumerate(LINE_COMPONENT)]
    return [
        ("bank rate", "other"),
        ("storage rate", "other"),
        *((f"start capacity {supplier}", "supply") for supplier in SUPPLIERS),
        *((f"capacity {line}", "supply") for line in lines),
        ("start demand", "demand"),
        *(
            (f"{what} {segment}", "demand")
            for what in ("level", "product", "details")
            for segment in SEGMENTS
        ),
        ("ties", "other"),
    ]


PROCESSES = tuple(Process(number, name, group) for number, (name, group) in enumerate(_names()))
NUMBER_OF = {process.name: process.number for process in PROCESSES}
PROCESS_GROUPS: dict[str, tuple[int, ...]] = {
    group: tuple(process.number for process in PROCESSES if process.group == group)
    for group in ("supply", "demand", "other")
}
AGENT_NOISE = len(PROCESSES)  # the number of the agents' noise in a selection: 37, after the market's own
MOST_SEATS = 12  # whose noise has a name of its own; the competition had six
SEAT_NOISE = {f"seat {seat}": AGENT_NOISE + 1 + seat for seat in range(MOST_SEATS)}
SELECTIONS: dict[str, tuple[int, ...]] = {
    **PROCESS_GROUPS,
    "market": tuple(range(AGENT_NOISE)),
    "agents": (AGENT_NOISE,),
    "all": tuple(range(AGENT_NOISE + 1)),
    **{process.name: (process.number,) for process in PROCESSES},
    **{name: (number,) for name, number in SEAT_NOISE.items()},
}
FRESH = 0
LARGEST = 2**53


def select_processes(words: Iterable[str]) -> frozenset[int]:
    """The processes meant by groups, names and numbers (37 = the agents' own noise).

    >>> sorted(select_processes(["other", "27"]))
    [0, 1, 27, 36]
    """
    chosen: set[int] = set()
    for word in (word.strip() for word in words):
        number = whole_number(word)
        if number is not None:
            if number > AGENT_NOISE:
                raise UnknownName(
                    f"No process has number {word}; they run from 0 to {AGENT_NOISE - 1}, {AGENT_NOISE} is agents."
                )
            chosen.add(number)
        elif word:
            chosen.update(look_up("process or group", word, SELECTIONS))
    return frozenset(chosen)


def process_name(number: int) -> str:
    """The name of a process, ``agents`` for the agents' noise, ``seat 3`` for one seat's part of it."""
    if number < AGENT_NOISE:
        return PROCESSES[number].name
    return "agents" if number == AGENT_NOISE else f"seat {seat_of(number)}"


def seat_of(number: int) -> int:
    """Whose noise a number above the agents' means."""
    return number - AGENT_NOISE - 1


@dataclass(frozen=True)
class Seeds:
    """One seed for each market process, one for the agents' noise; `seats` has those of seats that have their own."""

    market: tuple[int, ...]
    agents: int
    seats: tuple[tuple[int, int], ...] = ()  # (seat, seed), by seat

    def __post_init__(self) -> None:
        if len(self.market) != AGENT_NOISE:
            raise BadRequest(
                f"A market has {AGENT_NOISE} random processes, but {len(self.market)} seeds were given."
            )

    @classmethod
    def same(cls, seed: int) -> "Seeds":
        """Every process from one seed (their names keep them apart)."""
        return cls((seed,) * AGENT_NOISE, seed)

    def stream(self, process: str) -> Streams:
        """The stream of a market process."""
        return Streams(self.market[NUMBER_OF[process]])["market"][process]

    def agent_stream(self, seat: int) -> OwnChance:
        """The own chance of the agent in a seat: whoever sits there draws the same numbers."""
        seed = dict(self.seats).get(seat, self.agents)
        return OwnChance(Streams(seed)["market"][f"seat {seat}"].digest())

    def with_varied(self, varied: Iterable[int], seed: int) -> "Seeds":
        """These seeds with those of the `varied` processes renewed from `seed`."""
        chosen = set(varied)
        market = tuple(seed if number in chosen else old for number, old in enumerate(self.market))
        agents, own = (seed, {}) if AGENT_NOISE in chosen else (self.agents, dict(self.seats))
        own |= {seat_of(number): seed for number in chosen if number > AGENT_NOISE}
        return Seeds(market, agents, tuple(sorted(own.items())))

    def with_fresh(self, seed: int) -> "Seeds":
        """These seeds with every 0 replaced by a fresh one that follows from `seed`."""
        market = tuple(
            fresh_seed(seed, process_name(number)) if old == FRESH else old
            for number, old in enumerate(self.market)
        )
        seats = tuple(
            (seat, fresh_seed(seed, f"seat {seat}") if old == FRESH else old) for seat, old in self.seats
        )
        return replace(self, market=market, seats=seats)


def fresh_seed(seed: int, *path: str) -> int:
    """A seed that follows from `seed` and a path of names, never 0."""
    stream = Streams(seed)["fresh seed"]
    for name in path:
        stream = stream[name]
    return int.from_bytes(stream.digest(), "little") % (LARGEST - 1) + 1


def game_seeds(
    seed: int, game: int, varied: frozenset[int] | None = None, base: Seeds | None = None
) -> Seeds:
    """Seeds of game number `game` of a series: `varied` processes are renewed, the others held.

    Game 0 of a series with everything varied uses `seed` itself; `varied=None` varies everything.
    """
    start = Seeds.same(seed) if base is None else base.with_fresh(fresh_seed(seed, "file", str(game)))
    chosen = SELECTIONS["all"] if varied is None else varied
    return start if game == 0 else start.with_varied(chosen, fresh_seed(seed, "game", str(game)))


def varied_processes(hold: str = "", vary: str = "") -> frozenset[int]:
    """What varies from game to game: all but what is held, or exactly what is named to vary.

    Who holds one seat's noise lets every other seat's vary.

    >>> sorted(varied_processes(hold="market,seat 0"))[:2] == [SEAT_NOISE["seat 1"], SEAT_NOISE["seat 2"]]
    True
    """
    if hold and vary:
        raise BadRequest("Name what to hold or what to vary, not both: each implies the other.")
    if vary:
        return select_processes(vary.split(","))
    held, everything = select_processes(hold.split(",")), frozenset(SELECTIONS["all"])
    if held & frozenset(SEAT_NOISE.values()) and AGENT_NOISE not in held:
        everything = everything - {AGENT_NOISE} | frozenset(SEAT_NOISE.values())
    return everything - held


def read_seed_file(path: Path) -> Seeds:
    """The thirty-seven seeds of a file, one whole number a line, `#` starts a comment; 0 stays 0."""
    try:
        lines = [line.split("#")[0].strip() for line in path.read_text().splitlines()]
        numbers = [int(line) for line in lines if line]
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BadFile(f"'{path}' is no seed file (one whole number a line): {error}.") from error
    if not AGENT_NOISE <= len(numbers) <= AGENT_NOISE + 1 + MOST_SEATS or min(numbers) < 0:
        raise BadFile(
            f"'{path}' holds {len(numbers)} seeds; a seed file has {AGENT_NOISE}, none below 0, then optionally the "
            f"agents' and one for each seat (at most {MOST_SEATS})."
        )
    agents = numbers[AGENT_NOISE] if len(numbers) > AGENT_NOISE else 1
    return Seeds(tuple(numbers[:AGENT_NOISE]), agents, tuple(enumerate(numbers[AGENT_NOISE + 1 :])))


def write_seed_file(path: Path, seeds: Seeds) -> None:
    """Write the seeds used, so that the game can be repeated."""
    own = dict(seeds.seats)
    seats = [own.get(seat, seeds.agents) for seat in range(max(own) + 1)] if own else []
    numbered = enumerate((*seeds.market, seeds.agents, *seats))
    write_atomically(
        path, "".join(f"{seed}  # {number} {process_name(number)}\n" for number, seed in numbered)
    )
