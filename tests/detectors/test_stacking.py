"""Known seats, boosting on conduct and their stack: worth something on strangers, near one half where they are not."""

import numpy as np
import pytest

from humanlike.core import BadRequest, Play
from humanlike.detectors.conduct_boosting import boosted_log_odds, fit_boosting
from humanlike.detectors.distinct_seats import distinct_seats, first_rounds
from humanlike.detectors.known_seats import KnownBody, KnownSeats
from humanlike.detectors.stacking import fit_stack, held_out_columns, parts_of_groups
from humanlike.games import GAMES

DILEMMA = GAMES["prisoners-dilemma"]


def body(seed, chance, human, source, rows=40, rounds=10, kin=frozenset()):
    draws = np.random.default_rng(seed).random((rows, rounds))
    play = Play(DILEMMA, (draws > chance).astype(np.int64))
    names = [f"{source} {row // 4}" for row in range(rows)]
    return KnownBody(play, human, source, names, names, kin)


def bodies(people, machines):
    return (
        body(1, people, True, "school"),
        body(2, people, True, "market"),
        body(3, machines, False, "one"),
        body(4, machines, False, "two"),
    )


def answers(people, machines):
    seats = KnownSeats(bodies(people, machines), most_kinds=1)
    tested = np.isin(seats.source, ["market", "two"])
    stack = fit_stack(seats, ~tested)
    scores = stack.scores(seats)[tested]
    return stack.calibration.probabilities(scores, np.ones(len(scores))), seats.is_human[tested]


def test_what_differs_is_told_in_strangers():
    probability, human = answers(people=0.8, machines=0.3)
    assert probability[human].mean() > 0.85 and probability[~human].mean() < 0.15


def test_where_nothing_differs_answers_stay_near_one_half():
    probability, _ = answers(people=0.5, machines=0.5)
    assert np.abs(probability - 0.5).max() < 0.2


def test_nothing_beyond_what_people_do_counts_more():
    generator = np.random.default_rng(1)
    human = np.repeat([True, False], 60)
    features = np.column_stack([np.where(human, 1.0, 3.0) + generator.random(120), np.full(120, np.nan)])
    forms, sources = np.full(120, "one"), np.repeat([0, 1], 60)
    boosting = fit_boosting(features, human, sources, forms)
    extreme = np.array([[features[human, 0].max(), np.nan], [1e6, np.nan]])
    near, far = boosted_log_odds(boosting, extreme, forms[:2])
    assert near == far
    assert (boosted_log_odds(boosting, extreme, np.array(["other", "other"])) == 0).all()


def test_people_who_all_do_the_same_train_no_trees():
    human = np.repeat([True, False], 20)
    features = np.where(human, 1.0, 2.0)[:, None]
    assert fit_boosting(features, human, np.repeat([0, 1], 20), np.full(40, "one")) == {}


def test_groups_stay_whole_and_kin_is_left_out_with_them():
    related = body(5, 0.3, False, "relative", kin=frozenset({"family a"}))
    other = body(6, 0.3, False, "a", kin=frozenset({"family a"}))
    seats = KnownSeats((*bodies(0.8, 0.3), related, other), most_kinds=1)
    part = parts_of_groups(seats, np.ones(len(seats.body), dtype=np.bool_))
    assert all(len(np.unique(part[seats.group == group])) == 1 for group in np.unique(seats.group))
    assert set(seats.source[seats.akin(seats.source == "a")]) == {"a", "relative"}
    assert not seats.akin(seats.source == "school").any()


def test_rows_not_in_training_have_no_held_out_columns():
    seats = KnownSeats(bodies(0.8, 0.3), most_kinds=1)
    training = seats.source != "two"
    columns = held_out_columns(seats, training)
    assert np.isfinite(columns[training]).all() and np.isnan(columns[~training]).all()


def test_evidence_of_a_seat_leaves_out_the_rounds_passed_over():
    whole, later = (KnownSeats(bodies(0.8, 0.3), most_kinds=1, passed_over=number) for number in (0, 10))
    everybody = np.ones(len(whole.body), dtype=np.bool_)
    assert (later.evidence(everybody) == 0).all() and whole.evidence(everybody).std() > 0


def test_seats_without_a_group_are_refused():
    play = body(1, 0.5, True, "x").play
    with pytest.raises(BadRequest, match="each needs a group and a player"):
        KnownSeats((KnownBody(play, True, "x", ["one"], ["one"]),))


def test_short_matches_are_left_out_and_copies_counted_once():
    play = Play(DILEMMA, np.array([[0, 1, 1], [1, 1, 0], [0, 1, 0], [1, 1, 1], [0, 1, -1], [0, -1, -1]]))
    cut = first_rounds(play, 2)
    assert cut.actions.tolist() == [[0, 1], [1, 1], [0, 1], [1, 1], [0, 1]]
    assert distinct_seats(cut).tolist() == [0, 1, 4]
