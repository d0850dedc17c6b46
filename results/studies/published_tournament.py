"""The published tournament with what the paper proposes beside it: a combination, weights, hits, all games in one file.

All three parts have the same machines, people and trials (streams know only seed, trial and name), so that what differs
is the detector, the score or the file.
"""

from typing import Any

import humanlike as hl
from humanlike.emulators.catalogue import PUBLISHED
from humanlike.naming.detectors import DETECTOR_SETS
from humanlike.statistics import paired_test
from humanlike.studies.compete import CompeteResult
from humanlike.tournament.published import PUBLISHED_GAMES
from humanlike.tournament.standings import balanced_trials
from results.study import Desk, Needs, Study

COMBINED, ALONE = "coordination-then-payoff-change", "coordination"
DETECTORS = f"published,{COMBINED}"
TRIALS = 60
TOLD = ("name", "score", "balanced_score", "hits", "minimax", "median game", "rank mean")


def compute(part: str, desk: Desk) -> Any:
    """The document of one part, as far as the page and the paper's page need it."""
    effort = desk.effort
    if part == "published run":
        return _published(hl.run(**effort))
    if part == "with the combination":
        found = hl.compete(detectors=DETECTORS, crown="published", trials=TRIALS, until="fixed", **effort)
        return _told(found) | {"paired": _paired(found)}
    found = hl.compete(
        detectors=DETECTORS,
        crown="published",
        mode="all games in one file",
        system="hits",
        trials=TRIALS,
        until="fixed",
        **effort,
    )
    files = found.frame().groupby("trial")["source"].nunique().iloc[0]
    return _told(found) | {"files": int(files)}


def _published(found: Any) -> dict[str, Any]:
    """Every printed number that ours stands beside, by table and place; Table 3 in rows."""
    document = found.document()
    tables: dict[str, dict[str, Any]] = {}
    for each in document["published"]:
        for cell in each["cells"]:
            kept = {key: cell[key] for key in ("ours", "theirs", "kind", "agrees")}
            tables.setdefault(str(cell["table"]), {})[cell["place"]] = kept
    centres = {
        " ".join(map(str, row[:2])): list(map(str, row[2:])) for row in document["published"][0]["rows"]
    }
    return _told(found) | {
        "tables": tables,
        "centres": centres,
        "agreement": document["agreement"],
        "sound_verdict": document["sound"]["verdict"],
    }


def _told(found: CompeteResult) -> dict[str, Any]:
    document = found.document()
    intervals = {each["detector"]: each for each in document["crown"]["detectors"]}
    return {
        "trials": document["trials"],
        "detectors": {
            row["name"]: {key: row[key] for key in TOLD}
            | {key: intervals[row["name"]][key] for key in ("lower", "upper", "is_sound", "redrawn")}
            for row in document["detectors"]
        },
        "emulators": {row["name"]: row for row in document["emulators"]},
        "weights": document["weights"],
        "references": document["references"],
        "verdict": document["crown"]["verdict"],
        "prizes": document["prizes"],
    }


def _paired(found: CompeteResult) -> dict[str, Any]:
    """The combination less Coordination alone, trial by trial, by the balanced and by the plain score."""
    table = found.tournament.table
    balanced = balanced_trials(table)
    plain = table.pivot_table(index="trial", columns="detector", values="score", aggfunc="mean")
    return {
        name: paired_test(trials[COMBINED], trials[ALONE])._asdict()
        for name, trials in (("balanced", balanced), ("score", plain))
    }


STUDY = Study(
    title="The published tournament, and what the paper proposes",
    command=f"humanlike run; humanlike tournament --detectors {DETECTORS} --crown published --fixed --trials {TRIALS}",
    parts={
        name: Needs(rules=PUBLISHED, games=PUBLISHED_GAMES, detectors=(*DETECTOR_SETS["published"], COMBINED))
        for name in ("published run", "with the combination", "all games in one file")
    },
    compute=compute,
)
