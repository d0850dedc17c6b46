"""Naming: words into things, one grammar for every command and every function.

`NAME[:SETTING][+OPTION...]`, `mix(ewa:.5,cournot:.5)`, `file.py:OBJECT`, `module:OBJECT`, an entry directory, a data
set's name, a file or a folder (`grammar`). Wherever a name is taken, the object itself is taken too.

In:  a word, or the object it would name.    Out: the thing; or a sentence with what was meant and what exists.
Knows nothing of: what is done with the thing.
To add a kind: its file with a `find_...` function, and its `Kind` (what ships, what a user's own must be).

Import from the kind's own file (`from humanlike.naming.games import find_game`): naming a game must not load JAX.
"""
