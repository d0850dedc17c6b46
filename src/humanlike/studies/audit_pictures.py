"""The pictures of an audit: everybody's scores, and the matches that gave most away."""

import re

import numpy as np
from matplotlib.figure import Figure

from humanlike.figures.audit import ScoreRow, draw_match, draw_scores
from humanlike.figures.style import WIDE
from humanlike.studies.audit_result import DRAWN, AuditResult


def scores_picture(result: AuditResult, width: float = WIDE) -> Figure:
    """People on top, then participants, then suspects, the one that is told best last."""
    verdict, judged = result.verdict, result.judged
    people = [ScoreRow(name, about.score, "people") for name, about in judged.people.items()]
    asked = result.evidence.score[result.asked]
    told = sorted(judged.suspects, key=lambda name: verdict.areas[name].value)
    machines = [ScoreRow(name, judged.suspects[name].score, "machines") for name in told]
    flagged = result.evidence.score[verdict.flagged]
    found = verdict.contamination
    finding = (
        "No share and no flags: this use is unmatched"
        if found is None
        else f"An estimated {100 * found.share:.0f} % [{100 * found.lower:.0f}, {100 * found.upper:.0f}] are machines"
    )
    return draw_scores(
        [*people, ScoreRow("participants", asked[~np.isnan(asked)], "participants"), *machines],
        float(flagged.min()) if len(flagged) else None,
        finding=finding,
        data=result.title,
        width=width,
    )


def match_pictures(result: AuditResult, width: float = WIDE) -> dict[str, Figure]:
    """The match that says most of each participant shown, those who look most like a machine first."""
    drawn = {}
    for place, person in enumerate(result.asked[:DRAWN].tolist()):
        side = np.sign(result.evidence.score[person])
        matches = result.traces[person].matches
        if not matches or np.isnan(side):
            continue
        match = max(matches, key=lambda each: side * each.total)
        name = re.sub(r"\W+", "-", result.persons[person])
        drawn[f"match-{place + 1}-{name}"] = draw_match(
            match.own,
            match.met,
            match.worth,
            finding=f"{result.persons[person]}: {match.game}, match {match.match}",
            data=f"blue: as suspects do, vermilion: as people do; {match.total:+.2f} in all",
            width=width,
        )
    return drawn
