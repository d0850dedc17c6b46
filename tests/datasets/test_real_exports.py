"""Exports and data sets as they are: read where they are at hand, never copied."""

import os
from pathlib import Path

import pytest

from humanlike.core import Game
from humanlike.datasets import check, draft_of, import_table, read_plays, recognise, summarise, write_plays
from humanlike.datasets.long_table import plays_of

pytestmark = pytest.mark.human_data
DATA = Path(os.environ.get("HUMANLIKE_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
PEACE = Game.from_matrices("peace", [[1, -3], [3, -1]], [[1, 3], [-3, -1]])
GIFT = Game.from_matrices(
    "gift",
    [[100 - own + 3 * other for other in (0, 50, 100)] for own in (0, 50, 100)],
    [[100 - own + 3 * other for own in (0, 50, 100)] for other in (0, 50, 100)],
)


def export(name: str) -> Path:
    path = DATA.parent / "exports" / name
    if not path.exists():
        pytest.skip(f"{name} is not here; it belongs in the folder exports beside that of the data sets")
    return path


def imported(name, mapping, game=None):
    table, _ = import_table(export(name), mapping, game)
    assert not [problem for problem in check(table) if problem.severity == "error"]
    (play,) = plays_of(table)
    return play


def test_strangers_of_otree():
    mapping = {"format": "otree-wide", "app": "pd", "game": "prisoners-dilemma", "action": "decision"}
    mapping["actions"] = {"C": 0, "D": 1}
    play = imported("otree_strangers.csv", mapping)
    assert play.n_players_of() == {"human": 8} and (play.actions >= 0).sum() == 48
    assert (
        play.labels("match").n_different == 21 and play.n_rounds == 2
    )  # 24 meetings, three of them twice running
    pool = imported("otree_strangers.csv", mapping | {"rematching": "rounds"})
    assert pool.actions.shape == (8, 6) and (pool.situations >= 0).all()
    assert sorted(pool.actions.ravel()) == sorted(pool.situations.ravel())


@pytest.mark.parametrize(
    ("app", "n_people", "n_choices"), [("prisoner_multiplayer", 1, 60), ("prisoner_multiplayer_2", 5, 300)]
)
def test_programs_in_the_same_row_of_otree(app, n_people, n_choices):
    three = range(1, 4)
    mapping = {
        "format": "otree-wide",
        "app": app,
        "game": "peace",
        "action": [f"decision_vs_adv_{n}" for n in three],
        "partner_action": [f"decision_of_adv_{n}" for n in three],
        "payoff": [f"payoff_vs_adv_{n}" for n in three],
        "partner_payoff": [f"payoff_of_adv_{n}" for n in three],
        "partner_model": [f"adv_{n}_type" for n in three],
        "partner_kind": "program",
        "actions": {"Peace": 0, "War": 1},
    }
    table, notes = import_table(export("otree_wide.csv"), mapping, PEACE)
    assert (
        not check(table) and "without a move were left out" in notes[0]
    )  # every recorded payoff is the game's
    summary = summarise(plays_of(table)[0])
    assert summary.n_subjects == n_people and summary.n_choices == n_choices
    assert summary.kinds["program"].models == {"human": n_people, "human+AI": n_people, "AI": n_people}


def test_rock_paper_scissors_of_otree_with_partners_by_name():
    mapping = {
        "format": "otree-wide",
        "app": "rps",
        "game": "rock-paper-scissors",
        "action": "decision_vs_adv_1",
        "partner": "adversary_id",
        "partner_action": "decision_of_adv_1",
        "partner_kind": "program",
        "actions": {"Rock": 0, "Paper": 1, "Scissors": 2},
    }
    play = imported("otree_wide.csv", mapping)
    assert play.n_players_of() == {"human": 6, "program": 3} and play.labels("match").n_different == 18
    assert (play.actions >= 0).all() and play.n_rounds == 10


def test_a_session_of_z_tree():
    mapping = {
        "format": "ztree",
        "game": "gift",
        "action": "uc",
        "actions": {"0": 0, "50": 1, "100": 2},
        "treatments": [2],
        "filter": {"Period": list(range(5, 15))},
    }
    play = imported("ztree_session.xls", mapping, GIFT)
    assert play.n_players_of() == {"human": 22} and (play.actions >= 0).sum() == 220
    pool = imported("ztree_session.xls", mapping | {"rematching": "rounds"}, GIFT)
    assert pool.actions.shape == (22, 10) and sorted(pool.actions.ravel()) == sorted(pool.situations.ravel())


@pytest.mark.parametrize("name", ["otree_wide.csv", "otree_strangers.csv", "ztree_session.xls"])
def test_exports_are_recognised(name):
    foreign = recognise(export(name))
    assert (
        foreign is not None
        and len(foreign.sentence()) < 400
        and "action = " in draft_of(export(name), foreign)
    )


@pytest.mark.parametrize(
    ("name", "players", "choices", "n_models"),
    [
        (
            "akata-human-vs-gpt4",
            {"human": 387, "language model": 4},
            {"human": 3870, "language model": 3870},
            1,
        ),
        (
            "akata-llm-pd-tft",
            {"program": 157, "language model": 63},
            {"program": 3140, "language model": 1260},
            1,
        ),
        (
            "fontana-llama2",
            {"program": 181, "language model": 181},
            {"program": 18100, "language model": 18100},
            1,
        ),
        (
            "payne-ipd-2025",
            {"program": 1763, "language model": 2553},
            {"program": 7534, "language model": 9330},
            4,
        ),
        (
            "pcaspa-llm-vs-strategies",
            {"program": 40, "language model": 40},
            {"program": 3000, "language model": 3000},
            3,
        ),
        ("gama-diner", {"language model": 890}, {"language model": 17798}, 12),
        ("lindner-gpt4omini-mbti", {"language model": 1514}, {"language model": 10598}, 1),
        ("pennies-vs-bots", {"human": 22, "program": 5}, {"human": 4400, "program": 4400}, 0),
    ],
)
def test_every_kind_is_counted_as_the_source_says(tmp_path, name, players, choices, n_models):
    """Players and choices by kind as in each set's own description; the same after Parquet."""
    if not (DATA / name).is_dir():
        pytest.skip(f"{name} is not here; set HUMANLIKE_DATA to the folder that holds it")
    plays = read_plays(DATA / name)
    write_plays(tmp_path / "play.parquet", plays)
    for each in (plays, read_plays(tmp_path / "play.parquet")):
        summaries = [summarise(play) for play in each]
        found = {kind for summary in summaries for kind in summary.kinds}
        assert {kind: sum(summary.n_players_of(kind) for summary in summaries) for kind in found} == players
        made = {
            kind: [summary.kinds[kind].n_choices for summary in summaries if kind in summary.kinds]
            for kind in found
        }
        assert {kind: sum(counts) for kind, counts in made.items()} == choices
        models = {
            m for summary in summaries for m in getattr(summary.kinds.get("language model"), "models", ())
        }
        assert len(models) == n_models
        assert all("player_type" not in play.extra and "model" not in play.extra for play in each)
