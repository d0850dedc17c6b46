"""Ranks, their intervals, what may be said, the paper's tables and its fifteen correlations."""

import numpy as np
import pytest
from scipy import stats

from humanlike.core import BadRequest, Play, Streams, UnknownName
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import (
    LAYOUTS,
    Criterion,
    Settings,
    assess,
    compare_rules,
    concordance,
    correlations,
    published_rules,
    rank_table,
    ranked,
    ranks_of,
    samples_of,
    simulated_experiment,
)
from humanlike.prediction.paper_tables import ORDER, QUOTED, RANKS, recomputed
from humanlike.prediction.rankings import _kendall
from humanlike.statistics import spearman

RULE_NAMES = ("bush-mosteller", "mookherjee-sopher", "random", "win-stay-lose-change")


@pytest.mark.parametrize(
    "quoted", QUOTED, ids=lambda each: f"table {each.first.table} {each.first.measure} {each.first.game}"
)
def test_the_fifteen_quoted_correlations(quoted):
    assert recomputed(quoted) == pytest.approx(quoted.correlation, abs=0.005 + 1e-9)


def test_there_are_fifteen_and_every_printed_row_is_a_ranking_of_twelve():
    assert len(QUOTED) == 15
    for row, ranks in RANKS.items():
        assert len(ranks) == len(ORDER) and sum(ranks) == pytest.approx(78), row


def test_spearman_is_scipys_with_midranks():
    generator = np.random.default_rng(1)
    first, second = generator.integers(0, 6, 12), generator.integers(0, 6, 12)
    assert spearman(first, second) == pytest.approx(stats.spearmanr(first, second).statistic)
    assert np.isnan(spearman([1, 1, 1], [1, 2, 3]))


def test_ranks_follow_the_measures_direction_and_share_ties():
    np.testing.assert_array_equal(ranks_of([0.2, 0.1, 0.2], "MSD"), [2.5, 1, 2.5])
    np.testing.assert_array_equal(ranks_of([0.2, 0.1, 0.2], "KS"), [1.5, 3, 1.5])
    np.testing.assert_array_equal(ranks_of([0.3, 0.3 + 1e-15, 0.1], "KS"), [1.5, 1.5, 3])


def test_kendalls_w_is_one_in_agreement_and_small_in_disorder():
    assert _kendall(np.array([[1.0, 2, 3, 4]] * 3)) == pytest.approx(1.0)
    assert _kendall(np.array([[1.0, 2, 3], [3.0, 2, 1]])) == pytest.approx(0.0)


@pytest.fixture(scope="module")
def found():
    plays = simulated_experiment(Streams(3), RULES["bush-mosteller"], n_pairs=80)
    samples = samples_of(plays, test_roles=[1])
    calibrations = published_rules([RULES[name] for name in RULE_NAMES], plays)
    return assess(Streams(3), samples, RULE_NAMES, calibrations, Settings(n_simulations=500, n_resamples=200))


def test_every_rank_carries_an_interval_that_holds_it(found):
    for criterion in found.defined:
        for each in ranked(found, criterion):
            if not np.isnan(each.rank):
                assert 1 <= each.rank_lower <= each.rank_upper <= len(RULE_NAMES)
    by_log = ranked(found, Criterion("LOG", "Y,P", "actions", "all"))
    assert by_log[0].rank == by_log[0].rank_lower == 1.0


def test_what_cannot_be_told_apart_is_said_out_loud(found):
    clear = compare_rules(found, Criterion("LOG", "Y,P", "actions", "all"))
    assert clear.best == "bush-mosteller" and "random" in clear.apart and "random" not in clear.not_apart
    twins = assess(
        Streams(3),
        samples_of([Play(GAMES["coordination"], np.random.default_rng(1).integers(0, 2, (20, 10)))]),
        ("random", "bush-mosteller"),
        published_rules(
            [RULES["random"], RULES["bush-mosteller"]], [Play(GAMES["coordination"], np.zeros((2, 1), int))]
        ),
        Settings(measures=("MSD",), methods=("mY,mQ",), n_simulations=500, n_resamples=200),
    )
    close = compare_rules(twins, Criterion("MSD", "mY,mQ", "actions", "coordination"))
    assert len(close.not_apart) == 1 and "any other may be as good" in close.sentence


def test_a_rule_is_never_told_apart_from_itself():
    """Two names for one rule: every resample ties."""
    play = simulated_experiment(Streams(4), RULES["cross"], games=[GAMES["coordination"]], n_pairs=20)[0]
    calibration = published_rules([RULES["cross"]], [play])["cross", "coordination"]
    found = assess(
        Streams(4),
        samples_of([play]),
        ("one", "other"),
        {("one", "coordination"): calibration, ("other", "coordination"): calibration},
        Settings(n_simulations=300, n_resamples=100),
    )
    for criterion in found.defined:
        values = found.of(criterion)
        if not np.isnan(values).any():
            assert values[0] == values[1]
            assert compare_rules(found, criterion).apart == ()
    assert concordance(found, "coordination").sentence.endswith("no rule changes its rank.")


def test_dependence_on_the_measure_is_stated_with_numbers(found):
    result = concordance(found, "all")
    assert 0 <= result.kendall_w <= 1
    assert f"{result.kendall_w:.2f}" in result.sentence and "depends" in result.sentence
    assert "moves most, from rank" in result.sentence
    assert np.allclose(np.diag(result.spearman)[~np.isnan(np.diag(result.spearman))], 1.0)
    assert sum(result.best_counts.values()) >= len(result.criteria)
    two = [Criterion("MAD", "Y,P", "actions", "all"), Criterion("MAD", "Y,X", "actions", "all")]
    assert correlations(found, two)[0, 1] == pytest.approx(1.0)  # MAD does not distinguish P from X


def test_tables_have_the_papers_rows(found):
    assert rank_table(found, 4).rows == tuple(
        (measure, f"M({method})") for measure in ("MSD", "MAD", "POI", "KS") for method in ("Y,P", "Y,X")
    )
    assert rank_table(found, 4).columns == ("BM", "MS", "RAND", "WSLC")
    assert len(rank_table(found, 8).rows) == 8 and rank_table(found, 8).rows[0][0] == "mutual-fate-control"
    assert len(rank_table(found, 13).rows) == 12
    five = rank_table(found, 5)
    assert five.ranks.shape == (10, 5) and five.columns[-1] == "all"
    for number in LAYOUTS:
        ranks = rank_table(found, number).ranks
        known = ~np.isnan(ranks).any(axis=1)
        np.testing.assert_allclose(ranks[known].sum(axis=1), 10.0)


def test_bad_requests_are_explained(found):
    with pytest.raises(UnknownName, match="No rank table is called '3'"):
        rank_table(found, 3)
    with pytest.raises(BadRequest, match="Table 5 follows one rule"):
        rank_table(found, 5, rule="cross")
    with pytest.raises(BadRequest, match="was not computed"):
        found.of(Criterion("MSD", "Y,P", "actions", "chicken"))
