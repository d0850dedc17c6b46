"""A tournament against real people (bos-conventions and ipd-lab); writes docs/tournament_real_humans.md and figures.

    python scripts/real_humans_tournament.py [--trials 20] [--workers 2] [--out runs/real-humans] [--detectors all]

The data are found through HUMANLIKE_DATA or ../shared/data and stay there: the page holds numbers and figures only.
A run that was interrupted is continued; one that is finished is only written up again.
"""

import argparse
from pathlib import Path

import numpy as np
from scipy import stats

from humanlike.core import Streams, write_atomically
from humanlike.detectors import DETECTORS
from humanlike.figures import save
from humanlike.figures.judgement import draw_passing
from humanlike.figures.tournament import draw_balanced
from humanlike.statistics import bootstrap
from humanlike.tournament import Plan, run_tournament
from humanlike.tournament.standings import balanced_trials

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
HUMANS = ("bos-conventions", "ipd-lab")
FITTED = ("ewa:fitted", "memory-one:fitted", "adjusted-reinforcement:fitted", "bush-mosteller:fitted")
CHANCE = float(np.log(0.5))


def plan_of(words):
    """Fixed trials: every trial draws other people's plays and lets every emulator play anew."""
    return Plan(
        humans=HUMANS,
        emulators=("published", *FITTED),
        detectors=tuple(words.detectors.split(",")),
        trials=words.trials,
        until="fixed",
        redraw_humans=True,
    )


def tell(what, done, of):
    print(f"{done}/{of} {what}", flush=True)


# Intervals


def over_trials(result):
    """95 % t-intervals of the balanced score over trials: these experiments, games and emulators, other plays."""
    values = balanced_trials(result.table)
    half = stats.t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
    return {name: (values[name].mean() - half[name], values[name].mean() + half[name]) for name in values}


def over_sources(result, detector):
    """95 % bootstrap interval of the balanced score, experiments and emulators redrawn: other people, other rules."""
    own = result.table[result.table["detector"] == detector]
    sides = []
    for human in (True, False):
        sums = own[own["is_human"] == human].groupby("source")["score"].agg(["sum", "count"]).to_numpy()
        drawn = bootstrap(
            Streams(1)["sources"][detector][str(human)],
            sums,
            lambda rows: rows[:, 0].sum() / rows[:, 1].sum(),
            n_resamples=4000,
        )
        sides.append(drawn)
    # the two sides are independent: their errors add up in squares around the balanced estimate
    centre = float(sides[0].estimate + sides[1].estimate) / 2
    below = np.hypot(*(float(side.estimate - side.lower) for side in sides)) / 2
    above = np.hypot(*(float(side.upper - side.estimate) for side in sides)) / 2
    return centre - below, centre + above


# The page


def number(value):
    return f"{value:.3f}"


def interval(pair):
    return f"[{pair[0]:.3f}, {pair[1]:.3f}]"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows), ""]


def detector_rows(result, trials, sources):
    for row in result.detectors.to_dict("records"):
        name = row["name"]
        yield (
            name,
            number(row["score"]),
            number(row["balanced_score"]),
            interval(trials[name]),
            interval(sources[name]),
            number(row["minimax"]),
            number(row["median game"]),
            f"{row['rank mean']} / {row['rank minimax']} / {row['rank median game']}",
        )


def emulator_rows(result):
    schemes = ("winning detector", "unweighted mean", "weighted mean", "median game")
    for row in result.emulators.to_dict("records"):
        ranks = " / ".join(str(row[f"rank {scheme}"]) for scheme in schemes)
        yield (row["name"], *(number(row[scheme]) for scheme in schemes), ranks)


def fitted_rows(result):
    """What fitting to other people brings: mean P(human) by the two detectors that learn most, published and fitted."""
    machines = result.table[~result.table["is_human"]]
    means = machines.groupby(["source", "detector"])["probability"].mean()
    for name in FITTED:
        published = name.removesuffix(":fitted")
        for source in (published, name):
            if (source, "logistic") in means.index:
                yield source, *(number(means[source, judge]) for judge in ("logistic", "likelihood-ratio"))
    people = result.table[result.table["is_human"]].groupby("detector")["probability"].mean()
    yield "people", number(people["logistic"]), number(people["likelihood-ratio"])


def game_rows(result, detector):
    own = result.table[result.table["detector"] == detector]
    means = own.groupby(["game", "is_human"], sort=False)["score"].mean().unstack()
    for game, row in means.iterrows():
        yield game, number(row[True]), number(row[False]), number((row[True] + row[False]) / 2)


def experiment_rows(result, detector):
    own = result.table[(result.table["detector"] == detector) & result.table["is_human"]]
    by = own.groupby("source", sort=False)
    for source, rows in by:
        yield source, len(rows), number(rows["probability"].mean()), number(rows["score"].mean())


def beats_chance(result, name, trials, sources):
    """Three questions, each answered with its number."""
    row = result.detectors.set_index("name").loc[name]

    def answer(yes, text):
        return f"- {text}: **{'yes' if yes else 'no'}**."

    balanced, raw = row["balanced_score"], row["score"]
    return [
        answer(
            trials[name][0] > CHANCE,
            f"balanced score {number(balanced)} above log(1/2) = -.693 with its interval over trials "
            f"{interval(trials[name])}",
        ),
        answer(
            sources[name][0] > CHANCE,
            f"the same with experiments and emulators redrawn {interval(sources[name])}",
        ),
        answer(
            raw > result.best_constant,
            f"raw score {number(raw)} above the best constant in hindsight, {number(result.best_constant)}",
        ),
        "",
    ]


def verdict_lines(result):
    for side, verdict in result.verdicts.items():
        if verdict.established_after > 0:
            yield f"- {side}: **{verdict.leader}**, established after {verdict.established_after} trials."
        else:
            yield f"- {side}: **{verdict.leader}** leads, not separated from all others at 95 %."


def page(result):
    trials = over_trials(result)
    sources = {name: over_sources(result, name) for name in result.detectors["name"]}
    trained = [each.name for each in result.material.detectors if each.fit is not None]
    people = {human.experiment for plays in result.material.humans.values() for human in plays}
    available = sum(len(plays) for plays in result.material.humans.values())
    shown = result.datasets[result.datasets["trial"] == 1]["is_human"]
    lines = [
        "# A tournament against real people",
        "",
        "Made by `python scripts/real_humans_tournament.py`"
        f" (`--trials {result.trials} --detectors {','.join(result.plan.detectors)}`, seed {result.plan.seed}).",
        "The data stay where they are; this page holds numbers and figures only.",
        "",
        f"- People: bos-conventions and ipd-lab, {len(people)} experiments, cut into {available} disjoint plays of "
        f"{result.plan.pairs} matches; up to {result.plan.humans_per_game} of a game in a trial, redrawn in each.",
        f"- Games: {len(result.material.games)} ({', '.join(game.name for game in result.material.games)}).",
        f"- Machines: the {len(result.material.emulators) - len(FITTED)} of the published tournament with published "
        f"parameters, and {len(FITTED)} rules fitted to people ({', '.join(FITTED)}) who took no part in any "
        "experiment with the game; each copying lengths and gaps of a human play beside it.",
        f"- {result.trials} trials of {int(shown.sum())} human and {int((~shown).sum())} machine datasets.",
        f"- Trained detectors ({', '.join(trained)}) judge every play with a model that saw neither its game (nor "
        "one with the same payoffs up to units), nor its experiment (nor machines that copied its shapes), nor its "
        "emulator.",
        "- Not out of sample: the two regularisation strengths of `logistic` were chosen by held-out scores on these "
        "same data sets (and rps-dyads), so its scores here may flatter it.",
        *left_out(result),
        "",
        "## Does the trained detector beat chance?",
        "",
        "`logistic`:",
        "",
        *beats_chance(result, "logistic", trials, sources),
        "Raw scores count every dataset alike, and machines are most of them: the best constant knows their share, "
        "which detectors are not told. Trained detectors answer at even prior odds.",
        "",
        "## Standings",
        "",
        *verdict_lines(result),
        "",
        "Detectors (the highest score wins). Intervals are 95 %: over trials (these experiments, games and emulators; "
        "models trained once) and over sources (experiments and emulators redrawn).",
        "",
        *table(
            [
                "detector",
                "score",
                "balanced",
                "over trials",
                "over sources",
                "minimax",
                "median game",
                "ranks",
            ],
            detector_rows(result, trials, sources),
        ),
        "Ranks: mean / minimax / median game. References: log(1/2) = -.693; best constant "
        f"{number(result.best_constant)}. `dates` and `shape-only` are leak tests: they must earn nothing.",
        "",
        "![Balanced scores](figures/real_humans_detectors.svg)",
        "",
        "Emulators (the lowest score wins).",
        "",
        *table(
            ["emulator", "winning detector", "unweighted", "weighted", "median game", "ranks"],
            emulator_rows(result),
        ),
        "![P(human) given to people and machines](figures/real_humans_verdicts.svg)",
        "",
        "## What fitting brings",
        "",
        "Mean P(human) that the two detectors give to rules with published parameters and to the same rules fitted to "
        "people in other games and experiments:",
        "",
        *table(["source", "logistic", "likelihood-ratio"], fitted_rows(result)),
        "",
        "## The trained detector, game by game and experiment by experiment",
        "",
        *table(["game", "people", "machines", "balanced"], game_rows(result, "logistic")),
        *table(["experiment", "plays judged", "mean P(human)", "score"], experiment_rows(result, "logistic")),
        f"Machine plays that repeat a human pair round for round in trial 1: {overlap_count(result)} pairs "
        "(reported, not judged: common patterns of play repeat without anybody copying).",
    ]
    return "\n".join(lines) + "\n"


def left_out(result):
    """Say which detectors of the catalogue did not take part."""
    absent = sorted(set(DETECTORS) - {each.name for each in result.material.detectors})
    if absent:
        yield f"- Left out to save time: the detectors {', '.join(absent)} (`--detectors all` includes them)."


def overlap_count(result):
    return sum(each.pairs for each in result.overlaps)


# Figures


def draw(result):
    folder = DOCS / "figures"
    scores = result.detectors.set_index("name")["balanced_score"]
    ends = np.array([over_sources(result, name) for name in scores.index], dtype=float)
    figure = draw_balanced(
        list(scores.index),
        scores.to_numpy(dtype=float),
        *ends.T,
        chance=CHANCE,
        interval="95 % intervals over sources",
    )
    save(figure, folder / "real_humans_detectors.svg")

    own = result.table[result.table["detector"] == "logistic"]
    trials = (
        own.groupby(["is_human", "source", "trial"])["probability"].mean().groupby(["is_human", "source"])
    )
    means = trials.mean().to_numpy()
    half = (1.96 * trials.std(ddof=1) / trials.count() ** 0.5).to_numpy()
    humans, names = zip(*trials.mean().index, strict=True)
    figure = draw_passing(
        names, humans, means, means - half, means + half, measure="mean P(human)",
        data=f"the trained detector, intervals over {result.trials} trials",
    )  # fmt: skip
    save(figure, folder / "real_humans_verdicts.svg")


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--detectors", default="all")
    parser.add_argument("--out", type=Path, default=ROOT / "runs" / "real-humans")
    return parser.parse_args()


def main():
    words = parse()
    result = run_tournament(plan_of(words), words.out, workers=words.workers, progress=tell)
    draw(result)
    write_atomically(DOCS / "tournament_real_humans.md", page(result))


if __name__ == "__main__":
    main()
