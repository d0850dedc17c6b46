"""The sections of a call for entries: what a plan means for those who may enter, in words they can rely on.

Whoever enters knows "the details of the tournament, including scoring rules", and that there will be a series of games
of given size; not how many data sets are people's, nor how many come from emulators (Arifovic, McKelvey & Pevnitskaya
2006, section 2.3). So neither stands in a call, nor whose data they are, nor seed and salt. All numbers are the plan's,
and the examples are written by the functions that write entrants' files.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import Game, Streams
from humanlike.emulators import EMULATORS, PlayShape
from humanlike.games import GAMES
from humanlike.games.files import plain_text
from humanlike.programs.detecting import dataset_text
from humanlike.studies.telling import StoryTable
from humanlike.tournament import Plan
from humanlike.tournament.asking import TOLERANCE
from humanlike.tournament.failures import ONE_FILE
from humanlike.tournament.material import commitment_of
from humanlike.tournament.scores import chance, scores_of, worst_and_best

BLANK = "________________"  # for the organiser to fill in
SAID = (0.99, 0.8, 0.5, 0.2, 0.01, 0.0)  # probabilities whose scores are told
SEEN = {  # what players are told
    "game": "Both know both payoffs, move at the same time, and are told what the other did.",
    "actions": "Players know their own payoffs, move at the same time, and are told what the other did.",
    "own": "Players move at the same time and are told only what they earned themselves.",
}
EXAMPLE_PAIRS, EXAMPLE_ROUNDS = 2, 5


class Listing(NamedTuple):
    """A file or a command, as it is."""

    caption: str
    text: str


class Section(NamedTuple):
    """A part of the sheet under its heading."""

    heading: str
    parts: Sequence[str | StoryTable | Listing]


class Sizes(NamedTuple):
    """How large a play is: the fewest and the most subjects and rounds; None where people have not played yet."""

    subjects: tuple[int, int] | None = None
    rounds: tuple[int, int] | None = None


class Stage(NamedTuple):
    """What is known of the tournament before it is held."""

    plan: Plan
    games: Sequence[Game]  # those that may be told
    n_drawn: int  # games drawn after entries are due
    n_secret: int  # games chosen already and not told
    sizes: Sizes
    matchings: frozenset[str]  # kinds of matching of the people who are here, or of the plan


def sections(stage: Stage, blanks: dict[str, str]) -> Iterator[Section]:
    """Everything an entrant needs, in the order in which it is needed."""
    yield _dates(blanks)
    yield _purpose(stage.plan)
    yield _games(stage)
    yield _entry(stage.plan)
    yield _emulators()
    yield _detectors(stage.plan)
    yield _limits(stage.plan)
    yield _scores(stage.plan)
    yield _winners(stage.plan)
    yield _secrets(stage.plan)
    yield _check(stage.plan)


def _dates(blanks: dict[str, str]) -> Section:
    rows = [[what, text or BLANK] for what, text in blanks.items()]
    return Section("Dates and addresses", [StoryTable("", ["", ""], rows)])


def _purpose(plan: Plan) -> Section:
    asked = "all games together" if plan.mode == ONE_FILE else "each game by itself"
    return Section(
        "What this is",
        [
            "Two contests in one. Emulators are programs that play repeated games for two as people do. Detectors are "
            "programs that are shown such play, by people or by emulators, and say for each how probable it is that "
            f"people made it ({asked}). The best detector is the one that is right most surely; the best emulator is "
            "the one that it takes for people. You may enter either, or both.",
        ],
    )


def _games(stage: Stage) -> Section:
    subjects, rounds = (_range(each) for each in stage.sizes)
    parts: list[str | StoryTable | Listing] = [
        f"Each data set of a game has {subjects} subjects in pairs and {rounds} rounds. {_partners(stage)} "
        f"{SEEN[stage.plan.information or 'game']}"
    ]
    if stage.games:
        parts.append(
            StoryTable(
                "The games (rows of the table: the row player's actions; in each cell row player, column player)",
                ["game", "payoffs"],
                [[game.title or game.name, _cells(game)] for game in stage.games],
            )
        )
    if stage.n_secret:
        parts.append(f"There are {stage.n_secret} games, which are told after entries are due.")
    if stage.n_drawn:
        parts.append(
            f"{stage.n_drawn} games are drawn at random after entries are due, half with two and half with three "
            "actions for each player, payoffs whole numbers; nobody knows them before."
        )
    return Section("What is played", parts)


def _partners(stage: Stage) -> str:
    """Who meets whom, as people did."""
    again = " In the next game everybody has another partner." if stage.plan.zipper else ""
    told = {
        "fixed": f"A pair plays a game together to its end.{again}",
        "zipper": "Partners change within a game: nobody meets anybody again before all others.",
        "strangers": "Partners change within a game, among all who are there.",
        "groups": "Partners change within a game, among the members of a group.",
    }
    return " Or: ".join(told[kind] for kind in told if kind in stage.matchings)


def _range(ends: tuple[int, int] | None) -> str:
    if ends is None:
        return BLANK
    low, high = ends
    return str(low) if low == high else f"{low} to {high}"


def _cells(game: Game) -> str:
    """The payoff table in one line: cells by commas, rows by semicolons."""
    lines = plain_text.text_of(game).splitlines()[1:]
    return "; ".join(
        ", ".join("/".join(cell.split()) for cell in line.split("   ") if cell.strip()) for line in lines
    )


def _entry(plan: Plan) -> Section:
    reads = [["reads", '"all games" if your detector wants all games at once (below)']]
    rows = [
        ["name", "small letters, digits and '-', up to 40"],
        ["kind", '"emulator", "detector" or "player"'],
        ["author", "who answers for it"],
        ["command", 'how it is run, from its own directory: ["./run"]'],
        ["build", "optional: a command to run once before, in the sandbox, without network"],
        ["train", "optional, detectors only: a command that learns before it judges"],
        *(reads if plan.mode == ONE_FILE else []),
        ["description, seconds", "optional: a line about it; the time it wants, at most what is allowed"],
    ]
    return Section(
        "What to send in",
        [
            "A directory of at most 2,000 files and 64 MB without links: your program in any language, with its "
            "sources, and a file entry.toml that says",
            StoryTable("", ["key", "meaning"], rows),
        ],
    )


def _example() -> tuple[Game, str]:
    game = GAMES["prisoners-dilemma"]
    shape = PlayShape.full(2 * EXAMPLE_PAIRS, EXAMPLE_ROUNDS)
    return game, dataset_text(EMULATORS["random"].play(Streams(1)["call"], game, shape))


def _emulators() -> Section:
    game, dataset = _example()
    return Section(
        "An emulator",
        [
            Listing("It is called as", "COMMAND GAME SUBJECTS LENGTHS SEED OUTPUT"),
            "GAME is a file: the numbers of actions of both players, then the payoffs row by row, in each cell the row "
            "player's and the column player's. SUBJECTS is an even number Q. LENGTHS is a file with the number of "
            "rounds of each of the Q/2 matches, one a line. SEED is a whole number from which all your randomness is "
            "to come. Write the data set to OUTPUT: Q lines, one number for each round, actions counted from 1; lines "
            "1 and 2 are the row and the column player of the first match, and so on; 0 beyond the end of a match.",
            Listing(f"A GAME ({game.title or game.name})", plain_text.text_of(game)),
            Listing(f"A data set of {EXAMPLE_PAIRS} matches of {EXAMPLE_ROUNDS} rounds", dataset),
            "A player is an emulator that is asked move by move, one JSON line a round; see the documentation of "
            "humanlike, page entries.",
        ],
    )


def _detectors(plan: Plan) -> Section:
    parts: list[str | StoryTable | Listing] = [
        Listing("It is called as", "COMMAND GAME DATASET OUTPUT"),
        "Write one number from 0 to 1 to OUTPUT: the probability that people made the data set. You are shown one at "
        "a time, and not told how many there are, how many are people's, or what you said before. Pairs stand in "
        f"random order{_again(plan)}.",
    ]
    if plan.mode == ONE_FILE:
        parts += [
            "Everybody's data of all games count as one file, which is scored once: the odds you give in its games "
            'are multiplied. Or see the whole file at once, with reads = "all games" in entry.toml:',
            Listing("It is then called as", "COMMAND PLAYS OUTPUT"),
            "PLAYS is a directory with plays.txt, which names a game file and a data set on every line. Such a "
            "detector learns nothing.",
        ]
    parts.append(
        "One that learns is first called as TRAIN_COMMAND MATERIAL MODEL: MATERIAL is a directory with labels.txt, on "
        "every line a game file, a data set and 1 for people or 0 for machines; write what you want to remember to the "
        "directory MODEL, which is your fourth word when you judge. The game and whoever you are tested on are never "
        "in the material, nor the rest of a study or of a family of rules wherever enough is left without it."
    )
    return Section("A detector", parts)


def _again(plan: Plan) -> str:
    """What happens to those who answer the same data set differently."""
    if plan.asked_again == 0:
        return ""
    return (
        f"; {100 * plan.asked_again:g} % of the data sets, drawn by lot, are shown twice, the second time with the "
        f"pairs in another order, and an answer that changes by more than {TOLERANCE:f} counts as a failure"
    )


def _limits(plan: Plan) -> Section:
    rows = [
        [
            "time for one run",
            f"{plan.seconds:g} s by the clock, and as much of processor time (a player: a match)",
        ],
        ["time to learn", f"{plan.training_seconds:g} s"],
        ["memory of all processes", f"{plan.memory} MB"],
        ["what may be written", f"{plan.output} MB"],
        [
            "network",
            "none" if not plan.trust else "programs run without a sandbox in this tournament",
        ],
    ]
    low, high = worst_and_best(plan)
    return Section(
        "Limits, and what becomes of a program that fails",
        [
            StoryTable("", ["limit", ""], rows),
            f"{_forfeited(plan)} has the score {_score(high)}, the worst for it, against every detector. An answer a "
            f"detector fails to give scores {_score(low)}. Saying one half is always better, and playing never worse. "
            f"Who fails in more than {100 * plan.quota:g} % of what it is asked cannot win. Play that repeats "
            "people's, but for a few moves and beyond what chance can do, is a failed game.",
        ],
    )


def _forfeited(plan: Plan) -> str:
    return (
        "A file of an emulator that fails in one of its games"
        if plan.mode == ONE_FILE
        else "A game an emulator fails in"
    )


def _scores(plan: Plan) -> Section:
    said = np.array(SAID)
    people, machines = (scores_of(said, np.full(len(said), truth), plan) for truth in (True, False))
    rows = [[f"{r:g}", _score(one), _score(two)] for r, one, two in zip(said, people, machines, strict=True)]
    unit, among = ("file", "files") if plan.mode == ONE_FILE else ("data set", "data sets, games")
    is_log = plan.zero_constant is not None or plan.system == "truncated-logarithmic"
    name = "log z, which is bounded near z = 0" if is_log else plan.system
    kept = " (what comes of multiplied odds is kept within .01 and .99)" if plan.mode == ONE_FILE else ""
    return Section(
        "How scores are computed",
        [
            f"Say r of a {unit}{kept}; z is r if people made it and 1 - r if not. Your answer scores {name} "
            f"(table). A detector's score is the mean over all {among} and trials: the highest is best. An "
            f"emulator's score against a detector is the mean of the same numbers over its own {unit}s: the lowest is "
            "best, for then the detector took it for people.",
            StoryTable("", ["you say", "people made it", "a machine did"], rows),
            f"Knowing nothing, one half, always scores {_score(chance(plan))}. Beside the score stands the balanced "
            "score, in which people and machines weigh alike: no constant answer beats a coin in it.",
        ],
    )


def _score(value: float) -> str:
    """Three decimals, no negative zero."""
    return f"{round(float(value), 3) + 0.0:.3f}"


def _winners(plan: Plan) -> Section:
    sure = f"{100 * plan.confidence:g} %"
    until = (
        f"It goes on for {plan.trials} trials."
        if plan.until == "fixed"
        else f"It goes on until both winners are established at {sure}, or for {plan.trials} trials."
    )
    crowned = {
        "published": "The detector with the highest score wins, and the emulator with the lowest score against it.",
        "sound": "The detector with the highest score wins among those whose balanced score is shown to be above that "
        "of a coin; emulators are ranked by their mean score against all of these. If there are none, nobody wins.",
    }[plan.crown]
    return Section(
        "Who wins, and ties",
        [
            "In every trial each emulator plays every game once and each detector judges everything. "
            f"{until} {crowned}",
            f"Entrants that can still win and are not told apart from the leader at {sure} share the prize in equal "
            "parts.",
        ],
    )


def _secrets(plan: Plan) -> Section:
    known = commitment_of(plan)
    committed = (
        f"Everything random follows from a seed. Its hash, with a salt, is {known}: afterwards both are published, and "
        "anybody can check with 'humanlike reveal'."
        if known
        else "Everything random follows from a seed that is published with the results."
    )
    return Section(
        "What you are not told",
        [
            "How many data sets are people's and how many are machines', who the people are, and who else has entered. "
            f"{committed}",
        ],
    )


def _check(plan: Plan) -> Section:
    mode = "" if plan.mode != ONE_FILE else " (a detector that reads all games is shown files)"
    usual = Plan()
    others = (plan.output, plan.training_seconds) == (usual.output, usual.training_seconds)
    limits = "limits" if others else "limits (of output and of time to learn the usual ones)"
    return Section(
        "Check your entry before you send it",
        [
            Listing(
                "With humanlike installed, on Linux with bubblewrap",
                f"humanlike entry check DIRECTORY --seconds {plan.seconds:g} --memory {plan.memory}",
            ),
            f"That is a rehearsal with the organiser's own functions, sandbox and {limits}, on games and play drawn "
            f"anew each time{mode}. Exit code 0: all well; 2: something is wrong, and what. 'humanlike example entry' "
            "writes a working emulator in Python; further emulators, detectors and players in Python, C and shell lie "
            "in the package, in samples/files/entries.",
            "The design is that of J. Arifovic, R. D. McKelvey and S. Pevnitskaya (2006), An initial implementation of "
            "the Turing tournament to learning in repeated two-person games, Games and Economic Behavior 57, 93-122.",
        ],
    )
