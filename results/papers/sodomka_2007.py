"""Sodomka, Collins & Gini (2007): efficient comparison of trading agents."""

from results.papers.row import Paper, Row

PAPER = Paper(
    title="Efficient statistical methods for evaluating trading agent performance",
    citation="Sodomka, Collins & Gini (2007), Proceedings of the 22nd AAAI Conference on "
    "Artificial Intelligence.",
    about="A supply-chain market whose 37 random processes are held or varied one by one, so that few games tell two "
    "agents apart.",
    chapters={
        "Power analysis": (
            Row(
                where="section on power",
                what="games needed for a standardised difference of .5",
                command="humanlike power --effect .5 --alpha .05 --power .8",
            ),
        ),
    },
)
