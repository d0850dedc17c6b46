r"""Self-rated tasks of which only a random sample is audited.

Everybody says how likely they are to succeed at each task; a share :math:`\pi` of all tasks is drawn at random and
actually performed. Since the draw does not depend on the report, each audited score divided by :math:`\pi`
has the expectation of the score itself: honesty stays the best policy although most tasks are never tried
(Horvitz & Thompson 1952). What is not audited is estimated with its standard error.

Brown (1970), RAND RM-6299-ARPA, section 4.2; Shuford & Gibson (1969).
"""

from typing import NamedTuple

import numpy as np

from humanlike.core import BadParameters, BadRequest, Streams
from humanlike.scoring.panels.columns import Booleans
from humanlike.scoring.panels.outcomes import Outcomes
from humanlike.scoring.panels.panel import Panel
from humanlike.scoring.panels.scoring_table import score_panel
from humanlike.scoring.probabilities import Floats
from humanlike.scoring.system import ScoringSystem


class AuditedScore(NamedTuple):
    """One person's result from the audited tasks."""

    expert: str
    n_tasks: int
    n_audited: int
    estimated_total: float  # what all tasks together would have scored
    standard_error: float  # NaN with fewer than two audited tasks
    claimed: float  # mean probability of success over all tasks
    achieved: float  # share of audited tasks that succeeded; NaN without any


def draw_audit(stream: Streams, panel: Panel, share: float) -> list[tuple[str, str]]:
    """Which tasks of whom to perform: the same share of everybody's, at least one, rounded up."""
    if not 0 < share <= 1:
        raise BadParameters(f"An audit of share {share:g} must lie above 0 and up to 1.")
    drawn = []
    order = panel.last[np.argsort(panel.expert[panel.last], kind="stable")]
    own = np.split(panel.question[order], np.flatnonzero(np.diff(panel.expert[order])) + 1)
    for expert, tasks in zip(panel.experts, own, strict=True):
        n_audited = int(np.ceil(share * len(tasks) - 1e-9))
        chosen = stream[expert].generator().choice(len(tasks), n_audited, replace=False)
        drawn += [(expert, panel.questions[tasks[index]]) for index in sorted(chosen)]
    return drawn


def audited_scores(panel: Panel, audits: Outcomes, system: ScoringSystem) -> list[AuditedScore]:
    """Everybody's estimated total from the tasks whose outcome is known."""
    if any(set(labels) != {"success", "failure"} for labels in panel.labels):
        raise BadRequest("Audited tasks have the alternatives success and failure.")
    scored = score_panel(panel, audits, system.score, allow_missing=True)
    success = np.array([labels.index("success") for labels in panel.labels])[panel.question]
    claims = panel.table(np.arange(len(panel)))[np.arange(len(panel)), success]
    happened = audits.facts(panel).happened == success
    results = []
    for number, expert in enumerate(panel.experts):
        mine, tasks = scored.where(scored.expert == number), panel.last[panel.expert[panel.last] == number]
        results.append(_estimate(expert, mine.score, claims[tasks], happened[mine.answer]))
    return results


def _estimate(expert: str, scores: Floats, claims: Floats, succeeded: Booleans) -> AuditedScore:
    n_tasks, n_audited = len(claims), scores.size
    total = float(n_tasks * scores.mean()) if n_audited else float("nan")
    error = float("nan")
    if n_audited > 1:
        unseen = 1 - n_audited / n_tasks  # nothing is left to estimate once every task was tried
        error = float(n_tasks * scores.std(ddof=1) * np.sqrt(unseen / n_audited))
    achieved = float(np.mean(succeeded)) if n_audited else float("nan")
    return AuditedScore(expert, n_tasks, n_audited, total, error, float(np.mean(claims)), achieved)
