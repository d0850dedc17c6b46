r"""From an answer to a choice, without inventing one.

With chances: of the tokens :math:`v` that spell label :math:`a` (spaces around it do not count), and temperature T,

.. math:: m_a = \sum_{v \in a} p_v, \qquad p_a = m_a^{1/T} \big/ \sum_b m_b^{1/T};

the mass :math:`\sum_a m_a` says how much of what the model would have said was a label at all. In words: the answer is
a label and nothing else but quotes, brackets, a full stop, or the word that names it. Everything else is no choice.
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

AROUND = "\\s\"'`*_()\\[\\]{}.:!«»“”‘’"
LONGEST_ANSWER = 200  # letters; who writes more has written something else
BEFORE = r"(?:(?:my|the) )?(?:answer|choice|move|option|choose|play|pick)(?: is)?"


def label_masses(chances: Mapping[str, float], labels: Sequence[str]) -> npt.NDArray[np.float64]:
    """The probability that an answer begins with each label, [actions].

    >>> label_masses({"J": 0.5, " J": 0.2, "F": 0.1, "I": 0.1}, ("F", "J")).round(3).tolist()
    [0.1, 0.7]
    """
    masses = np.zeros(len(labels))
    for token, chance in chances.items():
        if token.strip() in labels:
            masses[labels.index(token.strip())] += chance
    return np.minimum(masses, 1.0)


def choice_probabilities(masses: npt.NDArray[np.float64], temperature: float) -> npt.NDArray[np.float64]:
    """Renormalised at a temperature; at 0 the largest takes all.

    >>> [choice_probabilities(np.array([0.1, 0.3]), temperature).round(3).tolist() for temperature in (0.5, 0)]
    [[0.1, 0.9], [0.0, 1.0]]
    """
    if temperature == 0:
        return np.asarray(np.arange(len(masses)) == np.argmax(masses), dtype=np.float64)
    scaled = (masses / masses.max()) ** (1 / temperature)
    return np.asarray(scaled / scaled.sum())


def drawn(probabilities: npt.NDArray[np.float64], uniform: float) -> int:
    """The action that a uniform number falls on."""
    place = int(np.searchsorted(np.cumsum(probabilities), uniform, side="right"))
    return min(place, int(np.flatnonzero(probabilities)[-1]))


def written_choice(text: str, labels: Sequence[str]) -> int | None:
    """The action whose label is all that was written; None for everything else.

    >>> [written_choice(text, ("F", "J")) for text in (' "J".', "Option F", "J or F", "I am not sure")]
    [1, 0, None, None]
    """
    for action, label in enumerate(labels if len(text) <= LONGEST_ANSWER else ()):
        pattern = rf"[{AROUND}]*(?:{BEFORE})?[{AROUND}]*{re.escape(label)}[{AROUND}]*"
        if re.fullmatch(pattern, text, flags=re.IGNORECASE):
            return action
    return None
