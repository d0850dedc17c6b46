"""Language models: asked for choices in a game, whoever runs them; every answer is kept and played again from there.

In:  a model's description, a way of asking, a game, streams.    Out: actions; or a sentence about what went wrong.
Knows nothing of: shapes of human play, detectors, scores, who else plays.
To add a way of asking: its file in `ways/`, its line in `WAYS`. To add a model that ships: its line in `SHIPPED`.

A moment (`moment`) becomes words (`ways`), a request (`requests`), an answer from the book (`answer_book`) or from
whoever answers (`asked_model`: `endpoint`, `local`), and a choice (`reading`, `choosing`), seat by seat (`playing`).
"""

from humanlike.language_models.asked_model import AskedModel, asked_model
from humanlike.language_models.checking import ModelCheck, check_model, first_moment
from humanlike.language_models.choosing import Interview
from humanlike.language_models.conduct import ModelConduct
from humanlike.language_models.description import (
    SHIPPED,
    ModelDescription,
    answers_of,
    read_description,
)
from humanlike.language_models.failing import ModelFailed, ModelTrouble
from humanlike.language_models.labels import Labelling, draw_labelling
from humanlike.language_models.moment import Moment
from humanlike.language_models.playing import answer_recorded, play_matches
from humanlike.language_models.spending import CostEstimate, estimated_cost
from humanlike.language_models.ways import WAYS, Prompt, WayOfAsking

__all__ = [
    "SHIPPED",
    "WAYS",
    "AskedModel",
    "CostEstimate",
    "Interview",
    "Labelling",
    "ModelCheck",
    "ModelConduct",
    "ModelDescription",
    "ModelFailed",
    "ModelTrouble",
    "Moment",
    "Prompt",
    "WayOfAsking",
    "answer_recorded",
    "answers_of",
    "asked_model",
    "check_model",
    "draw_labelling",
    "estimated_cost",
    "first_moment",
    "play_matches",
    "read_description",
]
