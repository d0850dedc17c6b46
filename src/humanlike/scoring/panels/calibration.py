"""The calibration of everybody on a panel: what was said of every alternative against what happened."""

import numpy as np

from humanlike.scoring.panels.panel import Panel
from humanlike.scoring.panels.reading import Outcomes
from humanlike.scoring.reliability import ReliabilityDiagram, reliability_diagram


def reliability_by_expert(panel: Panel, outcomes: Outcomes) -> dict[str, ReliabilityDiagram]:
    """The diagrams of those who forecast a settled question with alternatives; every alternative counts once."""
    said: dict[str, list[float]] = {expert: [] for expert in panel.experts}
    happened: dict[str, list[bool]] = {expert: [] for expert in panel.experts}
    for question in panel.questions:
        labels = panel.alternatives[question]
        for answer in panel.of(question):
            outcome = outcomes.of(answer.expert, question)
            if outcome in labels:
                said[answer.expert] += panel.table([answer])[0].tolist()
                happened[answer.expert] += [label == outcome for label in labels]
    return {
        expert: reliability_diagram(np.array(values), np.array(happened[expert]))
        for expert, values in said.items()
        if values
    }
