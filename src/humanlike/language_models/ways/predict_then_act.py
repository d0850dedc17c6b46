"""First what the other player will do, then the own choice; asked apart, so that every answer is one label.

In games of more players the first of the others is predicted. Asking so made GPT-4 coordinate more like people in
battle of the sexes (Akata et al. 2025, who call it social chain of thought).

References
----------
Akata, Schulz, Coda-Forno, Oh, Bethge & Schulz (2025), Nature Human Behaviour 9, 1380-1390.
"""

from humanlike.language_models.moment import Moment
from humanlike.language_models.ways import plain
from humanlike.language_models.ways.prompt import Prompt, WayOfAsking, one_of


def predict(moment: Moment) -> Prompt:
    """What the other will do."""
    labels = one_of(moment.labelling.in_order(moment.game.others(moment.role)[0]))
    question = (
        f"Round {moment.round}. What do you think the other player will choose this time, {labels}? "
        "Answer with the label only."
    )
    return plain.compose(moment).asking(question, f"Round {moment.round}: the other player")


def compose(moment: Moment) -> Prompt:
    """What one chooses, given what one expects."""
    question = (
        f"Round {moment.round}. You expect the other player to choose {moment.expected}. Which do you choose, "
        f"{one_of(moment.own_labels)}? Answer with the label only."
    )
    return plain.compose(moment).asking(question, f"Round {moment.round}: you")


WAY = WayOfAsking(
    "predict-then-act",
    "asked first what the other will do, then for the own choice",
    compose,
    predict,
    citation="the idea: Akata et al. (2025), Nature Human Behaviour 9, 1380-1390; our wording",
)
