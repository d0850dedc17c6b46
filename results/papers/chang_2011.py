"""Chang, Maheswaran, Levinboim & Rajan (2011): the Social Ultimatum Game."""

from results.papers.row import Paper, Row

PAPER = Paper(
    title="Learning and evaluating human-like NPC behaviors in dynamic games",
    citation="Chang, Maheswaran, Levinboim & Rajan (2011), AIIDE 7, 8-13.",
    about="A game of offers among several players, agents learned from people, and distances that see behaviour "
    "over time.",
    chapters={
        "Evaluation": (
            Row(
                where="Table 1",
                what="d_O of the adaptive agent",
                result="social_ultimatum",
                published=".57",
                ours="result:table 1/adaptive/d_O/distance",
                decimals=2,
            ),
        ),
    },
)
