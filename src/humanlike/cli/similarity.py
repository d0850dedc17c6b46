"""`humanlike similarity`: how alike two bodies of play are, metric by metric."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.output import console, print_json, print_table

if TYPE_CHECKING:
    from humanlike.figures.similarity import When, Where
    from humanlike.similarity import DistanceMethod, Likeness


def similarity(
    first: Path = typer.Argument(..., metavar="A", help="A body of play (the baseline is taken from it)."),
    second: Path = typer.Argument(..., metavar="B", help="The body of play to hold against it."),
    metrics: str = typer.Option("", help="Names separated by commas; none: all that fit."),
    games: str = typer.Option("", help="Only these games (or group sizes such as '5 players'), by commas."),
    divergence: str = typer.Option("kullback-leibler", help="kullback-leibler, jensen-shannon or energy."),
    floor: float = typer.Option(1e-6, help="Smallest probability in Kullback-Leibler."),
    resamples: int = typer.Option(500, min=20, help="For intervals, halves and permutations."),
    seed: int = typer.Option(1, help="Seed of the resampling."),
    endowment: int = typer.Option(10, help="Social Ultimatum traces: what is split."),
    step: int = typer.Option(1, help="Social Ultimatum traces: step of offers."),
    figure: Path | None = typer.Option(
        None, help="Draw where and when the bodies differ (.png, .svg, .pdf)."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Compare two files or folders of play: matrix games (long tables) or Social Ultimatum traces."""
    from humanlike.core import OfferTable, Streams
    from humanlike.similarity import DistanceMethod, compare_bodies, metrics_for

    bodies = [_chosen(read_body(path, endowment, step), games) for path in (first, second)]
    looks_at = "offers" if isinstance(bodies[0][0], OfferTable) else "plays"
    wanted = metrics_for(looks_at, [name.strip() for name in metrics.split(",") if name.strip()])
    method = DistanceMethod(divergence=divergence, floor=floor, n_resamples=resamples)
    results = compare_bodies(Streams(seed)["similarity"], bodies[0], bodies[1], wanted, method)
    if figure is not None:
        _draw(figure, results, (first.name, second.name), method)
    if as_json:
        print_json(document_of_comparison(results, method))
    else:
        show_comparison(f"{first} and {second}", results, method)


def _draw(path: Path, results: "list[Likeness]", names: tuple[str, str], method: "DistanceMethod") -> None:
    from humanlike.figures import save
    from humanlike.figures.similarity import MetricRow, draw_profile

    metrics = [
        MetricRow(
            each.title,
            each.time_dependent,
            each.distance,
            each.interval,
            each.same_population_baseline,
            each.baseline_upper,
            each.p_value_holm,
        )
        for each in results
        if each.distance is not None
    ]
    figure = draw_profile(
        metrics,
        _where(results),
        _when(results),
        bodies=names,
        divergence=method.divergence,
        n_resamples=method.n_resamples,
    )
    save(figure, path)


def _where(results: "list[Likeness]") -> "Where | None":
    """The tables of the finest response metric, or of the first metric that has several."""
    from humanlike.figures.similarity import Where

    responses = [each for each in results if each.name.startswith("responses") and each.parts]
    chosen = responses[:1] or [each for each in results if len(each.parts) > 1][:1]
    if not chosen:
        return None
    parts = chosen[0].parts
    several = len({part.stratum for part in parts}) > 1
    names = [f"{part.stratum}: {part.table}" if several else part.table for part in parts]
    return Where(chosen[0].title, names, [part.distance for part in parts])


def _when(results: "list[Likeness]") -> "When | None":
    """What each stretch of rounds adds, by role, in the last metric over time that was asked for."""
    from humanlike.figures.similarity import When

    timed = [each for each in results if each.name in ("cells-over-time", "learning") and each.parts]
    if not timed:
        return None
    several = len({part.stratum for part in timed[-1].parts}) > 1
    lines: dict[str, tuple[list[float], list[float]]] = {}
    for part in timed[-1].parts:
        role, _, stretch = part.table.partition("rounds ")
        first, _, last = stretch.partition("-")
        name = " ".join(filter(None, (part.stratum if several else "", role.strip())))
        rounds, distances = lines.setdefault(name, ([], []))
        rounds.append((int(first) + int(last or first)) / 2)
        distances.append(part.distance)
    return When(timed[-1].title, lines)


def read_body(path: Path, endowment: int, step: int) -> list[Any]:
    """Social Ultimatum traces if the table has proposers, else plays of matrix games."""
    from humanlike.core import BadFile
    from humanlike.datasets import read_plays
    from humanlike.worlds.social_ultimatum import read_traces

    if not path.exists():
        raise BadFile(f"There is no file or folder {path}.")
    if path.is_file() and path.suffix == ".csv":
        with path.open(encoding="utf-8", errors="replace") as file:
            header = file.readline()
        if "proposer" in header:
            return list(read_traces(path, endowment=endowment, step=step))
    return list(read_plays(path))


def _chosen(body: list[Any], games: str) -> list[Any]:
    """The parts of a body that were asked for."""
    from humanlike.core import OfferTable, look_up

    parts = {
        f"{part.n_players} players" if isinstance(part, OfferTable) else part.game.name: part for part in body
    }
    names = [name.strip() for name in games.split(",") if name.strip()]
    return [look_up("game in this body of play", name, parts) for name in names] if names else body


def document_of_comparison(results: "list[Likeness]", method: "DistanceMethod") -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "metrics": [metric_entry(result) for result in results],
        "divergence": method.divergence,
        "floor": method.floor,
        "resamples": method.n_resamples,
        "same_population_p": {each.name: each.p_value for each in results},
        "same_population_p_holm": {each.name: each.p_value_holm for each in results},
        "other_divergences": {each.name: each.other_divergences for each in results},
        "notes": {each.name: list(each.notes) for each in results if each.notes},
    }


def metric_entry(result: "Likeness") -> dict[str, Any]:
    """One metric, with exactly the promised keys."""
    return {
        "name": result.name,
        "time_dependent": result.time_dependent,
        "distance": result.distance,
        "interval": None if result.interval is None else list(result.interval),
        "same_population_baseline": result.same_population_baseline,
    }


def show_comparison(title: str, results: "list[Likeness]", method: "DistanceMethod") -> None:
    """The same as a table."""
    rows = [
        (
            each.name,
            "time-dependent" if each.time_dependent else "time-collapsed",
            "-" if each.distance is None else each.distance,
            "-" if each.interval is None else f"{each.interval[0]:.3g} to {each.interval[1]:.3g}",
            "-" if each.same_population_baseline is None else each.same_population_baseline,
            "-" if each.p_value_holm is None else each.p_value_holm,
        )
        for each in results
    ]
    columns = ("metric", "kind", "distance", "95 % interval", "halves of A", "p (Holm)")
    print_table(title, columns, rows)
    floor = f", floor {method.floor:g}" if method.divergence == "kullback-leibler" else ""
    tested = sum(each.p_value_holm is not None for each in results)
    console.print(
        f"{method.divergence}{floor}; {method.n_resamples} resamples of whole matches or games; "
        f"the smallest p (Holm) they can show is {tested / (method.n_resamples + 1):.2g}"
    )
    for each in results:
        for note in each.notes:
            console.print(f"{each.name}: {note}", markup=False)
