"""A check before a play: does the model answer now, does it tell chances, how much of them do labels hold?"""

import time
from typing import NamedTuple

from humanlike.core import Game, Streams
from humanlike.language_models.asked_model import AskedModel
from humanlike.language_models.labels import draw_labelling
from humanlike.language_models.moment import Moment, check_describable
from humanlike.language_models.reading import label_masses, written_choice
from humanlike.language_models.requests import NO_DRAW, for_chances, for_words
from humanlike.language_models.ways import WayOfAsking


class ModelCheck(NamedTuple):
    """What came back for a first round; `chances` by label, None where the endpoint tells none."""

    seconds: float
    labels: tuple[str, ...]
    chances: tuple[float, ...] | None
    written: str
    choice: str | None  # the label that was written; None: what was written is no choice

    @property
    def mass(self) -> float | None:
        """How much of the probability labels hold."""
        return None if self.chances is None else sum(self.chances)


def first_moment(model: AskedModel, game: Game) -> Moment:
    """The first round of the first role, with the labels a seed of zero draws."""
    check_describable(game)
    description = model.description
    labelling = draw_labelling(Streams(0)["check"], game, description.labels)
    return Moment(game, 0, labelling, (), description.window)


def check_model(model: AskedModel, way: WayOfAsking, game: Game) -> ModelCheck:
    """Ask for the first choice of a game, once for chances and once for words, whatever is in the book."""
    model.check()
    moment = first_moment(model, game)
    prompt, labels = way.compose(moment), moment.own_labels
    begun = time.monotonic()
    told = model.ask_afresh(for_chances(model.description, prompt)) if model.description.logprobs else None
    written = model.ask_afresh(for_words(model.description, prompt, NO_DRAW))
    seconds = time.monotonic() - begun
    chances = None if told is None or told.chances is None else label_masses(told.chances, labels)
    text = "" if written is None else written.text
    place = written_choice(text, labels)
    return ModelCheck(
        seconds,
        labels,
        None if chances is None else tuple(chances.tolist()),
        text,
        None if place is None else labels[place],
    )
