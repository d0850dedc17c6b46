"""The five papers, by the name of their page."""

from results.papers import arifovic_2006, brown_1970, chang_2011, mitropoulos_2001, sodomka_2007
from results.papers.row import Paper

PAPERS: dict[str, Paper] = {
    "arifovic_2006": arifovic_2006.PAPER,
    "mitropoulos_2001": mitropoulos_2001.PAPER,
    "brown_1970": brown_1970.PAPER,
    "sodomka_2007": sodomka_2007.PAPER,
    "chang_2011": chang_2011.PAPER,
}
