r"""What is tested of parameters: linear equations in words, :math:`R\theta = r`.

::

    delta=0        rho=phi        delta=phi,rho=0 (together)        2*delta-rho=.5        delta=rho=phi

Each side of an equation is a sum of numbers and parameters, which may be multiplied by a number; a chain of sides says
that all are equal. Our names and the papers' symbols are understood.
"""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Rule, look_up

Floats = npt.NDArray[np.float64]
NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
NAME = r"[^\W\d]\w*"
TERM = re.compile(rf"(?P<sign>[+-]?)(?:(?P<factor>{NUMBER})\*)?(?:(?P<name>{NAME})|(?P<number>{NUMBER}))")
EXAMPLES = "such as delta=0, rho=phi or 2*delta-rho=.5"


class Hypothesis(NamedTuple):
    """Equations that hold together: `matrix` [equations, parameters] times the parameters is `values` [equations]."""

    text: str
    matrix: Floats
    values: Floats


def values_hypothesis(rule: Rule, given: Mapping[str, float]) -> Hypothesis:
    """The hypothesis that parameters have the given values."""
    matrix = np.zeros((len(given), len(rule.parameter_names)))
    for row, name in enumerate(given):
        matrix[row, _place(rule, name)] = 1.0
    return Hypothesis(", ".join(given), matrix, np.array(list(given.values()), dtype=np.float64))


def find_hypothesis(rule: Rule, text: str) -> Hypothesis:
    """A hypothesis about the parameters of `rule`, in words; one that cannot be tested is refused.

    >>> from humanlike.players import RULES
    >>> found = find_hypothesis(RULES["cross"], "2*alpha - beta = .5")
    >>> found.matrix.tolist(), found.values.tolist()
    ([[2.0, -1.0]], [0.5])
    """
    rows, values = [], []
    for equation in text.split(","):
        sides = [_side(rule, text, side) for side in equation.split("=")]
        if len(sides) < 2:
            raise BadRequest(f"The hypothesis '{text}' is no equation; say {EXAMPLES}.")
        for (left, first), (right, second) in pairwise(sides):
            rows.append(left - right)
            values.append(second - first)
    found = Hypothesis(text.strip(), np.array(rows), np.array(values))
    _check(rule, found)
    return found


def _side(rule: Rule, text: str, side: str) -> tuple[Floats, float]:
    """One side of an equation: the factors of the parameters, and what is added to them."""
    factors, added, end = np.zeros(len(rule.parameter_names)), 0.0, 0
    compact = re.sub(r"\s+", "", side)
    for term in TERM.finditer(compact):
        if term.start() != end or (end and not term["sign"]):
            break
        end = term.end()
        weight = float(term["factor"] or 1.0) * (-1.0 if term["sign"] == "-" else 1.0)
        if term["name"]:
            factors[_place(rule, term["name"])] += weight
        else:
            added += weight * float(term["number"])
    if not compact or end != len(compact):
        raise BadRequest(f"'{side.strip()}' in the hypothesis '{text}' is not understood; say {EXAMPLES}.")
    return factors, added


def _place(rule: Rule, name: str) -> int:
    """Where a parameter stands, by our name or by its symbol."""
    names = {symbol: place for place, symbol in enumerate(rule.symbols)}
    names |= {each: place for place, each in enumerate(rule.parameter_names)}
    return look_up(f"parameter of {rule.name}", name, names)


def _check(rule: Rule, found: Hypothesis) -> None:
    """Refuse equations that say nothing, repeat or contradict each other, or ask for what the rule cannot be."""
    if np.linalg.matrix_rank(found.matrix) < len(found.matrix):
        raise BadRequest(
            f"The equations of '{found.text}' say nothing about a parameter, or follow from or contradict each other."
        )
    for row, value in zip(found.matrix, found.values, strict=True):
        here = np.flatnonzero(row)
        if len(here) != 1 or rule.parameter_names[here[0]] in rule.per_payoff:
            continue
        bound, wanted = rule.bounds[here[0]], float(value / row[here[0]])
        if not bound.lower <= wanted <= bound.upper:
            raise BadRequest(
                f"'{found.text}' cannot be: {rule.name} has its {rule.parameter_names[here[0]]} between "
                f"{bound.lower:g} and {bound.upper:g}."
            )


def on_bound(rule: Rule, found: Hypothesis) -> bool:
    """Whether a parameter is supposed to lie on its bound: estimates then stray to one side only."""
    for row, value in zip(found.matrix, found.values, strict=True):
        here = np.flatnonzero(row)
        if len(here) == 1:
            bound, wanted = rule.bounds[here[0]], float(value / row[here[0]])
            if wanted in (bound.lower, bound.upper):
                return True
    return False
