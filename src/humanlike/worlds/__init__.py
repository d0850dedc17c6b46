"""Worlds: settings that are not a repeated matrix game, one folder each.

In:  agents and seeds.    Out: what happened, with every source of chance under control.
Knows nothing of: tournaments, reports, files of human data; the worlds do not know each other.
To add a world: its folder with an `__init__` that says the same about itself.
"""
