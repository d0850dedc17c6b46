"""Experience carried across a person's matches: what is laid where, what stays, and what a rule makes of it."""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRecord, BadRequest, Play, carry_experience, double_precision, find_units
from humanlike.engine import replay
from humanlike.engine.rounds import observe
from humanlike.engine.seats import seat_of
from humanlike.games import GAMES
from humanlike.players import RULES

DILEMMA, PENNIES = GAMES["prisoners-dilemma"], GAMES["matching-pennies"]
PEOPLE = ("ann", "bob", "cat", "dan", "ann", "cat", "bob", "eve")  # pairs: ann-bob, cat-dan, ann-cat, bob-eve
MOVES = np.array(
    [
        [0, 1, 1, -1],  # a match of three rounds, then one of four
        [1, 1, 0, -1],
        [0, 0, 1, 1],
        [1, 0, 0, 1],
        [1, 0, -1, -1],
        [0, 0, -1, -1],
        [1, 1, 1, 0],
        [0, 1, 0, 0],
    ]
)


def recorded(**told) -> Play:
    return Play(DILEMMA, MOVES, subjects=PEOPLE, provenance={"dataset": "five"}, **told)


def test_matches_lie_end_to_end_and_who_is_met_is_kept():
    experience = carry_experience([recorded()])
    (play,) = experience.plays
    assert list(play.subjects) == ["ann", "bob", "cat", "dan", "eve"]
    assert play.actions[0].tolist() == [0, 1, 1, -1, -1, 1, 0, -1]  # ann waits for cat, who plays longer
    assert play.actions[2].tolist() == [0, 0, 1, 1, -1, 0, 0, -1]
    assert play.actions[1].tolist() == [1, 1, 0, -1, 1, 1, 1, 0]
    assert play.partners[0, 0].tolist() == [1, 1, 1, -1, -1, 2, 2, -1]
    np.testing.assert_array_equal(play.implied_situations(), play.situations)
    assert np.nansum(play.payoffs()) == np.nansum(recorded().payoffs())
    assert set(play.labels("match")) == {"1"}  # all are linked through others
    assert experience.sentence == (
        "Experience is carried: 3 people keep what they learned through 6 matches. "
        "2 people with one match start and end there."
    )


@double_precision()
def test_ewa_on_carried_play_is_ewa_led_by_hand_through_both_matches():
    (play,) = carry_experience([recorded()]).plays
    rule = RULES["ewa"]
    found = replay(play, rule, rule.default).chosen[0]
    seat = seat_of(DILEMMA, 0, rule)
    state, expected = rule.initial_state(rule.default, seat), []
    for own, other in ((0, 1), (1, 1), (1, 0), (1, 0), (0, 0)):  # ann with bob, then with cat
        weights = np.asarray(rule.log_weights(rule.default, state))
        expected.append(weights[own] - np.logaddexp(*weights))
        state = rule.update(rule.default, state, observe(seat, own, other))
    np.testing.assert_allclose(found[~np.isnan(found)], expected, atol=1e-12)
    afresh = replay(recorded(), rule, rule.default).chosen
    np.testing.assert_allclose(found[:3], afresh[0, :3], atol=1e-12)
    assert abs(found[5] - afresh[4, 0]) > 1e-3


def test_nothing_changes_where_nobody_plays_twice():
    plain = Play(DILEMMA, MOVES)
    nameless = Play(DILEMMA, MOVES, subjects=[""] * 8)
    experience = carry_experience([plain, nameless])
    assert experience.plays[0] is plain and experience.plays[1] is nameless
    assert experience.sentence == (
        "Nobody is known to play two matches of a game, so there is no experience to carry. "
        "8 rows name nobody and start afresh."
    )


def test_machines_start_afresh_and_a_role_is_learned_by_itself_where_seats_differ():
    moves = np.array([[0, 1], [1, 1], [1, 0], [0, 0], [1, 1], [0, 1]])
    people = ("ann", "bot", "ann", "bot", "bot", "ann")
    kinds = ("human", "program", "human", "program", "program", "human")
    experience = carry_experience([Play(PENNIES, moves, subjects=people, kinds=kinds)])
    (play,) = experience.plays
    assert list(play.subjects) == ["ann", "bot", "bot", "bot", "ann"] and play.roles.tolist() == [
        0,
        1,
        1,
        0,
        1,
    ]
    assert play.actions[0].tolist() == [0, 1, -1, 1, 0]
    assert "a row for each" in experience.sentence
    assert find_units([play]).unit == "person" and find_units([play]).n_units == 1


def test_units_of_carried_play_are_people_or_circles_and_no_matches():
    (play,) = carry_experience([recorded()]).plays
    units = find_units([play])
    assert units.unit == "person" and units.n_units == 5 and "1 circle of people who met" in units.sentence
    with pytest.raises(BadRequest, match="a match is no unit; person, connected, session, study can be"):
        find_units([play], "match")


def test_two_seats_in_one_match_have_no_order():
    with pytest.raises(BadRecord, match="Somebody sits twice in one match"):
        carry_experience(
            [
                Play(
                    DILEMMA,
                    MOVES[:4],
                    subjects=["ann"] * 4,
                    roles=np.zeros(4, int),
                    matches=["1"] * 4,
                    situations=MOVES[[1, 0, 3, 2]],
                )
            ]
        )


def test_fit_and_predict_say_who_carries():
    plain, carried = (hl.fit([recorded()], "roth-erev", carry=carry) for carry in (False, True))
    assert "carried" not in plain.document()[0]
    assert carried.document()[0]["carried"]["people_with_one_match"] == 2
    assert carried.document()[0]["choices"] == plain.document()[0]["choices"]
    assert carried.experience.sentence in list(carried.story())
    with pytest.raises(BadRequest, match="--carry has no groups by match"):
        hl.fit([recorded()], "roth-erev", by="match", carry=True)
    foretold = hl.predict(
        [recorded()], "random,cross", fit="published", carry=True, simulations=20, resamples=0
    )
    assert foretold.document()["carried"]["people"] == 3
    with pytest.raises(BadRequest, match="leave out --carry or --predictions"):
        hl.predict([recorded()], "random", carry=True, predictions="others.csv")
