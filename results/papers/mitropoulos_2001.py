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
        "Which way of measuring finds the truth (sections 6 and 7)": (
            Row(
                where="sections 6 and 7",
                what="The question of the paper where the answer is known: share of experiments of twelve truths in "
                "which MSD(Y,P) and MSD(Y,X) rank the true rule first, parameters fitted by likelihood",
                result="identification",
                ours=(
                    "result:twelve truths/rates/173/rate",
                    "result:twelve truths/rates/179/rate",
                ),
                why="The paper prefers M(Y,X) on grounds of consistency; with known truths M(Y,X) misses most of them.",
            ),
            Row(
                where="section 6.3",
                what="M(Y,Z) in coordination is not meaningful: ways of measuring that cannot discriminate, and why",
                command="humanlike identify BM,CR --experiments 1 --pairs 4 --rounds 4 --simulations 5 --measures MAD "
                "--games coordination --levels actions --estimators published",
                ours="excluded/0/measure",
                why="M(mY,mQ), which the paper holds to mend this, is as blind there, and in matching pennies.",
            ),
            Row(
                where="section 7",
                what="Measures used for estimation: parameters that minimise POI(Y,P) instead of the likelihood",
                command="humanlike fit people --rule cross --criterion POI(Y,P) --starts 1",
                ours="0/loss_per_choice",
            ),
            Row(
                where="section 7",
                what="Bootstrap of the parameters (Pascual et al. 2001), over independent units",
                command="humanlike fit people --rule cross --bootstrap 20 --starts 1",
                ours="0/bootstrap/resamples",
                decimals=0,
            ),
        ),
    },
)
