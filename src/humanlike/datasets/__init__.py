"""Datasets: files of play become Plays, and Plays become files.

In:  long tables (CSV, Parquet), the papers' plain text, oTree and z-Tree exports; names of public data sets.
Out: a Play for each game; a summary; or a sentence that names row, column and rule; files in any of these formats.
Knows nothing of: rules, likelihoods, plots.
To add a format: a file that turns it into the long table (`table.Table`), its line in `reading` or `exports`.
"""

from humanlike.datasets.centre import geometric_median
from humanlike.datasets.checks import check
from humanlike.datasets.exports import read_export
from humanlike.datasets.problems import Problem
from humanlike.datasets.reading import check_plays, read_plays
from humanlike.datasets.registry import SOURCES, DataSource, fetch, find_data
from humanlike.datasets.summary import PlaySummary, choice_shares, summarise
from humanlike.datasets.transcripts import transcripts
from humanlike.datasets.writing import check_target, write_plays

__all__ = [
    "SOURCES",
    "DataSource",
    "PlaySummary",
    "Problem",
    "check",
    "check_plays",
    "check_target",
    "choice_shares",
    "fetch",
    "find_data",
    "geometric_median",
    "read_export",
    "read_plays",
    "summarise",
    "transcripts",
    "write_plays",
]
