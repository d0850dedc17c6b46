"""What outcomes settle on a panel: scores, rankings and payments, and what is in none of them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from humanlike.scoring.panels import Scores
from humanlike.studies.named_rows import records, tables
from humanlike.studies.standings import ADJUSTED, Standings, scales_sentence
from humanlike.studies.telling import Part, StoryTable


class Settlement(NamedTuple):
    """What outcomes settle."""

    system: str
    scores: Scores
    means: dict[str, float]
    quantity_means: dict[str, float]  # in units of each question's scale: never averaged with the rest
    of_alternatives: Standings | None
    of_quantities: Standings | None
    checked_only: tuple[str, ...]  # rationality questions: neither scored nor paid
    payments: dict[str, float] | None

    @property
    def standings(self) -> Standings:
        """Of the questions with alternatives; where there are none, of the quantities."""
        (first, *_) = (found for found in (self.of_alternatives, self.of_quantities) if found is not None)
        return first

    @property
    def not_paid(self) -> tuple[str, ...]:
        """Questions that were scored and not paid."""
        return () if self.payments is None else tuple(self.scores.scales)

    def document(self) -> dict[str, Any]:
        """Scores, means, rankings and payments."""
        quantities = self.of_quantities
        document: dict[str, Any] = {
            "system": self.system,
            "scores": records(self.scores),
            "means": self.means,
            "quantity_means": self.quantity_means,
            "scales": {question: scale._asdict() for question, scale in self.scores.scales.items()},
            **self.standings.document(),
            "quantity_ranking": [] if quantities is None else quantities.records(),
            "checked_only": list(self.checked_only),
        }
        if self.payments is None:
            return document
        return document | {"payments": self.payments, "not_paid": list(self.not_paid)}

    def story(self) -> Iterator[Part]:
        """Rankings and payments, and what is in none of them."""
        if self.checked_only:
            yield f"Checked, neither scored nor paid: {', '.join(self.checked_only)} (everybody knows the probability)."
        if self.of_alternatives is not None:
            yield from ranking_story("Ranking", self.of_alternatives)
        if self.of_quantities is not None:
            yield from ranking_story("Ranking by quantities", self.of_quantities)
            yield scales_sentence(self.scores.scales)
        if self.payments is not None:
            payments = [(name, f"{payment:.2f}") for name, payment in self.payments.items()]
            yield StoryTable("Payments", ["expert", "payment"], payments)
            if self.not_paid:
                yield f"Not paid: {', '.join(self.not_paid)} (payments are for questions with alternatives)."


def ranking_story(title: str, standings: Standings) -> Iterator[Part]:
    """What the ranking goes by, and the ranking; an adjusted mean where it is not the mean itself."""
    yield standings.sentence()
    yield f"Ranks from rank lower to rank upper are not ruled out, at 95 % for all at once. This {standings.rests_on}."
    for table in tables(title, standings.ranking):
        shown = [
            place
            for place, name in enumerate(table.columns)
            # the share of resamples in which one came first stays in the table: it is no chance of being first
            if name != "first" and (name != "adjusted" or standings.ranked_by == ADJUSTED)
        ]
        rows = [[row[place] for place in shown] for row in table.rows]
        yield StoryTable(table.title, [table.columns[place] for place in shown], rows)
