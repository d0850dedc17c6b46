"""JAX and matplotlib belong to the user: we leave both as we found them, and hand back NumPy arrays only."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

import jax
import numpy as np
import pytest

from humanlike.core import Play, Streams
from humanlike.detectors import DETECTORS
from humanlike.emulators import EMULATORS, PlayShape
from humanlike.engine import everybody, replay, seated, simulate, simulate_actions
from humanlike.engine.replay import log_likelihood_and_gradient, records_of
from humanlike.fitting import (
    fit_groups,
    fit_mixture,
    fit_one,
    held_out,
    profile_interval,
    recover_parameters,
    with_lapse,
)
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import Settings, Wishes, conduct, split_of

GAME, RULE = GAMES["chicken"], RULES["cross"]
VISIT = """
import importlib, pkgutil, threading, time
import jax, jax.numpy as jnp, matplotlib
matplotlib.use("svg")
matplotlib.rcParams["font.size"] = 13.5
jax.config.update("jax_persistent_cache_min_compile_time_secs", 7.0)
before = dict(jax.config.values), dict(matplotlib.rcParams), jnp.ones(3).dtype

import humanlike
made = len(jax.live_arrays())
names = [module.name for module in pkgutil.walk_packages(humanlike.__path__, "humanlike.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
assert len(jax.live_arrays()) == made, "importing made a JAX array"

seen, done = set(), threading.Event()
def user():
    while not done.is_set():
        seen.add((str(jnp.ones(3).dtype), jax.config.jax_enable_x64, jax.config.jax_compilation_cache_dir))
        time.sleep(0.001)
thread = threading.Thread(target=user)
thread.start()

from humanlike.core import Streams
from humanlike.engine import everybody, replay, simulate
from humanlike.fitting import fit_groups
from humanlike.games import GAMES
from humanlike.players import RULES

game, rule = GAMES["chicken"], RULES["cross"]
play = simulate(Streams(1), game, everybody(game, [(rule, rule.default)], 12_000), n_rounds=2)
replay(play, rule, rule.default)
fit_groups(play, rule, n_starts=1)
done.set(); thread.join()

assert seen == {("float32", False, None)}, seen
after = dict(jax.config.values), dict(matplotlib.rcParams), jnp.ones(3).dtype
for was, now in zip(before[:2], after[:2]):
    assert was.keys() == now.keys()
    changed = {key: (was[key], now[key]) for key in was if was[key] != now[key]}
    assert not changed, changed
assert before[2] == after[2] == jnp.float32
print(len(names))
"""


def test_a_visit_to_every_module_leaves_jax_and_matplotlib_as_they_were() -> None:
    done = subprocess.run([sys.executable, "-c", VISIT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 200


def _parts(value: object, path: str) -> Iterator[tuple[str, object]]:
    """`value` and all it holds, each with the way to it; functions hold nothing that is handed back."""
    yield path, value
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _parts(item, f"{path}[{key!r}]")
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        for number, item in enumerate(value):
            yield from _parts(item, f"{path}[{number}]")
    for name, item in getattr(value, "__dict__", {}).items():
        if not callable(value):
            yield from _parts(item, f"{path}.{name}")


@pytest.fixture(scope="module")
def play() -> Play:
    """Twelve pairs of one simple rule: every room below looks at the same few rounds."""
    return simulate(Streams(1), GAME, everybody(GAME, [(RULE, RULE.default)], 12), n_rounds=6)


def _judged(play: Play) -> object:
    """A detector trained by fitting rules, and its judgement."""
    detector = DETECTORS["likelihood-ratio"]
    machines = [EMULATORS["random"].play(Streams(seed), GAME, PlayShape.full(24, 6)) for seed in (1, 2)]
    model = detector.fit([play, play, *machines], np.array([True, True, False, False]))
    return model, detector.probabilities(model, GAME, [play])


ANSWERS: dict[str, Callable[[Play], object]] = {
    "everybody": lambda play: everybody(GAME, [(RULE, RULE.default)], 12),
    "seated": lambda play: seated(GAME, [(RULE, RULE.default)] * 24),
    "simulate": lambda play: play,
    "simulate_actions": lambda play: simulate_actions(
        Streams(1), GAME, everybody(GAME, [(RULE, RULE.default)], 12), n_rounds=6
    ),
    "replay": lambda play: replay(play, RULE, RULE.default),
    "records_of": lambda play: records_of(play, 0, RULE),
    "log_likelihood_and_gradient": lambda play: log_likelihood_and_gradient(
        RULE, RULE.default, records_of(play, 0, RULE)
    ),
    "fit_groups": lambda play: fit_groups(play, RULE, n_starts=1, by="session"),
    "fit_one": lambda play: fit_one(play, with_lapse(RULE), n_starts=1),
    "held_out": lambda play: held_out(play, RULE, n_folds=2, n_starts=1),
    "fit_mixture": lambda play: fit_mixture(play, [RULE, RULE], n_starts=1),
    "profile_interval": lambda play: profile_interval(
        play, RULE, fit_one(play, RULE, n_starts=1), RULE.parameter_names[0]
    ),
    "recover_parameters": lambda play: recover_parameters(
        Streams(1), RULE, RULE.default, GAME, n_repetitions=2, n_pairs=12, n_rounds=6
    ),
    "conduct": lambda play: conduct(
        Streams(1),
        [play],
        [RULE],
        split_of("role 1", None, 2),
        Settings(n_simulations=20, n_resamples=2),
        Wishes(horizons=(1, 2), checks=True, uncertain=True, n_replicates=2),
    ),
    "likelihood-ratio": _judged,
    "rule_emulator": lambda play: EMULATORS[RULE.name].play(Streams(1), GAME, PlayShape.full(24, 6)),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_what_a_room_hands_back_is_numpys(name: str, play: Play) -> None:
    found = dict(_parts(ANSWERS[name](play), name))
    assert not {path: type(part) for path, part in found.items() if isinstance(part, jax.Array)}
