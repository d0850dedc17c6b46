"""Arifovic, McKelvey & Pevnitskaya (2006): the Turing tournament."""

from results.papers.row import Paper, Row

PAPER = Paper(
    title="An initial implementation of the Turing tournament to learning in repeated two person games",
    citation="Arifovic, McKelvey & Pevnitskaya (2006), Games and Economic Behavior 57, 93-122; "
    "sections, tables and footnotes as in the version of October 30, 2005.",
    about="Emulators play repeated games, detectors say man or machine, proper scores decide.",
    chapters={
        "Games (section 3)": (
            Row(
                where="Table 1",
                what="Chicken",
                command="humanlike games chicken",
            ),
        ),
    },
)
