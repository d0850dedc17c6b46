"""Brown (1970): reproducing scoring systems."""

from results.papers.row import Paper, Row

PAPER = Paper(
    title="Probabilistic forecasts and reproducing scoring systems",
    citation="Brown (1970), RM-6299-ARPA, The RAND Corporation.",
    about="Scores that make honesty the best policy, how to construct them, consensus, Delphi, and how many questions "
    "tell a good forecaster.",
    chapters={
        "Appendix D": (
            Row(
                where="appendix D",
                what="two forecasters who say .95 and .6 of events of probability .9, quadratic system: lead of the "
                "better in standard deviations, a root of a question, and its bounds",
                command="humanlike discriminate --p .9 --y1 .95 --y2 .6 --system quadratic --n 100",
                ours=("per_root_question/ratio", "per_root_question/bounds"),
                decimals=4,
            ),
        ),
    },
)
