"""Reports: results become tables, figures and pages; nothing is computed here.

In:  finished results of the other rooms.    Out: files to look at.
Knows nothing of: how results came about.
To add a figure: its file with one function that takes results and a path.
"""
