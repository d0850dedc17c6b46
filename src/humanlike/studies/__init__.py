"""Studies: one question a user asks per file; a command, a verb of `import humanlike as hl`, a result.

In:  names, files or objects (`naming` turns the first two into the third).    Out: a frozen `Result`: a table, a
document, a picture and a story.
Knows nothing of: typing, terminals, pages.
To add a study: its file with one function, its `Result`, its verb in `humanlike/__init__.py`, its command in `cli`.
"""
