r"""Docstrings for a terminal: reStructuredText and LaTeX as plain text with Greek letters.

Only the few commands our docstrings use are known; a test renders every rule and finds no backslash left.

>>> print(readable(r"So :math:`p_a \propto e^{\lambda u_a}`."))
So p_a ∝ e^(λ u_a).
>>> print(readable(r".. math:: x = \frac{a + b}{2}, \quad y \le \tfrac12"))
    x = (a + b)/2,  y ≤ 1/2
"""

import inspect
import re

SYMBOLS = {
    "alpha": "α", "beta": "β", "delta": "δ", "varepsilon": "ε", "epsilon": "ε", "lambda": "λ", "pi": "π",
    "rho": "ρ", "phi": "φ", "varphi": "φ", "Phi": "Φ", "gamma": "γ", "kappa": "κ", "sigma": "σ", "mu": "μ",
    "theta": "θ", "tau": "τ", "sum": "Σ", "prod": "Π", "le": "≤", "ge": "≥", "ne": "≠", "in": "∈",
    "propto": "∝", "leftarrow": "←", "to": "→", "times": "×", "cdot": "·", "infty": "∞", "sqrt": "√",
    "left": "", "right": "", "mathbf": "", "ldots": "...", "omega": "ω", "sim": "~", "big": "", "Big": "",
}  # fmt: skip
NAMED = ("max", "min", "arg", "exp", "log", "tan", "arctan", "sin", "cos")
SPACING = {",": " ", "!": "", ";": " ", "{": "{", "}": "}", "\\": "\n", " ": " "}
GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"  # braces, two levels deep inside


def readable(docstring: str) -> str:
    """A docstring as a person reads it."""
    text = inspect.cleandoc(docstring)
    text = re.sub(
        r"^\.\. math::[ ]*\n*((?:[ ]*\S.*\n?|\n(?=[ ]{4}))+?)(?=\n\s*\n(?! )|\Z)", _display, text, flags=re.M
    )
    text = re.sub(r":math:`([^`]*)`", lambda match: plain(match[1]), text)
    text = re.sub(r":\w+:`([^`]*)`", r"\1", text)
    text = re.sub(r"``([^`]*)``", r"\1", text)
    return re.sub(r"^(\S.*)\n-{3,}$", r"\1:", text, flags=re.M)


def _display(match: "re.Match[str]") -> str:
    """A formula on lines of its own."""
    body = re.sub(r"\s*\n\s*", " ", match[1].strip())
    lines = [" ".join(line.split(" ")).strip() for line in plain(body).split("\n")]
    return "\n".join(f"    {line}" for line in lines if line)


def plain(formula: str) -> str:
    """A formula as plain text."""
    formula = re.sub(r"\\begin\{cases\}(.*?)\\end\{cases\}", _cases, formula, flags=re.S)
    formula = formula.replace("&", "")
    formula = re.sub(r"\\q?quad(?![a-z])", "  ", formula)
    formula = re.sub(r"\\(?:text|operatorname)" + GROUP, r"\1", formula)
    formula = re.sub(r"(\\(?:tan|exp|log))(\\t?frac" + GROUP + GROUP + ")", r"\1(\2)", formula)
    formula = re.sub(r"\\t?frac(\w)(\w)", r"\1/\2", formula)
    while re.search(r"\\t?frac" + GROUP + GROUP, formula):
        formula = re.sub(
            r"\\t?frac" + GROUP + GROUP, lambda match: f"{_part(match[1])}/{_part(match[2])}", formula
        )
    formula = re.sub(r"([\^_])" + GROUP, lambda match: match[1] + _part(match[2]), formula)
    formula = re.sub(r"\\([A-Za-z]+)[ ]?", _word, formula)
    formula = re.sub(r"\\(.)", lambda match: SPACING.get(match[1], match[1]), formula)
    return re.sub(r"[ ]{3,}", "  ", formula).strip()


def _cases(match: "re.Match[str]") -> str:
    """The branches in square brackets: [a if b; c otherwise]."""
    branches = [branch.strip().replace(" &", r" \text{if}") for branch in match[1].split(r"\\")]
    return "[" + "; ".join(branches).replace(r"\text{if} \text{otherwise}", "otherwise") + "]"


def _part(inner: str) -> str:
    """A part of a fraction or an exponent, in brackets if it is more than one thing."""
    return inner if re.fullmatch(r"[\w.\\^]+", inner) else f"({inner})"


def _word(match: "re.Match[str]") -> str:
    name = match[1]
    if name in NAMED:
        return f"{name} " if match[0].endswith(" ") else name
    if name not in SYMBOLS:
        return match[0]
    return SYMBOLS[name] + (" " if match[0].endswith(" ") and SYMBOLS[name].strip() else "")
