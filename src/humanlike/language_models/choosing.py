"""Choices: many players are asked at once, and asked again where the answer was none.

Chances are drawn from with the player's own stream, so a choice repeats from what is in the book; a written answer is
one draw, known by a number from the same stream. A player who does not choose after `asks` times has failed: no move
is ever made up.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from humanlike.core import Streams
from humanlike.core.foreign_text import harmless
from humanlike.language_models.asked_model import AskedModel
from humanlike.language_models.conduct import ModelConduct
from humanlike.language_models.moment import Moment
from humanlike.language_models.reading import choice_probabilities, drawn, label_masses, written_choice
from humanlike.language_models.replies import ModelReply
from humanlike.language_models.requests import for_chances, for_words
from humanlike.language_models.ways import Prompt, WayOfAsking

MOST_QUOTED = 60


class Turn(NamedTuple):
    """A player who has to choose, and the stream of this choice."""

    stream: Streams
    moment: Moment


class Chosen(NamedTuple):
    """The action chosen; None if no answer named one, and what was said instead."""

    action: int | None
    said: str = ""


class _Put(NamedTuple):
    """One question: its words, its labels by action and as they are named."""

    stream: Streams
    prompt: Prompt
    labels: tuple[str, ...]
    in_order: tuple[str, ...]


class Interview:
    """One model asked in one way; `stored` asks nobody and plays from the book."""

    def __init__(self, model: AskedModel, way: WayOfAsking, *, stored: bool = False) -> None:
        self.model, self.way, self.stored = model, way, stored
        self.conduct = model.conduct.setdefault(way.name, ModelConduct())

    @property
    def name(self) -> str:
        """As the player is called."""
        return f"llm:{self.model.description.name}/{self.way.name}"

    def choices(self, turns: Sequence[Turn]) -> list[Chosen]:
        """What all players choose who have to choose now; with a way that predicts, after a prediction each."""
        if self.way.predict is None:
            return self._put([_own(turn, self.way.compose) for turn in turns])
        expected = self._put([_of_the_other(turn, self.way.predict) for turn in turns])
        able = [place for place, each in enumerate(expected) if each.action is not None]
        acting = [_own(_expecting(turns[place], expected[place]), self.way.compose) for place in able]
        found = dict(zip(able, self._put(acting), strict=True))
        return [found.get(place, expected[place]) for place in range(len(turns))]

    def _put(self, questions: Sequence[_Put]) -> list[Chosen]:
        """The answers to questions; who did not answer is asked again."""
        chosen = [Chosen(None) for _ in questions]
        open_ones = list(range(len(questions)))
        for ask in range(self.model.description.asks):
            if not open_ones:
                break
            asked = [questions[place] for place in open_ones]
            if ask:
                asked = [each._replace(prompt=each.prompt.reminded(each.in_order)) for each in asked]
            for place, found in zip(list(open_ones), self._asked_once(asked, ask), strict=True):
                chosen[place] = found
            open_ones = [place for place in open_ones if chosen[place].action is None]
            self.conduct.refusals += len(open_ones)
        self.conduct.choices += len(questions) - len(open_ones)
        return chosen

    def _asked_once(self, questions: Sequence[_Put], ask: int) -> list[Chosen]:
        replies = self._chances(questions)
        self.conduct.without_chances |= self.model.book.without_chances
        wordy = [place for place, reply in enumerate(replies) if reply is None or reply.chances is None]
        found = {
            place: self._drawn(questions[place], reply, ask)
            for place, reply in enumerate(replies)
            if reply is not None and reply.chances is not None
        }
        written = self._written([questions[place] for place in wordy], ask)
        return [(found | dict(zip(wordy, written, strict=True)))[place] for place in range(len(questions))]

    def _chances(self, questions: Sequence[_Put]) -> Sequence[ModelReply | None]:
        """Replies with chances; nobody is asked for them in vain twice."""
        if not self.model.description.logprobs:
            return [None] * len(questions)
        requests = [for_chances(self.model.description, each.prompt) for each in questions]
        if self.model.book.without_chances:
            return [self.model.kept(request) for request in requests]
        return self.model.ask_all(requests, stored=self.stored)

    def _drawn(self, question: _Put, reply: ModelReply, ask: int) -> Chosen:
        """A choice drawn from the chances of labels, if they hold enough of the mass."""
        description = self.model.description
        masses = label_masses(reply.chances or {}, question.labels)
        if masses.sum() < description.least_mass:
            return Chosen(None, _quoted(reply.text))
        self.conduct.saw_mass(float(min(masses.sum(), 1.0)))
        uniform = float(question.stream[f"ask {ask + 1}"].generator().random())
        return Chosen(drawn(choice_probabilities(masses, description.temperature), uniform))

    def _written(self, questions: Sequence[_Put], ask: int) -> list[Chosen]:
        """Choices read from written answers."""
        draws = [question.stream[f"ask {ask + 1}"].digest().hex() for question in questions]
        requests = [
            for_words(self.model.description, question.prompt, draw)
            for question, draw in zip(questions, draws, strict=True)
        ]
        replies = self.model.ask_all(requests, stored=self.stored) if requests else []
        texts = ["" if reply is None else reply.text for reply in replies]
        actions = [written_choice(text, each.labels) for text, each in zip(texts, questions, strict=True)]
        self.conduct.written += int(np.sum([action is not None for action in actions]))
        return [Chosen(action, _quoted(text)) for action, text in zip(actions, texts, strict=True)]


def _own(turn: Turn, compose: Callable[[Moment], Prompt]) -> _Put:
    moment = turn.moment
    names = moment.labelling.names[moment.role]
    return _Put(turn.stream["choice"], compose(moment), names, moment.own_labels)


def _of_the_other(turn: Turn, predict: Callable[[Moment], Prompt]) -> _Put:
    moment = turn.moment
    other = moment.game.others(moment.role)[0]
    names, in_order = moment.labelling.names[other], moment.labelling.in_order(other)
    return _Put(turn.stream["prediction"], predict(moment), names, in_order)


def _expecting(turn: Turn, expected: Chosen) -> Turn:
    moment = turn.moment
    names = moment.labelling.names[moment.game.others(moment.role)[0]]
    return turn._replace(moment=replace(moment, expected=names[expected.action or 0]))


def _quoted(text: str) -> str:
    """The beginning of what was said, safe to print."""
    plain = harmless(text[: 4 * MOST_QUOTED])
    return plain if len(plain) <= MOST_QUOTED else plain[:MOST_QUOTED] + "..."
