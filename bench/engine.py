"""The engine against a single-threaded C reference, Axelrod, and itself: ratios measured in one run.

Every figure is ours divided by theirs (smaller is better) unless its name says otherwise, the best of several
repetitions on each side, alternating, because machines are shared and noisy. Pinned figures run in a child process
that may use one core only.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
BUILD = HERE / "build"
PAIRS, ROUNDS, REPEATS = 100_000, 50, 7
FOUR = ("ewa", "fictitious-play", "bush-mosteller", "memory-one")
C_PARAMETERS = {"memory-one": (0.9, 0.9, 0.3, 0.8, 0.3)}
AXELROD = HERE.parent / ".venv-axelrod"
AXELROD_CODE = """
import time, axelrod
best = 1e9
for _ in range(5):
    begin = time.perf_counter()
    for seed in range(20):
        axelrod.Match((axelrod.TitForTat(), axelrod.Random()), turns=1000, seed=seed).play()
    best = min(best, time.perf_counter() - begin)
print(best / (20 * 1000 * 2))
"""


def compile_reference() -> Path:
    """The C reference, compiled on the spot."""
    if shutil.which("gcc") is None:
        raise SystemExit("The engine's bench compares with C and needs gcc.")
    BUILD.mkdir(exist_ok=True)
    program = BUILD / "reference"
    source = HERE / "reference.c"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, source, "-lm"], check=True)
    return program


def reference_seconds(rule: str, n_actions: int) -> float:
    """One run of the C reference, on one core."""
    words = [str(BUILD / "reference"), rule, str(n_actions), str(PAIRS), str(ROUNDS), "1"]
    return float(subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[0])


def game_of(n_actions: int):
    from humanlike.games import GAMES

    return GAMES["chicken" if n_actions == 2 else "stag-hunt-3"]


def player(rule_name: str):
    from humanlike.players import RULES

    rule = RULES[rule_name]
    values = C_PARAMETERS.get(rule_name)
    return rule, rule.parameters(*values) if values else rule.default


def simulation(
    rule_names: tuple[str, ...], n_actions: int, n_pairs: int = PAIRS, meetings=None
) -> Callable[[int], object]:
    """A call that simulates the population once."""
    import numpy as np

    from humanlike.core import Streams
    from humanlike.engine import Block, Population, simulate_actions

    game = game_of(n_actions)
    share = len(rule_names)
    blocks = []
    for role in range(2):
        for place, name in enumerate(rule_names):
            rule, parameters = player(name)
            groups = np.arange(place, n_pairs, share)
            blocks.append(Block(rule, parameters, role, groups * 2 + role))
    population = Population(tuple(blocks), n_pairs, 2)
    return lambda seed: simulate_actions(
        Streams(seed)["bench"], game, population, n_rounds=ROUNDS, meetings=meetings
    )


def against_reference(ours: Callable[[int], object], rules: tuple[str, ...], n_actions: int) -> float:
    """Our best time over the mean of the rules' best C times, measured alternately."""
    ours(0)
    mine, theirs = 1e9, dict.fromkeys(rules, 1e9)
    for repeat in range(REPEATS):
        begin = time.perf_counter()
        ours(repeat + 1)
        mine = min(mine, time.perf_counter() - begin)
        for rule in rules:
            theirs[rule] = min(theirs[rule], reference_seconds(rule, n_actions))
    return mine / (sum(theirs.values()) / len(theirs))


def gradient_ratio(n_actions: int) -> float:
    """Value and gradient of EWA's log-likelihood on all choices, over the C forward simulation."""
    from humanlike.core import Play
    from humanlike.engine.replay import log_likelihood_and_gradient, records_of

    rule, parameters = player("ewa")
    play = Play(game_of(n_actions), simulation(("ewa",), n_actions)(1))
    records = [records_of(play, role, rule) for role in (0, 1)]

    def both(_: int) -> object:
        return [log_likelihood_and_gradient(rule, parameters, each) for each in records]

    return against_reference(both, ("ewa",), n_actions)


def learned_player_over_ewa() -> float:
    """A population of learned players over one of EWA; what the network has learned does not change its pace."""
    import numpy as np

    from humanlike.core import Streams
    from humanlike.engine import everybody, simulate_actions
    from humanlike.players import RULES

    game = game_of(2)
    rule = RULES["learned-player"]
    people = _people_to_learn_from(game)
    runs = {}
    for each in (rule.taught([people]), RULES["ewa"]):
        population = everybody(game, [(each, each.default)], PAIRS)
        runs[each.name] = lambda seed, population=population: simulate_actions(
            Streams(seed)["bench"], game, population, n_rounds=ROUNDS
        )
    for run in runs.values():
        run(0)
    times = [[seconds(run, repeat) for run in runs.values()] for repeat in range(3)]
    network, ewa = np.array(times).min(axis=0)
    return float(network / ewa)


def _people_to_learn_from(game):
    """Play of a few pairs by EWA."""
    from humanlike.core import Streams
    from humanlike.engine import everybody, simulate
    from humanlike.players import RULES

    rule = RULES["ewa"]
    return simulate(Streams(1)["people"], game, everybody(game, [(rule, rule.default)], 12), n_rounds=10)


def growth() -> float:
    """Cost per player-round at a million pairs over that at ten thousand."""
    costs = {}
    for n_pairs in (10_000, 1_000_000):
        run = simulation(("ewa",), 2, n_pairs)
        run(0)
        best = 1e9
        for repeat in range(5 if n_pairs == 10_000 else 3):
            begin = time.perf_counter()
            run(repeat)
            best = min(best, time.perf_counter() - begin)
        costs[n_pairs] = best / n_pairs
    return costs[1_000_000] / costs[10_000]


def over_fixed_partners(rule_names: tuple[str, ...], design: str) -> float:
    """Playing by changing partners over playing by fixed ones; whom they meet is arranged before, once for many plays.

    Measured alternately in this process, best of each.
    """
    from humanlike.core import Streams, draw_meetings
    from humanlike.naming.matchings import find_matching

    meetings = draw_meetings(Streams(1)["who"], find_matching(design), game_of(2), 2 * PAIRS, ROUNDS)
    fixed, changing = simulation(rule_names, 2), simulation(rule_names, 2, meetings=meetings)
    fixed(0), changing(0)
    times = [(seconds(fixed, repeat), seconds(changing, repeat)) for repeat in range(REPEATS)]
    return min(theirs for _, theirs in times) / min(own for own, _ in times)


def arranging_over_playing(design: str) -> float:
    """Drawing and placing whom everybody meets, once, over one simulation with fixed partners."""
    from humanlike.core import Streams, draw_meetings
    from humanlike.naming.matchings import find_matching

    fixed = simulation(("ewa",), 2)

    def first_play(seed: int) -> object:
        drawn = draw_meetings(Streams(seed)["who"], find_matching(design), game_of(2), 2 * PAIRS, ROUNDS)
        return simulation(("ewa",), 2, meetings=drawn)(seed)

    fixed(0), first_play(0)
    times = [(seconds(fixed, repeat), seconds(first_play, repeat)) for repeat in range(REPEATS)]
    alone = min(own for own, _ in times)
    return (min(both for _, both in times) - alone) / alone


def seconds(run: Callable[[int], object], seed: int) -> float:
    """How long one call takes."""
    begin = time.perf_counter()
    run(seed)
    return time.perf_counter() - begin


def memory_excess_megabytes() -> float:
    """Peak memory beyond 1.5 times the output array, at a million pairs (a fresh process)."""
    actions = simulation(("ewa",), 2, 1_000_000)(1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return peak - 1.5 * actions.nbytes / 2**20


def axelrod_seconds() -> float | None:
    """Axelrod's time per player-round, tit-for-tat against random; None where it cannot be installed."""
    python = AXELROD / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", AXELROD], check=True)
    found = subprocess.run([python, "-c", "import axelrod"], capture_output=True, check=False)
    if found.returncode:
        install = [python, "-m", "pip", "install", "--quiet", "axelrod"]
        if subprocess.run(install, capture_output=True, check=False).returncode:
            return None
    run = subprocess.run([python, "-c", AXELROD_CODE], capture_output=True, text=True, check=False)
    return float(run.stdout) if run.returncode == 0 else None


def against_axelrod() -> float | None:
    """How many times faster than Axelrod, per player-round."""
    theirs = axelrod_seconds()
    if theirs is None:
        return None
    from humanlike.players import RULES

    C_PARAMETERS["memory-one"] = tuple(RULES["memory-one"].published["tit-for-tat"])
    run = simulation(("memory-one",), 2)
    run(0)
    best = 1e9
    for repeat in range(REPEATS):
        begin = time.perf_counter()
        run(repeat)
        best = min(best, time.perf_counter() - begin)
    return theirs / (best / (PAIRS * ROUNDS * 2))


PINNED: dict[str, Callable[[], float | None]] = {
    "EWA 2x2 / C, one core": lambda: against_reference(simulation(("ewa",), 2), ("ewa",), 2),
    "EWA 3x3 / C, one core": lambda: against_reference(simulation(("ewa",), 3), ("ewa",), 3),
    "four rules mixed 2x2 / mean of C, one core": lambda: against_reference(simulation(FOUR, 2), FOUR, 2),
    "value and gradient 2x2 / C forward, one core": lambda: gradient_ratio(2),
    "value and gradient 3x3 / C forward, one core": lambda: gradient_ratio(3),
    "learned player / EWA, 2x2, one core": learned_player_over_ewa,
    "cost per round at 10^6 pairs / at 10^4, one core": growth,
    "strangers / fixed partners, EWA, one core": lambda: over_fixed_partners(("ewa",), "strangers"),
    "strangers / fixed partners, four rules mixed, one core": lambda: over_fixed_partners(FOUR, "strangers"),
    "groups of 16 / fixed partners, EWA, one core": lambda: over_fixed_partners(("ewa",), "groups:size=16"),
    "arranging strangers, once / a play of fixed partners, one core": lambda: arranging_over_playing(
        "strangers"
    ),
}
FREE: dict[str, Callable[[], float | None]] = {
    "EWA 2x2 / C, all cores": lambda: against_reference(simulation(("ewa",), 2), ("ewa",), 2),
    "EWA 3x3 / C, all cores": lambda: against_reference(simulation(("ewa",), 3), ("ewa",), 3),
    "peak memory beyond 1.5 x output, MB": memory_excess_megabytes,
    "times faster than Axelrod per player-round": against_axelrod,
}
LIMITS = {
    "EWA 2x2 / C, one core": 0.8,
    "EWA 3x3 / C, one core": 0.8,
    "four rules mixed 2x2 / mean of C, one core": 1.0,
    "value and gradient 2x2 / C forward, one core": 3.0,
    "value and gradient 3x3 / C forward, one core": 3.0,
    "learned player / EWA, 2x2, one core": 30.0,
    "cost per round at 10^6 pairs / at 10^4, one core": 1.5,
    "strangers / fixed partners, EWA, one core": 1.2,
    "strangers / fixed partners, four rules mixed, one core": 1.2,
    "groups of 16 / fixed partners, EWA, one core": 1.2,
    "EWA 2x2 / C, all cores": 0.4,
    "EWA 3x3 / C, all cores": 0.4,
    "peak memory beyond 1.5 x output, MB": 500.0,
}


def measure() -> dict[str, float]:
    """Every figure, each in a process of its own."""
    compile_reference()
    results = {}
    for name in (*PINNED, *FREE):
        child = subprocess.run(
            [sys.executable, "-m", "bench.engine", name],
            capture_output=True,
            text=True,
            check=False,
            cwd=HERE.parent,
        )
        if child.returncode == 0:
            value = json.loads(child.stdout.splitlines()[-1])
            if value is not None:
                results[name] = value
        else:
            print(f"  {name}: failed\n{child.stderr[-500:]}", file=sys.stderr)
    return results


if __name__ == "__main__":
    if len(sys.argv) > 1:
        wanted = sys.argv[1]
        if wanted in PINNED:
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        print(json.dumps((PINNED | FREE)[wanted]()))
    else:
        for label, figure in measure().items():
            print(f"{label}: {figure:.3g}")
