"""Results: every computed table and figure of `docs/results/`, made by one command and stamped.

`make results` computes what has changed since it was stamped, and nothing else. Changed means: the files a study
imports (`sources`), its data (`data_files`) or its command. A result is two files of one name:

    studies/NAME.py    what is computed, part by part; a part is stored when it finishes
    pages/NAME.py      how it is told; a page is written again whenever its words change, which costs nothing

In:  the verbs of `humanlike`, and data that stay where they are.
Out: docs/results/NAME.json (numbers and stamps), NAME.md, pictures in NAME/, and README.md, the index.
To add a result: its two files, its line in `catalogue`.
"""
