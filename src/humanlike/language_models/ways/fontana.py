"""After the prompts of Fontana, Pierri & Aiello: the game seen from outside, totals, and a goal.

The wording is ours; theirs speaks of players A and B, gives the rules as cells of payoffs, the goal of collecting many
points, then how many rounds were played, what was played in those remembered, and the points so far.

References
----------
Fontana, Pierri & Aiello (2025), Nicer than humans: how do large language models behave in the prisoner's dilemma?
Proceedings of the International AAAI Conference on Web and Social Media 19, 522-535.
"""

from humanlike.language_models.moment import Moment, Prospect
from humanlike.language_models.ways.prompt import Prompt, WayOfAsking, one_of

OTHERS = "BCDEFGHIJKLMNOPQRSTUVWXYZ"


def _profile(cell: Prospect) -> str:
    others = ", ".join(f"{name} plays {label}" for name, label in zip(OTHERS, cell.others, strict=False))
    return f"A plays {cell.own}, {others}"


def _collected(cell: Prospect) -> str:
    others = ", ".join(
        f"{name} collects {payoff}" for name, payoff in zip(OTHERS, cell.others_payoffs, strict=False)
    )
    return f"A collects {cell.own_payoff}, {others}"


def compose(moment: Moment) -> Prompt:
    """Context, goal, totals so far, question."""
    names = one_of(["A", *OTHERS[: moment.n_others]]).replace(" or ", " and ")
    length = "for many rounds" if moment.rounds is None else f"for {moment.rounds} rounds"
    cells = "\n".join(f"If {_profile(cell)}: {_collected(cell)}." for cell in moment.cells())
    rules = (
        f"Context: the players {names} play {length}, all moving at once. You are player A, and your objective is to "
        f"collect as many points as you can over the whole game.\n{cells}"
    )
    past = moment.past()
    told = "\n".join(f"Round {number}: {_profile(cell)}." for number, cell in past)
    points = sum(float(cell.own_payoff) for _, cell in past)
    so_far = (
        f"In these rounds A has collected {points:g} points. " if past else "Nothing has been played yet. "
    )
    question = (
        f"{so_far}Now it is round {moment.round}. Player A, what do you play, {one_of(moment.own_labels)}? "
        "Write only the name of the move."
    )
    return Prompt(rules, told, question, f"Round {moment.round}: A plays")


WAY = WayOfAsking(
    "fontana",
    "players A and B seen from outside, points so far, the objective to collect many",
    compose,
    citation="after Fontana, Pierri & Aiello (2025), Proc. ICWSM 19, 522-535; paraphrased",
)
