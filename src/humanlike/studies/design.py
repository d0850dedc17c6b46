"""Which game tells two theories apart, and with how many pairs?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import BadRequest, Game, HumanlikeError, Information, Rule, Streams
from humanlike.core.progress import Progress, silent
from humanlike.emulators import Cast, Member
from humanlike.experiments import Demand, PayoffRange, Promise, SearchSize, Theory, promise_of, search, verify
from humanlike.games import GAMES, write_game
from humanlike.naming.games import find_games
from humanlike.naming.matchings import find_information
from humanlike.naming.rules import find_cast
from humanlike.studies.beginning import begin
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable
from humanlike.work import Effort

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

CHILDREN, SEARCH_PAIRS, FINAL_PAIRS, FEWEST_PAIRS = 60, 128, 2000, 40
SECONDS = 0.006  # to measure one game in a search
TheoryWord = str | Rule | Member | Cast


@dataclass(frozen=True, eq=False, repr=False)
class DesignResult(Result):
    """The game found, what it promises, and what the games that ship promise."""

    names: tuple[str, str]
    demand: Demand
    payoffs: PayoffRange
    in_search: float  # separation of the game found when it was found, in nats a pair
    found: Promise
    shipped: tuple[Promise, ...]  # best first; the first is measured and verified as the game found is
    refused: dict[str, str]  # games that ship which a theory is not defined for

    @property
    def game(self) -> Game:
        """The game that was found."""
        return self.found.game

    def write(self, path: Path | str) -> None:
        """Keep the game: .json, .nfg or .txt."""
        write_game(Path(path), self.game)

    def headline(self) -> str:
        """How many pairs it takes, and how many in the best game that ships."""
        first, second = self.names
        best = self.shipped[0] if self.shipped else None
        beside = f"; the best game that ships, {best.game.name}, needs {_pairs(best)}" if best else ""
        return f"{first} or {second}: the game found needs {_pairs(self.found)}{beside}"

    def story(self) -> Iterator[Part]:
        """The verdict, the payoffs, what is promised by round, what new experiments say, the games that ship."""
        yield self.headline()
        yield self._table()
        yield (
            f"Separation a pair: {self.found.separation.nats[-1]:.3f} nats on new random numbers "
            f"({self.in_search:.3f} in the search: the best of many is partly luck)"
        )
        rows = [[count, *self._at(count)] for count in _rounds(self.found)]
        yield StoryTable("By rounds played", ["rounds", "bits a pair", "nats a pair", "pairs needed"], rows)
        yield from self._verified()
        if self.shipped:
            yield StoryTable(
                f"Games that ship, {self.demand.n_rounds} rounds",
                ["game", "bits a pair", "nats a pair", "pairs needed"],
                [
                    [each.game.name, *(float(part[-1]) for part in each.separation), _count(each)]
                    for each in self.shipped
                ],
            )
        if self.refused:
            yield "Left out: " + " ".join(f"{name}: {why}" for name, why in self.refused.items())

    def _table(self) -> StoryTable:
        rows, columns = self.game.labels
        body = [
            [
                label,
                *(", ".join(f"{pay:g}" for pay in self.game.payoffs_of((i, j))) for j in range(len(columns))),
            ]
            for i, label in enumerate(rows)
        ]
        return StoryTable(f"{self.game.name}, payoffs of row, column", ("", *columns), body)

    def _at(self, count: int) -> tuple[float, float, object]:
        """Bits, nats and pairs needed after so many rounds."""
        bits, nats = (float(part[count - 1]) for part in self.found.separation)
        return bits, nats, self.found.by_rounds.get(count, _count(self.found)) or "more than tried"

    def _verified(self) -> Iterator[str]:
        demand, (first, second) = self.demand, self.names
        for promise in (self.found, *self.shipped[:1]):
            if promise.needed is None or promise.verified is None:
                continue
            new = promise.verified
            yield (
                f"{promise.game.name}: {new.experiments} new experiments of {_pairs(promise)}, {demand.n_rounds} "
                f"rounds each, reject {second} in {new.power[0]:.3f} where {first} is true, {first} in "
                f"{new.power[1]:.3f} where {second} is (wanted {demand.power:g}), and the true theory in "
                f"{new.false_alarms[0]:.3f} and {new.false_alarms[1]:.3f} (allowed {demand.alpha:g})"
            )

    def document(self) -> dict[str, Any]:
        """Payoffs, separation by round, pairs needed, power promised and verified; the same of games that ship."""
        row, column = self.game.matrices
        return {
            "theories": list(self.names),
            "rounds": self.demand.n_rounds,
            "alpha": self.demand.alpha,
            "power": self.demand.power,
            "payoff_range": [self.payoffs.lowest, self.payoffs.highest],
            "game": {"name": self.game.name, "row": row.tolist(), "column": column.tolist()},
            "separation_in_search": self.in_search,
            "found": _promise_document(self.found),
            "shipped": [{"game": each.game.name, **_promise_document(each)} for each in self.shipped],
            "refused": self.refused,
        }

    def frame(self) -> "pd.DataFrame":
        """A row for each game: the one found first."""
        import pandas as pd

        rows = [
            {
                "game": each.game.name,
                "bits": float(each.separation.bits[-1]),
                "nats": float(each.separation.nats[-1]),
                "pairs_needed": None if each.needed is None else each.needed.n_pairs,
            }
            for each in (self.found, *self.shipped)
        ]
        return pd.DataFrame(rows)

    def plot(self) -> "Figure":
        """What a pair tells by round, and power by the number of pairs, beside the best game that ships."""
        from humanlike.figures.design import draw_design

        shown = {each.game.name: each for each in (self.found, *self.shipped[:1])}
        return draw_design(
            {name: each.separation.bits for name, each in shown.items()},
            {name: np.array(each.curve, dtype=np.float64).reshape(-1, 2) for name, each in shown.items()},
            {
                name: (each.needed.n_pairs, min(each.verified.power))
                for name, each in shown.items()
                if each.needed is not None and each.verified is not None
            },
            title=self.headline(),
            wanted=self.demand.power,
            alpha=self.demand.alpha,
            rounds=self.demand.n_rounds,
        )


def design(
    theory: TheoryWord,
    rival: TheoryWord,
    *,
    size: str = "2x2",
    payoffs: str | tuple[int, int] = "0-20",
    rounds: int = 20,
    power: float = 0.9,
    alpha: float = 0.05,
    candidates: int = 400,
    generations: int = 8,
    pairs: int = FINAL_PAIRS,
    games: str | Sequence[str | Game] = "all",
    information: str | Information = "game",
    seed: int = 1,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> DesignResult:
    """Search the games of a `size` with whole-number `payoffs` for the one that tells `theory` from `rival` best.

    A theory is a rule with parameters (`ewa`, `ewa:mixed-model-a`, `cournot+lapse`) or several in shares
    (`mix(ewa:.5,cournot:.5)`, also as a prior over parameter sets). `candidates` games are drawn, then bettered for
    some `generations`; the game found, and the `games` it is compared with (all that ship, unless named), are measured
    on new random numbers with so many simulated `pairs`. `power` and `alpha` are those of the test whose pairs are
    counted; `information` is what players see. `out` keeps every batch.
    """
    effort = begin("design", locals())
    seen = find_information(information)
    theories = _two_theories(theory, rival)
    demand = _demand(rounds, power, alpha, pairs)
    spread = _payoff_range(size, payoffs)
    spread.check()
    rivals, refused = _defined(find_games(games, played=GAMES), theories, seen)
    stream = Streams(seed)["design"]
    trials = SearchSize(candidates, generations, CHILDREN, min(SEARCH_PAIRS, pairs), pairs)
    spent = effort.worthwhile(SECONDS * (candidates + generations * CHILDREN))
    best = search(stream, theories, spread, trials, n_rounds=rounds, information=seen, effort=spent)[0]
    named = _named(best.game, theories, demand)
    result = DesignResult(
        (theories[0].name, theories[1].name),
        demand,
        spread,
        best.found,
        verify(stream["new"], theories, promise_of(stream["again"], theories, named, demand), demand),
        _promises(stream, theories, rivals, demand, spent),
        refused,
    )
    effort.keep(result.document)
    return result


def _promises(
    stream: Streams, theories: Sequence[Theory], games: Sequence[Game], demand: Demand, effort: Effort
) -> tuple[Promise, ...]:
    """What the games that ship promise, best first; the best is measured again, and verified."""
    promises = effort.carry_out(
        "games that ship", _promise, games, shared=(stream["shipped"], theories, demand)
    )
    ranked = sorted(promises, key=lambda each: -float(each.separation.nats[-1]))
    if not ranked:
        return ()
    again = promise_of(stream["again"], theories, ranked[0].game, demand)
    return verify(stream["new"], theories, again, demand), *ranked[1:]


def _promise(stream: Streams, theories: Sequence[Theory], demand: Demand, game: Game) -> Promise:
    return promise_of(stream, theories, game, demand)


def _two_theories(theory: TheoryWord, rival: TheoryWord) -> tuple[Theory, Theory]:
    first, second = _theory(theory), _theory(rival)
    if _content(first) == _content(second):
        raise BadRequest(
            f"'{first.name}' and '{second.name}' are the same theory: no game tells them apart. Name another rule, or "
            "another parameter set of it."
        )
    return first, second


def _content(theory: Theory) -> dict[tuple[Any, ...], float]:
    """Shares by rule and parameters: what makes two theories the same."""
    named = ((rule.name, *values) for rule, values in theory.members)
    return dict(zip(named, theory.shares, strict=True))


def _theory(word: TheoryWord) -> Theory:
    cast = find_cast(word)
    count = len(cast.members)
    name = word if isinstance(word, str) else cast.members[0].name if count == 1 else cast.description
    members = tuple((member.rule, member.parameters) for member in cast.members)
    return Theory(name, members, cast.shares or (1 / count,) * count)


def _demand(rounds: int, power: float, alpha: float, pairs: int) -> Demand:
    if rounds < 1 or pairs < FEWEST_PAIRS:
        raise BadRequest(
            f"At least one round must be played, by {FEWEST_PAIRS} simulated pairs, not {rounds} by {pairs}."
        )
    if not 0 < alpha < power < 1:
        raise BadRequest(f"Power lies above alpha, both between 0 and 1, not {power:g} and {alpha:g}.")
    return Demand(rounds, alpha, power, pairs)


def _payoff_range(size: str, payoffs: str | tuple[int, int]) -> PayoffRange:
    table = re.fullmatch(r"(\d+)x(\d+)", size.strip())
    if table is None:
        raise BadRequest(f"'{size}' should be rows x columns, for example 2x2 or 3x3.")
    if isinstance(payoffs, str):
        ends = re.fullmatch(r"(-?\d+)-(-?\d+)", payoffs.strip())
        if ends is None:
            raise BadRequest(f"'{payoffs}' should be the lowest and the highest payoff, for example 0-20.")
        payoffs = int(ends[1]), int(ends[2])
    return PayoffRange(*payoffs, int(table[1]), int(table[2]))


def _defined(
    games: Sequence[Game], theories: Sequence[Theory], seen: Information
) -> tuple[list[Game], dict[str, str]]:
    """The two-player games that both theories can play, and why not the others."""
    kept, refused = [], {}
    for game in games:
        if game.n_players != 2:
            refused[game.name] = f"It is for {game.n_players} players."
            continue
        try:
            for theory in theories:
                theory.check(game, seen)
        except HumanlikeError as error:
            refused[game.name] = str(error)
        else:
            kept.append(game)
    return kept, refused


def _named(game: Game, theories: Sequence[Theory], demand: Demand) -> Game:
    """The game as it is kept: called after the theories."""
    name = "-or-".join(re.sub(r"[^\w]+", "-", theory.name).strip("-") for theory in theories)
    first, second = (theory.name for theory in theories)
    return replace(
        game,
        name=name,
        title=f"{first} or {second}",
        note=f"Found for {demand.n_rounds} rounds by humanlike design.",
    )


def _rounds(promise: Promise) -> list[int]:
    return [*promise.by_rounds, len(promise.separation.bits)]


def _count(promise: Promise) -> object:
    return "more than tried" if promise.needed is None else promise.needed.n_pairs


def _pairs(promise: Promise) -> str:
    if promise.needed is None:
        return "more pairs than were tried"
    return f"{promise.needed.n_pairs} pair{'s' if promise.needed.n_pairs > 1 else ''}"


def _promise_document(promise: Promise) -> dict[str, Any]:
    needed, new = promise.needed, promise.verified
    return {
        "bits_by_round": promise.separation.bits.tolist(),
        "separation_by_round": promise.separation.nats.tolist(),
        "pairs_needed": None if needed is None else needed.n_pairs,
        "pairs_needed_by_rounds": {str(count): pairs for count, pairs in promise.by_rounds.items()},
        "power_by_pairs": [list(point) for point in promise.curve],
        "test": None if needed is None else needed._asdict(),
        "verified": None if new is None else new._asdict(),
    }
