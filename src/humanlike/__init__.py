"""Measure how human-like a machine player is.

Reading order: core, games, players, engine; then whichever room you came for.

>>> from humanlike.games import GAMES
>>> GAMES["chicken"].n_players
2
"""

__version__ = "0.1.0"  # and no imports: naming a game must not load JAX
