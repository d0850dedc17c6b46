"""The calibration of everybody on a panel: what was said of every alternative against what happened."""

import numpy as np

from humanlike.scoring.panels.outcomes import Outcomes
from humanlike.scoring.panels.panel import Panel
from humanlike.scoring.reliability import ReliabilityDiagram, reliability_diagram


def reliability_by_expert(panel: Panel, outcomes: Outcomes) -> dict[str, ReliabilityDiagram]:
    """The diagrams of those who forecast a settled question with alternatives; every alternative counts once."""
    facts = outcomes.facts(panel)
    settled = panel.last[facts.happened[panel.last] >= 0]
    who, said, happened = [], [], []
    for answers in panel.by_size(settled):
        table = panel.table(answers)
        said.append(table.reshape(-1))
        happened.append((np.arange(table.shape[1]) == facts.happened[answers][:, None]).reshape(-1))
        who.append(np.repeat(panel.expert[answers], table.shape[1]))
    if not who:
        return {}
    expert, values, truth = (np.concatenate(parts) for parts in (who, said, happened))
    order = np.argsort(expert, kind="stable")
    present, starts = np.unique(expert[order], return_index=True)
    parts = (np.split(array[order], starts[1:]) for array in (values, truth))
    return {
        panel.experts[number]: reliability_diagram(own, facts_of_own)
        for number, own, facts_of_own in zip(present.tolist(), *parts, strict=True)
    }
