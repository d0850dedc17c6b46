"""Mitropoulos (2001): the predictive success of learning theories."""

from results.papers.row import Paper, Row

PAPER = Paper(
    title="On the measurement of the predictive success of learning theories in repeated games",
    citation="Mitropoulos (2001), Otto-von-Guericke-Universität Magdeburg, version 1.0, July 2001.",
    about="Twelve learning rules, four games, and every accepted way of saying which rule predicts people best.",
    chapters={
        "Who meets whom, and what players see (sections 1, 2 and 4)": (
            Row(
                where="section 2, footnote 2",
                what="Histories of own actions and payoffs only, and other informational settings: "
                "own, actions or game; rules that need more are refused",
                command="humanlike play mutual-fate-control bush-mosteller --information own --pairs 60 --rounds 40",
            ),
            Row(
                where="section 4",
                what="Ten subjects, paired anew at random after every 40 periods, told their own payoff",
                command="humanlike play mutual-fate-control bush-mosteller --matching strangers:spell=40 "
                "--pairs 5 --rounds 160 --information own",
                why="There also the game changes after 40 periods; here it stays.",
            ),
            Row(
                where="section 1",
                what="Complete simulations, in the company people had: groups of six, re-matched in every round. "
                "MSD(Y,Z) of Bush-Mosteller",
                result="predicted_humans",
                ours="result:rps-groups/ranks/MSD(Y,Z)/bush-mosteller/0",
            ),
        ),
        "Learning rules (section 4)": (
            Row(
                where="Table 3",
                what="Bush-Mosteller after A1 A0 B1 B0 A1: the probability of B",
                command='humanlike next bush-mosteller --history "A1 A0 B1 B0 A1"',
            ),
        ),
    },
)
