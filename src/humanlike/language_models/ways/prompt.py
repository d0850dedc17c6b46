"""A prompt, and what a way of asking is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from humanlike.language_models.moment import Moment, Prospect


class Prompt(NamedTuple):
    """What stays (`rules`), what grows (`past`), what is asked, and how a bare continuation would begin."""

    rules: str
    past: str
    question: str
    lead: str

    @property
    def message(self) -> str:
        """What changes, with the end last."""
        return f"{self.past}\n\n{self.question}" if self.past else self.question

    def asking(self, question: str, lead: str) -> "Prompt":
        """The same situation with another question at its end."""
        return self._replace(question=question, lead=lead)

    def reminded(self, labels: Sequence[str]) -> "Prompt":
        """The same question for one who did not answer it."""
        return self._replace(question=f"{self.question} Give nothing but one of these: {one_of(labels)}.")


@dataclass(frozen=True)
class WayOfAsking:
    """A named way to put a moment into words; with `predict` the player is asked first what the other will do."""

    name: str
    summary: str
    compose: Callable[[Moment], Prompt]
    predict: Callable[[Moment], Prompt] | None = None
    citation: str = ""

    @property
    def requests(self) -> int:
        """How many requests a choice takes if every answer is one."""
        return 1 if self.predict is None else 2


def one_of(labels: Sequence[str]) -> str:
    """Labels to choose from, in their order.

    >>> one_of(["J", "F"]), one_of(["J", "F", "K"])
    ('J or F', 'J, F or K')
    """
    return f"{', '.join(labels[:-1])} or {labels[-1]}" if len(labels) > 1 else labels[0]


def whom(moment: Moment) -> str:
    """With whom one plays."""
    return "another player" if moment.n_others == 1 else f"{moment.n_others} other players"


def the_others(cell: Prospect) -> str:
    """The others in a sentence."""
    return "the other player" if len(cell.others) == 1 else "the other players"


def outcome(cell: Prospect) -> str:
    """A cell in few words: choices, then points."""
    chosen, paid = " and ".join(cell.others), " and ".join(cell.others_payoffs)
    they = the_others(cell)
    return f"you {cell.own}, {they} {chosen}; points: you {cell.own_payoff}, {they} {paid}"
