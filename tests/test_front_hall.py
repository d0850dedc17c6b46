"""The front hall: every word of the grammar through every command that takes its kind, and every object through Python.

One table says which words name which kind of thing, another which commands take that kind; everything is tried with
everything. The files are those `humanlike example` writes: a user's own, outside the package.
"""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from humanlike.cli import main
from humanlike.datasets import read_plays, write_plays
from humanlike.samples import write_sample

pytestmark = pytest.mark.slow

EXTRAS = """
from humanlike.datasets import read_plays
from humanlike.games import GAMES
from humanlike.worlds.social_ultimatum import SOCIAL_AGENTS

GAME = GAMES["chicken"]
PLAYS = read_plays("people")
SOCIAL = SOCIAL_AGENTS["game-theoretic"]
"""

STRATEGIES = """
from humanlike.players.automata import automaton

STRATEGY = automaton("C0101-D0001", "mine")
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A folder with everything a user might bring."""
    folder = tmp_path_factory.mktemp("hall")
    before = Path.cwd()
    write_sample("all", folder)
    (folder / "data").mkdir()
    shutil.copytree(folder / "people", folder / "data" / "people-sample")
    shutil.copy(folder / "people" / "games.json", folder / "games.json")
    (folder / "extras.py").write_text(EXTRAS)
    (folder / "my_strategies.py").write_text(STRATEGIES)
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    write_plays("people.parquet", read_plays("people"))
    yield folder
    sys.path.remove(str(folder))
    os.chdir(before)


@pytest.fixture
def run(hall, monkeypatch, capsys):
    """Run a command in the hall; its JSON document comes back."""
    monkeypatch.setenv("HUMANLIKE_DATA", str(hall / "data"))

    def runner(*words):
        monkeypatch.setattr(sys, "argv", ["humanlike", *map(str, words), "--json"])
        with pytest.raises(SystemExit) as stop:
            main()
        printed = capsys.readouterr()
        assert stop.value.code in (0, None), f"{' '.join(map(str, words))}: {printed.err}"
        return json.loads(printed.out)

    return runner


SMALL = ["--pairs", "8", "--rounds", "20"]  # one size: one compiled program a rule
PLAIN = ["--detectors", "dates,random"]
RUN = ["--trials", "1", "--fixed", "--workers", "1", "--games", "chicken"]

RULES = [
    "cross",
    "cross:mitropoulos-2001",
    "cross+lapse",
    "cross+stickiness",
    "my_rule.py:RULE",
    "humanlike.players.cross:RULE",
]
FREE_RULES = [word for word in RULES if word != "cross:mitropoulos-2001"]
FITTED = ["cross:fitted", "my_rule.py:RULE:fitted"]
CASTS = ["mixed-ewa", "mix(cross:.5,cournot:.5)", "mix(my_rule.py:RULE,cross)"]
EMULATORS = ["my_emulator.py:EMULATOR"]
PLAYS = ["people", "people/play.csv", "people.parquet", "people-sample", "extras.py:PLAYS"]
GAMES = ["chicken", "games.json#chicken", "extras.py:GAME"]
DETECTORS = ["payoff-change", "my_detector.py:DETECTOR"]
SYSTEMS = ["spherical", "power:exponent=1.5", "my_system.py:SYSTEM"]
MARKET_AGENTS = ["buffered", "dummy+noise", "my_agent.py:Dearer"]
SOCIAL_AGENTS = ["game-theoretic", "extras.py:SOCIAL"]

COMMANDS = {
    "rule played": (
        [*RULES, "my_rule.py:RULE+lapse", "my_rule.py:RULE:first-guess", *CASTS, *EMULATORS],
        lambda word: ["play", "chicken", word, *SMALL],
    ),
    "rule fitted elsewhere, played": (FITTED, lambda word: ["play", "chicken", word, *SMALL, "--people", "people"]),
    "rule against another": (RULES, lambda word: ["play", "chicken", word, "random", *SMALL]),
    "rule asked": (RULES, lambda word: ["next", word, "--game", "chicken", "--history", "UL"]),
    "rule described": (RULES, lambda word: ["players", word]),
    "rule fitted": (RULES, lambda word: ["fit", "people", "--rule", word, "--starts", "1"]),
    "rule fixed at what fits others": (
        FITTED,
        lambda word: ["fit", "people", "--rule", word, "--starts", "1", "--people", "machines"],
    ),
    "strategies estimated": (
        ["df2011", "tft,grim", "automaton:C0101-D0101,ad", "my_strategies.py:STRATEGY,ad"],
        lambda word: ["strategies", "simulated:tft", "--strategies", word, "--starts", "2"],
    ),
    "strategy played": (
        ["tft", "lenient-grim-2", "automaton:C0101-D0101", "my_strategies.py:STRATEGY", "grim+lapse"],
        lambda word: ["play", "prisoners-dilemma", word, *SMALL],
    ),
    "rule in classes": (
        ["cross", "cross,my_rule.py:RULE"],
        lambda word: ["classes", "people", "--rule", word, "--starts", "1"],
    ),
    "rule predicting": (
        RULES,
        lambda word: ["predict", "people", "--rules", f"{word},random", "--games", "chicken", "--simulations", "20",
                      "--resamples", "0", "--measures", "MSD"],
    ),
    "rule recovered": (
        FREE_RULES,
        lambda word: ["recover", word, "--repetitions", "1", *SMALL, "--starts", "1"],
    ),
    "rule compared": (
        RULES + CASTS + EMULATORS,
        lambda word: ["compare", word, "alg2", "--game", "chicken", "--trials", "3", *SMALL],
    ),
    "rule competing": (
        [",".join([RULES[2], "my_rule.py:RULE", *CASTS, *EMULATORS]), FITTED[0]],
        lambda word: ["tournament", "--emulators", f"random,{word}", "--detectors", "dates,random", *RUN],
    ),
    "play simulated by a rule": (
        ["cross", "cross+lapse", "my_rule.py:RULE"],
        lambda word: ["fit", f"simulated:{word}", "--rule", "random", "--starts", "1"],
    ),
    "play fitted": (PLAYS, lambda word: ["fit", word, "--rule", "random", "--starts", "1"]),
    "play predicted": (
        PLAYS,
        lambda word: ["predict", word, "--rules", "random", "--simulations", "5", "--resamples", "0",
                      "--measures", "MSD"],
    ),
    "play judged": (PLAYS, lambda word: ["judge", word]),
    "play likened": (PLAYS, lambda word: ["similarity", word, "machines", "--resamples", "20", "--metrics", "cells"]),
    "play summarised": (PLAYS, lambda word: ["data", "summary", word]),
    "play checked": (PLAYS[:4], lambda word: ["data", "check", word]),
    "play that rules are fitted to": (
        PLAYS,
        lambda word: ["play", "chicken", "cross:fitted", *SMALL, "--people", word],
    ),
    "play of people in a tournament": (
        ["people-sample", "extras.py:PLAYS"],
        lambda word: ["tournament", "--humans", word, "--emulators", "random,cross", *PLAIN, *RUN],
    ),
    "game described": (GAMES, lambda word: ["games", word]),
    "game played": (GAMES, lambda word: ["play", word, "cross", *SMALL]),
    "game asked about": (GAMES, lambda word: ["next", "cross", "--game", word, "--history", "UL"]),
    "game recovered in": (
        GAMES,
        lambda word: ["recover", "cross", "--game", word, "--repetitions", "1", *SMALL, "--starts", "1"],
    ),
    "game compared in": (
        GAMES,
        lambda word: ["compare", "cross", "random", "--game", word, "--trials", "3", *SMALL],
    ),
    "detector judging": (DETECTORS, lambda word: ["judge", "machines", "--detector", word]),
    "detector of a comparison": (
        ["logistic", "my_detector.py:DETECTOR"],
        lambda word: ["compare", "cross", "alg2", "--detector", word, "--trials", "4", *SMALL],
    ),
    "detector compared": (
        ["logistic", "my_detector.py:DETECTOR"],
        lambda word: ["compare", word, "high-payoffs", "--trials", "4", *SMALL],
    ),
    "detector competing": (
        [",".join(DETECTORS)],
        lambda word: ["tournament", "--emulators", "random,cross", "--detectors", f"dates,{word}", *RUN],
    ),
    "system scoring": (
        SYSTEMS,
        lambda word: ["score", "forecasts.csv", "--outcomes", "outcomes.csv", "--system", word],
    ),
    "systems side by side": (
        [",".join(SYSTEMS)],
        lambda word: ["score", "forecasts.csv", "--outcomes", "outcomes.csv", "--system", word],
    ),
    "system read as decisions": (
        SYSTEMS,
        lambda word: ["decide", "forecasts.csv", "--payoffs", "payoffs.csv", "--resamples", "20", "--system", word],
    ),
    "system compared with the best": (
        SYSTEMS,
        lambda word: ["discriminate", "--p", ".5", "--y1", ".5", "--y2", ".6", "--best", "--system", word],
    ),
    "system searched for lies": (SYSTEMS, lambda word: ["propriety", word, "--alternatives", "2"]),
    "system earning weights": (
        SYSTEMS,
        lambda word: ["pool", "forecasts.csv", "--method", "score-weighted", "--outcomes", "outcomes.csv",
                      "--system", word],
    ),
    "system telling apart": (
        SYSTEMS,
        lambda word: ["discriminate", "--p", ".5", "--y1", ".5", "--y2", ".6", "--n", "20", "--system", word],
    ),
    "system of a panel": (
        SYSTEMS,
        lambda word: ["delphi", "panel.csv", "--outcomes", "panel_outcomes.csv", "--system", word],
    ),
    "system of a tournament": (
        SYSTEMS[2:],
        lambda word: ["tournament", "--emulators", "random,cross", "--system", word, *PLAIN, *RUN],
    ),
    "agent trading": (
        MARKET_AGENTS,
        lambda word: ["market", "play", "--agents", f"{word},dummy", "--days", "12"],
    ),
    "agent compared in the market": (
        MARKET_AGENTS,
        lambda word: ["market", "compare", word, "planner", "--agents", "dummy,dummy", "--games", "3", "--days", "12"],
    ),
    "agent's noise": (
        MARKET_AGENTS,
        lambda word: ["market", "noise", "--agents", f"{word},dummy", "--days", "12", "--markets", "1", "--repeats",
                      "2", "--random-games", "3"],
    ),
    "agent's sensitivity": (
        MARKET_AGENTS,
        lambda word: ["market", "sensitivity", "--agents", f"{word},dummy", "--days", "12", "--markets", "3",
                      "--repeats", "2", "--random-games", "3", "--factors", "agents", "--output", "scores"],
    ),
    "social agent playing": (
        SOCIAL_AGENTS,
        lambda word: ["social", "play", "--agents", word, "--players", "3", "--rounds", "4"],
    ),
    "social agent likened": (
        SOCIAL_AGENTS,
        lambda word: ["social", "compare", "traces.csv", "--agents", word, "--times", "1", "--resamples", "20"],
    ),
}  # fmt: skip
CASES = [(kind, word) for kind, (words, _) in COMMANDS.items() for word in words]


@pytest.mark.parametrize(("kind", "word"), CASES, ids=[f"{kind}: {word}" for kind, word in CASES])
@pytest.mark.xdist_group("front hall")
def test_every_word_goes_through_every_command_that_takes_its_kind(kind, word, run, tmp_path):
    words = COMMANDS[kind][1](word)
    if words[0] == "tournament":
        words = [*words, "--out", tmp_path / "run"]
    assert run(*words)
