"""Make the reconstruction of the human plays of the published tournament.

    .venv/bin/python scripts/reconstruct_humans.py              # all 24 plays, a few minutes on one core
    .venv/bin/python scripts/reconstruct_humans.py --only CIT/chicken --out /tmp/try

The same seed writes the same bytes. `reconstruction_counts` finds how often each pair visited each cell,
`reconstruction_moves` puts the visits in order; `docs/reconstruction.md` says what may be concluded from them.
"""

import argparse
import json
import math
from pathlib import Path

import numpy as np
from reconstruction_counts import ALTERNATION_SHARE, find_counts
from reconstruction_moves import arrange
from reconstruction_patterns import PATTERNS

from humanlike.core import Play, Streams, write_atomically
from humanlike.datasets import summarise
from humanlike.games import GAMES
from humanlike.tournament.published import CITATION, EXPERIMENTS, PAYOFFS, TABLE_14
from humanlike.tournament.published import PUBLISHED_GAMES as GAME_NAMES

SEED = 2005
ENDS = 12  # rounds at either end that the Payoff Change detector compares
TARGET = Path(__file__).resolve().parent.parent / "src/humanlike/tournament/data/reconstruction"
NOTE_FILE = "reconstruction.json"
NOTE = {
    "label": "reconstruction",
    "warning": "A reconstruction from published means and standard deviations. These are not human data.",
    "source": CITATION,
    "made_by": "scripts/reconstruct_humans.py",
    "rounding": "two decimals, halves up",
    "exact": ["n", "row_mean", "row_sd", "column_mean", "column_sd", "total"],
    "constructed": [
        "order of moves",
        "cell counts of single pairs",
        "payoff change between first and last rounds",
        "alternation",
        "everything else that the exact numbers do not determine",
    ],
}


def reconstruct(experiment: str, name: str, seed: int) -> Play:
    """One play: visits that meet the published line, then their order."""
    streams = Streams(seed)["reconstruction"][experiment][name]
    game, pattern = GAMES[name], PATTERNS[name]
    counts = find_counts(game, PAYOFFS[name][experiment], pattern, streams["counts"])
    return arrange(game, counts, pattern, streams["moves"])


def as_text(play: Play, experiment: str, seed: int) -> str:
    """The papers' plain text, headed by what it is."""
    header = [
        f"# reconstruction of {experiment}, {play.game.name}: these are not human data",
        "# exact: mean and standard deviation of both roles over pairs, as printed; constructed: all else, and",
        f"# above all the order of moves. Made by scripts/reconstruct_humans.py with seed {seed}.",
        f"# {CITATION}",
        "# a row per subject (1 meets 2, 3 meets 4, ...), a number per round: the action, counted from 1",
    ]
    lines = [" ".join(str(action + 1) for action in row) for row in play.actions.tolist()]
    return "\n".join(header + lines) + "\n"


def alternation_shares(play: Play) -> np.ndarray:
    """For each pair the share of transitions that pass between the two cells people took in turn."""
    pattern = PATTERNS[play.game.name]
    assert pattern.alternating is not None
    odd, even = (np.array(play.game.profiles()[cell])[:, None] for cell in pattern.alternating)
    pairs = play.actions.reshape(-1, 2, play.n_rounds)
    sides = np.all(pairs == odd, axis=1).astype(int) - np.all(pairs == even, axis=1)
    return np.mean(sides[:, 1:] * sides[:, :-1] == -1, axis=1)


def coordination(play: Play, experiment: str) -> dict[str, float | None]:
    """The Coordination detector's answer to the play (r averaged over pairs), beside Table 14."""
    shares = alternation_shares(play)
    mean_r = float(np.mean(1 - np.abs(shares - ALTERNATION_SHARE)))
    return {
        "alternation_share": round(float(shares.mean()), 4),
        "largest_share_of_a_pair": round(float(shares.max()), 4),
        "coordination_r": round(mean_r, 4),
        "coordination_score": round(math.log(mean_r), 4),
        "coordination_score_published": TABLE_14["Coordination"][experiment],
    }


def facts(play: Play, experiment: str) -> dict[str, object]:
    """What was attained, beside what was printed."""
    found = summarise(play)
    payoffs = play.payoffs()
    attained = {
        "n": play.n_subjects,
        "row_mean": found.mean[0],
        "row_sd": found.standard_deviation[0],
        "column_mean": found.mean[1],
        "column_sd": found.standard_deviation[1],
        "total": found.total,
    }
    constructed: dict[str, object] = {
        "payoff_first_rounds": round(float(payoffs[:, :ENDS].mean()), 4),
        "payoff_last_rounds": round(float(payoffs[:, -ENDS:].mean()), 4),
    }
    if PATTERNS[play.game.name].alternating is not None:
        constructed |= coordination(play, experiment)
    return {
        "published": PAYOFFS[play.game.name][experiment]._asdict(),
        "attained": {name: round(float(value), 6) for name, value in attained.items()},
        "constructed": constructed,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=TARGET)
    parser.add_argument("--only", help="one play, as EXPERIMENT/GAME; the note is then not written")
    options = parser.parse_args()
    wanted = [(experiment, name) for experiment in EXPERIMENTS for name in GAME_NAMES]
    if options.only:
        wanted = [pair for pair in wanted if "/".join(pair) == options.only]
    if not wanted:
        parser.error(f"--only {options.only}: known are {', '.join(EXPERIMENTS)} / {', '.join(GAME_NAMES)}.")
    rows: dict[str, dict[str, object]] = {}
    for experiment, name in wanted:
        play = reconstruct(experiment, name, options.seed)
        write_atomically(options.out / f"{experiment}-{name}.txt", as_text(play, experiment, options.seed))
        rows.setdefault(experiment, {})[name] = facts(play, experiment)
        print(experiment, name, json.dumps(rows[experiment][name]), flush=True)
    if not options.only:
        note = NOTE | {"seed": options.seed, "rows": rows}
        write_atomically(options.out / NOTE_FILE, json.dumps(note, indent=1) + "\n")


if __name__ == "__main__":
    main()
