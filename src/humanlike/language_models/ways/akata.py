"""After the prompts of Akata et al.: every cell as a sentence, every round told as choices and points, a fill-in.

The wording is ours; theirs names the labels `Option J` and `Option F`, tells each cell as a rule ("if you choose ...
then you win ... points"), lists past rounds the same way and leaves the last line open after `Option`.

References
----------
Akata, Schulz, Coda-Forno, Oh, Bethge & Schulz (2025), Playing repeated games with large language models, Nature Human
Behaviour 9, 1380-1390.
"""

from humanlike.language_models.moment import Moment, Prospect
from humanlike.language_models.ways.prompt import Prompt, WayOfAsking, one_of, the_others, whom


def _points(cell: Prospect) -> str:
    won = "wins" if len(cell.others) == 1 else "win"
    return f"you win {cell.own_payoff} points and {the_others(cell)} {won} {' and '.join(cell.others_payoffs)} points"


def _options(cell: Prospect) -> str:
    return " and ".join(f"Option {label}" for label in cell.others)


def compose(moment: Moment) -> Prompt:
    """Rules by options, rounds as wins, an unfinished last line."""
    options = one_of([f"Option {label}" for label in moment.own_labels])
    length = "several rounds" if moment.rounds is None else f"{moment.rounds} rounds"
    rules = [
        f"In this game you can pick {options}. You play {length} together with {whom(moment)}, who picks as well. "
        "The rules are these."
    ]
    rules += [
        f"When you pick Option {cell.own} and {the_others(cell)} picked {_options(cell)}, {_points(cell)}."
        for cell in moment.cells()
    ]
    past = "\n".join(
        f"In round {number} you picked Option {cell.own} and {the_others(cell)} picked {_options(cell)}. "
        f"So {_points(cell)}."
        for number, cell in moment.past()
    )
    question = (
        f"This is round {moment.round}.\nQ: Which option do you pick, {one_of(moment.own_labels)}?\nA: Option"
    )
    return Prompt("\n".join(rules), past, question, "")


WAY = WayOfAsking(
    "akata",
    "options, rules told cell by cell, an unfinished last line",
    compose,
    citation="after Akata et al. (2025), Nature Human Behaviour 9, 1380-1390; paraphrased",
)
