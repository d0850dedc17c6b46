"""The report of a Turing tournament: who won and how sure that is, why, and where every number comes from.

One self-contained file; equal results give equal bytes. Nothing is computed here: `tournament_findings` did.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from humanlike.reports import tournament_pictures as pictures
from humanlike.reports.page import check_page, interval, number, signed, write_page_of
from humanlike.tournament import TournamentFindings
from humanlike.tournament.brought import told
from humanlike.tournament.humans import RECONSTRUCTION
from humanlike.tournament.insights import TOP_TRAITS, DetectorEstimate, Giveaway, deviations_text
from humanlike.tournament.prizes import crowns_nobody, near_rivals
from humanlike.tournament.recitation import AS_THEY_ARE, LARGE, Audited
from humanlike.tournament.recitation import told as recitations
from humanlike.tournament.verdicts import (
    beside_the_constant,
    population_of,
    redrawn_sentences,
    rests_on,
    shared_prize,
    why_nobody,
)

Table = tuple[Sequence[object], Sequence[Sequence[object]]]  # column heads, rows
REACH = 0.7  # from log(1/2) to a perfect score
SECTIONS = {
    "standings": "Standings under every scheme, and failures",
    "sure": "How sure is the winner?",
    "chance": "Against chance",
    "giveaways": "What gives each emulator away",
    "scores": "Scores by game and by dataset",
    "figures": "People and machines in every game",
    "calibration": "Calibration of each detector",
    "published": "Beside the published tournament",
    "checks": "Checks for the organiser",
    "provenance": "Provenance",
}
# Settings of a plan that bind strangers' programs: what they mean, and in what.
LIMITS = {
    "seconds": "time for one run of a program, s",
    "memory": "memory, all processes together, MB",
    "output": "output of a program, MB",
    "training_seconds": "time to learn once, s",
    "strikes": "failures after which a program that mostly fails is given up",
    "quota": "share of failures beyond which nobody can win",
    "asked_again": "share of plays a stranger's detector is shown twice",
}


def write_report(findings: TournamentFindings, path: Path) -> None:
    """Write the report of a tournament to `path` (.html)."""
    check_page(path)
    result = findings.result
    people = "people (reconstruction)" if RECONSTRUCTION in result.plan.humans else "people"
    absent = {"figures": not findings.scenes, "published": not findings.published}
    write_page_of(
        "tournament.html.jinja",
        path,
        title="Turing tournament",
        findings=findings,
        verdicts=[_verdict(findings, side) for side in findings.sides] + _beating(findings),
        population=[findings.other_verdict, population_of(result), *redrawn_sentences(result)],
        rests_on=rests_on(result.terms),
        warnings=_warnings(findings),
        passing=pictures.passing(findings, people),
        tiles=_tiles(findings),
        sections={name: heading for name, heading in SECTIONS.items() if not absent.get(name)},
        standings={side: _standings(findings, side) for side in findings.sides},
        leads=pictures.leads(findings),
        differences={side: _differences(findings, side) for side in findings.sides},
        balanced=pictures.balanced(findings),
        estimates=_estimates(findings),
        exposed=[_exposed(each) for each in findings.giveaways],
        traits=[_traits(each) for each in findings.giveaways],
        scenes=pictures.draw_scenes(findings),
        anchors=pictures.anchors(findings),
        undrawn=_undrawn(findings),
        reliability=pictures.reliability(findings),
        limits=[(words, f"{getattr(result.plan, name):g}") for name, words in LIMITS.items()],
        entrants=_entrants(findings),
        audit=[_audit(each) for each in result.audit],
        recitations=recitations(result.audit),
        people=people,
        percent=_percent(findings),
        share=_share(findings),
        half=_half(findings),
        reach=REACH,
    )


def _percent(findings: TournamentFindings) -> str:
    return f"{100 * findings.result.plan.confidence:g} %"


def _half(findings: TournamentFindings) -> str:
    return "log ½" if findings.is_logarithmic else "the score of one half"


def _share(findings: TournamentFindings) -> str:
    return f"{100 * findings.share_of_people:.0f} %"


def _tiles(findings: TournamentFindings) -> list[tuple[object, str]]:
    material = findings.result.material
    return [
        (findings.result.trials, "trials"),
        (len(material.games), "games"),
        (len(material.emulators), "emulators"),
        (len(material.detectors), "detectors"),
        (_share(findings), "of datasets are people's"),
    ]


def _warnings(findings: TournamentFindings) -> list[str]:
    plan, found = findings.result.plan, []
    if RECONSTRUCTION in plan.humans:
        found.append(
            "People's plays of CIT, PCC1 and PCC2 are a reconstruction: payoff means and deviations are the published "
            "ones, the order of moves is constructed. They are labelled so throughout."
        )
    if plan.trust:
        found.append("Strangers' programs were run without a sandbox, as the plan asked.")
    found += told(findings.result.material.unsandboxed)
    if plan.leak != "none":
        found.append(f"This run is unfair on purpose: it leaks {plan.leak}.")
    return found


def _verdict(findings: TournamentFindings, side: str) -> str:
    """Who won a side, who leads and from whom it is not separated, or that nobody can."""
    result, crowning = findings.result, findings.result.crowning
    if crowns_nobody(crowning, side):
        return why_nobody(crowning, side)
    leadership, kind = crowning.leaderships[side], side.removesuffix("s")
    if leadership.is_established:
        return (
            f"Winning {kind}: {leadership.leader}. It {_deed(findings, side)}, and is separated from "
            f"{_beaten(findings, side)} at {_percent(findings)} (simultaneously, valid at any stopping), established "
            f"after {leadership.established_after} of {result.trials} trials."
        )
    close = near_rivals(crowning, side)
    named = ", ".join(close[:5]) + (f" and {len(close) - 5} more" if len(close) > 5 else "")
    rest = f" from {named}" if named else _why_not(findings, side)
    return (
        f"Leading {kind}: {leadership.leader}. It {_deed(findings, side)} so far, but it is not separated{rest} "
        f"at {_percent(findings)} after {result.trials} trials: no winner is established{shared_prize(crowning, side)}."
    )


def _deed(findings: TournamentFindings, side: str) -> str:
    crowning = findings.result.crowning
    if side == "detectors":
        among = " of those shown to beat a coin" if crowning.rule == "sound" else ""
        return f"tells people from machines best{among}"
    judges = ", ".join(crowning.judges)
    return (
        f"fools the sound detectors best ({judges})"
        if crowning.rule == "sound"
        else "fools the leading detector best"
    )


def _beaten(findings: TournamentFindings, side: str) -> str:
    """Whom an established winner is separated from: a detector that knows nothing is no rival of a sound one."""
    crowning = findings.result.crowning
    leadership = crowning.leaderships[side]
    left = leadership.near
    if not left:
        return f"all {len(leadership.rivals)} others"
    return f"all others but {', '.join(left)}, which {'is' if len(left) == 1 else 'are'} not above a coin"


def _why_not(findings: TournamentFindings, side: str) -> str:
    undecided = ", ".join(findings.result.crowning.undecided)
    if findings.result.leaderships[side].rivals and undecided:
        return f" with {undecided} counted in, which may still turn out to be sound,"
    return ": there is too little to compare"


def _beating(findings: TournamentFindings) -> list[str]:
    """Against knowing nothing (balanced scores), and against the best constant (plain scores): two questions."""
    better = [each.name for each in findings.estimates if each.above_chance]
    who = (
        f"Better than knowing nothing: {', '.join(better)}"
        if better
        else "No detector is shown to beat chance"
    )
    return [
        f"{who} (balanced score above {_half(findings)} with its interval). {beside_the_constant(findings.result)}"
    ]


def _standings(findings: TournamentFindings, side: str) -> Table:
    """One row an entrant: its number and, in brackets, its rank under every scheme; failures beside them."""
    extra = (
        {"hits": "hits", "human_score": "on people", "machine_score": "on machines"}
        if side == "detectors"
        else {}
    )
    own = findings.sides[side]
    by = "mean" if side == "detectors" else findings.result.crowning.scheme
    first = own.schemes.index(by)  # what the crown goes by stands first, failures beside it
    rows: list[list[object]] = []
    for row in own.standings.to_dict("records"):
        ranked = [f"{number(float(row[each]))} ({int(row[f'rank {each}'])})" for each in own.schemes]
        parts = [float(row[key]) for key in extra]
        ranks = f"{row['rank_lower']} to {row['rank_upper']}"
        failures = row["disqualified"] or row["failed"]
        rows.append(
            [row["name"], ranked[first], ranks, failures, *ranked[:first], *ranked[first + 1 :], *parts]
        )
    others = [each for each in own.schemes if each != by]
    return ("name", by, "ranks possible", "failures", *others, *extra.values()), rows


def _differences(findings: TournamentFindings, side: str) -> Table:
    """The leader minus every rival, with simultaneous intervals."""
    rows = [
        (each.rival, signed(each.mean, 3), interval(each.lower, each.upper), "yes" if each.apart else "no")
        for each in findings.sides[side].differences
    ]
    return ("rival", "leader minus rival", "simultaneous interval", "apart"), rows


def _estimates(findings: TournamentFindings) -> Table:
    """Balanced scores beside knowing nothing, plain scores beside the best constant."""
    half, chance = _half(findings), findings.result.chance
    rows = [
        (
            each.name,
            each.balanced,
            interval(each.anytime_lower, each.anytime_upper),
            beside_chance(each, chance),
            interval(each.redrawn_lower, each.redrawn_upper),
            interval(each.lower, each.upper),
            each.score,
            "above" if each.above_constant else "below",
        )
        for each in findings.estimates
    ]
    columns = (
        "detector",
        "balanced score",
        "interval valid at any stopping",
        f"which lies, beside {half},",
        "other people, other games",
        "bootstrap interval, these trials only",
        "plain score",
        "beside the best constant",
    )
    return columns, rows


def beside_chance(each: DetectorEstimate, chance: float) -> str:
    """Where the interval that is valid at any stopping lies; the bootstrap's says nothing about stopping."""
    if each.above_chance:
        return "above"
    if not np.isfinite(each.anytime_upper - each.anytime_lower):
        return "no interval yet"
    return "below" if each.anytime_upper < chance else "not told apart"


def _exposed(each: Giveaway) -> Sequence[object]:
    """Who sees through an emulator, and where."""
    return (
        each.emulator,
        number(each.believed, 2),
        f"{each.detector} ({number(each.detector_score, 2)})",
        f"{each.easiest} ({number(each.easiest_score, 2)})",
        f"{each.hardest} ({number(each.hardest_score, 2)})",
    )


def _traits(each: Giveaway) -> Sequence[object]:
    """In what an emulator differs most from people."""
    told = [f"{trait.feature}: {deviations_text(trait.difference)} in {trait.game}" for trait in each.traits]
    return (each.emulator, *told, *["–"] * (TOP_TRAITS - len(told)))


def _undrawn(findings: TournamentFindings) -> list[Sequence[object]]:
    """Commands that play again what no picture shows: games of more than two players, failures in the first trial."""
    drawn = pictures.anchors(findings)
    return [
        (emulator, game, command)
        for (emulator, game), command in pictures.replay_commands(findings).items()
        if (emulator, game) not in drawn
    ]


def _entrants(findings: TournamentFindings) -> list[Sequence[object]]:
    material = findings.result.material
    return [
        (each.name, kind, each.author, _kind(each), each.description)
        for kind, group in (("emulator", material.emulators), ("detector", material.detectors))
        for each in group
    ]


def _audit(each: Audited) -> Sequence[object]:
    """One detector: P(human) of people as they are, and what each kind of variant costs."""
    kinds = {kind.kind: kind for kind in each.kinds}
    lost = [
        f"{signed(kinds[kind].drop)} {interval(kinds[kind].lower, kinds[kind].upper)}"
        if kind in kinds
        else "not asked"
        for kind in LARGE
    ]
    before = kinds.get(AS_THEY_ARE)
    return (each.detector, "none" if before is None else number(before.probability, 2), *lost)


def _kind(entrant: object) -> str:
    fitted = getattr(entrant, "fit", None) is not None
    scope = getattr(entrant, "looks_at", "")
    return ", ".join(
        part for part in ("trained on what it is not tested on" if fitted else "", scope) if part
    )
