"""What pays in the Social Ultimatum Game among given players: `hl.social.reply(...)`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.naming.bodies import find_traces, title_of_body
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable
from humanlike.worlds.social_ultimatum import (
    Proposal,
    Traces,
    Worth,
    best_proposals,
    greed_of,
    left_out_document,
    pairs_of,
    tell_left_out,
    worth_of,
)

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 10  # players in the story; the document has all


@dataclass(frozen=True, eq=False, repr=False)
class SocialReplyResult(Result):
    """The best offer, the best recipients, and what accepting is worth."""

    title: str
    people: Traces
    worth: Worth
    proposals: tuple[Proposal, ...]
    greed: tuple[float, float]

    @property
    def amounts(self) -> Any:
        """Every value that can be offered."""
        return np.arange(0, self.people[0].endowment + 1, self.people[0].step)

    @property
    def best_offer(self) -> int:
        """The offer that keeps most in its own round, whoever is addressed."""
        return int(self.amounts[int(np.nanargmax(self.worth.kept))])

    @property
    def best_offer_ahead(self) -> int:
        """The offer that brings most in its own round and by what comes back in the next."""
        whole = self.worth.kept + self.worth.returned
        return self.best_offer if np.isnan(whole).all() else int(self.amounts[int(np.nanargmax(whole))])

    @property
    def better_refused(self) -> list[int]:
        """Offers above nothing that brought more when refused, counting the next round."""
        gain = self.worth.accepting(self.amounts)
        return [int(value) for value in self.amounts[(gain < 0) & (self.amounts > 0)]]

    def headline(self) -> str:
        """The best offer and whom the average player should have addressed."""
        kept = float(np.nanmax(self.worth.kept))
        gained = np.mean([each.expected - each.earned for each in self.proposals])
        return (
            f"Among {self.title}, offer {self.best_offer} (keeps {kept:.2f} a round); the best recipient and offer of "
            f"each player's own game keep {gained:.2f} more than that player did"
        )

    def document(self) -> dict[str, Any]:
        """Worth by value, the best proposal of everybody, and how near people are to the equilibrium."""
        rows = zip(self.amounts.tolist(), *(np.asarray(each).tolist() for each in self.worth), strict=True)
        names = ("offer", *self.worth._fields)
        return {
            "best_offer": self.best_offer,
            "best_offer_ahead": self.best_offer_ahead,
            "worth": [
                {name: None if value != value else value for name, value in zip(names, row, strict=True)}
                for row in rows
            ],
            "players": [each._asdict() for each in self.proposals],
            "better_refused": self.better_refused,
            "least_offers": self.greed[0],
            "least_accepted": None if self.greed[1] != self.greed[1] else self.greed[1],
            "left_out": left_out_document(self.people.left_out),
        }

    def frame(self) -> "pd.DataFrame":
        """Per-pair probabilities: a row for each game, proposer, recipient and value that was offered."""
        import pandas as pd

        rows = []
        for table in self.people:
            pairs = pairs_of(table)
            accept = pairs.accept()
            for game, m, n, value in np.argwhere(pairs.cases > 0).tolist():
                who = [
                    str(table.persons[game, seat]) if table.persons.size else str(seat + 1) for seat in (m, n)
                ]
                place = (game, m, n, value)
                rows.append((table.names[game], *who, value * table.step, pairs.given[place], accept[place]))
        return pd.DataFrame(rows, columns=["game", "proposer", "recipient", "offer", "p_given", "p_accepted"])

    def story(self) -> Iterator[Part]:
        """Worth by value, then players, then what the propositions say."""
        yield self.headline()
        gain = self.worth.accepting(self.amounts)
        rows = [
            (int(value), int(cases), *(float(each) for each in own), float(more))
            for value, cases, *own, more in zip(
                self.amounts,
                self.worth.cases,
                self.worth.accept,
                self.worth.kept,
                self.worth.returned,
                gain,
                strict=True,
            )
        ]
        columns = (
            "offer",
            "cases",
            "accepted",
            "kept",
            "returned next round",
            "accepting brings more than refusing",
        )
        yield StoryTable("What each offer is worth", columns, rows)
        shown = sorted(self.proposals, key=lambda each: each.earned - each.expected)[:SHOWN]
        yield StoryTable(
            f"Best proposals against the others of a game (most to gain, {len(shown)} of {len(self.proposals)})",
            ("game", "player", "to", "offer", "keeps a round", "kept a round"),
            [tuple(each) for each in shown],
        )
        if self.better_refused:
            offers = ", ".join(map(str, self.better_refused))
            yield f"Proposition 1: accepting everything does not dominate; refusing brought more for {offers}."
        else:
            yield "Proposition 1: no offer brought more when refused, counting the next round alone."
        share, accepted = self.greed
        taken = "never made" if accepted != accepted else f"accepted in {accepted:.0%} of cases"
        yield (
            f"Proposition 2: in equilibrium all offers are one step and accepted; here {share:.0%} are no more, "
            f"and one step is {taken}."
        )
        yield from tell_left_out(self.people.left_out)


def reply(
    traces: Any,
    *,
    endowment: int = 10,
    step: int = 1,
    missing: str = "refuse",
    groups: str | int | Sequence[int] = "",
) -> SocialReplyResult:
    """The best reply to the players of some traces: people's, or what agents played."""
    people = find_traces(traces, endowment=endowment, step=step, missing=missing, groups=groups)
    worth = worth_of(people)
    proposals = tuple(each for table in people for each in best_proposals(table, worth.accept))
    title = Path(title_of_body(traces, "these players")).stem
    return SocialReplyResult(title, people, worth, proposals, greed_of(people))
