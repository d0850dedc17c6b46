"""Two hundred reconstructions: all meet the published numbers, none but the last is the one shipped."""

from decimal import Decimal

import numpy as np
import pytest
from test_tournament_reconstruction import LINES, exact_moments, printed

from humanlike.core import BadParameters, Streams
from humanlike.tournament.ensemble import MEMBERS, ensemble_member, reordered, stored_ensemble
from humanlike.tournament.published import PAYOFFS
from humanlike.tournament.reconstruction import EXACT_DETECTORS, reconstructed_plays

LAST = MEMBERS - 1


@pytest.mark.parametrize("number", [0, 37, 100, 163, LAST])
def test_every_member_meets_the_tables_as_printed(number):
    plays = ensemble_member(number)
    for experiment, name in LINES:
        play, line = plays[experiment][name], PAYOFFS[name][experiment]
        (row_mean, row_sd), (column_mean, column_sd) = exact_moments(play)
        means = [printed(Decimal(m.numerator) / Decimal(m.denominator)) for m in (row_mean, column_mean)]
        assert (play.n_subjects, play.n_rounds) == (line.n, 50)
        assert (means[0], printed(row_sd), means[1], printed(column_sd)) == line[1:5]


def test_members_visit_the_same_cells_in_another_order_pair_by_pair():
    shipped, member = reconstructed_plays()["CIT"]["chicken"], ensemble_member(60)["CIT"]["chicken"]
    for pair in shipped.groups():
        before, after = (
            np.sort(2 * play.actions[pair[0]] + play.actions[pair[1]]) for play in (shipped, member)
        )
        np.testing.assert_array_equal(before, after)
    assert (shipped.actions != member.actions).any()


def test_the_last_member_is_the_one_shipped_and_the_share_of_rounds_kept_rises():
    shipped = reconstructed_plays()
    for number, kept in ((LAST, 1.0), (LAST // 2, 0.5), (0, 0.0)):
        member = ensemble_member(number)
        same = [
            (member[experiment][name].actions == shipped[experiment][name].actions).all()
            for experiment, name in LINES
        ]
        assert all(same) == (kept == 1.0)
    play = shipped["CIT"]["ochs"]  # a mixed game: moves coincide by chance only
    agree = [(reordered(Streams(1), play, kept).actions == play.actions).mean() for kept in (0, 0.5, 0.9)]
    assert agree == sorted(agree) and agree[2] > 0.9


def test_a_member_is_the_same_whenever_it_is_made():
    first, second = (ensemble_member(5)["PCC1"]["ochs"].actions for _ in range(2))
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("number", [-1, MEMBERS])
def test_there_is_no_such_member(number):
    with pytest.raises(BadParameters, match="no member"):
        ensemble_member(number)


def test_the_stored_range_says_which_places_are_construction():
    found = stored_ensemble()
    assert found.members == MEMBERS and found.trials >= 10 and found.version
    by_name = {each.name: each for each in found.detectors}
    for name in EXACT_DETECTORS & set(by_name):
        assert not by_name[name].depends_on_order
    assert not by_name["ninety-percent-tables"].depends_on_order, "it counts moves, whatever their order"
    assert by_name["coordination"].depends_on_order and not by_name["coordination"].place_is_construction
    assert by_name["payoff-change"].place_is_construction and by_name["payoff-change"].above_chance < 1
    for each in found.detectors:
        assert list(each.score) == sorted(each.score) and list(each.rank) == sorted(each.rank)
    assert sum(found.emulators_first.values()) == pytest.approx(1.0)
