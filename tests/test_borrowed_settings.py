"""JAX and matplotlib belong to the user: we leave both as we found them, and hand back NumPy arrays only."""

import subprocess
import sys

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
from humanlike.fitting import fit
from humanlike.games import GAMES
from humanlike.players import RULES

game, rule = GAMES["chicken"], RULES["cross"]
play = simulate(Streams(1), game, everybody(game, [(rule, rule.default)], 12_000), n_rounds=2)
replay(play, rule, rule.default)
fit(play, rule, n_starts=1)
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
