"""Mitropoulos (2001): the predictive success of learning theories."""

from results.papers.row import Paper, Row

PAPER = Paper(
    title="On the measurement of the predictive success of learning theories in repeated games",
    citation="Mitropoulos (2001), Otto-von-Guericke-Universität Magdeburg, version 1.0, July 2001.",
    about="Twelve learning rules, four games, and every accepted way of saying which rule predicts people best.",
    chapters={
        "Learning rules (section 4)": (
            Row(
                where="Table 3",
                what="Bush-Mosteller after A1 A0 B1 B0 A1: the probability of B",
                command='humanlike next bush-mosteller --history "A1 A0 B1 B0 A1"',
            ),
        ),
    },
)
