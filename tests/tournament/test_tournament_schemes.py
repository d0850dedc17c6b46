"""Standings of section 2.4 on a table small enough to be worked by hand."""

import numpy as np
import pandas as pd
import pytest

from humanlike.tournament import Plan
from humanlike.tournament.failures import scored
from humanlike.tournament.scores import best_constant, chance
from humanlike.tournament.standings import balanced_trials, detector_standings, emulator_standings

LOG2 = np.log(2)

# P(human) by detector, game and source. z is a power of one half everywhere, so every score is a whole number
# of -log 2, written behind it.
SAID = {
    "A": {
        "g1": {"H": 0.5, "M1": 0.5, "M2": 0.75},  # 1 1 2
        "g2": {"H": 0.25, "M1": 0.5, "M2": 0.5},  # 2 1 1
        "g3": {"H": 0.5, "M1": 0.875, "M2": 0.5},  # 1 3 1
    },
    "B": {game: {"H": 0.5, "M1": 0.5, "M2": 0.5} for game in ("g1", "g2", "g3")},  # 1 everywhere
    "C": {
        "g1": {"H": 0.5, "M1": 0.75, "M2": 0.5},  # 1 2 1
        "g2": {"H": 0.5, "M1": 0.5, "M2": 0.5},
        "g3": {"H": 0.5, "M1": 0.5, "M2": 0.5},
    },
}


def table_of(said):
    return pd.DataFrame(
        [
            {
                "trial": 1,
                "game": game,
                "source": source,
                "is_human": source.startswith("H"),
                "detector": detector,
                "probability": probability,
                "mark": "",
            }
            for detector, games in said.items()
            for game, sources in games.items()
            for source, probability in sources.items()
        ]
    )


def sheet(answers, plan):
    """Scores of both sides where nobody failed."""
    return scored(answers, answers[["trial", "game", "source", "is_human", "mark"]].drop_duplicates(), plan)


@pytest.fixture(scope="module")
def detectors():
    return detector_standings(sheet(table_of(SAID), Plan())).set_index("name")


@pytest.fixture(scope="module")
def emulators():
    table = sheet(table_of(SAID), Plan())
    return emulator_standings(table, detector_standings(table)).set_index("name")


@pytest.mark.parametrize(
    ("scheme", "by_hand"),
    [
        ("mean", {"A": 13 / 9, "B": 1, "C": 10 / 9}),
        ("minimax", {"A": 3, "B": 1, "C": 2}),
        ("median game", {"A": 4 / 3, "B": 1, "C": 1}),
        ("human_score", {"A": 4 / 3, "B": 1, "C": 1}),
        ("machine_score", {"A": 3 / 2, "B": 1, "C": 7 / 6}),
        ("balanced_score", {"A": 17 / 12, "B": 1, "C": 13 / 12}),
    ],
)
def test_detectors_under_every_scheme(detectors, scheme, by_hand):
    for name, halvings in by_hand.items():
        assert detectors.loc[name, scheme] == pytest.approx(-halvings * LOG2, abs=1e-12)


@pytest.mark.parametrize(
    ("scheme", "by_hand"),
    [
        ("winning detector", {"M1": 1, "M2": 1}),  # B wins and knows nothing
        ("unweighted mean", {"M1": 4 / 3, "M2": 10 / 9}),
        ("weighted mean", {"M1": 8 / 7, "M2": 1}),  # weights 0, 4/7, 3/7
        ("median game", {"M1": 4 / 3, "M2": 1}),
    ],
)
def test_emulators_under_every_scheme(emulators, scheme, by_hand):
    for name, halvings in by_hand.items():
        assert emulators.loc[name, scheme] == pytest.approx(-halvings * LOG2, abs=1e-12)


def test_ranks_share_ties_and_run_both_ways(detectors, emulators):
    assert detectors["rank mean"].to_dict() == {"B": 1, "C": 2, "A": 3}
    assert detectors["rank median game"].to_dict() == {"B": 1, "C": 1, "A": 3}
    assert emulators["rank winning detector"].to_dict() == {"M1": 1, "M2": 1}
    assert emulators["rank unweighted mean"].to_dict() == {"M1": 1, "M2": 2}  # the lowest score wins


def test_weights_are_equal_where_no_detector_is_better():
    table = sheet(table_of({"A": SAID["B"], "B": SAID["B"]}), Plan())
    standings = emulator_standings(table, detector_standings(table))
    assert standings["weighted mean"].tolist() == pytest.approx([-LOG2, -LOG2])


def test_best_constant_of_three_people_and_seventeen_machines():
    sources = {f"H{number}": 0.5 for number in range(3)} | {f"M{number}": 0.5 for number in range(17)}
    table = table_of({"A": {"g": sources}})
    assert best_constant(table, Plan()) == pytest.approx(-0.423, abs=5e-4)
    always = table.assign(probability=0.15)
    assert sheet(always, Plan()).answers["score"].mean() == pytest.approx(
        best_constant(table, Plan()), abs=1e-12
    )


@pytest.mark.parametrize("constant", [0.01, 0.15, 0.5, 0.9])
def test_no_constant_beats_chance_in_the_balanced_score(constant):
    table = sheet(table_of(SAID).assign(probability=constant), Plan())
    assert detector_standings(table)["balanced_score"].max() <= -LOG2 + 1e-12
    assert balanced_trials(table.answers).to_numpy().max() <= -LOG2 + 1e-12


def test_the_score_of_a_zero_is_bounded_or_the_constant():
    table = table_of({"A": {"g": {"H": 0.0, "M": 0.0}}})
    assert sheet(table, Plan()).answers["score"].tolist() == pytest.approx([-8.6012, 0], abs=2e-3)
    replicated = sheet(table, Plan(zero_constant=-20.0))
    assert replicated.answers["score"].tolist() == [-20.0, 0.0]


def test_any_proper_system_by_name():
    table = sheet(table_of({"A": {"g": {"H": 0.9, "M": 0.5}}}), Plan(system="quadratic")).answers
    assert table["score"].tolist() == pytest.approx([2 * 0.9 - (0.81 + 0.01), 0.5])  # 2 z - sum of squares


def test_references_are_in_the_currency_of_the_system():
    table = table_of({"A": {"g": {"H": 0.5, "M1": 0.5, "M2": 0.5, "M3": 0.5}}})
    assert chance(Plan()) == -LOG2
    assert chance(Plan(system="quadratic")) == pytest.approx(0.5)
    says = sheet(table.assign(probability=0.25), Plan(system="quadratic"))
    assert best_constant(table, Plan(system="quadratic")) == pytest.approx(says.answers["score"].mean())


def test_one_file_mode_gives_one_verdict_per_source_and_multiplies_odds():
    said = {"A": {"g1": {"H": 0.8, "M": 0.2}, "g2": {"H": 0.8, "M": 0.5}}}
    table = sheet(table_of(said), Plan(mode="all games in one file")).answers
    assert table["game"].unique().tolist() == ["all games"]
    assert table.set_index("source")["probability"].to_dict() == pytest.approx({"H": 16 / 17, "M": 0.2})
    assert table.set_index("source")["score"]["H"] == pytest.approx(np.log(16 / 17))


def test_one_file_mode_never_claims_certainty():
    said = {"A": {f"g{number}": {"H": 0.99, "M": 0.01} for number in range(8)}}
    table = sheet(table_of(said), Plan(mode="all games in one file")).answers
    assert table["probability"].tolist() == [0.99, 0.01]
