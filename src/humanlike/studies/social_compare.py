"""Which agents play like people: Table 1 of the Social Ultimatum paper, ours and on request the printed one.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011); Table 1 and Figure 2.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from humanlike.core import AUTO, OfferTable, Streams
from humanlike.naming.agents import find_social_agents
from humanlike.naming.bodies import find_traces, title_of_body
from humanlike.similarity import (
    DEFAULT_FLOOR,
    DistanceMethod,
    Likeness,
    SequenceDistance,
    compare_bodies,
    compare_sequences,
    metrics_for,
)
from humanlike.similarity import (
    chains as chain_metric,
)
from humanlike.studies.liken import document_of_likenesses
from humanlike.studies.result import Result
from humanlike.studies.social_fit import Agents
from humanlike.studies.social_results import panels_of
from humanlike.studies.telling import Part, StoryTable
from humanlike.worlds.social_ultimatum import (
    Traces,
    folds_of,
    learn,
    left_out_document,
    resimulate,
    resimulate_held_out,
    tell_left_out,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PAPER_AGENTS: Final = "adaptive,dba,dbra,game-theoretic"
PAPER_FLOOR: Final = (
    2.0**-52
)  # the largest that explains d_O = 33.26 is 6e-8; machine epsilon is the usual guard
TABLE_1: Final[Mapping[str, Mapping[str, float]]] = {  # from seven human games of five
    "d_O": {"adaptive": 0.57, "dba": 0.008, "dbra": 0.008, "game-theoretic": 33.26},
    "d_R": {"adaptive": 0.21, "dba": 0.0005, "dbra": 0.01, "game-theoretic": 0.19},
    "d_B": {"adaptive": 11.74, "dba": 0.008, "dbra": 0.11, "game-theoretic": 32.83},
    "d_Y8": {"adaptive": 4.22, "dba": 16.34, "dbra": 20.10, "game-theoretic": 97.02},
}


@dataclass(frozen=True, eq=False, repr=False)
class SocialCompareResult(Result):
    """How far each agent, learned from the traces, is from them."""

    title: str
    people: Traces
    bodies: Mapping[str, Sequence[OfferTable]]
    likenesses: Mapping[str, tuple[Likeness, ...]]
    method: DistanceMethod
    times: int
    chains: int
    hold_out: str = ""  # what was held out while agents learned; nothing, as in the paper, if empty
    published: bool = False  # by the paper's own settings
    direct: Mapping[str, tuple[SequenceDistance, ...]] = field(default_factory=dict)  # if they were asked for

    def headline(self) -> str:
        """Who is nearest over time, the metric that counts most links, and whom that does not set apart."""
        timed = {
            name: found[-1].distance if found[-1].corrected is None else found[-1].corrected
            for name, found in self.likenesses.items()
            if found[-1].distance is not None
        }
        if not timed:
            return f"No agent can be held against {self.title} over time"
        nearest = min(timed, key=lambda name: timed[name])
        interval = self.likenesses[nearest][-1].interval
        ends = f", corrected {timed[nearest]:.3g} [{interval[0]:.3g}, {interval[1]:.3g}]" if interval else ""
        plain = self.likenesses[nearest][-1].distance
        said = f"{nearest} is nearest to {self.title} over time: d_Y{self.chains} {plain:.3g}{ends}"
        within = [
            f"{name} ({timed[name]:.3g})"
            for name in sorted(timed, key=lambda name: timed[name])
            if name != nearest and interval and timed[name] <= interval[1]
        ]
        return f"{said}, an interval that holds {', '.join(within)} too" if within else said

    def document(self) -> dict[str, Any]:
        """Every metric of every agent."""
        documents = {
            name: document_of_likenesses(found, self.method) for name, found in self.likenesses.items()
        }
        asked: dict[str, Any] = {}
        if self.direct:
            asked["direct"] = {name: [each._asdict() for each in own] for name, own in self.direct.items()}
        if self.published:
            asked["paper"] = {metric: dict(printed) for metric, printed in TABLE_1.items()}
        return {
            "agents": documents,
            "times": self.times,
            "floor": self.method.floor,
            "hold_out": self.hold_out or None,
            "published": self.published,
            **asked,
            "left_out": left_out_document(self.people.left_out),
        }

    def frame(self) -> "pd.DataFrame":
        """A row for each agent and metric, with the interval and what halves of the traces give."""
        import pandas as pd

        rows = [
            (
                name,
                each.name,
                each.distance,
                each.corrected,
                *(each.interval or (None, None)),
                each.same_population_baseline,
            )
            for name, found in self.likenesses.items()
            for each in found
        ]
        return pd.DataFrame(
            rows, columns=["agent", "metric", "distance", "corrected", "lower", "upper", "halves"]
        )

    def story(self) -> Iterator[Part]:
        """Table 1 of the paper, how distances were taken, and what could not be compared."""
        yield self.headline()
        rows = []
        for index, metric in enumerate(next(iter(self.likenesses.values()))):
            cells = [_with_interval(found[index]) for found in self.likenesses.values()]
            rows.append((metric.name, metric.title, *cells, metric.same_population_baseline))
        columns = ("metric", "", *self.likenesses, "halves of the traces")
        yield StoryTable("Distance to the traces; corrected [95 % interval]", columns, rows)
        if self.published:
            yield StoryTable(
                "Distance (Table 1 of the paper)", ("metric", *self.likenesses), self._beside_the_paper()
            )
            yield (
                "The paper's settings: a floor of machine epsilon (none above 6e-8 gives its 33.26), and chains of a "
                "length that never occurs counted as never returned. Its people are not these."
            )
        if self.direct:
            yield self._direct_table()
            yield (
                "mean: over pairs of trajectories, one of the traces and one of the agent's; in brackets energy, which "
                "is 0 for one population. The paper calls such distances not appropriate: in the mean, agents may be "
                "nearer to people than people are to each other."
            )
        n_games = sum(table.n_games for table in self.people)
        source = f"without the {self.hold_out} they meet" if self.hold_out else "from these same games"
        yield (
            f"{n_games} games, each played again {self.times} times by agents learned {source}. "
            f"Distance: Kullback-Leibler, floor {self.method.floor:g}; corrected: {self.method.corrected}, without the "
            "bias of few cases and empty bins."
        )
        yield next(iter(self.likenesses.values()))[0].footing.sentence
        yield from tell_left_out(self.people.left_out)
        for name, found in self.likenesses.items():
            for each in found:
                for note in each.notes:
                    yield f"{name}, {each.name}: {note}"

    def _beside_the_paper(self) -> list[tuple[str, ...]]:
        rows = []
        for index, metric in enumerate(next(iter(self.likenesses.values()))):
            printed = TABLE_1.get(metric.name, {})
            cells = [
                f"{_number(found[index].distance)} ({_number(printed.get(name))})"
                for name, found in self.likenesses.items()
            ]
            rows.append((metric.name, *cells))
        return rows

    def _direct_table(self) -> StoryTable:
        first = next(iter(self.direct.values()))
        rows = [
            (
                each.name,
                *(f"{own[place].mean:.3g} ({own[place].energy:.2g})" for own in self.direct.values()),
                each.within,
            )
            for place, each in enumerate(first)
        ]
        return StoryTable("Direct distances of sequences", ("", *self.direct, "among the traces"), rows)

    def plot(self) -> "Figure":
        """Figure 2 of the paper; with several group sizes, recipients of the first."""
        from humanlike.figures.social import draw_panels

        bodies = {self.title: self.people, **self.bodies}
        panels = {name: panels_of(body, self.chains) for name, body in bodies.items()}
        return draw_panels(self.title, panels, finding=self.headline())


def _with_interval(likeness: Likeness) -> str | None:
    """A distance, and the corrected one with what it may be."""
    if likeness.distance is None or likeness.interval is None:
        return None if likeness.distance is None else f"{likeness.distance:.3g}"
    ends = f"[{likeness.interval[0]:.2g}, {likeness.interval[1]:.2g}]"
    return f"{likeness.distance:.3g}; {likeness.corrected:.2g} {ends}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def compare(
    traces: Any,
    *,
    agents: Agents = PAPER_AGENTS,
    times: int = 10,
    chains: int = 8,
    window: int = 5,
    floor: float | None = None,
    resamples: int = 500,
    unit: str = AUTO,
    hold_out: str = "",
    published: bool = False,
    direct: bool = False,
    endowment: int = 10,
    step: int = 1,
    missing: str = "refuse",
    groups: str | int | Sequence[int] = "",
    seed: int = 1,
) -> SocialCompareResult:
    """Table 1 of the paper: how far each agent, learned from the traces, is from them.

    Each observed game is played again `times` times; `chains` is the longest reciprocity chain, `floor` the smallest
    probability in Kullback-Leibler (1e-6, or the paper's if `published`). `unit` is what is redrawn for intervals:
    person, match (a game), connected or session. With `hold_out` ('game', 'session', 'connected') no agent meets a game
    it was learned from. `published` takes the paper's own settings and prints its Table 1 beside ours; `direct` adds
    Euclidean, edit and time-warping distances of whole sequences. Of the traces only `groups` of so many players, if
    any are named. Where an offer or an answer is `missing`, 'refuse' the traces, 'drop-round' or 'drop-game'.
    """
    people = find_traces(traces, endowment=endowment, step=step, missing=missing, groups=groups)
    default = PAPER_FLOOR if published else DEFAULT_FLOOR
    method = DistanceMethod(
        floor=default if floor is None else floor,
        n_resamples=resamples,
        corrected="jensen-shannon",
        unit=unit,
    )  # alike for all agents
    longest = chain_metric(chains, "never returned" if published else "unknown")
    metrics = metrics_for("offers", ["d_O", "d_R", "d_B", "d_Y", longest])
    stream = Streams(seed)["social ultimatum"]
    bodies = _bodies(stream, people, agents, hold_out, times, window)
    likenesses = {
        name: tuple(compare_bodies(stream["compare"], people, body, metrics, method))
        for name, body in bodies.items()
    }
    sequences = {
        name: compare_sequences(stream["sequences"], people, body) for name, body in bodies.items() if direct
    }
    title = Path(title_of_body(traces, "traces")).stem
    return SocialCompareResult(
        title, people, bodies, likenesses, method, times, chains, hold_out, published, sequences
    )


def _bodies(
    stream: Streams, people: Traces, agents: Agents, hold_out: str, times: int, window: int
) -> dict[str, list[OfferTable]]:
    """Every agent's games, by its name."""
    chosen = find_social_agents(agents)
    if hold_out:
        folds = folds_of(people, hold_out)
        return {
            agent.name: resimulate_held_out(stream, folds, agent, times=times, window=window)
            for agent in chosen
        }
    learned = learn(people)
    return {
        agent.name: [
            resimulate(stream, table, learned, agent, times=times, window=window) for table in people
        ]
        for agent in chosen
    }
