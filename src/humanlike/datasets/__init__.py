"""Datasets: files of play become Plays, and Plays become files.

In:  long tables (CSV, Parquet), the papers' plain text, oTree and z-Tree exports, other tables; names of public data.
     Files of predictions (`predictions`).
Out: a Play for each game; a summary; or a sentence that names row, column and rule; files in any of these formats.
Knows nothing of: rules, likelihoods, plots.
To add a format: a file that gives its records (`exported.Exported`), its line in `exports.READERS`.
"""

from humanlike.datasets.centre import geometric_median
from humanlike.datasets.checks import check
from humanlike.datasets.exports import ImportedTable, import_table, read_export
from humanlike.datasets.problems import Problem
from humanlike.datasets.reading import check_plays, read_plays
from humanlike.datasets.recognising import Foreign, draft_of, recognise
from humanlike.datasets.registry import SOURCES, DataSource, fetch, find_data
from humanlike.datasets.summary import PlaySummary, choice_shares, summarise
from humanlike.datasets.transcripts import transcripts
from humanlike.datasets.writing import check_target, write_plays

__all__ = [
    "SOURCES",
    "DataSource",
    "Foreign",
    "ImportedTable",
    "PlaySummary",
    "Problem",
    "check",
    "check_plays",
    "check_target",
    "choice_shares",
    "draft_of",
    "fetch",
    "find_data",
    "geometric_median",
    "import_table",
    "read_export",
    "read_plays",
    "recognise",
    "summarise",
    "transcripts",
    "write_plays",
]
