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
        "Models named, and designs (sections 1 and 3.1)": (
            Row(
                where="section 3.1",
                what="EWA's own set: chance of U in the first round of the Ochs game",
                command="humanlike next ewa --game ochs --history UL",
            ),
            Row(
                where="section 3.1",
                what="The four estimates the sets were rounded from: camerer-ho-1 to -4",
                command="humanlike next ewa:camerer-ho-1 --game ochs --history UL",
                why="Printed as four lists without the games they belong to.",
            ),
            Row(
                where="section 3.1",
                what="Initial attractions among the inputs of EWA",
                command="humanlike next ewa+attractions-2 --game ochs --history UL --set A1=.5 --set A2=.0556",
                why="On a scale from the lowest own payoff (0) to the highest (1).",
            ),
            Row(
                where="section 3.1",
                what="Mixed models of one's own, with shares",
                command="humanlike play chicken mix(ewa:mixed-model-a:.75,cournot:.25) --pairs 8 --rounds 20",
            ),
            Row(
                where="section 1",
                what="Adaptive dynamics (Crawford)",
                command="humanlike next adaptive-dynamics --game chicken --history UL",
            ),
            Row(
                where="section 1",
                what="Boundedly rational rules (Stahl)",
                command="humanlike next rule-learning --game chicken --history UL",
            ),
            Row(
                where="sections 1 and 3.1",
                what="Sophisticated EWA",
                command="humanlike next strategic-ewa --game ochs --history UL",
                why="Not available to the authors at the time.",
            ),
            Row(
                where="section 1",
                what="Models used in developing new experimental designs: a game that tells two theories apart",
                result="designed_games",
                why="Proposed, not done in the paper.",
            ),
        ),
    },
)
