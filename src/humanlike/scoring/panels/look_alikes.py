"""Alternatives that may be one, written in two ways: `color` and `colour`, each by several people.

Nobody can know without a file of questions. What is named are alternatives of one question that become the same by one
or two letters put in, left out or replaced, and that no answer names side by side: who gives both a probability tells
them apart. They count as two.
"""

from itertools import combinations

import numpy as np

from humanlike.scoring.panels.panel import LookAlike, Panel

MOST_LETTERS = 2
SHORTEST = 3  # letters: shorter texts are alike by chance


def look_alikes(panel: Panel) -> tuple[LookAlike, ...]:
    """Pairs of alternatives that look like one, question by question."""
    owner = np.repeat(np.arange(len(panel)), np.diff(panel.start))
    found = []
    for number, labels in enumerate(panel.labels):
        if len(labels) < 3:  # two alternatives are two, or nobody would name both
            continue
        pairs = [
            pair for pair in combinations(range(len(labels)), 2) if _alike(*(labels[place] for place in pair))
        ]
        if not pairs:
            continue
        here = np.flatnonzero(panel.question[owner] == number)
        naming = [set(owner[here[panel.column[here] == place]].tolist()) for place in range(len(labels))]
        for one, other in pairs:
            if naming[one] and naming[other] and not naming[one] & naming[other]:
                people = [
                    len({int(panel.expert[answer]) for answer in naming[place]}) for place in (one, other)
                ]
                found.append(LookAlike(panel.questions[number], labels[one], labels[other], *people))
    return tuple(found)


def _alike(one: str, other: str) -> bool:
    """Whether at most `MOST_LETTERS` lie between two texts, other than digits.

    >>> _alike("color", "colour"), _alike("rain", "snow"), _alike("2020", "2021")
    (True, False, False)
    """
    if min(len(one), len(other)) < SHORTEST or abs(len(one) - len(other)) > MOST_LETTERS:
        return False
    digits = ["".join(filter(str.isdigit, text)) for text in (one, other)]
    return digits[0] == digits[1] and _letters_between(one.casefold(), other.casefold()) <= MOST_LETTERS


def _letters_between(one: str, other: str) -> int:
    """How many letters must be put in, left out or replaced to get from one text to the other (Levenshtein 1966)."""
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, start=1):
        above, row = row, [place]
        for column, own in enumerate(other, start=1):
            row.append(min(above[column] + 1, row[-1] + 1, above[column - 1] + (letter != own)))
    return row[-1]
