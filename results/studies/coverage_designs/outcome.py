"""What a design found."""

from typing import NamedTuple


class Outcome(NamedTuple):
    """How often a claim was false, and what the method is still worth under another truth."""

    n_false: int
    n: int
    worth: float  # power, width over an oracle's, or a share; NaN where there is none
    what_worth: str  # what `worth` is
