"""The report of a Turing tournament: who won and how sure that is, why, and where every number comes from.

One self-contained file; equal results give equal bytes.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from humanlike.reports import tournament_tables as tables
from humanlike.reports.page import Markup, details, number, paragraph, paragraphs, safe, write_document
from humanlike.reports.tournament_figures import payoff_panels, reliability_panel
from humanlike.tournament import TournamentResult
from humanlike.tournament.humans import RECONSTRUCTION
from humanlike.tournament.insights import (
    CHANCE,
    DetectorEstimate,
    differences,
    earns_something,
    estimates,
    feature_differences,
    giveaways,
    is_logarithmic,
    not_compared,
    pairs_of_machines,
    pairs_of_people,
    reliability,
)
from humanlike.tournament.replication import comparisons
from humanlike.tournament.standings import DETECTOR_SCHEMES, EMULATOR_SCHEMES

Section = tuple[str, str, list[str]]  # anchor, heading, content
LEAK_TESTS = ("dates", "shape-only")


def write_report(result: TournamentResult, path: Path) -> None:
    """Write the report of `result` to `path` (.html)."""
    found = estimates(result)
    sections: list[Section] = [
        ("sure", "How sure is the winner?", _how_sure(result)),
        ("standings", "Standings under every scheme", _standings(result)),
        ("chance", "Against chance", _against_chance(result, found)),
        ("scores", "Scores by game and by dataset", _scores(result)),
        ("giveaways", "What gives each emulator away", _giveaways(result)),
        ("figures", "People and machines in every game", _figures(result)),
        ("calibration", "Calibration of each detector", _calibration(result)),
        ("marks", "Marks and failures", tables.marks(result)),
        ("checks", "Checks for the organiser", _checks(result, found)),
        ("published", "Beside the published tournament", _published(result)),
        ("provenance", "Provenance", _provenance(result)),
    ]
    kept = [section for section in sections if section[2]]
    links = "".join(f"<a href='#{anchor}'>{escape(heading)}</a>" for anchor, heading, _ in kept)
    body = [
        "<h1>Turing tournament: man or machine?</h1>",
        *_outcome(result, found),
        f"<nav>{links}</nav>",
        *(_section(*section) for section in kept),
    ]
    write_document(path, "Turing tournament", body)


def _section(anchor: str, heading: str, content: Sequence[str]) -> str:
    return f"<section id='{anchor}'><h2>{escape(heading)}</h2>{''.join(content)}</section>"


def _percent(result: TournamentResult) -> str:
    return f"{100 * result.plan.confidence:g} %"


def _outcome(result: TournamentResult, found: Sequence[DetectorEstimate]) -> list[str]:
    """The answer in a few sentences and a few numbers."""
    tiles = [
        (result.trials, "trials"),
        (len(result.material.games), "games"),
        (len(result.material.emulators), "emulators"),
        (len(result.material.detectors), "detectors"),
        (_share(result), "of datasets are people's"),
    ]
    if is_logarithmic(result.plan):
        tiles += [
            (number(CHANCE), "log ½: knowing nothing"),
            (number(result.best_constant), "best constant in hindsight"),
        ]
    shown = "".join(
        f"<div class='tile'><b>{safe(value)}</b><span>{escape(of)}</span></div>" for value, of in tiles
    )
    warnings = paragraphs(_warnings(result), "note")
    return [
        *paragraphs(
            [_verdict(result, "detectors"), _verdict(result, "emulators"), _beating(found, result)], "lead"
        ),
        *warnings,
        Markup(f"<div class='tiles'>{shown}</div>"),
    ]


def _share(result: TournamentResult) -> str:
    return f"{100 * float(result.table['is_human'].mean()):.0f} %"


def _warnings(result: TournamentResult) -> list[str]:
    found = []
    if RECONSTRUCTION in result.plan.humans:
        found.append(
            "People's plays of CIT, PCC1 and PCC2 are a reconstruction: payoff means and deviations are the published "
            "ones, the order of moves is constructed. They are labelled so throughout."
        )
    if result.plan.trust:
        found.append("Strangers' programs were run without a sandbox, as the plan asked.")
    if result.plan.leak != "none":
        found.append(f"This run is unfair on purpose: it leaks {result.plan.leak}.")
    return found


def _verdict(result: TournamentResult, side: str) -> str:
    """Who won a side, or who leads and from whom it is not separated."""
    leadership = result.leaderships[side]
    kind = side.removesuffix("s")
    deed = "tells people from machines best" if kind == "detector" else "fools the leading detector best"
    if leadership.established_after > 0:
        return (
            f"Winning {kind}: {leadership.leader}. It {deed}, and is separated from all "
            f"{len(leadership.rivals)} others at "
            f"{_percent(result)} (simultaneously, valid at any stopping), established after "
            f"{leadership.established_after} of {result.trials} trials."
        )
    close = [rival for rival, low in zip(leadership.rivals, leadership.lower, strict=True) if low <= 0]
    named = ", ".join(close[:5]) + (f" and {len(close) - 5} more" if len(close) > 5 else "")
    rest = f" from {named}" if named else ": there is too little to compare"
    return (
        f"Leading {kind}: {leadership.leader}. It {deed} so far, but it is not separated{rest} "
        f"at {_percent(result)} after {result.trials} trials: no winner is established."
    )


def _beating(found: Sequence[DetectorEstimate], result: TournamentResult) -> str:
    if not is_logarithmic(result.plan):
        return f"Scores are by the system '{result.plan.system}'; the two logarithmic reference bars do not apply."
    both = [each.name for each in found if each.above_chance and each.above_constant]
    who = f"Beating chance: {', '.join(both)}" if both else "No detector is shown to beat chance"
    return f"{who} (balanced score above log ½ with its interval, and score above the best constant)."


def _how_sure(result: TournamentResult) -> list[str]:
    goal = (
        "Trials went on until both sides were separated or the limit was reached"
        if result.plan.until == "separated"
        else "The number of trials was fixed"
    )
    parts: list[str] = [
        paragraph(
            f"{goal}: {result.trials} of at most {result.plan.trials}. Paired differences per trial between the leader "
            f"and each rival, with confidence sequences that hold at every look and for all rivals at once "
            f"({_percent(result)}). There is no interval before ten trials, nor while a difference has not varied."
        )
    ]
    for side, heading in (
        ("detectors", "Detectors"),
        ("emulators", "Emulators, against the leading detector"),
    ):
        rivals, missing = differences(result, side), not_compared(result, side)
        parts.append(f"<h3>{heading}: {escape(result.leaderships[side].leader)} minus each rival</h3>")
        parts.append(tables.forest(rivals) if rivals else paragraph("One trial allows no comparison."))
        if missing:
            parts.append(paragraph(f"Not compared, having missed a trial: {', '.join(missing)}.", "note"))
    return parts


def _standings(result: TournamentResult) -> list[str]:
    extra = (("human_score", "on people"), ("machine_score", "on machines"), ("marks", "marks"))
    return [
        paragraph("Numbers are mean scores, ranks are in brackets (1 is best, ties are shared)."),
        "<h3>Detectors: the highest wins</h3>",
        tables.standings(result.detectors, DETECTOR_SCHEMES, extra),
        "<h3>Emulators: the lowest wins</h3>",
        tables.standings(result.emulators, EMULATOR_SCHEMES),
        "<h3>How the schemes disagree</h3>",
        paragraph(
            "First place under each scheme, and rank correlations between schemes (1: the same order)."
        ),
        tables.winners(result.detectors, DETECTOR_SCHEMES),
        tables.agreement(result.detectors, DETECTOR_SCHEMES),
        tables.winners(result.emulators, EMULATOR_SCHEMES),
        tables.agreement(result.emulators, EMULATOR_SCHEMES),
    ]


def _against_chance(result: TournamentResult, found: Sequence[DetectorEstimate]) -> list[str]:
    parts: list[str] = [
        paragraph(
            "The balanced score is the mean of the score on people and the score on machines: no constant answer beats "
            "log ½ in it, whatever the share of people. Intervals are over trials: other draws of the machines, "
            "and of people only where the plan redraws them."
        )
    ]
    if is_logarithmic(result.plan):
        parts.append(
            paragraph(
                f"References: log ½ = {number(CHANCE)} (grey line) knows nothing; the best constant in hindsight, "
                f"{number(result.best_constant)} (yellow line), knows only that {_share(result)} of the datasets "
                "are people's, and is to be compared with the score, not with the balanced score."
            )
        )
    return [*parts, tables.balanced(found, result)]


def _scores(result: TournamentResult) -> list[str]:
    ordered = tables.in_order(result)
    machines = ordered[~ordered["is_human"]]
    single = [
        details(str(game), [tables.scores(ordered[ordered["game"] == game], "source", "detector", result)])
        for game in dict.fromkeys(result.table["game"])
    ]
    return [
        paragraph(
            "Blue cells are scores above log ½ (the detector was right), orange ones below (it was fooled)."
            if is_logarithmic(result.plan)
            else "Blue cells are scores above the mean of all answers, orange ones below."
        ),
        "<h3>Detectors by game (as Table 13)</h3>",
        tables.scores(ordered, "detector", "game", result),
        "<h3>Datasets by detector (as Table 12)</h3>",
        tables.scores(ordered, "source", "detector", result),
        "<h3>Emulators by game, mean over detectors</h3>",
        tables.scores(machines, "source", "game", result),
        "<h3>Datasets by detector in each game (as Table 14)</h3>",
        *single,
    ]


def _giveaways(result: TournamentResult) -> list[str]:
    features = feature_differences(result)
    parts: list[str] = [
        paragraph(
            "High scores are against an emulator. Features compare its seats with people's in the first trial, in "
            "pooled standard deviations; plus means more than people. Those that differ most over all games are "
            "named with the game in which they do so most."
        ),
        tables.traits(giveaways(result, features)),
    ]
    if len(features):
        order = [str(name) for name in result.emulators["name"]]
        parts += [
            "<h3>Features that tell most: mean difference over games</h3>",
            tables.feature_heat(features, order),
        ]
    return parts


def _figures(result: TournamentResult) -> list[str]:
    label = "people (reconstruction)" if RECONSTRUCTION in result.plan.humans else "people"
    key = (
        f"<span class='key'><b style='color:var(--human)'>●</b> {label}</span>"
        "<span class='key'><b style='color:var(--machine)'>●</b> the emulator</span>"
        "<span class='key'><b style='color:var(--equilibrium)'>◯</b> equilibria</span>"
        "<span class='key'><b style='color:var(--centre)'>●</b> centre estimates</span>"
    )
    parts: list[str] = [
        paragraph(
            "As Figures 1-8: the polygon holds all possible mean payoffs (row player across, column player up), "
            "each dot is a pair's mean over its match in the first trial, and a circle's radius is the Euclidean "
            "deviation from the centre estimate (an ellipse where a game is too flat for one scale on both axes)."
        ),
        f"<p class='note'>{key}</p>",
    ]
    for place, game in enumerate(result.material.games):
        people = pairs_of_people(result, game.name) if game.n_players == 2 else None
        machines = pairs_of_machines(result, game.name) if people else []
        if people and machines:
            parts.append(f"<h3>{escape(game.title or game.name)}</h3>")
            parts.append(payoff_panels(game, people, machines, f"game-{place + 1}"))
    return parts if len(parts) > 2 else []


def _calibration(result: TournamentResult) -> list[str]:
    panels = [
        reliability_panel(each.name, reliability(result.table, each.name))
        for each in result.material.detectors
    ]
    return [
        paragraph(
            "P(human) across, share of people up; on the dashed line a detector means what it says. Detectors answer "
            "at even prior odds, so filled dots weight people and machines equally; hollow dots are the raw shares. "
            "The area of a dot grows with its answers."
        ),
        f"<div class='grid'>{''.join(panels)}</div>",
    ]


def _checks(result: TournamentResult, found: Sequence[DetectorEstimate]) -> list[str]:
    sentences = [
        f"Leak test '{each.name}': balanced score {number(each.balanced)}, "
        + ("above log ½: something leaks." if earns_something(each) else "not above log ½: nothing earned.")
        for each in found
        if each.name in LEAK_TESTS and is_logarithmic(result.plan)
    ]
    return [*paragraphs(sentences), *tables.organiser_checks(result)]


def _published(result: TournamentResult) -> list[str]:
    found = comparisons(result)
    if not found:
        return []
    intro = paragraph(
        "Ours first, the printed number beside it. The paper ran one trial with people's play that is not public; "
        "here CIT, PCC1 and PCC2 stand for CIT (reconstruction), PCC1 (reconstruction) and PCC2 (reconstruction). "
        "Below each table: why the numbers differ."
    )
    return [intro, *(tables.comparison(each) for each in found)]


def _provenance(result: TournamentResult) -> list[str]:
    notes = paragraphs(result.notes, "note")
    return [*tables.provenance(result), *(["<h3>Notes</h3>", *notes] if notes else [])]
