"""Arifovic, McKelvey & Pevnitskaya (2006): the Turing tournament."""

from results.papers.row import Paper, Row

PAPER = Paper(
    title="An initial implementation of the Turing tournament to learning in repeated two person games",
    citation="Arifovic, McKelvey & Pevnitskaya (2006), Games and Economic Behavior 57, 93-122; "
    "sections, tables and footnotes as in the version of October 30, 2005.",
    about="Emulators play repeated games, detectors say man or machine, proper scores decide.",
    chapters={
        "Matching and information (sections 1, 3 and 5)": (
            Row(
                where="section 1",
                what="Other matching and information conditions than fixed partners and the whole game, "
                "which the paper chose",
                command="humanlike play chicken fictitious-play --matching strangers --information actions",
            ),
            Row(
                where="section 3",
                what="The zipper design, sixteen subjects: in eight sessions of 50 rounds nobody meets anybody twice",
                command="humanlike play chicken random --matching zipper:spell=50 --rounds 400 --pairs 8",
            ),
            Row(
                where="section 3",
                what="The same with fourteen, who had to be matched with an earlier partner once. From which round on",
                command="humanlike play chicken random --matching zipper:spell=50 --rounds 400 --pairs 7",
                ours="met_again_from",
                published="in one of eight sessions",
            ),
            Row(
                where="section 5",
                what="Detectors and emulators under different matching conditions: machines meet whom people met, and "
                "the leak test by dates earns what knowing nothing earns",
                command="humanlike play chicken roth-erev --matching strangers --rounds 12 --trials 2 "
                "--out strangers.csv; humanlike tournament --humans strangers.csv --emulators random,cournot "
                "--detectors dates,high-payoffs --trials 1 --fixed --out strangers",
                ours="detectors/name=dates/balanced_score",
                why="Named as future research; people's places are held by a simulated experiment here.",
            ),
        ),
        "Games (section 3)": (
            Row(
                where="Table 1",
                what="Chicken",
                command="humanlike games chicken",
            ),
        ),
    },
)
