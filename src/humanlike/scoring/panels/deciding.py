"""What everybody on a panel would do, given what actions pay, and what that was worth once outcomes are known."""

from typing import NamedTuple

import numpy as np

from humanlike.scoring.decisions import PayoffTable, best_actions
from humanlike.scoring.panels.columns import Booleans, Integers
from humanlike.scoring.panels.panel import Panel
from humanlike.scoring.panels.payoffs import Payoffs
from humanlike.scoring.probabilities import Floats


class TakenActions(NamedTuple):
    """Everybody's last answers turned into actions; arrays run over these answers."""

    answer: Integers  # number among the panel's answers
    action: Integers  # number among the actions of the question's table
    expected: Floats  # what its author expected of it
    worth: Floats  # what it paid; NaN where the outcome is not known


class Settled(NamedTuple):
    """What every action would have paid on each settled question."""

    question: Integers  # [settled] number among the panel's questions
    paid: Floats  # [settled, actions]; NaN where a question has fewer actions
    group: Integers  # [settled]: questions with one number share their payoffs


def choose_actions(panel: Panel, tables: list[PayoffTable], happened: Integers) -> TakenActions:
    """The action of everybody's last answer; `happened` [questions] is the column of the outcome, -1 if unknown."""
    answers = panel.last
    action = np.full(len(panel), -1, dtype=np.int64)
    expected, worth = np.full(len(panel), np.nan), np.full(len(panel), np.nan)
    number_of = {id(table): place for place, table in enumerate(tables)}  # equal tables are one object
    kind = np.array([number_of[id(table)] for table in tables])
    for number in np.unique(kind):
        own, table = answers[kind[panel.question[answers]] == number], tables[number]
        if not len(own):
            continue
        action[own], expected[own] = best_actions(table.payoffs, panel.table(own))
        outcome = happened[panel.question[own]]
        worth[own] = np.where(outcome >= 0, table.payoffs[action[own], outcome], np.nan)
    return TakenActions(answers, action[answers], expected[answers], worth[answers])


def settle_actions(tables: list[PayoffTable], happened: Integers) -> Settled:
    """What the actions of each settled question would have paid."""
    settled = np.flatnonzero(happened >= 0)
    paid = np.full((len(settled), max(len(table.actions) for table in tables)), np.nan)
    for row, question in enumerate(settled):
        column = tables[question].payoffs[:, happened[question]]
        paid[row, : len(column)] = column
    numbers = {id(table): place for place, table in enumerate(tables)}
    return Settled(
        settled, paid, np.array([numbers[id(tables[question])] for question in settled], dtype=np.int64)
    )


def binary_events(panel: Panel, payoffs: Payoffs, happened: Integers) -> tuple[Integers, Floats, Booleans]:
    """Of answers to settled questions between two: their numbers, the event's probability, and whether it happened."""
    event = np.array(
        [labels.index(payoffs.event_of(question)) for question, labels in panel.alternatives.items()],
        dtype=np.int64,
    )
    between_two = (panel.n_alternatives == 2) & (happened[panel.question] >= 0)
    answers = panel.last[between_two[panel.last]]
    if not len(answers):
        return answers, np.empty(0), np.empty(0, dtype=np.bool_)
    question = panel.question[answers]
    said = panel.table(answers)[np.arange(len(answers)), event[question]]
    return answers, said, np.asarray(happened[question] == event[question])
