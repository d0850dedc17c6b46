"""What rules play and find likely among 50,001 groups, as digests; run as a script: in JAX's own doubles.

As a script it switches JAX to double precision for the whole process before anything else is loaded, which is what
the engine's own precision must equal bit by bit. Two pieces of groups, so two threads where there are two cores.
"""

import hashlib
import json

import jax

if __name__ == "__main__":
    jax.config.update("jax_enable_x64", True)

import numpy as np

from humanlike.core import HumanlikeError, Streams
from humanlike.engine import everybody, replay, simulate
from humanlike.engine.pieces import LARGEST
from humanlike.fitting import fit_groups
from humanlike.games import GAMES
from humanlike.players import RULES

N_GROUPS = LARGEST + 1
NAMES = ("ewa", "cross", "alg1", "memory-one", "person-means", "tom-1")


def digest_of(name: str) -> list[str]:
    """Digests of a rule's moves and of the log-probabilities it gives them when led through them again."""
    rule = RULES[name]
    for game in GAMES.values():
        try:
            population = everybody(game, [(rule, rule.default)], N_GROUPS)
            play = simulate(Streams(10)["digest"], game, population, n_rounds=3)
        except HumanlikeError:  # this rule is not defined for this game
            continue
        return [_digest(play.actions), _digest(replay(play, rule, rule.default).chosen)]
    raise AssertionError(f"no game for {name}")


def every_digest() -> dict[str, list[str]]:
    """Of rules of every kind, and of a fit."""
    return {name: digest_of(name) for name in NAMES} | {"fit": fitted_numbers()}


def fitted_numbers() -> list[str]:
    """Parameters and log-likelihood of a fit whose chunks are spread over threads, as hexadecimal doubles."""
    game, rule = GAMES["chicken"], RULES["cross"]
    play = simulate(Streams(10)["fit"], game, everybody(game, [(rule, rule.default)], 2_000), n_rounds=20)
    found = fit_groups(play, rule, n_starts=1)[0]
    return [float(value).hex() for value in (*found.parameters, found.log_likelihood)]


def _digest(array: np.ndarray) -> str:
    return (
        f"{array.dtype} {hashlib.blake2b(np.ascontiguousarray(array).tobytes(), digest_size=8).hexdigest()}"
    )


if __name__ == "__main__":
    print(json.dumps(every_digest()))
