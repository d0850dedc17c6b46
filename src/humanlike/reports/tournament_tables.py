"""Tables of a tournament: standings, agreement of schemes, scores by game and dataset, marks, provenance."""

from collections.abc import Sequence

import pandas as pd

from humanlike.reports.page import Markup, details, heat_table, interval, number, paragraph, safe, table
from humanlike.reports.tournament_figures import scale_of, strip
from humanlike.tournament import TournamentResult
from humanlike.tournament.insights import (
    CHANCE,
    DetectorEstimate,
    Difference,
    Giveaway,
    is_logarithmic,
    mean_scores_by,
    root_mean_square,
    scheme_agreement,
)
from humanlike.tournament.material import commitment
from humanlike.tournament.plan import plan_text
from humanlike.tournament.provenance import human_items, other_items, versions
from humanlike.tournament.replication import ReplicatedTable

REACH = 0.7  # from log(1/2) to a perfect score
MOST_FEATURES = 12


def forest(found: Sequence[Difference]) -> Markup:
    """The leader minus every rival, with simultaneous intervals around a line at no difference."""
    scale = scale_of([0.0, *(value for each in found for value in (each.mean, each.lower, each.upper))])
    rows = [
        (
            each.rival,
            strip(each.mean, each.lower, each.upper, scale),
            number(each.mean),
            interval(each.lower, each.upper),
            "yes" if each.lower > 0 else "no",
        )
        for each in found
    ]
    axis = f"{number(scale[0], 2)} to {number(scale[1], 2)}"
    return table(("rival", f"axis from {axis}", "leader minus rival", "simultaneous interval", "apart"), rows)


def standings(frame: pd.DataFrame, schemes: Sequence[str], extra: Sequence[tuple[str, str]] = ()) -> Markup:
    """One row an entrant: its number and, in brackets, its rank under every scheme."""
    rows = []
    for row in frame.to_dict("records"):
        ranked = [f"{number(float(row[each]))} ({int(row[f'rank {each}'])})" for each in schemes]
        rows.append((row["name"], *ranked, *(_plain(row[key]) for key, _ in extra)))
    return table(("name", *schemes, *(title for _, title in extra)), rows, bold_first=True)


def _plain(value: object) -> str:
    return number(value) if isinstance(value, float) else str(value)


def winners(frame: pd.DataFrame, schemes: Sequence[str]) -> Markup:
    """Who is first under each scheme; ties are shared."""
    rows = [(each, ", ".join(frame.loc[frame[f"rank {each}"] == 1, "name"].astype(str))) for each in schemes]
    return table(("scheme", "first"), rows, 2)


def agreement(frame: pd.DataFrame, schemes: Sequence[str]) -> Markup:
    """Spearman's correlation between the rankings."""
    found = scheme_agreement(frame, schemes)
    rows = list(zip(schemes, found.to_numpy(dtype=float).tolist(), strict=True))
    return heat_table("Spearman's ρ", schemes, rows, middle=0.0, reach=1.4)


def balanced(found: Sequence[DetectorEstimate], result: TournamentResult) -> Markup:
    """Raw and balanced scores beside both reference bars."""
    bars = [(CHANCE, "--soft"), (result.best_constant, "--centre")] if is_logarithmic(result.plan) else []
    values = [value for each in found for value in (each.balanced, each.anytime_lower, each.anytime_upper)]
    scale = scale_of([*values, *(bar for bar, _ in bars)])
    rows = []
    for each in found:
        verdict = "yes" if each.above_chance and each.above_constant else "no"
        rows.append(
            (
                each.name,
                strip(each.balanced, each.anytime_lower, each.anytime_upper, scale, bars),
                number(each.balanced),
                interval(each.anytime_lower, each.anytime_upper),
                interval(each.lower, each.upper),
                number(each.score),
                "above" if each.above_constant else "not above",
                verdict,
            )
        )
    columns = (
        "detector",
        f"balanced score, axis from {number(scale[0], 2)} to {number(scale[1], 2)}",
        "balanced score",
        "interval valid at any stopping",
        "bootstrap interval",
        "score",
        "best constant",
        "beats chance",
    )
    return table(columns, rows)


def _middle(result: TournamentResult) -> float:
    return CHANCE if is_logarithmic(result.plan) else float(result.table["score"].mean())


def scores(frame: pd.DataFrame, rows: str, columns: str, result: TournamentResult) -> Markup:
    """Mean scores by two of game, source and detector on a heat background."""
    wide = mean_scores_by(frame, rows, columns)
    body = list(zip(map(str, wide.index), wide.to_numpy(dtype=float).tolist(), strict=True))
    return heat_table(
        f"{_noun(rows)} \\ {_noun(columns)}",
        [str(name) for name in wide.columns],
        body,
        middle=_middle(result),
        reach=REACH,
    )


def _noun(column: str) -> str:
    return "dataset" if column == "source" else column


def in_order(result: TournamentResult) -> pd.DataFrame:
    """All answers, people's datasets first, then emulators and detectors as they stand."""
    frame = result.table
    people = sorted(set(frame.loc[frame["is_human"], "source"].astype(str)))
    sources = [*people, *result.emulators["name"].astype(str)]
    keys = pd.DataFrame(
        {
            "source": frame["source"].map({name: place for place, name in enumerate(sources)}),
            "detector": frame["detector"].map(
                {str(n): place for place, n in enumerate(result.detectors["name"])}
            ),
        }
    )
    games = {str(name): place for place, name in enumerate(dict.fromkeys(frame["game"]))}
    keys["game"] = frame["game"].map(games)
    return frame.loc[keys.sort_values(["source", "detector", "game"], kind="stable").index]


def traits(found: Sequence[Giveaway]) -> Markup:
    """One row an emulator: who and what gives it away."""
    rows = [
        (
            each.emulator,
            number(each.believed, 2),
            f"{each.detector} ({number(each.detector_score, 2)})",
            f"{each.easiest} ({number(each.easiest_score, 2)})",
            f"{each.hardest} ({number(each.hardest_score, 2)})",
            "; ".join(f"{trait.feature} {_signed(trait.difference)} in {trait.game}" for trait in each.traits)
            or "none",
        )
        for each in found
    ]
    columns = (
        "emulator",
        "mean P(human)",
        "seen through best by",
        "easiest to tell in",
        "hardest to tell in",
        "features that differ most, in SD, and where",
    )
    return table(columns, rows, 6)


def _signed(value: float) -> str:
    return f"+{number(value, 1)}" if value > 0 else number(value, 1)


def feature_heat(features: pd.DataFrame, order: Sequence[str]) -> Markup:
    """Signed mean differences to people in the features that tell most."""
    sizes = root_mean_square(features).dropna().sort_values(ascending=False, kind="stable")
    names = [str(name) for name in sizes.index[:MOST_FEATURES]]
    means = features[names].groupby(level="source", sort=False).mean()
    known = [name for name in order if name in means.index]
    rows = list(zip(known, means.loc[known].to_numpy(dtype=float).tolist(), strict=True))
    return heat_table("emulator", names, rows, middle=0.0, reach=2.0, digits=1)


def marks(result: TournamentResult) -> list[str]:
    """Answers that are not the detector's own, and emulators left out of a game."""
    answers = _counted(result.table, ["detector", "mark"])
    failed = _counted(result.datasets, ["source", "game", "mark"])
    parts: list[str] = []
    if answers:
        parts.append(paragraph("A detector that fails answers 1/2 with a mark."))
        parts.append(table(("detector", "mark", "answers"), answers, 2))
    else:
        parts.append(paragraph("Every detector answered every dataset."))
    if failed:
        parts.append(paragraph("An emulator that fails is left out of that game and trial with a mark."))
        parts.append(table(("emulator", "game", "mark", "trials"), failed, 3))
    else:
        parts.append(paragraph("Every emulator played every game."))
    return parts


def _counted(frame: pd.DataFrame, columns: list[str]) -> list[list[object]]:
    """How often each mark occurs, in the order of appearance."""
    marked = frame.loc[frame["mark"] != "", columns]
    counted = marked.assign(count=1).groupby(columns, sort=False, as_index=False)["count"].sum()
    return [list(row) for row in counted.itertuples(index=False)]


def organiser_checks(result: TournamentResult) -> list[str]:
    """Favouritism and repeated human play: reported, not decided."""
    parts: list[str] = []
    if result.favours:
        rows = [
            (each.detector, each.emulator, each.author, number(each.excess), number(each.p_value, 4))
            for each in result.favours
        ]
        columns = ("detector", "emulator", "author", "excess P(human)", "p (Holm)")
        parts.append(paragraph("Detectors beside emulators of the same author, against the other detectors."))
        parts.append(table(columns, rows, 3))
    else:
        parts.append(paragraph("No stranger entered both a detector and an emulator: nobody to favour."))
    if result.overlaps:
        parts.append(paragraph("Machine pairs of the first trial that repeat a human pair round for round."))
        parts.append(table(("game", "emulator", "people", "pairs"), result.overlaps, 3))
    else:
        parts.append(paragraph("In the first trial no machine pair repeats a human pair round for round."))
    return parts


def comparison(found: ReplicatedTable) -> Markup:
    """A published table with ours beside it."""
    rows = [[number(cell) if isinstance(cell, float) else cell for cell in row] for row in found.rows]
    notes = [paragraph(note, "note") for note in found.notes]
    return details(found.title, [table(found.columns, rows), *notes])


def provenance(result: TournamentResult) -> list[str]:
    """The plan, hashes, authors, versions: all that is needed to repeat the run and to check it."""
    entrants = [
        (kind, each.name, each.author, _kind(each), each.description)
        for kind, group in (("emulator", result.material.emulators), ("detector", result.material.detectors))
        for each in group
    ]
    people = table(("game", "experiment", "hash of the moves"), human_items(result), 3)
    return [
        "<h3>Plan</h3>",
        Markup(f"<pre>{safe(plan_text(result.plan))}</pre>"),
        table(("", ""), [("seed commitment", commitment(result.plan.seed)), *versions().items()], 2),
        "<h3>Entrants</h3>",
        table(("", "name", "author", "kind", "what it is"), entrants, 5),
        "<h3>Hashes</h3>",
        table(("kind", "name", "SHA-256"), other_items(result), 3),
        details("Every human play", [people]),
    ]


def _kind(entrant: object) -> str:
    fitted = getattr(entrant, "fit", None) is not None
    scope = getattr(entrant, "looks_at", "")
    return ", ".join(
        part for part in ("trained on what it is not tested on" if fitted else "", scope) if part
    )
