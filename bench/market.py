"""The market's speed: a six-agent game, the world alone, cost by days and agents, against an SCML world.

`python -m bench.market` prints figures and ratios measured in one run. "World alone" replays the actions
recorded from a game through scripted agents, so the world does all its work and the agents none. SCML is
installed from PyPI into an environment of its own (.venv-scml) on demand; where that fails the
comparison is skipped and the reason printed.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from humanlike.worlds.market import MARKET_AGENTS, PROFILE, Actions, Rules, Seeds, play_market, seat_agents

ROOT = Path(__file__).resolve().parent.parent
SCML_ENVIRONMENT = ROOT / ".venv-scml"
SCML_VERSION = "0.8.4"
SCML_STEPS = 50
SEEDS = range(1, 11)
REPEATS = 3
SCML_SCRIPT = """
import json, sys, time, warnings
warnings.filterwarnings("ignore")
from scml.std import SCML2024StdWorld
from scml.std.agents import GreedyStdAgent, RandomStdAgent, SyncRandomStdAgent
world = SCML2024StdWorld(
    **SCML2024StdWorld.generate(
        agent_types=[GreedyStdAgent, RandomStdAgent, SyncRandomStdAgent], n_steps=int(sys.argv[1])
    ),
    no_logs=True,
)
agents = len([a for a in world.agents.values() if not a.id.startswith(("BUYER", "SELLER"))])
wall, cpu = time.perf_counter(), time.process_time()
world.run()
print(json.dumps({
    "wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu, "agents": agents, "steps": world.n_steps,
}))
"""


class Recorder:
    """Keeps what an agent does."""

    def __init__(self, agent):
        self.agent, self.script = agent, []

    def start(self, info):
        self.agent.start(info)

    def day(self, observation):
        self.script.append(self.agent.day(observation))
        return self.script[-1]


class Script:
    """Does again what was recorded, without thinking."""

    def __init__(self, script):
        self.script = script

    def start(self, info):
        pass

    def day(self, observation):
        return self.script[observation.day] if observation.day < len(self.script) else Actions()


def timed(profile, seed, rules=None):
    """Seconds of processor time for one game, the best of several: other work on the machine only adds."""
    times = []
    for _ in range(REPEATS):
        agents = seat_agents(profile)
        begun = time.process_time()
        play_market(agents, Seeds.same(seed), rules)
        times.append(time.process_time() - begun)
    return min(times)


def world_alone(seed):
    """Seconds for the world of one game when agents replay a script, the best of several."""
    recorders = [(name, Recorder(agent)) for name, agent in seat_agents(PROFILE)]
    play_market(recorders, Seeds.same(seed))
    scripted = [(name, Script(each.script)) for name, each in recorders]
    times = []
    for _ in range(REPEATS):
        begun = time.process_time()
        play_market(scripted, Seeds.same(seed))
        times.append(time.process_time() - begun)
    return min(times)


def scml_world():
    """An SCML standard world from PyPI, or the reason why there is none."""
    python = SCML_ENVIRONMENT / "bin" / "python"
    try:
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", SCML_ENVIRONMENT], check=True, capture_output=True)
            install = [python, "-m", "pip", "install", "--quiet", f"scml=={SCML_VERSION}"]
            subprocess.run(install, check=True, capture_output=True, timeout=1800)
        run = [python, "-c", SCML_SCRIPT, str(SCML_STEPS)]
        done = subprocess.run(run, check=True, capture_output=True, text=True, timeout=1800)
        return json.loads(done.stdout.strip().splitlines()[-1]), ""
    except (OSError, subprocess.SubprocessError, ValueError, IndexError) as error:
        detail = getattr(error, "stderr", None) or str(error)
        return None, str(detail)[-300:]


def measure() -> dict[str, float]:
    """All figures; times are processor seconds on one core."""
    timed(PROFILE, 1, Rules(days=5))  # tables and imports are paid for before the clock starts
    games = [timed(PROFILE, seed) for seed in SEEDS]
    figures = {
        "game_seconds_mean_of_ten": sum(games) / len(games),
        "game_seconds_slowest": max(games),
        "world_seconds": sum(world_alone(seed) for seed in (1, 2, 3)) / 3,
    }
    half = sum(timed(PROFILE, seed, Rules(days=110)) for seed in (1, 2))
    figures["days_220_over_110"] = (games[0] + games[1]) / half
    three, six = (
        sum(timed((MARKET_AGENTS["buffered"],) * count, seed) for seed in (1, 2)) for count in (3, 6)
    )
    figures["agents_6_over_3"] = six / three
    scml, reason = scml_world()
    if scml is None:
        print(f"SCML comparison skipped: {reason}", file=sys.stderr)
    else:
        ours = figures["game_seconds_mean_of_ten"] / (220 * len(PROFILE))
        worlds = [scml, *(again for again, _ in (scml_world() for _ in range(REPEATS - 1)) if again)]
        theirs = min(
            each["cpu"] / (each["steps"] * each["agents"]) for each in worlds
        )  # best of several, as ours
        figures["scml_seconds_per_agent_day"] = theirs
        figures["our_seconds_per_agent_day"] = ours
        figures["scml_over_ours"] = theirs / ours
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
