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
from humanlike.scoring.panels.panel import Answer, Panel
from humanlike.scoring.panels.reading import Outcomes
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
    for expert in panel.experts:
        tasks = [question for question in panel.questions if _answers(panel, question, expert)]
        n_audited = int(np.ceil(share * len(tasks) - 1e-9))
        chosen = stream[expert].generator().choice(len(tasks), n_audited, replace=False)
        drawn += [(expert, tasks[index]) for index in sorted(chosen)]
    return drawn


def audited_scores(panel: Panel, audits: Outcomes, system: ScoringSystem) -> list[AuditedScore]:
    """Everybody's estimated total from the tasks whose outcome is known."""
    if any(set(labels) != {"success", "failure"} for labels in panel.alternatives.values()):
        raise BadRequest("Audited tasks have the alternatives success and failure.")
    scored = score_panel(panel, audits, system.score, allow_missing=True)
    results = []
    for expert in panel.experts:
        mine = np.array([answer.score for answer in scored if answer.expert == expert])
        answers = [answer for q in panel.questions for answer in _answers(panel, q, expert)]
        success = [panel.alternatives[answer.question].index("success") for answer in answers]
        claims = [float(panel.table([a])[0, i]) for a, i in zip(answers, success, strict=True)]
        known = (audits.of(expert, answer.question) for answer in answers)
        done = [outcome for outcome in known if outcome is not None]
        results.append(_estimate(expert, mine, claims, done))
    return results


def _answers(panel: Panel, question: str, expert: str) -> list[Answer]:
    return [answer for answer in panel.of(question) if answer.expert == expert]


def _estimate(expert: str, scores: Floats, claims: list[float], done: list[str]) -> AuditedScore:
    n_tasks, n_audited = len(claims), scores.size
    total = float(n_tasks * scores.mean()) if n_audited else float("nan")
    error = float("nan")
    if n_audited > 1:
        unseen = 1 - n_audited / n_tasks  # nothing is left to estimate once every task was tried
        error = float(n_tasks * scores.std(ddof=1) * np.sqrt(unseen / n_audited))
    achieved = done.count("success") / len(done) if done else float("nan")
    return AuditedScore(expert, n_tasks, n_audited, total, error, float(np.mean(claims)), achieved)
