"""The catalogue is complete, labelled, cited, and free of JAX."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import humanlike.games
from humanlike.core import BadGame, Game
from humanlike.games import GAMES, catalogue, make_market_entry, make_minimum_effort, make_public_goods

PAPER_GAMES = (
    "ochs stag-hunt-2 stag-hunt-3 ultimatum-3 centipede-3 prisoners-dilemma battle-of-the-sexes chicken"
).split()
OTHERS = (
    "mutual-fate-control fate-behaviour-control coordination matching-pennies "
    "rock-paper-scissors public-goods minimum-effort market-entry"
).split()
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def test_the_catalogue_holds_the_promised_games_in_order():
    assert list(GAMES) == PAPER_GAMES + OTHERS


def test_every_game_defined_in_a_catalogue_file_is_listed():
    defined = set()
    for module in pkgutil.iter_modules(catalogue.__path__):
        content = vars(importlib.import_module(f"humanlike.games.catalogue.{module.name}"))
        defined |= {value.name for value in content.values() if isinstance(value, Game)}
    assert defined == set(GAMES)


def test_the_rooms_list_of_names_is_what_it_holds():
    assert len(humanlike.games.__all__) == len(set(humanlike.games.__all__))
    assert all(hasattr(humanlike.games, name) for name in humanlike.games.__all__)


@every_game
def test_every_game_has_a_title_and_a_citation(game):
    assert game.title and game.citation


@pytest.mark.parametrize("name", PAPER_GAMES)
def test_the_papers_games_carry_the_papers_labels(name):
    labels = (("U", "D"), ("L", "R")) if GAMES[name].n_actions == (2, 2) else (tuple("UMD"), tuple("LMR"))
    assert GAMES[name].labels == labels


@pytest.mark.parametrize(
    ("name", "cell", "payoffs"),
    [
        ("ochs", (0, 0), (21, 3)),
        ("stag-hunt-2", (1, 0), (1, 3)),
        ("stag-hunt-3", (1, 2), (4, 3)),
        ("ultimatum-3", (0, 2), (3, 3)),
        ("centipede-3", (2, 1), (8, 32)),
        ("prisoners-dilemma", (1, 0), (9, 1)),
        ("battle-of-the-sexes", (1, 1), (6, 18)),
        ("chicken", (0, 1), (2, 6)),
        ("mutual-fate-control", (0, 1), (1, 0)),
        ("fate-behaviour-control", (1, 0), (0, 1)),
        ("matching-pennies", (0, 1), (0, 1)),
        ("rock-paper-scissors", (0, 1), (-1, 1)),
        ("public-goods", (20, 0, 0, 0), (8, 28, 28, 28)),
        ("minimum-effort", (6, 6, 6, 6, 6, 0), (0.1, 0.1, 0.1, 0.1, 0.1, 0.7)),
        ("market-entry", (1, 1, 1, 0), (1, 1, 1, 0)),
        ("market-entry", (1, 1, 1, 1), (-2, -2, -2, -2)),
    ],
)
def test_payoffs_as_printed(name, cell, payoffs):
    assert GAMES[name].payoffs_of(cell) == payoffs


def test_public_goods_follow_the_formula_for_any_group():
    game = make_public_goods("pgg", players=5, endowment=10, multiplier=3.5)
    contributions = (0, 3, 10, 7, 1)
    by_hand = [10 - own + 3.5 * 21 / 5 for own in contributions]
    np.testing.assert_allclose(game.payoffs_of(contributions), by_hand, rtol=1e-14)


@pytest.mark.parametrize("players, endowment", [(1, 20), (4, 0), (2000, 1), (900, 2000)])
def test_impossible_public_goods_are_refused(players, endowment):
    with pytest.raises(BadGame, match="players"):
        make_public_goods("pgg", players=players, endowment=endowment, multiplier=2.0)


def test_impossible_minimum_effort_is_refused():
    with pytest.raises(BadGame, match="effort"):
        make_minimum_effort("lonely", players=1)


def test_impossible_market_entry_is_refused():
    with pytest.raises(BadGame, match="crowding"):
        make_market_entry("lonely", players=1)


def test_the_room_never_imports_jax():
    code = "import sys, humanlike.games as g; g.analyse(g.GAMES['ochs']); print('jax' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_the_examples_in_the_documentation_run():
    guide = Path(__file__).resolve().parents[2] / "docs" / "games.md"
    outcome = doctest.testfile(str(guide), module_relative=False)
    assert outcome.attempted and not outcome.failed
