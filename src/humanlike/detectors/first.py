r"""First that knows: several detectors in a row, of which the first that has an opinion answers.

A detector has no opinion on a play if it says one half, or refuses the game. Then the next is asked, and so on:

.. math:: r = r_m, \quad m = \min\{k : r_k \neq \tfrac12\}, \qquad r = \tfrac12 \text{ if there is none.}

The paper proposes one: Coordination says one half wherever it does not recognise the game, and "we could have
increased the score for this detector if, for example, we combined it with the elements of the Payoff Change detector,
which performed relatively well in a median game". That is `coordination-then-payoff-change`; any other is
`first(NAME,NAME,...)`. Who sees the whole set sees it here too; who learns learns here too, from the same plays.

Fooling a combination proves no more than fooling the member that answered.
Arifovic, McKelvey & Pevnitskaya (2006), section 4.3.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play, UnsuitableGame
from humanlike.detectors import coordination, payoff_change
from humanlike.detectors.detector import Detector, Floats, SeatNumbers
from humanlike.detectors.model_documents import document_reader, document_writer
from humanlike.programs import Ending, EntryFailed

UNDECIDED = 0.5
FEWEST = 2  # one alone is that one
Models = tuple[Any, ...]  # one for each member, None for those that learn nothing


@dataclass(frozen=True)
class FirstThatKnows:
    """Asks the members in their order; can be sent to other processes."""

    members: tuple[Detector, ...]

    def __call__(self, models: Models | Ending | None, game: Game, plays: Sequence[Play]) -> Floats:
        """P(human) for each play by the first member that does not say one half of it."""
        if isinstance(models, Ending):  # a program among the members failed to learn
            raise EntryFailed(self.members[0].name, models)
        answers = np.full(len(plays), UNDECIDED)
        for member, model in zip(self.members, models or (None,) * len(self.members), strict=True):
            unknown = np.flatnonzero(answers == UNDECIDED)
            if not len(unknown):
                break
            answers[unknown] = _opinions(member, model, game, plays, unknown)
        return answers

    def check_familiar(self, models: Models | None, play: Play, seats: SeatNumbers) -> None:
        """Refuse a play that whoever answers it has not learned to judge."""
        for member, model in zip(self.members, models or (None,) * len(self.members), strict=True):
            if _opinions(member, model, play.game, [play], np.array([0]))[0] != UNDECIDED:
                if member.check_familiar is not None:
                    member.check_familiar(model, play, seats)
                return


@dataclass(frozen=True)
class LearnTogether:
    """Lets every member that learns learn from the same plays; can be sent to other processes."""

    members: tuple[Detector, ...]

    def __call__(self, plays: Sequence[Play], is_human: npt.NDArray[np.bool_]) -> Models:
        """What each has learned."""
        return tuple(None if each.fit is None else each.fit(plays, is_human) for each in self.members)


def _opinions(
    member: Detector, model: Any, game: Game, plays: Sequence[Play], wanted: npt.NDArray[np.intp]
) -> Floats:
    """What a member says of the `wanted` plays; one half of all if it refuses the game."""
    try:
        if member.looks_at == "the whole set":
            return member.probabilities(model, game, plays)[wanted]
        return member.probabilities(model, game, [plays[place] for place in wanted])
    except UnsuitableGame:
        return np.full(len(wanted), UNDECIDED)


def first_that_knows(members: Sequence[Detector], *, name: str = "", description: str = "") -> Detector:
    """The detector of several in a row, called `first(...)` unless it has a `name` of its own."""
    names = [each.name for each in members]
    word = f"first({','.join(names)})"
    if len(names) < FEWEST:
        raise BadRequest(
            f"'{word}' combines {'one detector' if names else 'nobody'}; it takes two or more, for example "
            f"first({names[0] if names else 'coordination'},payoff-change)."
        )
    if len(set(names)) < len(names):
        raise BadRequest(f"'{word}' asks somebody twice; whoever knows nothing once knows nothing again.")
    seers = [each.name for each in members if each.sees_files]
    if seers:
        raise BadRequest(
            f"'{seers[0]}' sees all games in one file; {word} asks game by game, so it has no place there."
        )
    together, learn = FirstThatKnows(tuple(members)), LearnTogether(tuple(members))
    learns = any(each.fit is not None for each in members)
    return Detector(
        name or word,
        together,
        learn if learns else None,
        "the whole set"
        if any(each.looks_at == "the whole set" for each in members)
        else "one play at a time",
        author=", ".join(dict.fromkeys(each.author for each in members)),
        description=description or f"the first of {', '.join(names)} that does not say one half",
        check_familiar=together.check_familiar,
        document_of=partial(_documents, tuple(members)) if learns else None,
        model_of=partial(_models, tuple(members)) if learns else None,
    )


def members_of(detector: Detector) -> tuple[Detector, ...]:
    """Who answers for a detector: the members of a combination, or itself alone."""
    return detector.judge.members if isinstance(detector.judge, FirstThatKnows) else (detector,)


def _documents(members: Sequence[Detector], models: Models) -> list[Any]:
    """The members' models as plain documents."""
    return [document_writer(each)(model) for each, model in zip(members, models, strict=True)]


def _models(members: Sequence[Detector], documents: Sequence[Any]) -> Models:
    """The members' models from their documents."""
    return tuple(document_reader(each)(own) for each, own in zip(members, documents, strict=True))


COORDINATION_THEN_PAYOFF_CHANGE: Detector = first_that_knows(
    (coordination.DETECTOR, payoff_change.DETECTOR),
    name="coordination-then-payoff-change",
    description="coordination where it recognises the game, else payoff change (proposed in section 4.3.1)",
)
