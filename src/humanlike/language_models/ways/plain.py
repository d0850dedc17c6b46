"""The game in as few plain sentences as it takes; nothing about who one is, or what one should want."""

from humanlike.language_models.moment import Moment
from humanlike.language_models.ways.prompt import Prompt, WayOfAsking, one_of, outcome, whom


def rules(moment: Moment) -> str:
    """Who plays what, and what it pays."""
    length = "several rounds" if moment.rounds is None else f"{moment.rounds} rounds"
    payoffs = "\n".join(f"- {outcome(cell)}" for cell in moment.cells())
    return (
        f"You play a game of {length} with {whom(moment)}. In every round you choose {one_of(moment.own_labels)} "
        f"without seeing what is chosen on the other side. What can happen in a round:\n{payoffs}"
    )


def past(moment: Moment) -> str:
    """What happened, a line a round."""
    return "\n".join(f"Round {number}: {outcome(cell)}" for number, cell in moment.past())


def compose(moment: Moment) -> Prompt:
    """Rules, rounds, question."""
    question = (
        f"Round {moment.round}. Which do you choose, {one_of(moment.own_labels)}? Answer with the label only."
    )
    return Prompt(rules(moment), past(moment), question, f"Round {moment.round}: you")


WAY = WayOfAsking("plain", "the rules and the rounds so far, and nothing else", compose)
