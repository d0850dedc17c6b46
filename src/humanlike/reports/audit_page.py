"""One self-contained page about an audit, to be attached to a paper: what was found, what it rests on, what it is not.

Nothing is computed here.
"""

import math
from pathlib import Path

from markupsafe import Markup

from humanlike import __version__
from humanlike.figures.style import NARROW
from humanlike.reports.page import check_page, interval, number, picture, write_page_of
from humanlike.studies.audit_pictures import match_pictures, scores_picture
from humanlike.studies.audit_result import DRAWN, ETHICS, STANDING, AuditResult
from humanlike.studies.audit_verdict import FEWEST_VERIFIED, TELLS_APART

KINDS = {"learning rule": "a rule", "program": "a program", "language model": "a language model"}


def write_page(result: AuditResult, path: Path) -> None:
    """Write the page; everything it shows is inside the file."""
    check_page(path)
    write_page_of(
        "audit.html.jinja",
        path,
        title=f"Machines among participants? {result.title}",
        result=result,
        finding=result.headline(),
        scores=picture(scores_picture(result), name="scores"),
        narrow=picture(scores_picture(result, NARROW), name="narrow"),
        tiles=_tiles(result),
        people=[(name, len(about.human)) for name, about in result.judged.people.items()],
        suspects=_suspects(result),
        participants=_participants(result),
        drawn=_drawn(result),
        ethics=ETHICS,
        standing=STANDING,
        shown=DRAWN,
        fewest=FEWEST_VERIFIED,
        told_from=TELLS_APART,
        version=__version__,
    )


def _tiles(result: AuditResult) -> list[tuple[str, str]]:
    """The figures on top, each with what it is."""
    found, accused = result.verdict.contamination, result.verdict.accused
    tiles = [
        (str(len(result.asked)), "participants audited"),
        (str(int(result.verified.sum())), "verified people"),
    ]
    if found is not None:
        share = f"{100 * found.share:.0f} % [{100 * found.lower:.0f}, {100 * found.upper:.0f}]"
        tiles.append((share, "machines among them, 95 % interval"))
        tiles.append((str(len(result.flagged)), f"flagged at a false discovery rate of {result.fdr:g}"))
    if accused is not None:
        wronged = f"{100 * accused.value:.1f} % [{100 * accused.lower:.1f}, {100 * accused.upper:.1f}]"
        tiles.append((wronged, "of people would be falsely accused"))
    return tiles


def _suspects(result: AuditResult) -> list[tuple[str, ...]]:
    """Who was suspected, what it is, how well it is told from people, its share alone, and whether it would pass."""
    kinds = {each.name: KINDS.get(each.kind, each.kind) for each in result.made}
    areas = sorted(result.verdict.areas.items(), key=lambda each: -each[1].value)
    return [
        (
            name,
            kinds.get(name, "on record"),
            f"{number(area.value, 2)} {interval(area.lower, area.upper, 2)}",
            _share(result, name),
            "would pass" if name in result.verdict.would_pass else "looked for",
        )
        for name, area in areas
    ]


def _share(result: AuditResult, name: str) -> str:
    """The share there would be if all machines were this suspect."""
    if name not in result.verdict.alone:
        return "–"
    value, lower, upper = result.verdict.alone[name]
    return f"{number(value, 2)} {interval(lower, upper, 2)}"


def _participants(result: AuditResult) -> list[tuple[str, str, str, str, str, str]]:
    """Everybody audited, machine-like first."""
    rows = []
    for person in result.asked.tolist():
        each = result.participant(person)
        value, lower, upper = each["probability"]
        rows.append(
            (
                each["person"],
                number(each["log_likelihood_ratio"], 2),
                f"{number(value, 2)} {interval(lower, upper, 2)}",
                number(each["p_value"], 4),
                "flagged" if each["flagged"] else "",
                f"{each['resembles']} ({number(each['resemblance'], 2)})",
            )
        )
    return rows


def _drawn(result: AuditResult) -> list[tuple[Markup, Markup, list[str]]]:
    """The participants that are drawn: the match for a desk and for a phone, and what gave them away."""
    known = [
        person for person in result.asked[:DRAWN].tolist() if not math.isnan(result.evidence.score[person])
    ]
    pairs = zip(match_pictures(result).values(), match_pictures(result, NARROW).values(), strict=True)
    return [
        (picture(wide, name=f"match-{place}"), picture(narrow, name=f"slim-{place}"), result.reasons(person))
        for place, (person, (wide, narrow)) in enumerate(zip(known, pairs, strict=True))
    ]
