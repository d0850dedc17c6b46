"""From a game to what each of its seats is given."""

import jax.numpy as jnp
import numpy as np

from humanlike.core import Game, Seat


def seat_of(game: Game, role: int, *, with_analysis: bool) -> Seat:
    """What a player in `role` is given before the first round."""
    table = game.tables[role]
    two = game.n_players == 2
    analysis = None
    if with_analysis:
        from humanlike.games import analyse  # here, because solving games loads nashpy and few rules need it

        analysis = type(whole := analyse(game)[role])(
            *(jnp.asarray(part, dtype=jnp.float64) for part in whole)
        )
    return Seat(
        payoffs=jnp.asarray(table),
        others_payoffs=jnp.asarray(game.tables[1 - role] if two else np.empty((0, 0))),
        lowest=jnp.asarray(table.min()),
        highest=jnp.asarray(table.max()),
        analysis=analysis,
    )
