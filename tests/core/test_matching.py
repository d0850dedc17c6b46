"""Who meets whom: what every design promises, and what cannot be arranged."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from humanlike.core import BadParameters, BadRequest, Matching, Meetings, Streams, UnknownName, draw_meetings
from humanlike.core.matching import passes_of_zipper
from humanlike.games import GAMES, make_public_goods
from humanlike.naming.matchings import find_information, find_matching

CHICKEN, OCHS = GAMES["chicken"], GAMES["ochs"]
STREAM = Streams(5)["matching"]


def drawn(word: str, n_subjects: int, n_rounds: int, game=CHICKEN) -> Meetings:
    found = draw_meetings(STREAM, find_matching(word), game, n_subjects, n_rounds)
    assert found is not None
    return found


@given(
    word=st.sampled_from(["strangers", "strangers:spell=3", "zipper", "strangers:roles=any"]),
    n_groups=st.integers(2, 9),
    n_rounds=st.integers(1, 20),
)
def test_every_design_seats_everybody_at_a_complete_table(word: str, n_groups: int, n_rounds: int) -> None:
    meetings = drawn(word, 2 * n_groups, n_rounds)
    again = Meetings.of(
        meetings.partners, CHICKEN, mixed=meetings.mixed
    )  # nobody alone, with themselves, or twice
    np.testing.assert_array_equal(again.by_round, meetings.by_round)
    assert meetings.partners.shape == (2 * n_groups, 1, n_rounds)


def test_groups_never_meet_across() -> None:
    partners = drawn("groups:size=6,roles=any", 24, 200).partners[:, 0]
    own = np.arange(24)[:, None]
    assert (partners // 6 == own // 6).all()
    for subject in range(24):  # in 200 rounds everybody meets all five others
        assert len(set(partners[subject].tolist())) == 5


def test_roles_are_kept_unless_they_may_be_mixed() -> None:
    kept = drawn("strangers", 12, 50, OCHS).partners[:, 0]
    assert ((kept + np.arange(12)[:, None]) % 2 == 1).all()
    mixed = drawn("strangers:roles=any", 12, 50).partners[:, 0]
    assert ((mixed + np.arange(12)[:, None]) % 2 == 0).any()


def test_strangers_are_equally_likely() -> None:
    """Everybody meets each of 8 others in an eighth of 4,000 rounds: chi square with 7 degrees, far below its 1e-6."""
    partners = drawn("strangers", 16, 4_000).partners[0, 0]
    counts = np.bincount(partners // 2, minlength=8)
    assert ((counts - 500.0) ** 2 / 500.0).sum() < 42.0


def test_partners_stay_for_a_spell() -> None:
    partners = drawn("strangers:spell=4", 40, 10).partners[:, 0]
    for start, stop in ((0, 4), (4, 8), (8, 10)):
        assert (partners[:, start:stop] == partners[:, start : start + 1]).all()
    assert (partners[:, 3] != partners[:, 4]).any() and (partners[:, 7] != partners[:, 8]).any()


def test_a_longer_play_begins_as_a_shorter_one() -> None:
    np.testing.assert_array_equal(drawn("strangers", 10, 7).by_round, drawn("strangers", 10, 30).by_round[:7])


@pytest.mark.parametrize("n_groups", [2, 5, 8])
def test_a_zipper_brings_everybody_together_once_a_pass_and_nothing_comes_back(n_groups: int) -> None:
    partners = drawn("zipper", 2 * n_groups, n_groups).partners[:, 0]
    for row in range(0, 2 * n_groups, 2):
        assert sorted(partners[row].tolist()) == list(range(1, 2 * n_groups, 2))
    for origin in range(2 * n_groups):  # whom could what `origin` does in round 1 have reached?
        touched = {int(partners[origin, 0])}
        for round_ in range(1, n_groups):
            assert int(partners[origin, round_]) not in touched
            touched |= {int(partners[each, round_]) for each in touched if each != origin}


def test_three_roles_zip_where_nobody_is_left_out() -> None:
    game = make_public_goods("three", players=3, endowment=2, multiplier=2.0)
    partners = drawn("zipper", 15, 5, game).partners
    for subject in range(15):
        for other in range(2):
            assert len(set(partners[subject, other].tolist())) == 5
    with pytest.raises(BadRequest, match=r"4 groups leaves some of the 3 roles.*or strangers"):
        drawn("zipper", 12, 4, game)


def test_a_zipper_says_how_often_it_begins_anew() -> None:
    assert passes_of_zipper(Matching("zipper"), 8, 50) == 7
    assert passes_of_zipper(Matching("zipper", spell=7), 8, 50) == 1
    assert passes_of_zipper(Matching("strangers"), 8, 50) == 0


@pytest.mark.parametrize(
    ("word", "n_subjects", "sentence"),
    [
        (
            "groups:size=6",
            16,
            "16 subjects do not divide into groups of 6: 12 or 18 do, and 16 divide into groups of 4, 8",
        ),
        ("groups:size=5", 20, "Groups of 5 cannot be seated at tables of 2.*groups of 4 or 6 can"),
        ("strangers", 7, "7 subjects cannot all sit at tables of 2.*let 6 or 8 play"),
        ("strangers", 2, "one table of 'ochs' and cannot be re-matched"),
        ("strangers:roles=any", 8, "seats of 'ochs' look different"),
    ],
)
def test_what_cannot_be_arranged_is_said(word: str, n_subjects: int, sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        drawn(word, n_subjects, 5, OCHS)


def test_words_that_mean_no_design_are_refused() -> None:
    with pytest.raises(UnknownName, match=r"strangrs.*Did you mean 'strangers'"):
        find_matching("strangrs")
    with pytest.raises(BadRequest, match="needs their size, as in groups:size=6"):
        find_matching("groups")
    with pytest.raises(BadRequest, match="Only groups have a size"):
        find_matching("strangers:size=4")
    with pytest.raises(BadParameters, match="'size=six' is none of"):
        find_matching("groups:size=six")
    with pytest.raises(BadRequest, match="a round at least"):
        find_matching("strangers:spell=0")
    with pytest.raises(BadRequest, match="no spells"):
        find_matching("fixed:spell=2")
    with pytest.raises(BadRequest, match="not in 'zipper'"):
        find_matching("zipper:roles=any")
    with pytest.raises(UnknownName, match="No information is called 'all'"):
        find_information("all")
    for word in ("fixed", "zipper", "strangers:spell=5", "groups:size=6,roles=any"):
        assert find_matching(word).word == word


@pytest.mark.parametrize(
    ("partners", "sentence"),
    [
        ([0, 1, 3, 2], "subject 1 meets themselves in round 1; name another"),
        ([1, 0, 1, 2], "subject 3 meets somebody who meets others"),
        ([1, 0, 3, 4], "subject 4 meets somebody who is not there in round 1"),
        ([2, 3, 0, 1], "subject 1 meets somebody in the wrong seat"),
    ],
)
def test_arrays_that_are_no_meetings_are_refused(partners: list[int], sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        Meetings.of(np.array(partners)[:, None, None], CHICKEN)


def test_spare_subjects_stay_in_their_groups() -> None:
    for game in (CHICKEN, make_public_goods("three", players=3, endowment=2, multiplier=2.0)):
        seats = game.n_players
        meetings = drawn("strangers", 4 * seats, 3, game).with_spare(6 * seats, seats)
        behind = Meetings.of(meetings.partners, game).partners[4 * seats :]
        assert (behind // seats == np.arange(4 * seats, 6 * seats)[:, None, None] // seats).all()
