"""Which alternatives a question has: those somebody defined, not whatever anybody wrote.

One "Yes" among many "yes" would add an alternative to its question and change everybody's score. What counts is, in
this order: a file of questions; what happened; what more than one person named. Without a file of questions

- of alternatives that differ only in case or space, the one that happened counts, else the one named by most;
- where three or more answer, an alternative that one person alone names and that did not happen does not count;
- where two answer and each names what the other does not, the one who names what happened is believed.

An answer with an alternative that does not count is set aside and named; where nothing can decide, the file is refused.
A spelling that several people share counts like any other; `humanlike.scoring.panels.look_alikes` names it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, NoReturn

import numpy as np

from humanlike.core import BadRecord
from humanlike.scoring.panels.columns import Booleans, Integers
from humanlike.scoring.panels.look_alikes import look_alikes
from humanlike.scoring.panels.outcomes import Outcomes
from humanlike.scoring.panels.panel import Panel, SetAside
from humanlike.scoring.panels.questions import Questions

ENOUGH = 3  # people: from so many on, what one alone says does not define a question


class _Named(NamedTuple):
    """All alternatives anybody named, one after the other; arrays run over them."""

    question: Integers
    text: tuple[str, ...]
    n_experts: Integers  # how many people name it
    expert: Integers  # the first of them
    line: Integers  # where it is first named
    happened: Booleans


def define_alternatives(panel: Panel, questions: Questions | None, outcomes: Outcomes | None) -> Panel:
    """The panel with the alternatives that are defined; answers with others are set aside."""
    if panel.is_defined and questions is None:
        return panel
    defined = _defined(panel, questions, outcomes)
    alike = () if questions is not None else look_alikes(defined)
    return replace(defined, look_alikes=alike) if alike else defined


def _defined(panel: Panel, questions: Questions | None, outcomes: Outcomes | None) -> Panel:
    named = _named(panel, outcomes)
    first = np.cumsum([0, *map(len, panel.labels)])  # of each question's alternatives among all
    reasons = _undefined(panel, named) if questions is None else _not_in_file(panel, named, questions)
    unknown = np.zeros(len(panel.questions), dtype=np.bool_)
    labels: list[list[str]] = [[] for _ in panel.questions]
    for number, question in enumerate(panel.questions):
        own = range(first[number], first[number + 1])
        labels[number] = [named.text[place] for place in own if place not in reasons]
        if questions is not None:
            unknown[number] = question not in questions.alternatives
            labels[number] = list(questions.alternatives.get(question, ()))
    if not reasons and not unknown.any() and tuple(map(tuple, labels)) == panel.labels:
        return panel
    return _reduced(panel, named, first, labels, reasons, unknown, questions)


def _reduced(
    panel: Panel,
    named: _Named,
    first: Integers,
    labels: list[list[str]],
    reasons: Mapping[int, str],
    unknown: Booleans,
    questions: Questions | None,
) -> Panel:
    """The panel without the answers that name what is not defined."""
    owner = np.repeat(np.arange(len(panel)), np.diff(panel.start))
    asked = panel.question[owner]
    place = np.where(panel.column >= 0, first[asked] + panel.column, len(named.text))
    bad = np.zeros(len(named.text) + 1, dtype=np.bool_)
    bad[list(reasons)] = True
    wrong = bad[place] | unknown[asked]
    aside = np.logical_or.reduceat(wrong, panel.start[:-1])
    stands = _standing_rounds(panel, ~aside)
    told = []
    for answer in np.flatnonzero(aside).tolist():
        entry = panel.start[answer] + int(np.argmax(wrong[panel.start[answer] : panel.start[answer + 1]]))
        rounds = stands.get((int(panel.question[answer]), int(panel.expert[answer])), [])
        is_last = bool(rounds) and max(rounds) < panel.round[answer]
        kept = f"; without it the answer of round {max(rounds)} stands" if is_last else ""
        missing = f"the question is not in {questions.source}" if questions is not None else ""
        told.append(
            SetAside(
                int(panel.entry_line[entry]),
                panel.experts[panel.expert[answer]],
                panel.questions[panel.question[answer]],
                "" if unknown[asked[entry]] else named.text[place[entry]],
                missing if unknown[asked[entry]] else reasons[int(place[entry])] + kept,
            )
        )
    if aside.all():
        raise BadRecord(f"{told[0].sentence(panel.source)}; so it is with every answer, and none is left.")
    columns = np.full(len(named.text) + 1, -1)
    for number, own in enumerate(labels):
        column = {text: at for at, text in enumerate(own)}
        for at in range(first[number], first[number + 1]):
            columns[at] = column.get(named.text[at], -1)
    return _kept(panel, ~aside, ~aside[owner], columns[place], labels, tuple(told))


def _standing_rounds(panel: Panel, keep: Booleans) -> dict[tuple[int, int], list[int]]:
    """In which rounds each person's answer to each question is kept, by question and person."""
    rounds: dict[tuple[int, int], list[int]] = {}
    columns = (part[keep].tolist() for part in (panel.question, panel.expert, panel.round))
    for question, expert, round_ in zip(*columns, strict=True):
        rounds.setdefault((question, expert), []).append(round_)
    return rounds


def _kept(
    panel: Panel,
    keep: Booleans,
    entries: Booleans,
    column: Integers,
    labels: list[list[str]],
    aside: tuple[SetAside, ...],
) -> Panel:
    """Some of the answers, with the people and questions that are left numbered anew."""
    (experts, who), (questions, what) = (
        np.unique(part[keep], return_inverse=True) for part in (panel.expert, panel.question)
    )
    place = np.cumsum(keep) - 1
    return Panel(
        panel.source,
        tuple(panel.experts[number] for number in experts),
        tuple(panel.questions[number] for number in questions),
        tuple(tuple(labels[number]) for number in questions),
        who,
        what,
        panel.round[keep],
        panel.line[keep],
        np.append(0, np.cumsum(np.diff(panel.start)[keep])),
        column[entries],
        panel.value[entries],
        panel.probability[entries],
        panel.entry_line[entries],
        {int(place[answer]): note for answer, note in panel.notes.items() if keep[answer]},
        panel.set_aside + aside,
    )


def _named(panel: Panel, outcomes: Outcomes | None) -> _Named:
    text = tuple(label for labels in panel.labels for label in labels)
    question = np.repeat(np.arange(len(panel.labels)), [len(labels) for labels in panel.labels])
    first = np.cumsum([0, *map(len, panel.labels)])
    here = np.flatnonzero(panel.column >= 0)
    owner = np.repeat(np.arange(len(panel)), np.diff(panel.start))[here]
    place = first[panel.question[owner]] + panel.column[here]
    pairs, at = np.unique(place * len(panel.experts) + panel.expert[owner], return_index=True)
    count = np.bincount(pairs // len(panel.experts), minlength=len(text))
    earliest = np.full(len(text), max(len(here) - 1, 0))
    np.minimum.at(earliest, pairs // len(panel.experts), at)
    happened = set()
    if outcomes is not None:
        happened = {(asked, said) for (_, asked), said in outcomes.happened.items()}
    return _Named(
        question,
        text,
        count,
        panel.expert[owner[earliest]],
        panel.entry_line[here[earliest]],
        np.array(
            [(panel.questions[q], label) in happened for q, label in zip(question, text, strict=True)], bool
        ),
    )


def _not_in_file(panel: Panel, named: _Named, questions: Questions) -> dict[int, str]:
    """Alternatives that the file of questions does not have; a question of another kind is refused."""
    for number, question in enumerate(panel.questions):
        asked = questions.alternatives.get(question)
        if asked is not None and bool(asked) != bool(panel.labels[number]):
            line = panel.line[np.argmax(panel.question == number)]
            raise BadRecord(
                f"{panel.source}, line {line}: question '{question}' is answered by "
                f"{'alternatives' if panel.labels[number] else 'percentiles'}; {questions.source}, line "
                f"{questions.lines[question]}, asks for {'alternatives' if asked else 'a quantity'}."
            )
    reasons = {}
    for place, (number, text) in enumerate(zip(named.question.tolist(), named.text, strict=True)):
        known = questions.alternatives.get(panel.questions[number], (text,))
        if text not in known:
            reasons[place] = (
                f"'{text}' is no alternative of it in {questions.source}, which has {', '.join(known)}"
            )
    return reasons


def _undefined(panel: Panel, named: _Named) -> dict[int, str]:
    """Alternatives that do not count, and why, where no file of questions says which exist."""
    reasons = _variants(panel, named)
    answered = np.unique(panel.question * len(panel.experts) + panel.expert) // len(panel.experts)
    people = np.bincount(answered, minlength=len(panel.questions))[named.question]
    alone = (named.n_experts == 1) & ~named.happened
    for place in np.flatnonzero(alone & (people >= ENOUGH)).tolist():
        who, others = panel.experts[named.expert[place]], int(people[place]) - 1
        reasons.setdefault(
            place, f"'{named.text[place]}' is named by '{who}' alone, by none of {others} others"
        )
    pairs: dict[int, list[int]] = {}  # what two people name alone, by question
    for place in np.flatnonzero((named.n_experts == 1) & (people == 2)).tolist():
        if place not in reasons:
            pairs.setdefault(int(named.question[place]), []).append(place)
    for places in pairs.values():
        reasons |= _of_two(panel, named, places)
    return reasons


def _variants(panel: Panel, named: _Named) -> dict[int, str]:
    """Of alternatives that differ only in case or space all but one."""
    groups: dict[tuple[int, str], list[int]] = {}
    for place, (number, text) in enumerate(zip(named.question.tolist(), named.text, strict=True)):
        groups.setdefault((number, "".join(text.casefold().split())), []).append(place)
    reasons = {}
    for (number, _), places in groups.items():
        if len(places) < 2:
            continue
        ranks = [(bool(named.happened[place]), int(named.n_experts[place])) for place in places]
        best = places[ranks.index(max(ranks))]
        if ranks.count(max(ranks)) > 1:
            _refuse(
                panel,
                number,
                [(named, place) for place in places if ranks[places.index(place)] == max(ranks)],
            )
        for place in places:
            if place != best:
                reasons[place] = (
                    f"'{named.text[place]}' differs from '{named.text[best]}' in case or space only"
                )
    return reasons


def _of_two(panel: Panel, named: _Named, places: list[int]) -> dict[int, str]:
    """What one of two people names alone counts, unless the other names something alone as well."""
    owners = {int(named.expert[place]): place for place in places}
    happened = [place for place in places if named.happened[place]]
    if len(owners) < 2:
        return {}
    if not happened:
        _refuse(panel, int(named.question[places[0]]), [(named, place) for place in owners.values()])
    right = named.expert[happened[0]]
    return {
        place: f"'{named.text[place]}' is named by '{panel.experts[named.expert[place]]}' alone, and "
        f"'{panel.experts[right]}' names what happened"
        for place in places
        if named.expert[place] != right
    }


def _refuse(panel: Panel, number: int, places: list[tuple[_Named, int]]) -> NoReturn:
    told = [
        f"'{panel.experts[named.expert[place]]}' names '{named.text[place]}' (line {named.line[place]})"
        for named, place in places[:2]
    ]
    raise BadRecord(
        f"{panel.source}: question '{panel.questions[number]}': {' and '.join(told)}, and nothing says which "
        "of them it has; --questions FILE does."
    )
