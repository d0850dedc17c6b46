"""Datasets: files of play become Plays, and Plays become files.

In:  long tables (CSV, Parquet), the papers' plain text.
Out: a Play for each game; a summary; or a sentence that names row, column and rule.
Knows nothing of: rules, likelihoods, plots.
To add a format: a file that turns it into the long table (`table.Table`), its line in `reading`.
"""

from humanlike.datasets.checks import Problem, check
from humanlike.datasets.reading import read_plays, write_plays
from humanlike.datasets.summary import Summary, geometric_median, summarise

__all__ = ["Problem", "Summary", "check", "geometric_median", "read_plays", "summarise", "write_plays"]
