"""A page per paper: section, table, figure and footnote, the command that does it, ours beside the published number.

In:  rows of a paper (`mitropoulos_2001.py` and its neighbours).    Out: `docs/papers/NAME.md`.
`make results` writes them, after the results they quote; `tests/test_papers.py` runs every command again.
To add a row: its line in the paper's file. To add a paper: its file, its line in `catalogue.py`.
"""
