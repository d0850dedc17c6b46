"""How alike two bodies of play are, metric by metric."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from humanlike.core import AUTO, BadRequest, Streams
from humanlike.core.progress import Progress, silent
from humanlike.naming.bodies import BodyWord, find_body, title_of_body
from humanlike.naming.grammar import split_words
from humanlike.similarity import DistanceMethod, Footing, Likeness, Metric, compare_bodies, metrics_for
from humanlike.similarity.comparison import SURE
from humanlike.similarity.divergences import DEFAULT_DIVERGENCE, DEFAULT_FLOOR
from humanlike.studies.beginning import begin
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable
from humanlike.worlds.social_ultimatum import LeftOut, Traces, left_out_document, tell_left_out

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from humanlike.figures.similarity import When, Where

LEAST_RESAMPLES = 20
SHORT = {"kullback-leibler": "KL", "jensen-shannon": "JS", "energy": "energy", "": ""}


@dataclass(frozen=True, eq=False, repr=False)
class LikenessResult(Result):
    """Two bodies of play in every metric."""

    names: tuple[str, str]
    likenesses: tuple[Likeness, ...]
    method: DistanceMethod
    left_out: tuple[tuple[LeftOut, ...], tuple[LeftOut, ...]] = ((), ())  # of traces, for each body

    @property
    def tested(self) -> list[float]:
        """The corrected p of every metric that has one."""
        return [each.p_value_holm for each in self.likenesses if each.p_value_holm is not None]

    @property
    def least_p(self) -> float:
        """The smallest corrected p that the permutations can show."""
        return len(self.tested) / (self.method.n_resamples + 1)

    @property
    def footing(self) -> Footing:
        """What is taken as independent."""
        return self.likenesses[0].footing

    def headline(self) -> str:
        """In how many metrics the bodies differ."""
        both = f"{self.names[0]} and {self.names[1]}"
        if not self.tested:
            return f"{both}: no metric could be tested"
        if self.least_p > SURE:
            return (
                f"{both}: {self.method.n_resamples} resamples are too few to tell {len(self.tested)} metrics"
            )
        differ = sum(each.verdict == "told apart" for each in self.likenesses)
        return f"{both} differ in {differ} of {len(self.tested)} metrics (permutations, Holm, 5 %)"

    def story(self) -> Iterator[Part]:
        """The metrics, how they were taken, and what could not be compared."""
        yield self.headline()
        columns = (
            "metric", "time", "distance", "corrected", "95 % interval", "in", "one population below", "p (Holm)",
            "verdict", "halves of A",
        )  # fmt: skip
        yield StoryTable(" and ".join(self.names), columns, [_row(each) for each in self.likenesses])
        yield self.footing.sentence
        floor = f", floor {self.method.floor:g}" if self.method.divergence == "kullback-leibler" else ""
        yield (
            f"distance: {self.method.divergence}{floor}. corrected: without the bias of few cases and empty bins, in "
            "KL (Kullback-Leibler), JS (Jensen-Shannon, where a cell is too rare for KL) or energy; it decides. one "
            "population below: where 95 % of bodies of these sizes lie when all units are dealt out at random. halves "
            "of A have other sizes, and another distance for that alone."
        )
        yield (
            f"{self.method.n_resamples} resamples of whole units; the smallest p (Holm) they can show is "
            f"{self.least_p:.2g}."
        )
        for each in self.likenesses:
            for note in each.notes:
                yield f"{each.name}: {note}"
        for name, left_out in zip(self.names, self.left_out, strict=True):
            for sentence in tell_left_out(left_out):
                yield f"{name}: {sentence}"

    def document(self) -> dict[str, Any]:
        """Metrics, how they were taken, and what was left out of traces."""
        document = document_of_likenesses(self.likenesses, self.method)
        if any(self.left_out):
            document["left_out"] = [left_out_document(each) for each in self.left_out]
        return document

    def frame(self) -> "pd.DataFrame":
        """One row for each metric."""
        import pandas as pd

        rows = [
            (
                each.name,
                each.title,
                each.time_dependent,
                each.distance,
                each.corrected,
                *(each.interval or (None, None)),
                each.corrected_divergence,
                each.same_population_baseline,
                each.p_value,
                each.p_value_holm,
                each.p_at_floor,
                each.verdict,
            )
            for each in self.likenesses
        ]
        names = [
            "metric",
            "title",
            "time_dependent",
            "distance",
            "corrected",
            "lower",
            "upper",
            "corrected_divergence",
        ]
        tested = ["same_population_baseline", "p", "p_holm", "p_at_floor", "verdict"]
        return pd.DataFrame(rows, columns=[*names, *tested])

    def parts(self) -> "pd.DataFrame":
        """One row for each table of a metric: what it adds to the distance."""
        import pandas as pd

        rows = [
            (each.name, part.stratum, part.table, part.distance, *part.cases)
            for each in self.likenesses
            for part in each.parts
        ]
        return pd.DataFrame(
            rows, columns=["metric", "stratum", "table", "distance", "first_cases", "second_cases"]
        )

    def plot(self) -> "Figure":
        """All metrics against relabelled bodies, the tables that differ most, the distance over time."""
        from humanlike.figures.similarity import MetricRow, draw_profile

        rows = [
            MetricRow(
                each.title,
                each.time_dependent,
                each.corrected,
                each.interval,
                each.relabelled,
                p_words(each, "p ≤ ", "p = "),
                each.verdict,
                SHORT[each.corrected_divergence],
            )
            for each in self.likenesses
            if each.corrected is not None
        ]
        return draw_profile(
            rows,
            _where(self.likenesses),
            _when(self.likenesses),
            bodies=(Path(self.names[0]).name, Path(self.names[1]).name),
            least_p=self.least_p,
            n_resamples=self.method.n_resamples,
        )


def liken(
    first: BodyWord,
    second: BodyWord,
    *,
    metrics: str | Sequence[str | Metric] = (),
    games: str = "",
    divergence: str = DEFAULT_DIVERGENCE,
    floor: float = DEFAULT_FLOOR,
    resamples: int = 500,
    endowment: int = 10,
    step: int = 1,
    missing: str = "refuse",
    unit: str = AUTO,
    seed: int = 1,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> LikenessResult:
    """Hold two bodies of play against each other: plays of matrix games, or traces of Social Ultimatum Games.

    The baseline (what two halves of one population give) is taken from `first`. Without `metrics`, all that look at
    this kind of play; of some `games` (or group sizes such as '5 players') only if named; `floor` is the
    smallest probability in Kullback-Leibler; `resamples` count for intervals, halves and permutations; `unit` is what
    is taken as independent (person, dyad, match, connected, session, study; of traces match, connected, session), left
    alone the smallest that is; `endowment` and `step` are the stakes of traces; where an offer or an answer of traces
    is `missing`, 'refuse' them, 'drop-round' or 'drop-game'; `out` keeps every metric.
    """
    effort = begin("liken", locals())
    if resamples < LEAST_RESAMPLES:
        raise BadRequest(f"At least {LEAST_RESAMPLES} resamples are needed, not {resamples}.")
    method = DistanceMethod(divergence=divergence, floor=floor, n_resamples=resamples, unit=unit)
    bodies = [
        find_body(word, games=games, endowment=endowment, step=step, missing=missing, seed=seed)
        for word in (first, second)
    ]
    looks_at = "offers" if isinstance(bodies[0], Traces) else "plays"
    wanted = metrics_for(looks_at, split_words(metrics) if isinstance(metrics, str) else metrics)
    found = compare_bodies(Streams(seed)["similarity"], bodies[0], bodies[1], wanted, method, effort=effort)
    names = title_of_body(first, "the first body"), title_of_body(second, "the second body")
    lost = [body.left_out if isinstance(body, Traces) else () for body in bodies]
    result = LikenessResult(names, tuple(found), method, (lost[0], lost[1]))
    effort.keep(result.document)
    return result


def document_of_likenesses(likenesses: Sequence[Likeness], method: DistanceMethod) -> dict[str, Any]:
    """Every metric of one comparison, and how distances were taken."""
    return {
        "metrics": [_entry(each) for each in likenesses],
        "divergence": method.divergence,
        "floor": method.floor,
        "resamples": method.n_resamples,
        **_footing_document(likenesses),
        "same_population_p": {each.name: each.p_value for each in likenesses},
        "relabelled_95": {each.name: each.relabelled for each in likenesses},
        "same_population_p_holm": {each.name: each.p_value_holm for each in likenesses},
        "other_divergences": {each.name: each.other_divergences for each in likenesses},
        "notes": {each.name: list(each.notes) for each in likenesses if each.notes},
    }


def _entry(each: Likeness) -> dict[str, Any]:
    """One metric, with exactly the promised keys."""
    return {
        "name": each.name,
        "time_dependent": each.time_dependent,
        "distance": each.distance,
        "corrected": each.corrected,
        "interval": None if each.interval is None else list(each.interval),
        "corrected_divergence": each.corrected_divergence or None,
        "same_population_baseline": each.same_population_baseline,
        "p_at_floor": each.p_at_floor,
        "verdict": each.verdict,
    }


def _footing_document(likenesses: Sequence[Likeness]) -> dict[str, Any]:
    """What is taken as independent, and which way that errs."""
    footing = likenesses[0].footing
    return {"units": list(footing.words), "n_units": list(footing.n_units), "caveat": footing.caveat}


def p_words(each: Likeness, at_most: str = "at most ", exactly: str = "") -> str:
    """The corrected p; at the smallest value the resamples can show, no more than that is claimed."""
    if each.p_value_holm is None:
        return "not tested"
    return f"{at_most if each.p_at_floor else exactly}{each.p_value_holm:.2g}"


def _row(each: Likeness) -> tuple[object, ...]:
    return (
        each.name,
        "counts" if each.time_dependent else "collapsed",
        each.distance,
        each.corrected,
        "-" if each.interval is None else f"{each.interval[0]:.3g} to {each.interval[1]:.3g}",
        SHORT[each.corrected_divergence],
        each.relabelled,
        p_words(each),
        each.verdict,
        each.same_population_baseline,
    )


def _where(likenesses: Sequence[Likeness]) -> "Where | None":
    """The tables of the finest response metric, or of the first metric that has several."""
    from humanlike.figures.similarity import Where

    responses = [each for each in likenesses if each.name.startswith("responses") and each.parts]
    chosen = responses[:1] or [each for each in likenesses if len(each.parts) > 1][:1]
    if not chosen:
        return None
    parts = chosen[0].parts
    several = len({part.stratum for part in parts}) > 1
    names = [f"{part.stratum}: {part.table}" if several else part.table for part in parts]
    return Where(chosen[0].title, names, [part.distance for part in parts])


def _when(likenesses: Sequence[Likeness]) -> "When | None":
    """What each stretch of rounds adds, by role, in the last metric over time that was asked for."""
    from humanlike.figures.similarity import When

    timed = [each for each in likenesses if each.name in ("cells-over-time", "learning") and each.parts]
    if not timed:
        return None
    several = len({part.stratum for part in timed[-1].parts}) > 1
    lines: dict[str, tuple[list[float], list[float]]] = {}
    for part in timed[-1].parts:
        role, _, stretch = part.table.partition("rounds ")
        start, _, end = stretch.partition("-")
        name = " ".join(filter(None, (part.stratum if several else "", role.strip())))
        rounds, distances = lines.setdefault(name, ([], []))
        rounds.append((int(start) + int(end or start)) / 2)
        distances.append(part.distance)
    return When(timed[-1].title, lines)
