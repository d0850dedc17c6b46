r"""Self-rated tasks of which only a random sample is audited.

Everybody says how likely they are to succeed at each task; a share :math:`\pi` of all tasks is drawn at random and
actually performed. Since the draw does not depend on the report, each audited score divided by :math:`\pi`
has the expectation of the score itself: honesty stays the best policy although most tasks are never tried
(Horvitz & Thompson 1952). What is not audited is estimated with its standard error. All this holds for the tasks that
were drawn: who may choose what to perform, or leave out what failed, is not audited. So every outcome must be of a task
drawn, and every task drawn must have one.

Brown (1970), RAND RM-6299-ARPA, section 4.2; Shuford & Gibson (1969).
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import BadParameters, BadRecord, BadRequest, Streams
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
    n_drawn: int
    n_audited: int  # of the tasks drawn, those performed
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


def audited_scores(
    panel: Panel,
    audits: Outcomes,
    system: ScoringSystem,
    drawn: Sequence[tuple[str, str]],
    *,
    allow_missing: bool = False,
) -> list[AuditedScore]:
    """Everybody's estimated total from the tasks `drawn` (`draw_audit`), which must be those whose outcome is known.

    `allow_missing` estimates from what was performed of them.
    """
    if any(set(labels) != {"success", "failure"} for labels in panel.labels):
        raise BadRequest("Audited tasks have the alternatives success and failure.")
    _check_drawn(panel, audits, drawn, allow_missing=allow_missing)
    scored = score_panel(panel, audits, system.score, allow_missing=True)
    success = np.array([labels.index("success") for labels in panel.labels])[panel.question]
    claims = panel.table(np.arange(len(panel)))[np.arange(len(panel)), success]
    happened = audits.facts(panel).happened == success
    n_drawn = Counter(expert for expert, _ in drawn)
    results = []
    for number, expert in enumerate(panel.experts):
        mine, tasks = scored.where(scored.expert == number), panel.last[panel.expert[panel.last] == number]
        results.append(_estimate(expert, n_drawn[expert], mine.score, claims[tasks], happened[mine.answer]))
    return results


def _check_drawn(
    panel: Panel, audits: Outcomes, drawn: Sequence[tuple[str, str]], *, allow_missing: bool
) -> None:
    """Outcomes are of tasks that were drawn, and of all of these; a line without an author speaks of everybody."""
    wanted = set(drawn)
    pairs = (panel.expert[panel.last].tolist(), panel.question[panel.last].tolist())
    owners: dict[str, list[str]] = {}
    for expert, question in zip(*pairs, strict=True):
        owners.setdefault(panel.questions[question], []).append(panel.experts[expert])
    performed = set()
    for (author, question), line in audits.lines.items():
        for expert in [author] if author else owners.get(question, []):
            if (expert, question) not in wanted:
                own = ", ".join(task for who, task in drawn if who == expert) or "none"
                raise BadRecord(
                    f"{audits.source}, line {line}: task '{question}' of '{expert}' was not drawn; drawn were: {own} "
                    "(the same --seed and --audit-share draw the same tasks)."
                )
            performed.add((expert, question))
    for expert, question in drawn:
        if (expert, question) not in performed and not allow_missing:
            raise BadRecord(
                f"{audits.source}: task '{question}' of '{expert}' was drawn and has no outcome; --allow-missing "
                "estimates from the others."
            )


def _estimate(expert: str, n_drawn: int, scores: Floats, claims: Floats, succeeded: Booleans) -> AuditedScore:
    n_tasks, n_audited = len(claims), scores.size
    total = float(n_tasks * scores.mean()) if n_audited else float("nan")
    error = float("nan")
    if n_audited > 1:
        unseen = 1 - n_audited / n_tasks  # nothing is left to estimate once every task was tried
        error = float(n_tasks * scores.std(ddof=1) * np.sqrt(unseen / n_audited))
    achieved = float(np.mean(succeeded)) if n_audited else float("nan")
    return AuditedScore(expert, n_tasks, n_drawn, n_audited, total, error, float(np.mean(claims)), achieved)
