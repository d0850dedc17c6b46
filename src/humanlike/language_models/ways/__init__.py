"""Ways of asking: a moment in, the words a model is asked with out.

In:  a Moment.    Out: a Prompt, of which only the end changes from round to round.
Knows nothing of: models, endpoints, answers.
To add a way: its file with one `WAY`, its line in `WAYS`; a published wording is paraphrased, and cited.
"""

from humanlike.language_models.ways import akata, fontana, persona, plain, predict_then_act
from humanlike.language_models.ways.prompt import Prompt, WayOfAsking

WAYS: dict[str, WayOfAsking] = {
    way.name: way for way in (plain.WAY, akata.WAY, fontana.WAY, persona.WAY, predict_then_act.WAY)
}

__all__ = ["WAYS", "Prompt", "WayOfAsking"]
